//! Motors, stops, gears, links that break, and loops with too many bars.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::{Fixed, Gear, Hinge, Prismatic};
use stickslip_dynamics::{Axis, BodyId, JointDescription};

use crate::support::{G, H, World, assert_close, ball, cube, cuboid, run, speed_motor, state};

/// A hinge about z.
fn hinge(anchor: DVec3, rotation: Axis) -> Hinge {
    Hinge { anchor, axis: DVec3::Z, rotation }
}

#[test]
fn a_motor_reaches_its_speed_with_its_torque() {
    let mut world = World::weightless();
    let wheel = world.add(ball(0.5).mass(1.0));
    world.join(None, wheel, hinge(DVec3::ZERO, speed_motor(5.0, 0.2)));
    let mut simulation = world.start();
    // I = 0.1 kg·m²: 2 rad/s² until 5 rad/s.
    run(&mut simulation, 60);
    assert_close(state(&simulation, wheel).angular_velocity.z, 2.0, 1e-9);
    run(&mut simulation, 120);
    assert_close(state(&simulation, wheel).angular_velocity.z, 5.0, 1e-6);
}

#[test]
fn a_swinging_bar_stops_at_its_limit() {
    let mut world = World::new();
    let bar = world.add(cuboid(DVec3::new(0.5, 0.05, 0.05)).mass(1.0).at(DVec3::X * 0.5));
    let stop = Axis { limits: Some([-0.7, 0.7]), ..Axis::FREE };
    let joint = world.join(None, bar, hinge(DVec3::ZERO, stop));
    let mut simulation = world.start();
    run(&mut simulation, 120);
    let memory = simulation.state().joints[joint.0];
    assert_close(memory.coordinates[0], -0.7, 1e-6);
    assert!(state(&simulation, bar).angular_velocity.length() < 1e-6);
}

#[test]
fn gears_turn_in_their_ratio() {
    let mut world = World::weightless();
    let small = world.add(ball(0.2).mass(1.0));
    let large = world.add(ball(0.4).mass(4.0).at(DVec3::X * 0.6));
    world.join(None, small, hinge(DVec3::ZERO, speed_motor(6.0, 1.0)));
    world.join(None, large, hinge(DVec3::X * 0.6, Axis::FREE));
    let axis = DVec3::Z;
    let gear = Gear { first_axis: axis, second_axis: axis, ratio: 2.0, carrier: None };
    world.join(Some(small), large, gear);
    let mut simulation = world.start();
    run(&mut simulation, 1);
    // (I₁ + I₂/4) ω̇ = 1 N·m.
    let inertia = 0.4 * 0.04 + 0.4 * 4.0 * 0.16 / 4.0;
    assert_close(state(&simulation, small).angular_velocity.z, H / inertia, 1e-5);
    run(&mut simulation, 120);
    assert_close(state(&simulation, small).angular_velocity.z, 6.0, 1e-6);
    assert_close(state(&simulation, large).angular_velocity.z, -3.0, 1e-6);
}

#[test]
fn a_link_breaks_above_its_force_and_not_below() {
    let hang = |force: f64| {
        let mut world = World::new();
        let weight = world.add(cube(0.1).mass(10.0));
        let kind = Fixed { anchor: DVec3::Y * 0.1 };
        let mut joint = JointDescription::new("link", None, weight, kind);
        joint.break_force = Some(force);
        world.describe(joint);
        let mut simulation = world.start();
        run(&mut simulation, 60);
        (simulation.state().joints[0].broken, state(&simulation, weight).pose.position.y)
    };
    let (broken, height) = hang(1.01 * 10.0 * G);
    assert!(!broken && height.abs() < 1e-6);
    let (broken, height) = hang(0.99 * 10.0 * G);
    // It holds for one step, then falls freely.
    assert!(broken);
    assert_close(height, -0.5 * G * H * H * 59.0 * 60.0, 1e-4);
}

/// A bar between two points, thin along z.
fn bar(world: &mut World, from: DVec3, to: DVec3) -> BodyId {
    let along = to - from;
    let turn = stickslip_dynamics::glam::DQuat::from_rotation_z(along.y.atan2(along.x));
    let half = DVec3::new(0.5 * along.length(), 0.03, 0.03);
    world.add(cuboid(half).mass(1.0).at(0.5 * (from + to)).turned(turn))
}

#[test]
fn a_parallelogram_with_an_extra_bar_keeps_turning() {
    // Three cranks under one coupler: hinges of a plane are redundant out of
    // it, and the third crank is redundant within it.
    let mut world = World::weightless();
    let points = [0.0, 1.0, 2.0].map(|x| DVec3::X * x);
    let up = DVec3::Y * 0.4;
    let coupler = bar(&mut world, points[0] + up, points[2] + up);
    let mut cranks = Vec::new();
    for (at, point) in points.into_iter().enumerate() {
        let crank = bar(&mut world, point, point + up);
        let drive = if at == 0 { speed_motor(2.0, 100.0) } else { Axis::FREE };
        world.join(None, crank, hinge(point, drive));
        world.join(Some(crank), coupler, hinge(point + up, Axis::FREE));
        cranks.push(crank);
    }
    let mut simulation = world.start();
    let mut worst = 0.0_f64;
    for _ in 0..190 {
        worst = worst.max(run(&mut simulation, 1).joint_error_max);
        for &crank in &cranks {
            assert_close(state(&simulation, crank).angular_velocity.z, 2.0, 2e-2);
        }
    }
    assert!(worst < 1e-3, "{worst}");
}

#[test]
fn a_slider_crank_follows_its_closed_form() {
    // x = r cos φ + √(l² − r² sin² φ).
    let mut world = World::weightless();
    let (radius, length) = (0.5, 1.5);
    let pin = DVec3::X * radius;
    let end = DVec3::X * (radius + length);
    let crank = bar(&mut world, DVec3::ZERO, pin);
    let rod = bar(&mut world, pin, end);
    let slider = world.add(cube(0.1).mass(1.0).at(end));
    world.join(None, crank, hinge(DVec3::ZERO, speed_motor(3.0, 1e4)));
    world.join(Some(crank), rod, hinge(pin, Axis::FREE));
    world.join(Some(rod), slider, hinge(end, Axis::FREE));
    let travel = Prismatic { anchor: end, axis: DVec3::X, travel: Axis::FREE };
    world.join(None, slider, travel);
    world.settings.substeps = 4;
    let mut simulation = world.start();
    let mut worst = 0.0_f64;
    for step in 1..=130 {
        let report = run(&mut simulation, 1);
        assert!(report.joint_error_max < 1e-3, "{}", report.joint_error_max);
        let angle: f64 = 3.0 * step as f64 * H;
        let across = radius * angle.sin();
        let expected = radius * angle.cos() + (length * length - across * across).sqrt();
        worst = worst.max((state(&simulation, slider).pose.position.x - expected).abs());
    }
    assert!(worst < 0.01, "{worst}");
}
