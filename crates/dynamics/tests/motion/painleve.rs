//! Painlevé's paradox is told: a rod that slides ahead of itself.
//!
//! Its lower end is at r = (−x, −y) from its centre, and slides along s = ±1. A load λ there parts
//! it from the ground by Aₙₙ λ = (1/m + x²/I) λ, and friction −μ s λ by −μ s Aₙₜ λ = μ s x y/I λ:
//! together p λ with p = 1/m + x²/I + μ s x y/I. That is below zero where s = −1, its end ahead of
//! its centre, and μ > μ* = (I/m + x²)/(x y); for a slender rod at θ above the ground
//! μ* = (1 + 3 cos²θ)/(3 sin θ cos θ), at 60° 1.35 and never below 4/3.

use stickslip_dynamics::glam::{DMat3, DQuat, DVec3};
use stickslip_dynamics::{BodyId, FrictionModel, MassDescription, Simulation};

use crate::flight::accurate;
use crate::rods::{HALF, INERTIA, lever, rod};
use crate::support::{G, Part, World, assert_close, cuboid, state};

const ANGLE: f64 = std::f64::consts::FRAC_PI_3;

/// A rod whose lower end is on the ground, (−x, −y) from its centre, and slides along x with
/// `slip` while it turns with `spin`.
fn sliding(rod: Part, [x, y]: [f64; 2], mu: f64, slip: f64, spin: f64) -> (Simulation, BodyId) {
    let mut world = accurate(World::new());
    world.friction(FrictionModel::Cone, mu);
    world.ground();
    let turn = DVec3::Z * spin;
    let velocity = slip * DVec3::X - turn.cross(DVec3::new(-x, -y, 0.0));
    let rod = world.add(rod.at(DVec3::Y * y).moving(velocity).spinning(turn));
    (world.start(), rod)
}

/// Jams of the first steps.
fn jams(simulation: &mut Simulation, steps: usize) -> usize {
    (0..steps).map(|_| simulation.step().expect("finite motion").jams).sum()
}

fn critical([x, y]: [f64; 2], inertia: f64) -> f64 {
    (inertia + x * x) / (x * y)
}

/// Just above the critical coefficient it jams ahead of itself, and in no other way.
#[test]
fn a_rod_jams_beyond_the_critical_coefficient() {
    let lever = lever(ANGLE);
    let (sin, cos) = ANGLE.sin_cos();
    let slender = (1.0 + 3.0 * cos * cos) / (3.0 * sin * cos);
    assert_close(critical([HALF * cos, HALF * sin], INERTIA), slender, 1e-12);
    let critical = critical(lever, INERTIA);
    for (share, slip, paradox) in [
        (0.999, -3.0, false),
        (1.001, -3.0, true),
        (2.0, -3.0, true),
        (1.001, 3.0, false),
        (2.0, 3.0, false),
        (2.0, 0.0, false),
    ] {
        let (mut simulation, _) = sliding(rod(ANGLE), lever, share * critical, slip, 0.0);
        let told = jams(&mut simulation, 1);
        assert_eq!(told > 0, paradox, "{share} μ*, {slip} m/s: {told}");
    }
}

/// A bar whose lower edge touches in two points does so at the same coefficient, though each
/// of them alone would not.
#[test]
fn an_edge_jams_as_a_point_does() {
    let half = DVec3::new(0.5, 0.02, 0.2);
    let (sin, cos) = ANGLE.sin_cos();
    let lever = [half.x * cos - half.y * sin, half.x * sin + half.y * cos];
    let inertia = DVec3::new(0.02, 0.25 / 3.0, 0.25 / 3.0);
    for (share, paradox) in [(0.999, false), (1.001, true)] {
        let mut bar = cuboid(half).turned(DQuat::from_rotation_z(ANGLE));
        let given = DMat3::from_diagonal(inertia);
        bar.0.mass = MassDescription::Given { mass: 1.0, centre: DVec3::ZERO, inertia: given };
        let mu = share * critical(lever, inertia.z);
        let (mut simulation, _) = sliding(bar, lever, mu, -3.0, 0.0);
        let told = jams(&mut simulation, 1);
        assert_eq!(simulation.contacts().len(), 2);
        assert_eq!(told > 0, paradox, "{share} μ*: {told}");
    }
}

/// With a spin of ω² y > g no force would be a solution, too: the end would be lifted. The step
/// takes the one in which it jams, and tells of it.
#[test]
fn a_rod_that_could_be_lifted_jams() {
    let lever = lever(ANGLE);
    let spin = 8.0;
    assert!(spin * spin * lever[1] > 2.0 * G);
    for (share, paradox) in [(0.5, false), (2.0, true)] {
        let mu = share * critical(lever, INERTIA);
        let (mut simulation, rod) = sliding(rod(ANGLE), lever, mu, -3.0, spin);
        let before = state(&simulation, rod).velocity;
        assert_eq!(jams(&mut simulation, 1) > 0, paradox);
        let change = state(&simulation, rod).velocity - before + DVec3::Y * G / 60.0;
        assert_eq!(change.length() > 1.0, paradox, "{change}");
    }
}

/// What slides flat has forces, far beyond its first step.
#[test]
fn a_box_that_slides_does_not_jam() {
    for mu in [0.5, 0.9] {
        let half = DVec3::new(0.2, 0.2, 0.2);
        let (mut simulation, _) = sliding(cuboid(half).mass(1.0), [0.0, 0.2], mu, 3.0, 0.0);
        assert_eq!(jams(&mut simulation, 60), 0);
    }
}
