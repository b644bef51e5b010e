//! Balls that slide, spin and roll.

use stickslip_dynamics::glam::{DMat3, DVec3};
use stickslip_dynamics::{BodyId, FrictionModel, MassDescription, Simulation};

use crate::support::{G, H, World, assert_close, ball, run, state};

const R: f64 = 0.5;

/// A ball of 1 kg on the ground.
fn rolling(
    model: FrictionModel,
    mu: f64,
    velocity: DVec3,
    spin: DVec3,
    [torsion, roll]: [f64; 2],
) -> (Simulation, BodyId) {
    let mut world = World::new();
    world.friction(model, mu);
    world.surface(|surface| (surface.torsion, surface.rolling) = (torsion, roll));
    world.ground();
    let part = ball(R).mass(1.0).at(DVec3::Y * R).moving(velocity).spinning(spin);
    let body = world.add(part);
    (world.start(), body)
}

/// Slip in the contact point along x.
fn slip(simulation: &Simulation, body: BodyId) -> f64 {
    let state = state(simulation, body);
    (state.velocity + state.angular_velocity.cross(DVec3::NEG_Y * R)).x
}

#[test]
fn a_sliding_ball_rolls_at_five_sevenths() {
    for model in [FrictionModel::Pyramid, FrictionModel::Cone] {
        let (mu, v0) = (0.2, 3.0);
        let (mut simulation, body) = rolling(model, mu, DVec3::X * v0, DVec3::ZERO, [0.0; 2]);
        // Slip falls by 7/2 μgh in a step.
        let sliding = (2.0 * v0 / (7.0 * mu * G * H)).floor() as usize;
        run(&mut simulation, sliding);
        assert_close(slip(&simulation, body), v0 - 3.5 * mu * G * H * sliding as f64, 1e-5);
        run(&mut simulation, 1);
        assert_close(slip(&simulation, body), 0.0, 1e-6);
        run(&mut simulation, 60);
        let state = state(&simulation, body);
        assert_close(state.velocity.x, 5.0 / 7.0 * v0, 1e-7);
        assert_close(state.angular_velocity.z, -5.0 / 7.0 * v0 / R, 1e-7);
    }
}

#[test]
fn a_spinning_ball_rolls_off_at_two_sevenths() {
    let (mu, spin) = (0.4, 10.0);
    let (mut simulation, body) =
        rolling(FrictionModel::Pyramid, mu, DVec3::ZERO, DVec3::NEG_Z * spin, [0.0; 2]);
    let seconds = 2.0 * spin * R / (7.0 * mu * G);
    assert_close(seconds, 0.364, 5e-4);
    run(&mut simulation, (seconds / H) as usize);
    assert!(slip(&simulation, body) < -0.01);
    run(&mut simulation, 1);
    assert_close(slip(&simulation, body), 0.0, 1e-6);
    run(&mut simulation, 10);
    assert_close(state(&simulation, body).velocity.x, 2.0 / 7.0 * spin * R, 1e-8);
}

#[test]
fn torsion_stops_a_spinning_ball() {
    for model in
        [FrictionModel::Pyramid, FrictionModel::Cone, FrictionModel::Polyhedral { facets: 8 }]
    {
        let (spin, length) = (6.0, 0.1);
        let (mut simulation, body) =
            rolling(model, 0.5, DVec3::ZERO, DVec3::Y * spin, [length, 0.0]);
        // I ω̇ = −ℓ m g; where the last step's load bounds the moment, from the
        // second step on.
        let loss = length * G * H / (0.4 * R * R);
        let steps = (spin / loss).floor() as usize;
        run(&mut simulation, steps);
        let idle = usize::from(model != FrictionModel::Cone);
        let expected = spin - loss * (steps - idle) as f64;
        assert_close(state(&simulation, body).angular_velocity.y, expected, 1e-4);
        run(&mut simulation, 2);
        assert_close(state(&simulation, body).angular_velocity.y, 0.0, 1e-6);
    }
}

#[test]
fn rolling_resistance_stops_a_rolling_ball() {
    for model in [FrictionModel::Pyramid, FrictionModel::Cone] {
        let (v0, length) = (1.0, 0.02);
        let (mut simulation, body) =
            rolling(model, 0.8, DVec3::X * v0, DVec3::NEG_Z * v0 / R, [0.0, length]);
        // (I + m r²) ω̇ = −ℓ m g, for the pyramid from the second step on.
        let loss = 5.0 / 7.0 * length * G / R * H;
        let steps = (v0 / loss).floor() as usize;
        run(&mut simulation, steps);
        let idle = usize::from(model == FrictionModel::Pyramid);
        let expected = v0 - loss * (steps - idle) as f64;
        assert_close(state(&simulation, body).velocity.x, expected, 1e-4);
        run(&mut simulation, 2);
        assert_close(state(&simulation, body).velocity.x, 0.0, 1e-6);
    }
}

/// Torsion and sliding share one ellipsoid: a ball that slides fast spins on
/// almost freely, where a bound of its own would brake it all the same. With
/// s² = μ² v² + ℓ² ω², I ω̇ = −ℓ² ω m g/s (Coulomb and Contensou).
#[test]
fn a_ball_that_slides_spins_on() {
    let (mu, length, v0, spin) = (0.2, 0.02, 8.0, 6.0);
    let (mut simulation, body) =
        rolling(FrictionModel::Cone, mu, DVec3::X * v0, DVec3::Y * spin, [length, 0.0]);
    let (inertia, steps) = (0.4 * R * R, 20);
    // Slip falls by 7/2 of what friction takes; the new velocities are in s.
    let (mut slip, mut turn) = (v0, spin);
    for _ in 0..steps {
        let next = |s: f64| {
            let take = G * H / s;
            (slip / (1.0 + 3.5 * mu * mu * take), turn / (1.0 + length * length * take / inertia))
        };
        let (mut low, mut high) = (1e-9, 10.0);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            let (v, w) = next(middle);
            if (mu * v).hypot(length * w) > middle { low = middle } else { high = middle }
        }
        (slip, turn) = next(high);
    }
    run(&mut simulation, steps);
    assert_close(self::slip(&simulation, body), slip, 1e-4);
    assert_close(state(&simulation, body).angular_velocity.y, turn, 1e-4);
    assert!(spin - turn < 0.2 * length * G * H / inertia * steps as f64);
}

/// Angular momentum about the vertical changes by nothing but the moment.
#[test]
fn contacts_tell_the_moment_of_torsion() {
    let (mut simulation, body) =
        rolling(FrictionModel::Pyramid, 0.5, DVec3::ZERO, DVec3::Y * 6.0, [0.1, 0.0]);
    run(&mut simulation, 3);
    let before = state(&simulation, body).angular_velocity.y;
    run(&mut simulation, 1);
    let change = 0.4 * R * R * (state(&simulation, body).angular_velocity.y - before);
    let moment: DVec3 = simulation.contacts().iter().map(|contact| contact.moment).sum();
    assert_close(moment.y, change, 1e-12);
    assert!(moment.y < -1e-3, "{moment}");
}

/// A solver may leave a load of −1e-30; bounds of ∓1e-31 would admit nothing.
#[test]
fn a_load_a_little_below_zero_bounds_moments_by_zero() {
    for model in [FrictionModel::Pyramid, FrictionModel::BoxFixed, FrictionModel::Cylinder] {
        let (mut simulation, _) = rolling(model, 0.5, DVec3::ZERO, DVec3::Y * 6.0, [0.1, 0.02]);
        run(&mut simulation, 3);
        let mut state = simulation.state().clone();
        state.contacts.iter_mut().for_each(|contact| contact.impulses[0] = -1e-30);
        simulation.restore(state).expect("a state of this model");
        simulation.step().expect("bounds that admit zero");
    }
}

/// A disc that slides and spins on one contact: m v̇ = −μ² m g v/s and
/// I ω̇ = −ℓ² m g ω/s, so that ω ∝ v^κ with κ = m ℓ²/(I μ²), and both end at
/// once. Where κ = 1 both fall evenly, in steps as in time, and end after
/// s₀/(μ² g).
#[test]
fn a_disc_slides_and_spins_until_both_end() {
    let (mu, inertia, v0, spin) = (0.3, 0.125, 2.0, 5.0);
    for kappa in [1.0_f64, 0.5, 2.0] {
        let length = mu * (kappa * inertia).sqrt();
        let mut world = World::new();
        world.friction(FrictionModel::Cone, mu);
        world.surface(|surface| surface.torsion = length);
        world.settings.time_step = 1.0 / 480.0;
        world.ground();
        let mut disc = ball(R).at(DVec3::Y * R).moving(DVec3::X * v0).spinning(DVec3::Y * spin);
        let inertia = DMat3::from_diagonal(DVec3::new(1e12, inertia, 1e12));
        disc.0.mass = MassDescription::Given { mass: 1.0, centre: DVec3::ZERO, inertia };
        let body = world.add(disc);
        let mut simulation = world.start();
        let start = (mu * v0).hypot(length * spin) / (mu * mu * G);
        if kappa == 1.0 {
            run(&mut simulation, (480.0 * start).floor() as usize);
            let share = 1.0 - (480.0 * start).floor() / (480.0 * start);
            assert_close(state(&simulation, body).velocity.x, share * v0, 1e-6);
            assert_close(state(&simulation, body).angular_velocity.y, share * spin, 1e-6);
        }
        let (mut slid, mut spun) = (0_usize, 0_usize);
        for step in 1..720 {
            run(&mut simulation, 1);
            let now = state(&simulation, body);
            if now.velocity.x > 0.2 * v0 {
                let expected = spin * (now.velocity.x / v0).powf(kappa);
                assert_close(now.angular_velocity.y, expected, 5e-3 * spin);
            }
            slid = if now.velocity.x > 1e-6 { step } else { slid };
            spun = if now.angular_velocity.y > 1e-6 { step } else { spun };
        }
        assert!(slid < 715 && slid.abs_diff(spun) <= 2, "{kappa}: {slid} {spun}");
    }
}

/// Torsion needs no friction of sliding, and makes none.
#[test]
fn torsion_alone_lets_a_ball_slide_on() {
    let (mut simulation, body) =
        rolling(FrictionModel::Cone, 0.0, DVec3::X * 2.0, DVec3::Y * 6.0, [0.1, 0.0]);
    run(&mut simulation, 10);
    let loss = 0.1 * G * H / (0.4 * R * R);
    assert_close(state(&simulation, body).velocity.x, 2.0, 1e-9);
    assert_close(state(&simulation, body).angular_velocity.y, 6.0 - 10.0 * loss, 1e-4);
}
