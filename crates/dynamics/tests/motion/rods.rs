//! Slender rods that fall, and that strike with friction.

use stickslip_dynamics::glam::{DMat3, DQuat, DVec3};
use stickslip_dynamics::{FrictionModel, MassDescription, Shape};

use crate::flight::accurate;
use crate::reference::rk4;
use crate::support::{G, H, Part, World, assert_close, part, run, state};

/// Half the length between the centres of the ends of a rod, and their radius (m).
pub const HALF: f64 = 0.5;
pub const RADIUS: f64 = 0.01;
/// m l²/3 of 1 kg (kg m²).
pub const INERTIA: f64 = HALF * HALF / 3.0;

/// A rod of 1 kg whose axis is turned from x by `angle` about z.
pub fn rod(angle: f64) -> Part {
    let mut rod = part(Shape::capsule(RADIUS, HALF).expect("positive lengths"));
    let inertia = DMat3::from_diagonal(DVec3::new(INERTIA, 1e-4, INERTIA));
    rod.0.mass = MassDescription::Given { mass: 1.0, centre: DVec3::ZERO, inertia };
    rod.turned(DQuat::from_rotation_z(angle - std::f64::consts::FRAC_PI_2))
}

/// From its centre to where its lower end touches the ground: (−x, −y).
pub fn lever(angle: f64) -> [f64; 2] {
    [HALF * angle.cos(), HALF * angle.sin() + RADIUS]
}

/// On ice its centre falls straight down: (I + m l² cos²θ) θ̈ = m l² sin θ cos θ θ̇² − m g l cos θ
/// with the angle θ above the ground, and ½ (I + m l² cos²θ) θ̇² = m g l (sin θ₀ − sin θ).
#[test]
fn a_rod_falls_on_ice() {
    let mut world = accurate(World::new());
    world.friction(FrictionModel::Frictionless, 0.0);
    world.ground();
    let start = 70_f64.to_radians();
    let rod = world.add(rod(start).at(DVec3::Y * lever(start)[1]));
    let mut simulation = world.start();
    let inertia = |angle: f64| INERTIA + (HALF * angle.cos()).powi(2);
    let slope = |y: &[f64; 2]| {
        let (sin, cos) = y[0].sin_cos();
        [y[1], (HALF * HALF * sin * cos * y[1] * y[1] - G * HALF * cos) / inertia(y[0])]
    };
    let mut steps = 0;
    loop {
        run(&mut simulation, 1);
        steps += 1;
        let [angle, rate] = rk4(slope, [start, 0.0], f64::from(steps) * H, 1000);
        if angle < 5_f64.to_radians() {
            break;
        }
        let now = state(&simulation, rod);
        assert_close(now.pose.position.y, lever(angle)[1], 1e-3);
        assert_close(now.pose.position.x, 0.0, 1e-9);
        assert_close(now.angular_velocity.z, rate, 1e-2 * rate.abs());
        let sine = (now.pose.position.y - RADIUS) / HALF;
        let energy = (2.0 * G * HALF * (start.sin() - sine) / inertia(sine.asin())).sqrt();
        assert_close(-now.angular_velocity.z, energy, 1e-2 * energy);
    }
    assert!(steps > 20, "{steps}");
}

/// A rod at 45° that falls straight down bounces off with u⁺ = −e u across the ground. With
/// A = J M⁻¹ Jᵀ of its end, Aₙₙ = 1/m + x²/I, Aₜₜ = 1/m + y²/I, Aₙₜ = −x y/I, it sticks where
/// pₜ = x y/(I/m + y²) pₙ needs no more than μ pₙ, and else slips with pₜ = μ pₙ:
/// pₙ = (1 + e) v/(Aₙₙ + Aₙₜ pₜ/pₙ). Before and after it flies.
#[test]
fn a_rod_bounces_with_friction() {
    let (angle, fall, e) = (45_f64.to_radians(), 0.5, 0.5);
    let [x, y] = lever(angle);
    let needed = x * y / (INERTIA + y * y);
    for mu in [0.3, 0.9] {
        assert_eq!(mu > needed, mu > 0.5, "{needed}");
        let mut world = accurate(World::new());
        world.friction(FrictionModel::Cone, mu);
        world.surface(|surface| surface.restitution = e);
        world.ground();
        let rod = world.add(rod(angle).at(DVec3::Y * (y + fall)));
        let mut simulation = world.start();
        run(&mut simulation, 25);
        let (time, speed) = ((2.0 * fall / G).sqrt(), (2.0 * G * fall).sqrt());
        let share = needed.min(mu);
        let push = (1.0 + e) * speed / (1.0 + x * x / INERTIA - x * y / INERTIA * share);
        let after = 25.0 * H - time;
        let velocity = DVec3::new(share * push, push - speed, 0.0);
        let spin = (-x + y * share) * push / INERTIA;
        let place = y * DVec3::Y + after * velocity - 0.5 * G * after * after * DVec3::Y;
        let end = state(&simulation, rod);
        assert!((end.pose.position - place).length() < 1e-3, "{} of {place}", end.pose.position);
        assert_close(end.angular_velocity.z, spin, 1e-2 * spin.abs());
        let axis = end.pose.orientation * DVec3::Y;
        assert_close(axis.y.atan2(axis.x), angle + spin * after, 2e-3);
    }
}
