//! Bodies that nothing touches.

use stickslip_dynamics::glam::{DMat3, DVec3};
use stickslip_dynamics::joint::Ball;
use stickslip_dynamics::{Integrator, MassDescription, Simulation};

use crate::support::{G, H, World, assert_close, ball, cube, run, state};

fn thrown(integrator: Integrator, substeps: usize) -> f64 {
    let mut world = World::new();
    world.settings.integrator = integrator;
    world.settings.substeps = substeps;
    let body = world.add(cube(0.5).at(DVec3::Y * 3.0).moving(DVec3::Y * 2.0));
    let mut simulation = world.start();
    run(&mut simulation, 60);
    assert_close(state(&simulation, body).velocity.y, 2.0 - G, 1e-12);
    state(&simulation, body).pose.position.y
}

#[test]
fn free_fall_is_off_by_half_g_h_t() {
    // After t = 1: y₀ + v₀t − ½gt², and − ½ght by semi-implicit Euler (SIGGRAPH 2022 course, Eq 3).
    let exact = 3.0 + 2.0 - 0.5 * G;
    assert_close(thrown(Integrator::SemiImplicit, 1), exact - 0.5 * G * H, 1e-12);
    assert_close(thrown(Integrator::SemiImplicit, 4), exact - 0.5 * G * H / 4.0, 1e-12);
}

#[test]
fn the_midpoint_falls_exactly() {
    assert_close(thrown(Integrator::Midpoint, 1), 3.0 + 2.0 - 0.5 * G, 1e-12);
}

#[test]
fn a_body_without_gravity_floats() {
    let mut world = World::new();
    let mut part = ball(0.1);
    part.0.gravity_scale = 0.0;
    let body = world.add(part);
    let mut simulation = world.start();
    run(&mut simulation, 10);
    assert_eq!(state(&simulation, body).pose.position, DVec3::ZERO);
}

const INERTIA: DVec3 = DVec3::new(1.0, 2.0, 3.5);

/// Spin momentum in world axes, from the state alone.
fn spin_momentum(simulation: &Simulation) -> DVec3 {
    let body = simulation.state().bodies[0];
    let rotation = DMat3::from_quat(body.pose.orientation);
    rotation * (INERTIA * (rotation.transpose() * body.angular_velocity))
}

fn spin_energy(simulation: &Simulation) -> f64 {
    0.5 * spin_momentum(simulation).dot(simulation.state().bodies[0].angular_velocity)
}

/// Largest relative change of the angular momentum of a tumbling top in a second.
fn momentum_error(h: f64) -> f64 {
    let mut world = World::weightless();
    world.settings.time_step = h;
    let mut part = cube(0.5).spinning(DVec3::new(0.1, 3.0, 0.05));
    part.0.mass = MassDescription::Given {
        mass: 1.0,
        centre: DVec3::ZERO,
        inertia: DMat3::from_diagonal(INERTIA),
    };
    world.add(part);
    let mut simulation = world.start();
    let begin = spin_momentum(&simulation);
    let mut energy = spin_energy(&simulation);
    let mut worst = 0.0_f64;
    for _ in 0..(2.0 / h).round() as usize {
        run(&mut simulation, 1);
        let now = spin_energy(&simulation);
        assert!(now <= energy * (1.0 + 1e-14), "energy grew from {energy} to {now}");
        energy = now;
        worst = worst.max((spin_momentum(&simulation) - begin).length() / begin.length());
    }
    worst
}

#[test]
fn an_asymmetric_top_keeps_its_momentum_to_first_order() {
    let (coarse, fine, finer) =
        (momentum_error(H), momentum_error(H / 2.0), momentum_error(H / 4.0));
    assert!(coarse < 0.1, "{coarse}");
    assert!((0.4..0.6).contains(&(fine / coarse)), "{coarse} {fine}");
    assert!((0.4..0.6).contains(&(finer / fine)), "{fine} {finer}");
}

/// Mean period of a ball of 0.1 m on a rod of 1 m, swinging by 0.02 rad.
fn period(h: f64) -> f64 {
    let mut world = World::new();
    world.settings.time_step = h;
    let start = DVec3::new(0.02_f64.sin(), -(0.02_f64.cos()), 0.0);
    let body = world.add(ball(0.1).at(start));
    world.join(None, body, Ball::at(DVec3::ZERO));
    let mut simulation = world.start();
    let mut crossings = Vec::new();
    let mut before = start.x;
    for step in 1..=(10.5 / h) as usize {
        run(&mut simulation, 1);
        let now = state(&simulation, body).pose.position.x;
        if before > 0.0 && now <= 0.0 {
            crossings.push((step as f64 - now / (now - before)) * h);
        }
        before = now;
    }
    (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f64
}

#[test]
fn a_pendulum_has_the_period_of_the_textbook() {
    // I = 2/5 m r² + m l²; T = 2π √(I/(m g l)).
    let exact = std::f64::consts::TAU * ((0.4 * 0.01 + 1.0) / G).sqrt();
    let (coarse, fine) = (period(H) - exact, period(H / 2.0) - exact);
    // Semi-implicit steps are symplectic: the period is off by the second order.
    assert!(coarse.abs() < H * H, "{coarse}");
    assert!(fine.abs() < H * H / 4.0, "{fine}");
}
