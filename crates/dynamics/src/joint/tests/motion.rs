//! Motions that are known by hand.

use std::f64::consts::TAU;

use glam::DVec3;

use super::mover::{Mover, ball};
use super::samples::motor;
use crate::joint::{
    Axis, Differential, Fixed, Gear, Hinge, JointDescription, JointKind, MotorMode, Prismatic,
};
use crate::model::Model;
use crate::parts::{BodyId, Compliance};

const DOWN: DVec3 = DVec3::new(0.0, -9.81, 0.0);

fn add(model: &mut Model, first: Option<BodyId>, second: BodyId, kind: impl Into<JointKind>) {
    model.add_joint(JointDescription::new("joint", first, second, kind)).expect("a sound joint");
}

/// A body of 2 kg on a slider along x.
fn slider(travel: Axis, gravity: DVec3) -> (Mover, BodyId) {
    let mut model = Model::default();
    let body = model.add_body(ball("block", DVec3::ZERO, 2.0, 0.1)).expect("a sound body");
    let kind = Prismatic { anchor: DVec3::ZERO, axis: DVec3::X, travel };
    add(&mut model, None, body, kind);
    (Mover::new(model, gravity, 0.01), body)
}

/// T = 2π √(I/(m g l)) with I = m l² + I_c, for small swings.
#[test]
fn a_pendulum_keeps_its_period() {
    let (mass, inertia, length, angle) = (2.0, 0.5, 0.8, 0.02_f64);
    let mut model = Model::default();
    let place = DVec3::new(angle.sin(), -angle.cos(), 0.0) * length;
    let body = model.add_body(ball("bob", place, mass, inertia)).expect("a sound body");
    let kind = Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: Axis::FREE };
    add(&mut model, None, body, kind);
    let mut mover = Mover::new(model, DOWN, 1e-3);
    let mut crossings = vec![];
    while crossings.len() < 3 {
        let before = mover.states[0].pose.position.x;
        mover.step();
        let after = mover.states[0].pose.position.x;
        if before * after < 0.0 {
            crossings.push(mover.time - 1e-3 * after / (after - before));
        }
    }
    let period = TAU * ((mass * length * length + inertia) / (mass * 9.81 * length)).sqrt();
    let measured = crossings[2] - crossings[0];
    // Amplitude stretches the period by θ²/16, the step by less.
    assert!((measured / period - 1.0).abs() < 1e-4, "{measured} for {period}");
    assert!((mover.states[0].pose.position.length() - length).abs() < 1e-7);
}

#[test]
fn a_gear_keeps_its_ratio_over_many_turns() {
    let (ratio, mut model) = (2.5, Model::default());
    let wheels = [0.0, 1.0]
        .map(|x| model.add_body(ball("wheel", DVec3::X * x, 1.0, 0.2)).expect("a sound body"));
    let drive = motor(MotorMode::Velocity, 10.0, f64::INFINITY);
    for (wheel, motor) in wheels.into_iter().zip([Some(drive), None]) {
        let anchor = DVec3::X * wheel.0 as f64;
        let rotation = Axis { motors: motor.into_iter().collect(), ..Axis::FREE };
        add(&mut model, None, wheel, Hinge { anchor, axis: DVec3::Z, rotation });
    }
    let (first_axis, second_axis) = (DVec3::Z, DVec3::Z);
    let gear = Gear { first_axis, second_axis, ratio, carrier: None };
    add(&mut model, Some(wheels[0]), wheels[1], gear);
    let mut mover = Mover::new(model, DOWN, 0.01);
    for _ in 0..1000 {
        mover.step();
        let spins = [0, 1].map(|at| mover.states[at].angular_velocity.z);
        assert!((spins[0] + ratio * spins[1]).abs() < 1e-4, "{spins:?}");
    }
    let angles = [mover.memories[0][0], mover.memories[1][0]];
    assert!((angles[0] - 99.9).abs() < 1e-2 && (angles[0] + ratio * angles[1]).abs() < 1e-6);
}

#[test]
fn a_limited_motor_accelerates_by_its_force() {
    let travel = Axis { motors: vec![motor(MotorMode::Velocity, 3.0, 4.0)], ..Axis::FREE };
    let (mut mover, body) = slider(travel, DVec3::ZERO);
    for step in 1..=200 {
        mover.step();
        // a = F/m = 2 m/s² until 3 m/s are reached.
        let expected = (0.02 * f64::from(step)).min(3.0);
        assert!((mover.state(body).velocity.x - expected).abs() < 1e-6);
    }
}

#[test]
fn dry_friction_stops_and_then_holds() {
    let (mut mover, body) =
        slider(Axis { friction: 4.0, ..Axis::FREE }, DVec3::new(1.0, -9.81, 0.0));
    mover.state(body).velocity.x = 0.5;
    for step in 1..=100 {
        mover.step();
        // Friction 4 N against a pull of 2 N: a = −1 m/s², then rest.
        let expected = (0.5 - 0.01 * f64::from(step)).max(0.0);
        assert!((mover.state(body).velocity.x - expected).abs() < 1e-6);
    }
}

#[test]
fn a_stop_is_reached_exactly_and_not_passed() {
    let (mut mover, body) = slider(Axis { limits: Some([-1.0, 0.333]), ..Axis::FREE }, DVec3::X);
    let mut furthest = 0.0_f64;
    for _ in 0..200 {
        mover.step();
        furthest = furthest.max(mover.state(body).pose.position.x);
    }
    assert!((mover.state(body).pose.position.x - 0.333).abs() < 1e-6);
    assert!(furthest < 0.333 + 1e-6, "{furthest}");
}

/// m ẍ = −k(x − x*) − d ẋ − F at rest: x = x* + F/k.
#[test]
fn a_position_motor_rests_where_its_spring_does() {
    let spring = Compliance::Spring { stiffness: 200.0, damping: 40.0 };
    let travel =
        Axis { motors: vec![motor(MotorMode::Position(spring), 0.5, f64::INFINITY)], ..Axis::FREE };
    let (mut mover, body) = slider(travel, DVec3::X);
    for _ in 0..500 {
        mover.step();
    }
    let place = mover.state(body).pose.position.x;
    assert!((place - (0.5 + 2.0 / 200.0)).abs() < 1e-9, "{place}");
}

/// Two hinges and a fixed joint hold one door: ten rows too many, and the
/// weight is still carried once, sunk by m g/(3 k).
#[test]
fn joints_that_repeat_one_another_share_the_load() {
    let mut model = Model::default();
    let door = model.add_body(ball("door", DVec3::X, 3.0, 0.4)).expect("a sound body");
    let hinge = |anchor| Hinge { anchor, axis: DVec3::Y, rotation: Axis::FREE }.into();
    let top = DVec3::Y * 0.5;
    for kind in [hinge(-top), hinge(top), JointKind::from(Fixed { anchor: DVec3::ZERO })] {
        let compliance = Compliance::Spring { stiffness: 1e5, damping: 2e3 };
        let joint = JointDescription::new("joint", None, door, kind);
        model.add_joint(JointDescription { compliance, ..joint }).expect("a sound joint");
    }
    let mut mover = Mover::new(model, DOWN, 0.01);
    for _ in 0..100 {
        mover.step();
    }
    // The anchors sink alike; the door's lever only tilts it.
    let tilt = 3.0 * 9.81 / (2.0 * 1e5 * 0.25 + 3.0 * 1e5);
    let sunk = -mover.state(door).pose.position.y;
    let anchors = 3.0 * 9.81 / 3e5;
    assert!((sunk - anchors - tilt).abs() < 1e-9, "{sunk} for {}", anchors + tilt);
}

#[test]
fn a_differential_lets_one_output_turn_twice_when_the_other_stands() {
    let mut model = Model::default();
    let wheels: Vec<BodyId> = (0..3)
        .map(|x| {
            let body = ball("wheel", DVec3::X * f64::from(x), 1.0, 0.2);
            model.add_body(body).expect("a sound body")
        })
        .collect();
    let motors = [Some(motor(MotorMode::Velocity, 6.0, f64::INFINITY)), None, None];
    for ((at, wheel), motor) in wheels.iter().enumerate().zip(motors) {
        let limits = (at == 2).then_some([0.0, 0.0]);
        let rotation = Axis { motors: motor.into_iter().collect(), limits, ..Axis::FREE };
        let anchor = DVec3::X * at as f64;
        add(&mut model, None, *wheel, Hinge { anchor, axis: DVec3::X, rotation });
    }
    let kind = Differential {
        input_axis: DVec3::X,
        output_axis: DVec3::X,
        other_output: wheels[2],
        ratio: 3.0,
        carrier: None,
    };
    add(&mut model, Some(wheels[0]), wheels[1], kind);
    let mut mover = Mover::new(model, DVec3::ZERO, 0.01);
    for _ in 0..300 {
        mover.step();
    }
    // 6 = 3·½(ω₂ + 0).
    assert!((mover.states[1].angular_velocity.x - 4.0).abs() < 1e-4);
    assert!((mover.memories[3][0] - 12.0).abs() < 0.05);
}
