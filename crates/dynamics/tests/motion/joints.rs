//! Bodies on joints: held, sprung, driven and stopped, in both kinds of coordinates.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Distance, Fixed, Gear, Hinge, Prismatic};
use stickslip_dynamics::{Axis, BodyId, Coordinates, Passive, Simulation};

use crate::flight::accurate;
use crate::reference::rk4;
use crate::support::{G, H, World, assert_close, ball, cube, cuboid, run, speed_motor, state};

/// In which bodies on joints are stepped.
const BOTH: [Coordinates; 2] = [Coordinates::Maximal, Coordinates::Joint];

fn with_joints(mut world: World, coordinates: Coordinates) -> World {
    world.settings.coordinates = coordinates;
    accurate(world)
}

fn hinge(anchor: DVec3, rotation: Axis) -> Hinge {
    Hinge { anchor, axis: DVec3::Z, rotation }
}

/// Two rods of 1 m and 1 kg on hinges, at angles above the horizontal.
fn double_pendulum(coordinates: Coordinates, angles: [f64; 2], h: f64) -> (Simulation, BodyId) {
    let mut world = with_joints(World::new(), coordinates);
    world.settings.time_step = h;
    let along = angles.map(|angle| DVec3::new(angle.cos(), angle.sin(), 0.0));
    let half = DVec3::new(0.5, 0.02, 0.02);
    let rod = |at: usize, place: DVec3| {
        cuboid(half).mass(1.0).at(place).turned(DQuat::from_rotation_z(angles[at]))
    };
    let upper = world.add(rod(0, 0.5 * along[0]));
    let lower = world.add(rod(1, along[0] + 0.5 * along[1]));
    world.join(None, upper, hinge(DVec3::ZERO, Axis::FREE));
    world.join(Some(upper), lower, hinge(along[0], Axis::FREE));
    (world.start(), lower)
}

/// (I + 5/4) θ̈₁ + ½ cos δ θ̈₂ + ½ sin δ θ̇₂² + 3/2 g cos θ₁ = 0 and
/// (I + 1/4) θ̈₂ + ½ cos δ θ̈₁ − ½ sin δ θ̇₁² + ½ g cos θ₂ = 0 with δ = θ₁ − θ₂.
fn double_slope(y: &[f64; 4]) -> [f64; 4] {
    let inertia = (1.0 + 0.04 * 0.04) / 12.0;
    let (sin, cos) = (y[0] - y[1]).sin_cos();
    let (a, b, c) = (inertia + 1.25, 0.5 * cos, inertia + 0.25);
    let one = -0.5 * sin * y[3] * y[3] - 1.5 * G * y[0].cos();
    let two = 0.5 * sin * y[2] * y[2] - 0.5 * G * y[1].cos();
    let determinant = a * c - b * b;
    [y[2], y[3], (c * one - b * two) / determinant, (a * two - b * one) / determinant]
}

/// Swings for a second, by Runge and Kutta, at any step to a tenth of a millimetre.
/// That says nothing of the order: long steps are halved, and short ones come to what rounds leave.
#[test]
fn a_double_pendulum_swings_as_it_should() {
    for coordinates in BOTH {
        let angles = [-0.9, -1.3];
        let end = rk4(double_slope, [angles[0], angles[1], 0.0, 0.0], 1.0, 8000);
        let along = |angle: f64| DVec3::new(angle.cos(), angle.sin(), 0.0);
        let exact = along(end[0]) + 0.5 * along(end[1]);
        let error = |h: f64| {
            let (mut simulation, lower) = double_pendulum(coordinates, angles, h);
            for _ in 0..(1.0 / h).round() as usize {
                let report = run(&mut simulation, 1);
                assert_eq!((report.orders.second, report.orders.first()), (2, 0), "{report:?}");
                assert!(report.joint_error_max <= 5e-5, "{}", report.joint_error_max);
            }
            (state(&simulation, lower).pose.position - exact).length()
        };
        let errors = [1.0 / 30.0, H, 1.0 / 120.0, 1.0 / 240.0, 1.0 / 480.0].map(error);
        println!("{errors:?}");
        assert!(errors.iter().all(|&error| error < 1e-4), "{errors:?}");
    }
}

/// Let go from the horizontal it is thrown round like a whip; nothing takes or gives energy.
#[test]
fn a_whip_keeps_its_energy() {
    for coordinates in BOTH {
        let (mut simulation, _) = double_pendulum(coordinates, [0.0, 0.0], H);
        let begun = simulation.energy();
        let (mut least, mut most) = (begun, begun);
        for _ in 0..600 {
            run(&mut simulation, 1);
            least = least.min(simulation.energy());
            most = most.max(simulation.energy());
        }
        println!("{least} {begun} {most}");
        // It swings by 2 m and more: 40 J.
        assert!(most - begun < 0.05 && begun - least < 0.05, "{least} {begun} {most}");
    }
}

/// On a circle under its anchor: Ω² = g/(l cos α).
#[test]
fn a_pendulum_goes_round_a_cone() {
    for coordinates in BOTH {
        let angle = 0.6_f64;
        let rate = (G / angle.cos()).sqrt();
        let mut world = with_joints(World::new(), coordinates);
        let place = DVec3::new(angle.sin(), -angle.cos(), 0.0);
        let turn = DVec3::Y * rate;
        let body =
            world.add(ball(0.05).mass(1.0).at(place).moving(turn.cross(place)).spinning(turn));
        world.join(None, body, Ball::at(DVec3::ZERO));
        let mut simulation = world.start();
        run(&mut simulation, 120);
        let exact = DQuat::from_rotation_y(2.0 * rate) * place;
        let end = state(&simulation, body).pose.position;
        assert!((end - exact).length() < 2e-3, "{end} of {exact}");
        assert_close(end.y, place.y, 1e-4);
    }
}

/// A heavy top whose precession is steady: A Ω² cos α − C n Ω + m g l = 0, with the moments of
/// inertia A across its axis at its tip and C about it, and the spin n about it.
#[test]
fn a_top_precesses() {
    for coordinates in BOTH {
        let (angle, spin, arm) = (0.5_f64, 60.0, 0.3);
        let half = DVec3::new(0.2, 0.05, 0.2);
        let about = 0.04 * 4.0 * 2.0 / 12.0;
        let across = (0.16 + 0.01) / 12.0 + arm * arm;
        let (a, b, c) = (across * angle.cos(), about * spin, G * arm);
        let rate = (b - (b * b - 4.0 * a * c).sqrt()) / (2.0 * a);
        let axis = DVec3::new(angle.sin(), angle.cos(), 0.0);
        // n = Ω cos α and what it turns besides.
        let turn = DVec3::Y * rate + axis * (spin - rate * angle.cos());
        let mut world = with_joints(World::new(), coordinates);
        let place = arm * axis;
        let tilted = DQuat::from_rotation_z(-angle);
        let part = cuboid(half).mass(1.0).at(place).turned(tilted);
        let body = world.add(part.moving(turn.cross(place)).spinning(turn));
        world.join(None, body, Ball::at(DVec3::ZERO));
        let mut simulation = world.start();
        run(&mut simulation, 60);
        let exact = DQuat::from_rotation_y(rate) * place;
        let end = state(&simulation, body).pose.position;
        assert!((end - exact).length() < 1e-3, "{end} of {exact}");
    }
}

fn sprung(stiffness: f64, damping: f64) -> Axis {
    let passive = Passive { stiffness, rest: [0.0; 2], damping, armature: 0.0 };
    Axis { passive: Some(passive), ..Axis::FREE }
}

fn slider(mut world: World, speed: f64, travel: Axis) -> (Simulation, BodyId) {
    world.settings.gravity = DVec3::ZERO;
    let body = world.add(cube(0.1).mass(1.0).moving(DVec3::X * speed));
    world.join(None, body, Prismatic { anchor: DVec3::ZERO, axis: DVec3::X, travel });
    (world.start(), body)
}

/// x = v/ω e^(−δt) sin ωt with δ = d/2m, ω² = k/m − δ².
#[test]
fn a_mass_swings_on_its_spring() {
    for coordinates in BOTH {
        for (stiffness, damping) in [(40.0_f64, 0.0), (40.0, 2.0), (400.0, 4.0)] {
            let decay = 0.5 * damping;
            let rate = (stiffness - decay * decay).sqrt();
            let (mut simulation, body) =
                slider(with_joints(World::new(), coordinates), 1.0, sprung(stiffness, damping));
            let mut off = 0.0_f64;
            for step in 1..=120 {
                let report = run(&mut simulation, 1);
                assert_eq!(report.orders.first(), 0);
                let t = H * f64::from(step);
                let exact = (-decay * t).exp() * (rate * t).sin() / rate;
                off = off.max((state(&simulation, body).pose.position.x - exact).abs());
            }
            println!("{stiffness} {damping}: {off}");
            assert!(off < 2e-3, "{stiffness} {damping}: {off}");
        }
    }
}

/// A damper and a spring that no step can follow end where they belong, and do not ring.
#[test]
fn what_is_too_stiff_to_be_followed_does_not_ring() {
    for coordinates in BOTH {
        for (stiffness, damping) in [(0.0, 1e4), (1e6, 0.0), (1e6, 1e3), (10.0, 1e4)] {
            let (mut simulation, body) =
                slider(with_joints(World::new(), coordinates), 1.0, sprung(stiffness, damping));
            run(&mut simulation, 30);
            let end = state(&simulation, body);
            let moved = if stiffness == 0.0 || damping > 1e3 { 1.0 / 1e4 } else { 0.0 };
            assert_close(end.pose.position.x, moved, 1e-3);
            assert!(end.velocity.length() < 1e-3, "{stiffness} {damping}: {}", end.velocity);
        }
    }
}

/// Dry friction of 2 N stops 1 kg from 3 m/s in 9/4 m.
#[test]
fn a_slider_rubs_to_rest() {
    for coordinates in BOTH {
        let (mut simulation, body) = slider(
            with_joints(World::new(), coordinates),
            3.0,
            Axis { friction: 2.0, ..Axis::FREE },
        );
        run(&mut simulation, 120);
        let end = state(&simulation, body);
        assert_close(end.pose.position.x, 2.25, 1e-3);
        assert!(end.velocity.length() < 1e-6, "{}", end.velocity);
    }
}

/// A motor of 1 N·m turns two wheels in gear: (I₁ + I₂/4) α = 1, and both by ½ α t².
#[test]
fn a_motor_turns_gears() {
    for coordinates in BOTH {
        let mut world = with_joints(World::weightless(), coordinates);
        let small = world.add(ball(0.2).mass(1.0));
        let large = world.add(ball(0.35).mass(4.0).at(DVec3::X * 0.6));
        let motor = world.join(None, small, hinge(DVec3::ZERO, speed_motor(100.0, 1.0)));
        world.join(None, large, hinge(DVec3::X * 0.6, Axis::FREE));
        let axis = DVec3::Z;
        let gear = Gear { first_axis: axis, second_axis: axis, ratio: 2.0, carrier: None };
        world.join(Some(small), large, gear);
        let mut simulation = world.start();
        run(&mut simulation, 60);
        let inertia = 0.4 * 0.04 + 0.4 * 4.0 * 0.35 * 0.35 / 4.0;
        assert_close(simulation.joint_coordinates(motor)[0].0, 0.5 / inertia, 1e-3);
        assert_close(state(&simulation, large).angular_velocity.z, -0.5 / inertia, 1e-3);
    }
}

/// A bar that swings into its stop stays there, and has come there in its time.
#[test]
fn a_bar_falls_into_its_stop() {
    for coordinates in BOTH {
        let mut world = with_joints(World::new(), coordinates);
        let half = DVec3::new(0.5, 0.05, 0.05);
        let bar = world.add(cuboid(half).mass(1.0).at(DVec3::X * 0.5));
        let stop = Axis { limits: Some([-0.7, 0.7]), ..Axis::FREE };
        let joint = world.join(None, bar, hinge(DVec3::ZERO, stop));
        let mut simulation = world.start();
        let begun = simulation.energy();
        for _ in 0..120 {
            run(&mut simulation, 1);
            assert!(simulation.energy() <= begun + 1e-3, "{}", simulation.energy());
        }
        assert_close(simulation.state().joints[joint.0].coordinates[0], -0.7, 1e-5);
        assert!(state(&simulation, bar).angular_velocity.length() < 1e-6);
    }
}

/// A block slides along a carriage that floats until it comes to the end of its way, and takes the
/// carriage along from that moment on: both are where momentum has them, however many bodies
/// the carriage is made of.
#[test]
fn a_block_takes_its_carriage_along_at_the_stop() {
    for parts in [1, 8] {
        let mut world = accurate(World::weightless());
        let carriage = world.add(cube(0.1).mass(3.0));
        let block = world.add(cube(0.1).mass(2.0).at(DVec3::Y).moving(DVec3::X * 5.0));
        for at in 1..parts {
            let place = DVec3::Z * f64::from(at);
            let part = world.add(cube(0.1).mass(0.1).at(place));
            world.join(Some(carriage), part, Fixed { anchor: place });
        }
        let travel = Axis { limits: Some([-1.0, 0.33]), ..Axis::FREE };
        let slide = Prismatic { anchor: DVec3::Y, axis: DVec3::X, travel };
        world.join(Some(carriage), block, slide);
        // A second rail keeps both from turning.
        world.join(
            None,
            carriage,
            Prismatic { anchor: DVec3::ZERO, axis: DVec3::X, travel: Axis::FREE },
        );
        let mut simulation = world.start();
        run(&mut simulation, 30);
        let speed = 5.0 * 2.0 / (5.0 + 0.1 * f64::from(parts - 1));
        let exact = speed * (0.5 - 0.33 / 5.0);
        assert_close(state(&simulation, carriage).pose.position.x, exact, 1e-5);
        assert_close(state(&simulation, block).pose.position.x, exact + 0.33, 1e-5);
    }
}

/// A ball falls beside the point that it is tied to; where its rope becomes taut it loses its speed
/// along it, and swings on with the rest.
#[test]
fn a_falling_ball_swings_once_its_rope_is_taut() {
    let mut world = accurate(World::new());
    let ball = world.add(ball(0.05).mass(1.0).at(DVec3::new(0.6, 0.0, 0.0)));
    let tied = DVec3::new(0.6, 0.0, 0.0);
    world.join(None, ball, Distance::between(DVec3::ZERO, tied, Some([0.0, 1.0])));
    let mut simulation = world.start();
    run(&mut simulation, 60);
    // At (0.6, −0.8) with √(2g 0.8) downwards, of which 0.6 is across the rope; x = sin θ.
    let fall = (2.0 * 0.8 / G).sqrt();
    let swing = rk4(
        |y: &[f64; 2]| [y[1], -G * y[0].sin()],
        [0.6_f64.asin(), -0.6 * G * fall],
        1.0 - fall,
        4000,
    );
    let place = state(&simulation, ball).pose.position;
    assert_close(place.x, swing[0].sin(), 1e-3);
    assert_close(place.y, -swing[0].cos(), 1e-3);
}
