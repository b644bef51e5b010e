//! Impacts, at their time.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{FrictionModel, StepReport};

use crate::flight::accurate;
use crate::support::{G, H, World, assert_close, ball, run, state};

/// Dropped by 1 m, a ball rises again to e² of it, at the time when it should.
#[test]
fn a_ball_bounces_to_the_square_of_its_restitution() {
    for e in [0.3, 0.6, 0.9] {
        let mut world = accurate(World::new());
        world.surface(|surface| surface.restitution = e);
        world.ground();
        let body = world.add(ball(0.5).mass(1.0).at(DVec3::Y * 1.5));
        let mut simulation = world.start();
        // It meets the ground at √(2/g) and is highest e times that later.
        let fall = (2.0 / G).sqrt();
        let highest = fall * (1.0 + e);
        let (mut apex, mut impacts) = (0.0_f64, 0);
        for step in 1..=120 {
            let report = run(&mut simulation, 1);
            let t = H * f64::from(step);
            let height = state(&simulation, body).pose.position.y - 0.5;
            if t < fall {
                assert_close(height, 1.0 - 0.5 * G * t * t, 1e-9);
            } else if t < fall * (1.0 + 2.0 * e) {
                let since = t - highest;
                assert_close(height, e * e - 0.5 * G * since * since, 1e-5);
                impacts += report.impacts;
                apex = apex.max(height);
            }
        }
        assert_eq!(impacts, 1, "in its time");
        // Between two steps it may be ½ g (h/2)² higher.
        assert_close(apex, e * e, G * H * H / 8.0 + 1e-6);
    }
}

/// It comes to rest, and stays.
#[test]
fn bounces_come_to_an_end() {
    let mut world = accurate(World::new());
    world.surface(|surface| surface.restitution = 0.9);
    world.ground();
    let body = world.add(ball(0.5).mass(1.0).at(DVec3::Y * 1.5));
    let mut simulation = world.start();
    run(&mut simulation, 720);
    let end = state(&simulation, body);
    assert_close(end.pose.position.y, 0.5, 1e-5);
    assert!(end.velocity.length() < 1e-6, "{}", end.velocity);
}

/// 1 kg at 5 m/s strikes 2 kg off the centre, without friction and elastic: the impulse is
/// along the line of centres at 30°, 4/3 · 5 cos 30° N·s.
#[test]
fn an_elastic_strike_off_the_centre() {
    let mut world = accurate(World::weightless());
    world.friction(FrictionModel::Frictionless, 0.0);
    world.surface(|surface| surface.restitution = 1.0);
    let one = world.add(ball(0.1).mass(1.0).at(DVec3::X * -1.0).moving(DVec3::X * 5.0));
    let two = world.add(ball(0.1).mass(2.0).at(DVec3::Y * 0.1));
    let mut simulation = world.start();
    run(&mut simulation, 60);
    let (sine, cosine) = (0.5, 0.75_f64.sqrt());
    let impulse = 4.0 / 3.0 * 5.0 * cosine;
    let along = DVec3::new(cosine, sine, 0.0);
    let [first, second] = [one, two].map(|body| state(&simulation, body));
    assert!(
        (first.velocity - (DVec3::X * 5.0 - impulse * along)).length() < 1e-4,
        "{}",
        first.velocity
    );
    assert!((second.velocity - 0.5 * impulse * along).length() < 1e-4, "{}", second.velocity);
    let met = (1.0 - 0.2 * cosine) / 5.0;
    assert_close(first.pose.position.x, -0.2 * cosine + first.velocity.x * (1.0 - met), 1e-4);
}

/// A ball that spins at 10 rad/s lands, and rolls at 2/7 of the speed of its surface.
#[test]
fn a_spinning_ball_lands_and_rolls() {
    let mut world = accurate(World::new());
    world.friction(FrictionModel::Cone, 0.8);
    world.ground();
    let spin = DVec3::Z * -10.0;
    let body = world.add(ball(0.5).mass(1.0).at(DVec3::Y * 0.9).spinning(spin));
    let mut simulation = world.start();
    run(&mut simulation, 90);
    let end = state(&simulation, body);
    assert_close(end.velocity.x, 10.0 / 7.0, 1e-5);
    assert_close(end.pose.position.x, 10.0 / 7.0 * (1.5 - (0.8 / G).sqrt()), 1e-4);
}

/// Three balls that touch: the last one takes it all.
#[test]
fn a_cradle_passes_the_blow_on() {
    let mut world = accurate(World::weightless());
    world.friction(FrictionModel::Frictionless, 0.0);
    world.surface(|surface| surface.restitution = 1.0);
    world.add(ball(0.1).mass(1.0).at(DVec3::X * -1.0).moving(DVec3::X * 3.0));
    for at in 0..4 {
        world.add(ball(0.1).mass(1.0).at(DVec3::X * 0.2 * f64::from(at)));
    }
    let mut simulation = world.start();
    let reports: Vec<StepReport> = (0..60).map(|_| run(&mut simulation, 1)).collect();
    let speeds: Vec<f64> = simulation.state().bodies.iter().map(|body| body.velocity.x).collect();
    for (speed, exact) in speeds.iter().zip([0.0, 0.0, 0.0, 0.0, 3.0]) {
        assert_close(*speed, exact, 1e-4);
    }
    assert_eq!(reports.iter().map(|report| report.unsplit).sum::<usize>(), 0);
}

/// The impulses that a step tells of are those that changed the momentum, weight included.
#[test]
fn impulses_of_a_step_add_up_to_the_change_of_momentum() {
    let mut world = accurate(World::new());
    world.surface(|surface| surface.restitution = 0.6);
    world.ground();
    let body = world.add(ball(0.5).mass(2.0).at(DVec3::Y * 0.6).moving(DVec3::X));
    let mut simulation = world.start();
    for _ in 0..90 {
        let before = state(&simulation, body).velocity;
        run(&mut simulation, 1);
        let change = 2.0 * (state(&simulation, body).velocity - before) + DVec3::Y * 2.0 * G * H;
        let told: DVec3 = simulation.contacts().iter().map(|contact| contact.impulse).sum();
        assert!((told - change).length() < 1e-9, "{told} of {change}");
    }
}

/// The estimate of the error of a step is that of its order: a ball on a ball, one step
/// against 64 small ones.
#[test]
fn the_estimate_is_as_large_as_the_error() {
    let start = |h: f64| {
        let mut world = accurate(World::new());
        world.friction(FrictionModel::Cone, 2.0);
        // So coarse that no step is halved.
        world.settings.accuracy = Some(0.01);
        world.settings.time_step = h;
        world.add(ball(0.5).fixed());
        let place = 0.6 * DVec3::new(0.3_f64.sin(), 0.3_f64.cos(), 0.0);
        // Rolls with 0.9 m/s: ω r = v.
        let along = DVec3::new(0.3_f64.cos(), -(0.3_f64.sin()), 0.0);
        let body =
            world.add(ball(0.1).mass(1.0).at(place).moving(0.9 * along).spinning(DVec3::Z * -9.0));
        (world.start(), body)
    };
    let (mut coarse, body) = start(H);
    let (mut fine, _) = start(H / 64.0);
    let report = run(&mut coarse, 1);
    run(&mut fine, 64);
    let error = (state(&coarse, body).pose.position - state(&fine, body).pose.position).length();
    assert_eq!(report.halvings, 0);
    let estimate = report.position_error_max;
    assert!(error > 1e-9 && estimate > 0.3 * error && estimate < 1e-3, "{error:e} {estimate:e}");
}
