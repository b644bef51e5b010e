//! Contacts that slide, roll and turn.

use stickslip_dynamics::FrictionModel;
use stickslip_dynamics::glam::{DQuat, DVec3};

use crate::flight::accurate;
use crate::reference::rk4;
use crate::support::{G, H, World, assert_close, ball, cube, half_space, particle, run, state};

fn ground_with(model: FrictionModel, mu: f64) -> World {
    let mut world = accurate(World::new());
    world.friction(model, mu);
    world.ground();
    world
}

/// From 3 m/s with μ = 0.5 to rest in v²/(2 μ g).
#[test]
fn a_block_slides_to_rest() {
    for model in [FrictionModel::Cone, FrictionModel::Pyramid] {
        let mut world = ground_with(model, 0.5);
        let body = world.add(cube(0.25).mass(10.0).at(DVec3::Y * 0.25).moving(DVec3::X * 3.0));
        let mut simulation = world.start();
        run(&mut simulation, 180);
        assert_close(state(&simulation, body).pose.position.x, 9.0 / G, 2e-4);
        assert_close(state(&simulation, body).pose.position.y, 0.25, 1e-5);
    }
}

/// A ball that is thrown along the ground slides for 2v/(7μg), and rolls at 5/7 v.
#[test]
fn a_ball_slides_until_it_rolls() {
    let (speed, mu) = (4.0, 0.3);
    let mut world = ground_with(FrictionModel::Cone, mu);
    let body = world.add(ball(0.2).mass(3.0).at(DVec3::Y * 0.2).moving(DVec3::X * speed));
    let mut simulation = world.start();
    run(&mut simulation, 90);
    let slides = 2.0 * speed / (7.0 * mu * G);
    let exact =
        speed * slides - 0.5 * mu * G * slides * slides + 5.0 / 7.0 * speed * (1.5 - slides);
    let end = state(&simulation, body);
    assert_close(end.velocity.x, 5.0 / 7.0 * speed, 1e-4);
    assert_close(end.pose.position.x, exact, 1e-3);
    assert_close(end.angular_velocity.z, -end.velocity.x / 0.2, 1e-4);
}

/// Down a slope of 40°: it rolls with 5/7 g sin α where friction suffices, and slides with
/// g (sin α − μ cos α) and a spin of 5 μ g cos α/(2r) a second where it does not.
#[test]
fn a_ball_rolls_or_slips_down_a_slope() {
    let slope = 40_f64.to_radians();
    for (mu, rolls) in [(0.8, true), (0.1, false)] {
        let mut world = accurate(World::new());
        world.friction(FrictionModel::Cone, mu);
        let up = DVec3::new(slope.sin(), slope.cos(), 0.0);
        world.add(half_space(up));
        let body = world.add(ball(0.2).mass(3.0).at(0.2 * up));
        let mut simulation = world.start();
        run(&mut simulation, 60);
        let end = state(&simulation, body);
        let down = DVec3::new(slope.cos(), -slope.sin(), 0.0);
        let (acceleration, spin) = match rolls {
            true => (5.0 / 7.0 * G * slope.sin(), 5.0 / 7.0 * G * slope.sin() / 0.2),
            false => (G * (slope.sin() - mu * slope.cos()), 2.5 * mu * G * slope.cos() / 0.2),
        };
        assert_close((end.pose.position - 0.2 * up).dot(down), 0.5 * acceleration, 1e-3);
        assert_close(end.velocity.dot(down), acceleration, 1e-3);
        assert_close(-end.angular_velocity.z, spin, 1e-3 * spin);
    }
}

/// A particle that slides while a force across turns its path, by Runge and Kutta; the error
/// falls with the square of the step.
#[test]
fn a_path_that_turns_is_of_second_order() {
    let (force, mass) = (DVec3::Z * 3.0, 1.0);
    let slope = |y: &[f64; 4]| {
        let speed = y[2].hypot(y[3]);
        let rub = |v: f64| -0.5 * G * v / speed;
        [y[2], y[3], rub(y[2]), force.z / mass + rub(y[3])]
    };
    let exact = rk4(slope, [0.0, 0.0, 3.0, 0.0], 0.5, 4000);
    let error = |h: f64| {
        let mut world = ground_with(FrictionModel::Cone, 0.5);
        world.settings.time_step = h;
        let body = world.add(particle().at(DVec3::Y * 0.5).moving(DVec3::X * 3.0));
        let mut simulation = world.start();
        for _ in 0..(0.5 / h).round() as usize {
            let at = state(&simulation, body).pose.position;
            simulation.push(body, force, at, DVec3::ZERO).expect("it is there");
            run(&mut simulation, 1);
        }
        let end = state(&simulation, body).pose.position;
        (end.x - exact[0]).hypot(end.z - exact[1])
    };
    let errors = [1.0 / 30.0, H, 1.0 / 120.0, 1.0 / 240.0].map(error);
    assert!(errors[1] < 3e-4, "{errors:?}");
    assert!(errors[3] < errors[1] / 8.0, "{errors:?}");
}

/// A box that stands on an edge and turns about it without slipping:
/// (I + m r²) θ̈ = m g r sin θ.
#[test]
fn a_box_pivots_on_its_edge() {
    let mut world = ground_with(FrictionModel::Cone, 3.0);
    let lean = 20_f64.to_radians();
    let (half, radius) = (0.2, 0.2 * 2.0_f64.sqrt());
    let turn = std::f64::consts::FRAC_PI_4 - lean;
    let place = DVec3::new(0.0, radius * lean.cos(), 0.0);
    let body = world.add(cube(half).mass(1.0).at(place).turned(DQuat::from_rotation_z(turn)));
    let inertia = 0.16 / 6.0 + radius * radius;
    let slope = |y: &[f64; 2]| [y[1], G * radius * y[0].sin() / inertia];
    let mut simulation = world.start();
    run(&mut simulation, 12);
    let [angle, rate] = rk4(slope, [lean, 0.0], 0.2, 1000);
    let end = state(&simulation, body);
    assert_close(end.pose.position.y, radius * angle.cos(), 3e-4);
    let moved = radius * (angle.sin() - lean.sin());
    assert_close(end.pose.position.x.abs(), moved, 5e-4);
    assert_close(end.angular_velocity.length(), rate, 1e-2 * rate);
}

/// On ice its middle falls straight down: with the height f(θ) of the middle,
/// (I + m f'²) θ̈ + m f' f'' θ̇² + m g f' = 0.
#[test]
fn a_box_on_ice_falls_straight_down() {
    let mut world = ground_with(FrictionModel::Frictionless, 0.0);
    let lean = 20_f64.to_radians();
    let (half, radius) = (0.2, 0.2 * 2.0_f64.sqrt());
    let turn = std::f64::consts::FRAC_PI_4 - lean;
    let place = DVec3::new(0.0, radius * lean.cos(), 0.0);
    let body = world.add(cube(half).mass(1.0).at(place).turned(DQuat::from_rotation_z(turn)));
    let inertia = 0.16 / 6.0;
    let slope = |y: &[f64; 2]| {
        let (first, second) = (-radius * y[0].sin(), -radius * y[0].cos());
        let push = first * second * y[1] * y[1] + G * first;
        [y[1], -push / (inertia + first * first)]
    };
    let mut simulation = world.start();
    run(&mut simulation, 6);
    let [angle, rate] = rk4(slope, [lean, 0.0], 0.1, 1000);
    let end = state(&simulation, body);
    assert_close(end.pose.position.y, radius * angle.cos(), 3e-4);
    assert_close(end.pose.position.x, 0.0, 1e-9);
    assert_close(end.angular_velocity.length(), rate, 1e-2 * rate);
}

/// A ball rolls off the top of a fixed one without slipping: φ̈ = 5/7 g/(R + r) sin φ.
#[test]
fn a_ball_rolls_down_a_ball() {
    let mut world = accurate(World::new());
    world.friction(FrictionModel::Cone, 2.0);
    world.add(ball(0.5).fixed());
    let place = 0.6 * DVec3::new(0.3_f64.sin(), 0.3_f64.cos(), 0.0);
    let body = world.add(ball(0.1).mass(1.0).at(place));
    let mut simulation = world.start();
    run(&mut simulation, 30);
    let slope = |y: &[f64; 2]| [y[1], 5.0 / 7.0 * G / 0.6 * y[0].sin()];
    let [angle, _] = rk4(slope, [0.3, 0.0], 0.5, 2000);
    let exact = 0.6 * DVec3::new(angle.sin(), angle.cos(), 0.0);
    let end = state(&simulation, body).pose.position;
    assert!((end - exact).length() < 1e-3, "{end} of {exact}");
}

/// Pushed a thousandth below the limit of friction it stays, above it goes.
#[test]
fn a_push_at_the_limit_of_friction() {
    for share in [0.999, 1.001] {
        let mut world = ground_with(FrictionModel::Cone, 0.5);
        let body = world.add(particle().at(DVec3::Y * 0.5));
        let mut simulation = world.start();
        for _ in 0..180 {
            let at = state(&simulation, body).pose.position;
            let force = DVec3::X * share * 0.5 * G;
            simulation.push(body, force, at, DVec3::ZERO).expect("it is there");
            run(&mut simulation, 1);
        }
        let exact = (share - 1.0_f64).max(0.0) * 0.5 * G / 2.0 * 9.0;
        assert_close(state(&simulation, body).pose.position.x, exact, 2e-4);
    }
}

/// Three boxes on each other do not stir.
#[test]
fn a_stack_stays() {
    let mut world = ground_with(FrictionModel::Cone, 0.5);
    for at in 0..3 {
        world.add(cube(0.2).mass(1.0).at(DVec3::Y * (0.2 + 0.4 * f64::from(at))));
    }
    let mut simulation = world.start();
    let begun = simulation.energy();
    let start = simulation.state().bodies.clone();
    for _ in 0..300 {
        run(&mut simulation, 1);
        assert!(simulation.energy() <= begun + 1e-9, "{} of {begun}", simulation.energy());
    }
    for (body, start) in simulation.state().bodies.iter().zip(&start) {
        assert!((body.pose.position - start.pose.position).length() < 1e-6);
    }
}
