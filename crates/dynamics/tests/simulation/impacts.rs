//! Collisions: restitution, momentum, energy.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{Compliance, FrictionModel, Simulation};

use crate::support::{G, H, World, assert_close, ball, cube, epsilon_at, run, state};

/// Heights of a bouncing ball: at the beginning, and after the first impact.
fn bounce(restitution: f64, h: f64) -> (f64, f64) {
    let mut world = World::new();
    world.settings.time_step = h;
    world.surface(|surface| surface.restitution = restitution);
    world.ground();
    let body = world.add(ball(0.1).mass(1.0).at(DVec3::Y * 1.1));
    let mut simulation = world.start();
    let mut before = state(&simulation, body).velocity.y;
    loop {
        run(&mut simulation, 1);
        let now = state(&simulation, body).velocity.y;
        if now > 0.0 {
            // v⁺ = −e v⁻ with the velocity at the beginning of the step (SIGGRAPH 2022 course, Eq 219).
            // up to ε λ of the impulse (1 + e) m v⁻, and what it sank by that before.
            let impulse = (1.0 + restitution) * -before;
            assert_close(now, -restitution * before, 2.0 * epsilon_at(h) * impulse);
            break;
        }
        before = now;
    }
    let mut highest = 0.0_f64;
    for _ in 0..(1.0 / h) as usize {
        run(&mut simulation, 1);
        highest = highest.max(state(&simulation, body).pose.position.y - 0.1);
        if state(&simulation, body).velocity.y < 0.0 {
            break;
        }
    }
    (1.0, highest)
}

#[test]
fn a_ball_bounces_to_the_square_of_its_restitution() {
    for restitution in [0.25, 0.5, 0.9, 1.0] {
        let error = |h: f64| {
            let (before, after) = bounce(restitution, h);
            (after / before - restitution * restitution).abs()
        };
        // Falling and rising are each off by ½ght with t = √(2/g).
        let bound = |h: f64| 2.0 * G * h * (2.0 / G).sqrt();
        let errors = [H, H / 4.0, H / 16.0].map(error);
        assert!(errors[0] < bound(H) && errors[1] < bound(H / 4.0) && errors[2] < bound(H / 16.0));
    }
}

#[test]
fn what_does_not_bounce_stays_down() {
    // By default, from heights at which a step is many margins long.
    for height in [0.02, 0.5, 2.0, 10.0] {
        for part in [ball(0.1), cube(0.1)] {
            let mut world = World::new();
            world.ground();
            let body = world.add(part.mass(1.0).at(DVec3::Y * (height + 0.1)));
            let mut simulation = world.start();
            let (mut landed, mut deepest, mut rebound) = (false, 0.0_f64, 0.0_f64);
            for _ in 0..120 {
                run(&mut simulation, 1);
                let gap = state(&simulation, body).pose.position.y - 0.1;
                landed |= gap < 1e-4;
                if landed {
                    deepest = deepest.min(gap);
                    rebound = rebound.max(gap);
                }
            }
            assert!(landed && rebound < 1e-4, "{height}: {rebound:e}");
        }
    }
}

#[test]
fn equal_balls_exchange_their_velocities() {
    let mut world = World::weightless();
    world.friction(FrictionModel::Frictionless, 0.0);
    world.surface(|surface| surface.restitution = 1.0);
    let first = world.add(ball(0.5).mass(3.0).at(DVec3::X * -1.0).moving(DVec3::X * 2.0));
    let second = world.add(ball(0.5).mass(3.0).at(DVec3::X * 1.0).moving(DVec3::X * -1.0));
    let mut simulation = world.start();
    let energy = simulation.energy();
    run(&mut simulation, 60);
    assert_close(simulation.energy(), energy, 1e-4 * energy);
    assert_close(state(&simulation, first).velocity.x, -1.0, 1e-4);
    assert_close(state(&simulation, second).velocity.x, 2.0, 1e-4);
}

/// Cubes and balls (isotropic, so that spin alone keeps their momentum) that
/// fly at each other.
fn cloud(change: impl FnOnce(&mut World)) -> Simulation {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut vector =
        |size: f64| DVec3::from_array([0; 3].map(|_| random.random_range(-size..size)));
    let mut world = World::weightless();
    change(&mut world);
    for at in 0..12 {
        let place = DVec3::new((at % 3) as f64, (at / 3 % 2) as f64, (at / 6) as f64) * 1.3
            - DVec3::splat(0.9);
        let part = if at % 2 == 0 { cube(0.4) } else { ball(0.45) };
        let turn = DQuat::from_scaled_axis(vector(0.5));
        world.add(
            part.mass(1.0 + at as f64)
                .at(place + vector(0.05))
                .turned(turn)
                .moving(vector(0.5) - place)
                .spinning(vector(1.0)),
        );
    }
    world.start()
}

#[test]
fn collisions_keep_momentum() {
    for model in [FrictionModel::Pyramid, FrictionModel::Cone] {
        let mut simulation = cloud(|world| {
            world.friction(model, 0.4);
            world.surface(|surface| surface.restitution = 0.3);
        });
        let (linear, angular) = simulation.momentum();
        let mut met = 0;
        for _ in 0..90 {
            met = met.max(run(&mut simulation, 1).contacts);
        }
        let (later, turned) = simulation.momentum();
        assert!(met >= 10, "only {met} contacts");
        assert!((later - linear).length() < 1e-10, "{:e}", (later - linear).length());
        assert!((turned - angular).length() < 1e-9, "{:e}", (turned - angular).length());
    }
}

/// Largest growth of the energy in one step, over the energy at the beginning.
fn energy_growth(simulation: &mut Simulation, steps: usize) -> f64 {
    let begin = simulation.energy().abs();
    let mut energy = simulation.energy();
    let mut worst = 0.0_f64;
    for _ in 0..steps {
        run(simulation, 1);
        worst = worst.max((simulation.energy() - energy) / begin);
        energy = simulation.energy();
    }
    worst
}

/// Without recovery of penetration, which puts energy in.
const NO_RECOVERY: Compliance = Compliance::Row { epsilon: 1e-7, gamma: 0.0 };

#[test]
fn collisions_never_add_energy() {
    for (model, mu, restitution) in [
        (FrictionModel::Frictionless, 0.0, 0.0),
        (FrictionModel::Frictionless, 0.0, 0.5),
        (FrictionModel::Frictionless, 0.0, 1.0),
        (FrictionModel::Pyramid, 0.5, 0.0),
        (FrictionModel::Cone, 0.5, 0.0),
        (FrictionModel::Pyramid, 0.5, 0.5),
    ] {
        let mut simulation = cloud(|world| {
            world.friction(model, mu);
            world.surface(|surface| {
                surface.restitution = restitution;
                surface.compliance = NO_RECOVERY;
            });
        });
        let growth = energy_growth(&mut simulation, 90);
        assert!(growth < 1e-9, "{model:?} e = {restitution}: {growth:e}");
    }
}

#[test]
fn a_falling_pile_never_gains_energy() {
    for restitution in [0.0, 0.5] {
        let mut simulation = cloud(|world| {
            world.settings.gravity = DVec3::Y * -G;
            world.surface(|surface| {
                surface.restitution = restitution;
                surface.compliance = NO_RECOVERY;
            });
            let mut ground = crate::support::half_space(DVec3::Y);
            ground.0.pose.position.y = -2.0;
            world.add(ground);
        });
        let growth = energy_growth(&mut simulation, 120);
        assert!(growth < 1e-9, "e = {restitution}: {growth:e}");
    }
}
