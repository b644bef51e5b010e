//! Joints against closed forms.

use stickslip_dynamics::glam::{DQuat, DVec3};
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

/// A chain of thirty links that carries 2000 times the mass of one swings from 60° with its joints
/// within the accuracy, by no more sub-steps than their swinging asks for, and loses little energy.
#[test]
fn chains_hold_two_thousand_times_their_mass() {
    let mut model = Model::default();
    let (count, length) = (30, 0.1);
    let turn = DQuat::from_rotation_z(-std::f64::consts::FRAC_PI_6);
    let along = turn * DVec3::X;
    let mut above = None;
    for at in 0..count {
        let place = (length * (at as f64 + 0.5)) * along;
        let half = DVec3::new(0.5 * length, 0.01, 0.01);
        let link = cuboid(&mut model, half, Pose::new(place, turn));
        join(&mut model, above, link, Ball::at(place - 0.5 * length * along));
        above = Some(link);
    }
    let end = (length * count as f64) * along;
    let radius = (2000.0_f64 * 0.04e-3 * 0.75 / std::f64::consts::PI).cbrt();
    let weight = ball(&mut model, radius, end + radius * along);
    let masses = [1, 0].map(|back| model.bodies()[model.bodies().len() - 1 - back].mass.mass);
    assert!((masses[1] / masses[0] / 2000.0 - 1.0).abs() < 1e-9, "{masses:?}");
    join(&mut model, above, weight, Ball::at(end));
    let mut simulation = start(model, settings());
    let begin = simulation.energy();
    let (mut lowest, mut substeps) = (0.0_f64, 0);
    for step in 0..90 {
        let report = simulation.step().unwrap();
        assert!(report.joint_error_max < 1e-3, "step {step}: {:e} m", report.joint_error_max);
        lowest = lowest.min(simulation.state().bodies[weight.0].pose.position.y);
        substeps = substeps.max(report.substeps);
    }
    assert!(substeps <= 128, "{substeps}");
    assert!((lowest + 3.0 + radius).abs() < 0.01, "{lowest}");
    let lost = begin - simulation.energy();
    let fall = masses[1] * G * (3.0 + radius) / 2.0;
    assert!((0.0..0.05 * fall).contains(&lost), "{lost} J of {fall} J");
}

/// A frame of four bars closed by hinges, of whose rows three repeat others, turns about its
/// corners as it is driven, and stays closed.
#[test]
fn loops_stay_closed() {
    let mut model = Model::default();
    let corners = [DVec3::ZERO, DVec3::Y, DVec3::new(1.0, 1.0, 0.0), DVec3::X];
    let mut bars = Vec::new();
    for pair in corners.windows(2) {
        let along = 0.5 * (pair[1] - pair[0]).abs() + DVec3::splat(0.02);
        bars.push(cuboid(&mut model, along, Pose::at(0.5 * (pair[0] + pair[1]))));
    }
    let pins = [(None, bars[0]), (Some(bars[0]), bars[1]), (Some(bars[1]), bars[2])];
    let hinge = |anchor, rotation| Hinge { anchor, axis: DVec3::Z, rotation };
    let motor = Motor { target: Schedule::constant(2.0), limit: 1e4, mode: MotorMode::Velocity };
    let driven = Axis { motors: vec![motor], ..Axis::FREE };
    for (at, (first, second)) in pins.into_iter().enumerate() {
        let rotation = if at == 0 { driven.clone() } else { Axis::FREE };
        join(&mut model, first, second, hinge(corners[at], rotation));
    }
    join(&mut model, None, bars[2], hinge(corners[3], Axis::FREE));
    let mut simulation = start(model, settings());
    let mut worst = 0.0_f64;
    for _ in 0..30 {
        worst = worst.max(simulation.step().unwrap().joint_error_max);
    }
    assert!(worst < 1e-3, "{worst:e} m");
    // Opposite bars of a parallelogram turn alike.
    let spins = [0, 2].map(|at: usize| simulation.state().bodies[bars[at].0].angular_velocity.z);
    assert!(spins.iter().all(|spin| (spin.abs() - 2.0).abs() < 0.02), "{spins:?}");
    let middle = &simulation.state().bodies[bars[1].0];
    assert!(middle.angular_velocity.length() < 0.02, "{}", middle.angular_velocity);
}
