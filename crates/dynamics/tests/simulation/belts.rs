//! Belts and ropes around wheels against closed forms.

use std::f64::consts::{PI, TAU};

use stickslip_dynamics::glam::{DMat3, DVec3};
use stickslip_dynamics::joint::{Belt, BeltPoint, Hinge};
use stickslip_dynamics::{
    Accuracy, Axis, BodyId, Compliance, JointDescription, JointId, MassDescription, Simulation,
    StepperKind,
};

use crate::support::{G, H, Part, World, assert_close, ball, run, speed_motor, state};

const R: f64 = 0.3;

/// A rope over a wheel at the origin, or what stands for it, from a weight on its left to one on
/// its right.
fn hang(world: &mut World, masses: [f64; 2], wheels: &[BeltPoint]) -> (JointId, [BodyId; 2]) {
    let [left, right] = [(-R, masses[0]), (R, masses[1])]
        .map(|(x, mass)| world.add(ball(0.1).at(DVec3::new(x, -2.0, 0.0)).mass(mass)));
    let mut path = vec![BeltPoint::at(Some(left), DVec3::new(-R, -2.0, 0.0))];
    path.extend(wheels);
    path.push(BeltPoint::at(Some(right), DVec3::new(R, -2.0, 0.0)));
    (rope(world, path, true), [left, right])
}

fn rope(world: &mut World, path: Vec<BeltPoint>, open: bool) -> JointId {
    let second = path.iter().find_map(|point| point.body).expect("a body");
    let kind = Belt { path, open, length: 0.0 };
    let mut joint = JointDescription::new("rope", None, second, kind);
    joint.compliance = Compliance::JOINT;
    joint.touching = true;
    world.describe(joint)
}

/// With the inertia ½ m r² of a wheel.
fn disc(radius: f64, mass: f64) -> Part {
    let mut part = ball(radius);
    let inertia = DMat3::IDENTITY * (0.5 * mass * radius * radius);
    part.0.mass = MassDescription::Given { mass, centre: DVec3::ZERO, inertia };
    part
}

/// Over the top, clockwise.
fn drum(friction: f64, turns: f64) -> BeltPoint {
    BeltPoint { friction, turns, ..BeltPoint::wheel(None, DVec3::ZERO, -DVec3::Z, R) }
}

fn accurately(world: &mut World, accurate: bool) {
    world.settings.accuracy = if accurate { Accuracy::Automatic } else { Accuracy::Off };
}

/// Tensions before and behind all friction (N).
fn tensions(simulation: &Simulation, rope: JointId) -> [f64; 2] {
    let impulses = simulation.joint_impulses(rope);
    let friction: f64 = impulses[1..].iter().sum();
    [-0.5, 0.5].map(|side| (impulses[0] + side * friction) / H)
}

/// Euler and Eytelwein: a slipping rope has T₂ = T₁ e^{μφ}, so that two weights on it have
/// a = g (m₂ − E m₁)/(m₂ + E m₁).
#[test]
fn a_rope_slips_at_the_capstans_ratio() {
    for (friction, turns) in [(0.1, 0.0), (0.3, 0.0), (0.5, 0.0), (0.2, 1.0), (0.3, 2.0)] {
        for accurate in [false, true] {
            let ratio = (friction * (PI + TAU * turns)).exp();
            let masses = [1.0, 2.0 * ratio];
            let mut world = World::new();
            accurately(&mut world, accurate);
            let (joint, [left, right]) = hang(&mut world, masses, &[drum(friction, turns)]);
            let mut simulation = world.start();
            run(&mut simulation, 30);
            let [loose, tight] = tensions(&simulation, joint);
            assert_close(tight / loose, ratio, 1e-5 * ratio);
            let fall = G * (masses[1] - ratio * masses[0]) / (masses[1] + ratio * masses[0]);
            assert_close(state(&simulation, left).velocity.y, fall * 0.5, 1e-3 * fall);
            assert_close(state(&simulation, right).velocity.y, -fall * 0.5, 1e-3 * fall);
        }
    }
}

/// One part in a hundred below the ratio it holds, and above it slips.
#[test]
fn a_rope_holds_up_to_the_capstans_ratio() {
    for accurate in [false, true] {
        for (part, holds) in [(0.99, true), (1.01, false)] {
            let ratio = (0.3 * PI).exp();
            let mut world = World::new();
            accurately(&mut world, accurate);
            let (_, [_, right]) = hang(&mut world, [1.0, part * ratio], &[drum(0.3, 0.0)]);
            let mut simulation = world.start();
            run(&mut simulation, 60);
            let sunk = -2.0 - state(&simulation, right).pose.position.y;
            match holds {
                true => assert!(sunk.abs() < 1e-4, "{sunk}"),
                false => assert_close(sunk, 0.5 * G * 0.01 / 2.01, 2e-3),
            }
        }
    }
}

/// From wheel to wheel the exponents add up: over one, under a second, over a third.
#[test]
fn friction_of_several_wheels_adds_up() {
    let wheel = |x: f64, y: f64, (side, radius): (f64, f64), friction: f64| BeltPoint {
        friction,
        ..BeltPoint::wheel(None, DVec3::new(x, y, 0.0), DVec3::Z * side, radius)
    };
    let outer = (-1.0, 0.05);
    let wheels = [
        wheel(-0.25, 0.0, outer, 0.1),
        wheel(0.0, -0.5, (1.0, 0.1), 0.25),
        wheel(0.25, 0.0, outer, 0.2),
    ];
    let mut world = World::new();
    let (joint, _) = hang(&mut world, [1.0, 40.0], &wheels);
    let mut simulation = world.start();
    run(&mut simulation, 20);
    let [loose, tight] = tensions(&simulation, joint);
    // Between the outer wheels and the middle one the rope leans from the vertical.
    let (across, down): (f64, f64) = (0.25, 0.5);
    let lean = across.atan2(down) - (0.15 / across.hypot(down)).asin();
    let exponent = (0.1 + 0.2) * (PI - lean) + 0.25 * (PI - 2.0 * lean);
    assert_close((tight / loose).ln(), exponent, 1e-4);
}

/// Atwood's machine with a wheel that turns: a = g (m₂ − m₁)/(m₁ + m₂ + I/r²).
#[test]
fn a_rope_turns_the_wheel_that_it_sticks_to() {
    for accurate in [false, true] {
        let mut world = World::new();
        accurately(&mut world, accurate);
        let wheel = world.add(disc(R, 4.0));
        world.join(
            None,
            wheel,
            Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: Axis::FREE },
        );
        let around = BeltPoint { body: Some(wheel), ..drum(0.5, 0.0) };
        let (_, [left, _]) = hang(&mut world, [10.0, 20.0], &[around]);
        let mut simulation = world.start();
        run(&mut simulation, 30);
        let rise = G * 10.0 / (30.0 + 0.5 * 4.0);
        assert_close(state(&simulation, left).velocity.y, 0.5 * rise, 2e-3 * rise);
        let spin = state(&simulation, wheel).angular_velocity.z;
        assert_close(spin, -0.5 * rise / R, 2e-3 * rise / R);
    }
}

/// A winch: a drum that turns at ω winds up r ω, turn after turn.
#[test]
fn a_drum_winds_its_rope_up() {
    let mut world = World::new();
    let spool = world.add(disc(R, 4.0));
    let turn = speed_motor(TAU, f64::INFINITY);
    world.join(None, spool, Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: turn });
    let load = world.add(ball(0.1).at(DVec3::new(R, -8.0, 0.0)).mass(5.0));
    let path = vec![
        BeltPoint { turns: 1.5, ..BeltPoint::wheel(Some(spool), DVec3::ZERO, -DVec3::Z, R) },
        BeltPoint::at(Some(load), DVec3::new(R, -8.0, 0.0)),
    ];
    let joint = rope(&mut world, path, true);
    let mut simulation = world.start();
    run(&mut simulation, 180);
    // Three turns in three seconds.
    assert_close(state(&simulation, load).pose.position.y, -8.0 + 3.0 * TAU * R, 5e-3);
    assert_close(simulation.joint_impulses(joint)[0] / H, 5.0 * G, 0.02 * 5.0 * G);
}

/// A belt on two pulleys carries T₁ − T₂ = (T₁ + T₂) tanh(½μφ) and no more.
#[test]
fn a_belt_slips_where_it_is_asked_for_more_than_it_grips() {
    let (friction, pull, apart) = (0.3, 100.0, 1.0);
    let [small, large] = [0.1, 0.2];
    let lean = f64::asin((large - small) / apart);
    let angle = PI - 2.0 * lean;
    let torque = 2.0 * pull * (0.5 * friction * angle).tanh() * large;
    for (asked, slips) in [(0.98, false), (1.02, true)] {
        let mut world = World::weightless();
        let wheel = |world: &mut World, x: f64, radius: f64, turn: Axis| {
            let place = DVec3::X * x;
            let body = world.add(disc(radius, 2.0).at(place));
            world.join(None, body, Hinge { anchor: place, axis: DVec3::Z, rotation: turn });
            BeltPoint { friction, ..BeltPoint::wheel(Some(body), place, DVec3::Z, radius) }
        };
        let driven = wheel(&mut world, 0.0, small, speed_motor(2.0, f64::INFINITY));
        let brake = Axis { friction: asked * torque, ..Axis::FREE };
        let braked = wheel(&mut world, apart, large, brake);
        let (one, two) = (driven.body.expect("a wheel"), braked.body.expect("a wheel"));
        // Stretched so that both spans pull with 100 N.
        let length =
            2.0 * apart * lean.cos() + small * (PI - 2.0 * lean) + large * (PI + 2.0 * lean);
        let stiffness = 1e5;
        let kind =
            Belt { path: vec![driven, braked], open: false, length: length - pull / stiffness };
        let mut joint = JointDescription::new("belt", None, one, kind);
        joint.compliance = Compliance::Spring { stiffness, damping: 1.0 };
        world.describe(joint);
        let mut simulation = world.start();
        run(&mut simulation, 120);
        let [fast, slow] = [one, two].map(|body| state(&simulation, body).angular_velocity.z);
        assert_close(fast, 2.0, 1e-3);
        match slips {
            true => assert!(slow < 0.8, "{slow}"),
            false => assert_close(slow, 2.0 * small / large, 1e-2),
        }
    }
}

/// Small steps have fixed bounds for all that rubs in joints.
#[test]
fn small_steps_refuse_belts_that_rub() {
    let mut world = World::new();
    hang(&mut world, [1.0, 2.0], &[drum(0.3, 0.0)]);
    world.settings.stepper = StepperKind::SmallSteps;
    let refused = Simulation::new(world.model, world.settings).err().expect("a refusal");
    assert!(refused.to_string().contains("\"rope\" has some"), "{refused}");
}

#[test]
fn belts_that_cannot_lie_are_refused_by_name() {
    let refused = |path: Vec<BeltPoint>, open: bool, reason: &str| {
        let mut world = World::new();
        let body = world.add(ball(0.1).mass(1.0));
        let path = path.into_iter().map(|point| BeltPoint { body: Some(body), ..point });
        let kind = Belt { path: path.collect(), open, length: 0.0 };
        let joint = JointDescription::new("rope", None, body, kind);
        let error = world.model.add_joint(joint).expect_err("it cannot lie");
        assert!(error.to_string().contains(reason), "{error}");
    };
    let end = |x: f64| BeltPoint::at(None, DVec3::X * x);
    let wheel = |x: f64, axis: DVec3| BeltPoint::wheel(None, DVec3::X * x, axis, 0.5);
    refused(vec![end(0.0)], true, "fewer than two");
    refused(vec![end(0.0), end(0.0)], true, "overlap");
    refused(vec![wheel(0.0, DVec3::Z), wheel(2.0, DVec3::Y)], true, "one plane");
    refused(vec![wheel(0.0, DVec3::Z), wheel(0.9, -DVec3::Z)], true, "overlap");
    refused(vec![wheel(0.0, DVec3::Z), end(2.0)], false, "two wheels");
    refused(vec![wheel(0.0, DVec3::ZERO), end(2.0)], true, "axis of a wheel");
    refused(vec![end(0.0), BeltPoint { friction: 0.1, ..end(1.0) }], true, "ends are fixed");
    let half = BeltPoint { turns: 0.5, ..wheel(2.0, DVec3::Z) };
    refused(vec![end(0.0), half, end(4.0)], true, "parts of turns");
}
