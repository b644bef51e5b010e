//! Bodies that nothing touches.

use stickslip_dynamics::glam::{DMat3, DQuat, DVec3};
use stickslip_dynamics::{Accuracy, Simulation};

use crate::support::{G, H, World, assert_close, ball, cuboid, run, state};

pub fn accurate(mut world: World) -> World {
    world.settings.accuracy = Accuracy::Within(1e-3);
    world
}

/// A parabola: y = y₀ + v t − ½ g t².
#[test]
fn flight_is_a_parabola() {
    let mut world = accurate(World::new());
    let start = DVec3::new(0.0, 10.0, 0.0);
    let body = world.add(ball(0.5).mass(1.0).at(start).moving(DVec3::new(3.0, 4.0, 0.0)));
    let mut simulation = world.start();
    for step in 1..=60 {
        run(&mut simulation, 1);
        let t = H * f64::from(step);
        let exact = DVec3::new(3.0 * t, 10.0 + 4.0 * t - 0.5 * G * t * t, 0.0);
        let place = state(&simulation, body).pose.position;
        assert!((place - exact).length() < 1e-12, "{step}: {place} of {exact}");
    }
}

/// A constant force on a body with weight is one constant acceleration.
#[test]
fn a_constant_push_is_exact() {
    let mut world = accurate(World::new());
    let body = world.add(ball(0.5).mass(2.0));
    let mut simulation = world.start();
    for _ in 0..60 {
        let force = DVec3::new(6.0, 2.0 * G, 0.0);
        let at = state(&simulation, body).pose.position;
        simulation.push(body, force, at, DVec3::ZERO).expect("it is there");
        run(&mut simulation, 1);
    }
    let place = state(&simulation, body).pose.position;
    assert!((place - DVec3::X * 1.5).length() < 1e-12, "{place}");
}

const SIDES: DVec3 = DVec3::new(0.3, 0.2, 0.1);

/// A box of 1 kg with a spin.
fn tumbling(spin: DVec3, h: f64) -> Simulation {
    let mut world = accurate(World::weightless());
    world.settings.time_step = h;
    world.add(cuboid(0.5 * SIDES).mass(1.0).spinning(spin));
    world.start()
}

/// Angular momentum and energy of rotation, from the textbook's inertia of a box.
fn momentum_and_energy(simulation: &Simulation) -> (DVec3, f64) {
    let body = simulation.state().bodies[0];
    let squares = SIDES * SIDES;
    let inertia = (DVec3::splat(squares.element_sum()) - squares) / 12.0;
    let rotation = DMat3::from_quat(body.pose.orientation);
    let momentum = rotation * (inertia * (rotation.transpose() * body.angular_velocity));
    (momentum, 0.5 * momentum.dot(body.angular_velocity))
}

#[test]
fn a_tumbling_box_keeps_momentum_and_energy() {
    for spin in [DVec3::new(0.01, 5.0, 0.01), DVec3::new(5.0, 60.0, 3.0)] {
        let mut simulation = tumbling(spin, H);
        let (momentum, energy) = momentum_and_energy(&simulation);
        run(&mut simulation, 1200);
        let (later, kept) = momentum_and_energy(&simulation);
        assert!((later - momentum).length() < 1e-12 * momentum.length(), "{later} of {momentum}");
        assert_close(kept / energy, 1.0, 1e-6);
    }
}

/// Where a corner is after two seconds, against Euler's equations by Runge and Kutta.
#[test]
fn a_tumbling_box_is_where_eulers_equations_bring_it() {
    let spin = DVec3::new(0.3, 5.0, 0.2);
    let squares = SIDES * SIDES;
    let inertia = (DVec3::splat(squares.element_sum()) - squares) / 12.0;
    // q̇ = ½ q ω and I ω̇ = −ω × I ω in the axes of the body.
    let slope = |(turn, spin): (DQuat, DVec3)| {
        let rate = turn * DQuat::from_xyzw(spin.x, spin.y, spin.z, 0.0) * 0.5;
        (rate, -spin.cross(inertia * spin) / inertia)
    };
    let (mut turn, mut own) = (DQuat::IDENTITY, spin);
    let steps = 20_000;
    let h = 2.0 / f64::from(steps);
    for _ in 0..steps {
        let on = |k: (DQuat, DVec3), h: f64| (turn + k.0 * h, own + k.1 * h);
        let k1 = slope((turn, own));
        let k2 = slope(on(k1, 0.5 * h));
        let k3 = slope(on(k2, 0.5 * h));
        let k4 = slope(on(k3, h));
        turn += (k1.0 + k2.0 * 2.0 + k3.0 * 2.0 + k4.0) * (h / 6.0);
        own += (k1.1 + 2.0 * k2.1 + 2.0 * k3.1 + k4.1) * (h / 6.0);
    }
    let error = |h: f64| {
        let mut simulation = tumbling(spin, h);
        run(&mut simulation, (2.0 / h).round() as usize);
        let turned = simulation.state().bodies[0].pose.orientation;
        (turned * (0.5 * SIDES) - turn.normalize() * (0.5 * SIDES)).length()
    };
    assert!(error(H) < 1e-4, "{}", error(H));
    // Of fourth order while a step is one piece.
    let (coarse, fine) = (error(1.0 / 30.0), error(H));
    assert!(fine < coarse / 8.0 || coarse < 1e-9, "{coarse:e} {fine:e}");
}
