//! Descriptions that make no sense are refused by name.

use glam::{DQuat, DVec3};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use stickslip_contact::Pose;

use super::samples::{model, motor};
use crate::joint::{
    Axis, Ball, Differential, Distance, Fixed, Gear, Hinge, JointDescription, JointKind, MotorMode,
    Passive, Prismatic, Servo, SixDof, Universal,
};
use crate::model::Model;
use crate::parts::{BodyDescription, BodyId, Compliance, ModelError};

const NAN: DVec3 = DVec3::splat(f64::NAN);
const ORIGIN: DVec3 = DVec3::ZERO;

/// Four bodies that forces move and two that nothing moves.
fn samples() -> Model {
    let mut model = model(&mut ChaCha8Rng::seed_from_u64(2));
    for _ in 0..2 {
        let wall = BodyDescription::fixed("wall", Pose::IDENTITY, vec![]);
        model.add_body(wall).expect("a sound body");
    }
    model
}

fn refused(description: JointDescription, message: &str) {
    let mut model = samples();
    match model.add_joint(description) {
        Err(ModelError::Joint { name, reason }) => {
            assert_eq!(name, "odd");
            assert!(reason.contains(message), "{reason:?} does not say {message:?}");
        }
        other => panic!("{other:?} instead of {message:?}"),
    }
    assert!(model.joints().is_empty());
}

fn joint(kind: impl Into<JointKind>) -> JointDescription {
    JointDescription::new("odd", Some(BodyId(0)), BodyId(1), kind)
}

fn ball() -> JointDescription {
    joint(Ball::at(ORIGIN))
}

#[test]
fn bodies() {
    let second = |body| JointDescription { second: BodyId(body), ..ball() };
    let first = |body| JointDescription { first: Some(BodyId(body)), ..ball() };
    refused(second(6), "the second body is body 6, but there are 6 bodies");
    refused(first(9), "the first body is body 9");
    refused(first(1), "the first body and the second body are the same body");
    let walls = JointDescription { first: Some(BodyId(4)), second: BodyId(5), ..ball() };
    refused(walls.clone(), "none of its bodies can be moved");
    refused(JointDescription { first: None, ..walls }, "none of its bodies can be moved");
}

#[test]
fn compliance_and_breaking() {
    let compliance = Compliance::Spring { stiffness: -1.0, damping: 0.0 };
    refused(JointDescription { compliance, ..ball() }, "stiffness is -1");
    for force in [0.0, -3.0, f64::NAN] {
        refused(JointDescription { break_force: Some(force), ..ball() }, "break_force is");
    }
}

#[test]
fn anchors_and_axes() {
    let hinge = |anchor, axis| joint(Hinge { anchor, axis, rotation: Axis::FREE });
    refused(joint(Ball::at(NAN)), "the anchor is not finite");
    refused(joint(Fixed { anchor: NAN }), "the anchor is not finite");
    refused(hinge(NAN, DVec3::X), "the anchor is not finite");
    refused(hinge(ORIGIN, DVec3::ZERO), "the axis has no length");
    refused(hinge(ORIGIN, DVec3::X * f64::INFINITY), "the axis is not finite");
    let slider = Prismatic { anchor: ORIGIN, axis: DVec3::ZERO, travel: Axis::FREE };
    refused(joint(slider), "the axis has no length");
    let cross = |first_axis, second_axis| joint(Universal::free(ORIGIN, first_axis, second_axis));
    refused(cross(DVec3::X, DVec3::ONE), "not perpendicular");
    refused(cross(DVec3::X, DVec3::ZERO), "the second axis has no length");
    refused(cross(NAN, DVec3::X), "the first axis is not finite");
    let axes = std::array::from_fn(|_| Axis::HELD);
    for frame in [DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), DQuat::from_xyzw(f64::NAN, 0.0, 0.0, 1.0)] {
        let kind = SixDof { anchor: ORIGIN, frame, turned: DQuat::IDENTITY, axes: axes.clone() };
        refused(joint(kind), "not a unit quaternion");
    }
}

#[test]
fn tiny_and_huge_axes_are_axes() {
    for size in [1e-300, 1e300] {
        let kind = Hinge { anchor: ORIGIN, axis: DVec3::ONE * size, rotation: Axis::FREE };
        assert!(samples().add_joint(joint(kind)).is_ok());
    }
}

#[test]
fn axes_that_make_no_sense() {
    let hinge = |rotation| joint(Hinge { anchor: ORIGIN, axis: DVec3::X, rotation });
    let limited = |lo, hi| hinge(Axis { limits: Some([lo, hi]), ..Axis::FREE });
    refused(limited(1.0, 0.0), "rotation: the limits [1, 0] are not in order");
    refused(limited(f64::NAN, 0.0), "not in order");
    refused(limited(f64::INFINITY, f64::INFINITY), "leave no room");
    let rubbing = |friction| hinge(Axis { friction, ..Axis::FREE });
    refused(rubbing(-1.0), "friction is -1");
    refused(rubbing(f64::INFINITY), "friction is inf");
    refused(joint(Ball { friction: f64::NAN, ..Ball::at(ORIGIN) }), "friction is NaN");
    let driven = |mode, target, limit| {
        hinge(Axis { motors: vec![motor(mode, target, limit)], ..Axis::FREE })
    };
    refused(driven(MotorMode::Velocity, 1.0, -2.0), "the limit of the motor is -2");
    refused(driven(MotorMode::Velocity, f64::NAN, 2.0), "point 0 of the motor's target");
    let spring = Compliance::Spring { stiffness: 1.0, damping: f64::NAN };
    refused(driven(MotorMode::Position(spring), 0.0, 2.0), "the motor's damping is NaN");
    refused(hinge(Axis { friction: 1.0, ..Axis::HELD }), "neither motor nor friction");
    let travel = Axis { compliance: Compliance::Row { epsilon: 0.0, gamma: 2.0 }, ..Axis::FREE };
    let slider = Prismatic { anchor: ORIGIN, axis: DVec3::X, travel };
    refused(joint(slider), "travel: gamma is 2");
    let mut axes = std::array::from_fn(|_| Axis::HELD);
    axes[4].limits = Some([2.0, 1.0]);
    let six = SixDof { anchor: ORIGIN, frame: DQuat::IDENTITY, turned: DQuat::IDENTITY, axes };
    refused(joint(six), "rotation y: the limits");
}

#[test]
fn distances() {
    let rod = |second_anchor, range| joint(Distance::between(ORIGIN, second_anchor, range));
    refused(rod(ORIGIN, None), "not positive");
    refused(rod(DVec3::X, Some([-1.0, 1.0])), "the range [-1, 1]");
    refused(rod(DVec3::X, Some([2.0, 1.0])), "not in order");
    refused(rod(DVec3::X, Some([0.0, f64::NAN])), "not in order");
    refused(rod(NAN, None), "the second anchor is not finite");
}

#[test]
fn springs_and_servos() {
    let hinge = |rotation| joint(Hinge { anchor: DVec3::ZERO, axis: DVec3::X, rotation });
    let passive = |passive| hinge(Axis { passive: Some(passive), ..Axis::FREE });
    refused(passive(Passive::default()), "stiffness, damping and armature are all 0");
    let wrong = Passive { armature: -1.0, ..Passive::default() };
    refused(passive(wrong), "armature");
    let servo = Servo { signals: [1.0, -1.0], ..Servo::force(0.0) };
    let motor = motor(MotorMode::Servo(servo), 0.0, f64::INFINITY);
    refused(hinge(Axis { motors: vec![motor], ..Axis::FREE }), "signals [1, -1]");
    refused(hinge(Axis { reference: f64::NAN, ..Axis::FREE }), "the reference is NaN");
}

#[test]
fn gears_and_differentials() {
    let gear = |ratio, second_axis, carrier| {
        joint(Gear { first_axis: DVec3::X, second_axis, ratio, carrier })
    };
    refused(gear(0.0, DVec3::X, None), "ratio is 0");
    refused(gear(f64::NAN, DVec3::X, None), "ratio is NaN");
    refused(gear(1.0, DVec3::ZERO, None), "the second axis has no length");
    refused(gear(1.0, DVec3::X, Some(BodyId(0))), "the first body and the carrier are the same");
    refused(gear(1.0, DVec3::X, Some(BodyId(8))), "the carrier is body 8");
    let alone = JointDescription { first: None, ..gear(1.0, DVec3::X, None) };
    refused(alone, "the first body and the carrier are both the world");
    let split = |other_output, ratio| {
        joint(Differential {
            input_axis: DVec3::X,
            output_axis: DVec3::Z,
            other_output: BodyId(other_output),
            ratio,
            carrier: None,
        })
    };
    refused(split(1, 1.0), "the second body and the other output are the same");
    refused(split(7, 1.0), "the other output is body 7");
    refused(split(2, f64::INFINITY), "ratio is inf");
}
