//! Joints against closed forms.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::{Ball, Hinge};
use stickslip_dynamics::{
    Axis, BodyId, JointDescription, JointKind, Model, Motor, MotorMode, Pose, Schedule, Settings,
};

use crate::support::{G, ball, cuboid, run, settings, start};

fn join(model: &mut Model, first: Option<BodyId>, second: BodyId, kind: impl Into<JointKind>) {
    let name = format!("joint {}", model.joints().len());
    model.add_joint(JointDescription::new(name, first, second, kind)).unwrap();
}

/// A ball on a string of length l, let go at a small angle, is back after 2π √(l/g).
#[test]
fn pendulums_keep_time() {
    let mut model = Model::default();
    let (angle, length): (f64, f64) = (0.05, 1.0);
    let place = length * DVec3::new(angle.sin(), -angle.cos(), 0.0);
    let own = ball(&mut model, 0.05, place);
    join(&mut model, None, own, Ball::at(DVec3::ZERO));
    let time_step = 1.0 / 120.0;
    let mut simulation = start(model, Settings { time_step, ..settings() });
    let mut crossings = Vec::new();
    let mut before = place.x;
    for step in 0..480 {
        simulation.step().unwrap();
        let x = simulation.state().bodies[own.0].pose.position.x;
        if before > 0.0 && x <= 0.0 {
            crossings.push(time_step * (step as f64 + before / (before - x)));
        }
        before = x;
        let held = simulation.state().bodies[own.0].pose.position.length();
        assert!((held - length).abs() < 1e-4, "{held}");
    }
    let period = crossings[1] - crossings[0];
    // About the centre of the ball turns its inertia too.
    let expected = std::f64::consts::TAU * ((length + 0.4 * 0.05 * 0.05) / G).sqrt();
    assert!((period / expected - 1.0).abs() < 3e-3, "{period} for {expected}");
}

/// A chain hangs with the weight of what is below each link.
#[test]
fn chains_carry_what_hangs_below() {
    let mut model = Model::default();
    let mut above = None;
    let mut links = Vec::new();
    for at in 0..8 {
        let place = DVec3::NEG_Y * (0.1 + 0.2 * at as f64);
        let link = cuboid(&mut model, DVec3::new(0.02, 0.1, 0.02), Pose::at(place));
        join(&mut model, above, link, Ball::at(place + 0.1 * DVec3::Y));
        above = Some(link);
        links.push(link);
    }
    let mut simulation = start(model, settings());
    run(&mut simulation, 0.5);
    let mass = 1000.0 * 0.04 * 0.2 * 0.04;
    for (at, _) in links.iter().enumerate() {
        let force = simulation.joint_force(stickslip_dynamics::JointId(at));
        let weight = mass * G * (8 - at) as f64;
        assert!((force / weight - 1.0).abs() < 0.01, "{at}: {force} for {weight}");
    }
}

/// A velocity motor turns a wheel at its speed as soon as its torque lets it.
#[test]
fn motors_reach_their_speed() {
    let mut model = Model::default();
    let wheel = cuboid(&mut model, DVec3::new(0.5, 0.1, 0.1), Pose::IDENTITY);
    let motor = Motor { target: Schedule::constant(3.0), limit: 100.0, mode: MotorMode::Velocity };
    let rotation = Axis { motors: vec![motor], ..Axis::FREE };
    join(&mut model, None, wheel, Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation });
    let mut simulation = start(model, Settings { gravity: DVec3::ZERO, ..settings() });
    run(&mut simulation, 0.05);
    let speed = simulation.state().bodies[wheel.0].angular_velocity.z;
    let mass = 1000.0 * 8.0 * 0.5 * 0.1 * 0.1;
    let expected = 100.0 * 0.05 / (mass / 3.0 * (0.25 + 0.01));
    assert!((speed / expected - 1.0).abs() < 1e-3, "{speed} for {expected}");
    run(&mut simulation, 1.0);
    let speed = simulation.state().bodies[wheel.0].angular_velocity.z;
    assert!((speed - 3.0).abs() < 1e-4, "{speed}");
}
