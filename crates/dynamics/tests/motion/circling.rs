//! What goes round: bodies about each other, and tops.

use std::f64::consts::TAU;

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Distance};
use stickslip_dynamics::{Coordinates, Passive};

use crate::flight::accurate;
use crate::reference::rk4;
use crate::support::{G, H, World, ball, cuboid, run, state};

/// Two bodies on a spring without a length of its own: μ r̈ = −k r with the reduced mass μ, an
/// ellipse about their centre that closes after 2π √(μ/k), while the centre goes straight on.
/// An accuracy of a millimetre a second allows two.
#[test]
fn two_bodies_go_round_an_ellipse() {
    let (masses, period, apart) = ([1.0, 3.0], 2.0, 1.0);
    let reduced = masses[0] * masses[1] / (masses[0] + masses[1]);
    let rate = TAU / period;
    let drift = DVec3::new(0.3, -0.2, 0.1);
    // Half as fast as on a circle.
    let (along, across) = (DVec3::X * apart, DVec3::Y * 0.5 * rate * apart);
    let mut world = accurate(World::weightless());
    let shares = [masses[1] / 4.0, -masses[0] / 4.0];
    let bodies = [0, 1].map(|at| {
        let part = ball(0.02).mass(masses[at]).at(shares[at] * along);
        world.add(part.moving(drift + shares[at] * across))
    });
    let mut bond = Distance::between(shares[0] * along, shares[1] * along, None);
    let stiffness = reduced * rate * rate;
    bond.passive = Some(Passive { stiffness, rest: [0.0; 2], damping: 0.0, armature: 0.0 });
    world.join(Some(bodies[0]), bodies[1], bond);
    let mut simulation = world.start();
    let momentum = simulation.momentum();
    for step in 1..=120 {
        run(&mut simulation, 1);
        let t = f64::from(step) * H;
        let (sin, cos) = (rate * t).sin_cos();
        let apart = cos * along + sin / rate * across;
        for (body, share) in bodies.into_iter().zip(shares) {
            let place = state(&simulation, body).pose.position;
            let off = (place - t * drift - share * apart).length();
            assert!(off <= 2e-3, "step {step}: {off:e}");
        }
    }
    let end = simulation.momentum();
    assert!((end.0 - momentum.0).length() < 1e-12 * momentum.0.length());
    assert!((end.1 - momentum.1).length() < 1e-12 * momentum.1.length(), "{momentum:?} {end:?}");
}

/// A top that is let go with nothing but its spin n nods as it goes round: with
/// φ̇ = C n (cos θ₀ − cos θ)/(A sin²θ), A θ̈ = A φ̇² sin θ cos θ − C n φ̇ sin θ + m g l sin θ.
#[test]
fn a_top_nods() {
    for coordinates in [Coordinates::Maximal, Coordinates::Joint] {
        let (start, spin, arm) = (0.5_f64, 60.0, 0.3);
        let half = DVec3::new(0.2, 0.05, 0.2);
        let about = 0.04 * 4.0 * 2.0 / 12.0;
        let across = (0.16 + 0.01) / 12.0 + arm * arm;
        let axis = DVec3::new(start.sin(), start.cos(), 0.0);
        let mut world = accurate(World::new());
        world.settings.coordinates = coordinates;
        let part = cuboid(half).mass(1.0).at(arm * axis);
        let part = part.turned(DQuat::from_rotation_z(-start)).spinning(spin * axis);
        let body = world.add(part);
        world.join(None, body, Ball::at(DVec3::ZERO));
        let mut simulation = world.start();
        let slope = |y: &[f64; 3]| {
            let (sin, cos) = y[0].sin_cos();
            let turn = about * spin * (start.cos() - cos) / (across * sin * sin);
            let pull = across * turn * turn * cos - about * spin * turn + G * arm;
            [y[1], pull * sin / across, turn]
        };
        let mut nods = 0.0_f64;
        for step in 1..=60 {
            run(&mut simulation, 1);
            let [tilt, _, turned] =
                rk4(slope, [start, 0.0, 0.0], f64::from(step) * H, 40 * step as usize);
            let lean = DVec3::new(tilt.sin(), tilt.cos(), 0.0);
            let exact = arm * (DQuat::from_rotation_y(turned) * lean);
            let off = (state(&simulation, body).pose.position - exact).length();
            assert!(off <= 1e-3, "{coordinates:?}, step {step}: {off:e}");
            nods = nods.max(tilt - start);
        }
        assert!(nods > 0.05, "{nods}");
    }
}
