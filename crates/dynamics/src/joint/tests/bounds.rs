//! Bounds and targets of stops, motors and friction; the force that breaks.

use glam::{DQuat, DVec3};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::samples::Whole;
use super::samples::{SPRING, STEP, initial_states, join, model, motor, moved, rows, tracked};
use crate::joint::{
    Axis, Fixed, Hinge, Joint, JointDescription, Motor, MotorMode, Prismatic, SixDof,
};
use crate::parts::{BodyId, Compliance, Schedule};

/// The rows of a slider from the world that has travelled along y.
fn slid(travel: Axis, distance: f64, time: f64) -> Vec<Whole> {
    let mut model = model(&mut ChaCha8Rng::seed_from_u64(5));
    let kind = Prismatic { anchor: DVec3::X, axis: DVec3::Y, travel };
    let joint = join(&mut model, "slider", None, kind).expect("a sound joint");
    let mut states = initial_states(model.bodies());
    states[1].velocity = DVec3::Y * distance;
    let states = moved(&states, 1.0);
    let memory = tracked(&joint, &model, &states, joint.initial_memory());
    rows(&joint, &model, &states, &memory, time)
}

#[test]
fn stops_are_one_sided_and_look_ahead() {
    let compliance = Compliance::Row { epsilon: 0.25, gamma: 0.1 };
    let travel = Axis { limits: Some([-0.5, 2.0]), compliance, ..Axis::FREE };
    // Between the stops, then beyond the lower and the upper.
    for (distance, gaps, gammas) in [
        (0.5, [1.0, 1.5], [1.0, 1.0]),
        (-0.75, [-0.25, 2.75], [0.1, 1.0]),
        (3.0, [3.5, -1.0], [1.0, 0.1]),
    ] {
        let rows = slid(travel.clone(), distance, 0.0);
        assert_eq!(rows.len(), 7);
        for (at, sign) in [(0, 1.0), (1, -1.0)] {
            let row = &rows[at];
            assert!((row.error - gaps[at]).abs() < 1e-14);
            assert_eq!((row.lo, row.hi, row.is_held), (0.0, f64::INFINITY, false));
            assert_eq!((row.epsilon, row.gamma), (0.25, gammas[at]));
            assert!((row.terms[0].linear - sign * DVec3::Y).length() < 1e-14);
        }
    }
}

#[test]
fn stops_at_infinity_are_not_there_and_equal_stops_hold() {
    let limited = |limits| slid(Axis { limits: Some(limits), ..Axis::FREE }, 0.5, 0.0);
    assert_eq!(limited([f64::NEG_INFINITY, f64::INFINITY]).len(), 5);
    assert_eq!(limited([0.0, f64::INFINITY]).len(), 6);
    let held = limited([0.2, 0.2]);
    assert_eq!(held.len(), 6);
    assert!(held[0].is_held && (held[0].error - 0.3).abs() < 1e-14);
    assert_eq!((held[0].lo, held[0].hi), (f64::NEG_INFINITY, f64::INFINITY));
}

#[test]
fn motors_aim_at_the_end_of_the_step() {
    let target = Schedule::new(vec![(0.0, 1.0), (1.0, 3.0)]).expect("ascending");
    let driven = |mode| {
        let motor = Motor { mode, target: target.clone(), limit: 7.0 };
        slid(Axis { motors: vec![motor], ..Axis::FREE }, 0.5, 0.25).swap_remove(5)
    };
    let velocity = driven(MotorMode::Velocity);
    assert!((velocity.target - (1.0 + 2.0 * (0.25 + STEP))).abs() < 1e-14);
    assert_eq!((velocity.lo, velocity.hi), (-7.0 * STEP, 7.0 * STEP));
    assert_eq!((velocity.error, velocity.gamma, velocity.is_held), (0.0, 0.0, false));

    let position = driven(MotorMode::Position(SPRING));
    assert!((position.error - (0.5 - 1.5)).abs() < 1e-14);
    assert!((position.target - 2.0).abs() < 1e-12);
    assert_eq!((position.lo, position.hi), (-7.0 * STEP, 7.0 * STEP));
    // ε = 1/(h²k + hd), γ = hk/(hk + d) for k = 400, d = 30, h = 0.01.
    assert!((position.epsilon - 1.0 / 0.34).abs() < 1e-12);
    assert!((position.gamma - 4.0 / 34.0).abs() < 1e-15);
    assert!(!position.is_held);
}

#[test]
fn a_motor_without_limit_or_without_force_keeps_its_row() {
    for limit in [f64::INFINITY, 0.0] {
        let motor = motor(MotorMode::Velocity, 1.0, limit);
        let row = &slid(Axis { motors: vec![motor], ..Axis::FREE }, 0.0, 0.0)[5];
        assert_eq!((row.lo, row.hi), (-limit, limit));
    }
}

/// A six-DOF axis softer than a joint is meant to give way; whoever softens a
/// hinge still sees how far it is off.
#[test]
fn springs_are_not_joint_errors() {
    let mut model = model(&mut ChaCha8Rng::seed_from_u64(1));
    let soft = Axis { compliance: SPRING, ..Axis::HELD };
    let mut axes = std::array::from_fn(|_| Axis::HELD);
    axes[2] = soft.clone();
    axes[5] = soft;
    let kind =
        SixDof { anchor: DVec3::ZERO, frame: DQuat::IDENTITY, turned: DQuat::IDENTITY, axes };
    let joint = join(&mut model, "six", None, kind).expect("a sound joint");
    let states = initial_states(model.bodies());
    let held: Vec<bool> =
        rows(&joint, &model, &states, &[0.0; 2], 0.0).iter().map(|row| row.is_held).collect();
    assert_eq!(held, [true, true, false, true, true, false]);
    let kind = Fixed { anchor: DVec3::ZERO };
    let fixed = JointDescription::new("soft", None, BodyId(1), kind);
    let fixed = JointDescription { compliance: SPRING, ..fixed };
    let joint = Joint::new(fixed, model.bodies()).expect("a sound joint");
    assert!(rows(&joint, &model, &states, &[0.0; 2], 0.0).iter().all(|row| row.is_held));
}

#[test]
fn force_and_torque_that_hold_are_told_apart() {
    let mut model = model(&mut ChaCha8Rng::seed_from_u64(1));
    let rotation = Axis { limits: Some([-1.0, 1.0]), friction: 3.0, ..Axis::FREE };
    let kind = Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation };
    let description = JointDescription {
        break_force: Some(499.0),
        ..JointDescription::new("hinge", None, BodyId(1), kind)
    };
    let id = model.add_joint(description.clone()).expect("a sound joint");
    let joint = &model.joints()[id.0];
    // Three travels, two stops, two held turns, friction.
    let impulses = [3.0, 0.0, 4.0, 0.0, 6.0, 2.0, 3.0, 100.0];
    assert_eq!(joint.row_count(), impulses.len());
    assert!((joint.holding_force(&impulses, STEP) - 500.0).abs() < 1e-12);
    assert!((joint.holding_torque(&impulses, STEP) - 700.0).abs() < 1e-12);
    assert!(joint.breaks(&impulses, STEP) && !joint.breaks(&[], STEP));
    let stronger = JointDescription { break_force: Some(501.0), ..description };
    let breaks = |break_torque: Option<f64>| {
        let description = JointDescription { break_torque, ..stronger.clone() };
        let joint = Joint::new(description, model.bodies()).expect("a sound joint");
        joint.breaks(&impulses, STEP)
    };
    assert!(!breaks(None) && !breaks(Some(701.0)) && breaks(Some(699.0)));
}
