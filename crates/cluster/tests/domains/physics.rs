//! Motion that is known in closed form, and what is conserved.

use crate::common::{alone, ball, begin, cloud, collider, cuboid, floor, material, run, settings};
use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{BodyDescription, Material, Model, Pose, Settings, Shape, Surface};

const G: f64 = 9.81;

fn one(shape: Shape, place: DVec3, velocity: DVec3, friction: f64, restitution: f64) -> Model {
    let mut model = Model::default();
    let stuff = material(&mut model, friction, restitution);
    floor(&mut model, stuff, None);
    let pose = Pose::new(place, DQuat::IDENTITY);
    let mut body = BodyDescription::dynamic("it", pose, vec![collider(shape, stuff)]);
    body.velocity = velocity;
    model.add_body(body).expect("sound");
    model
}

/// A block slides v²/(2 μ g) until it rests.
#[test]
fn a_block_slides_to_rest() {
    let half = DVec3::new(0.3, 0.1, 0.3);
    let model = one(cuboid(half), DVec3::Y * 0.1, DVec3::X * 5.0, 0.4, 0.0);
    let end = alone(&model, &settings(16), 3.0);
    let expected = 25.0 / (2.0 * 0.4 * G);
    assert!((end.pose.position.x - expected).abs() < 0.01 * expected, "{}", end.pose.position);
    assert!(end.velocity.length() < 1e-4, "{:e}", end.velocity.length());
    assert!(end.pose.position.z.abs() < 1e-3 * expected, "{:e}", end.pose.position.z);
}

/// A ball that slides at first rolls at 5/7 of its speed.
#[test]
fn a_ball_comes_to_roll() {
    let model = one(ball(0.1), DVec3::Y * 0.1, DVec3::X * 2.0, 0.5, 0.0);
    let end = alone(&model, &settings(16), 1.5);
    let rolling = 2.0 * 5.0 / 7.0;
    assert!((end.velocity.x - rolling).abs() < 1e-3 * rolling, "{}", end.velocity);
    assert!((end.angular_velocity.z + end.velocity.x / 0.1).abs() < 1e-3 * rolling / 0.1);
}

/// A ball that falls from h bounces to e² h.
#[test]
fn a_ball_bounces() {
    for e in [0.5, 0.8] {
        let model = one(ball(0.1), DVec3::Y * 1.1, DVec3::ZERO, 0.3, e);
        let (catalogue, state) = begin(&model, &settings(32));
        let at = state.bodies.len() - 1;
        let mut highest = 0.0_f64;
        let landing = (2.0_f64 / G).sqrt();
        let mut now = state;
        for step in 0..80 {
            now = run(&catalogue, &now, 1, 1).expect("goes on").0;
            if f64::from(step) / 60.0 > landing + 0.03 {
                highest = highest.max(now.bodies[at].pose.position.y - 0.1);
            }
        }
        assert!((highest - e * e).abs() < 0.02 * e * e, "e = {e}: {highest}");
    }
}

/// A cloud of bodies that collide without weight or walls keeps its momentum, on any number of
/// ranks, and loses energy.
#[test]
fn momentum_stays() {
    let model = cloud();
    let settings = Settings { gravity: DVec3::ZERO, ..settings(8) };
    let (catalogue, state) = begin(&model, &settings);
    for ranks in [1, 4] {
        let (end, _) = run(&catalogue, &state, ranks, 60).expect("goes on");
        let momentum = |state: &stickslip_dynamics::State| {
            let each = model.bodies().iter().zip(&state.bodies);
            let own = each.map(|(body, state)| body.mass.mass * state.velocity);
            own.fold((DVec3::ZERO, 0.0), |sum, own| (sum.0 + own, sum.1 + own.length()))
        };
        let ((before, scale), (after, later)) = (momentum(&state), momentum(&end));
        assert!((after - before).length() < 1e-14 * scale, "{:e}", (after - before).length());
        assert!(later < 0.9 * scale, "nothing collided");
    }
}

/// Balls at rest sink by no more than the law of soft contacts says, R g/ω².
#[test]
fn a_column_rests() {
    let mut model = Model::default();
    let stuff = material(&mut model, 0.5, 0.0);
    floor(&mut model, stuff, None);
    for at in 0..5 {
        let pose = Pose::new(DVec3::Y * (0.1 + 0.2 * f64::from(at)), DQuat::IDENTITY);
        let shape = collider(cuboid(DVec3::splat(0.1)), stuff);
        model.add_body(BodyDescription::dynamic("it", pose, vec![shape])).expect("sound");
    }
    let (catalogue, state) = begin(&model, &settings(16));
    let (end, figures) = run(&catalogue, &state, 2, 120).expect("goes on");
    let omega = std::f64::consts::TAU * 0.25 * 60.0 * 16.0;
    let sunk = 1.0 - 0.1 - end.bodies.last().expect("the top").pose.position.y;
    assert!(sunk > 0.0 && sunk < 50.0 * G / (omega * omega), "{sunk}");
    assert!(end.bodies.iter().all(|body| body.velocity.length() < 1e-3));
    assert!(figures[0].deepest < 1e-3, "{}", figures[0].deepest);
}

/// A ball that spins on the spot is stopped by torsion after I ω/(c m g), and one that rolls by
/// rolling friction after v²/(2 a), a = r g/(1.4 R): with m a = F, I a/R = r m g − F R.
#[test]
fn balls_stop_spinning_and_rolling() {
    let radius = 0.1;
    let of = |torsion: f64, rolling: f64, velocity: DVec3, spin: DVec3| {
        let mut model = Model::default();
        let surface = Surface { friction: 0.8, torsion, rolling, ..Surface::default() };
        let stuff = Material { name: "rough".into(), surface };
        let stuff = model.materials.add(stuff).expect("sound");
        floor(&mut model, stuff, None);
        let pose = Pose::new(DVec3::Y * radius, DQuat::IDENTITY);
        let mut body = BodyDescription::dynamic("it", pose, vec![collider(ball(radius), stuff)]);
        (body.velocity, body.angular_velocity) = (velocity, spin);
        model.add_body(body).expect("sound");
        model
    };
    let (spin, arm) = (10.0, 0.004);
    let model = of(arm, 0.0, DVec3::ZERO, spin * DVec3::Y);
    let seconds = 0.4 * radius * radius * spin / (arm * G);
    let half = alone(&model, &settings(16), (30.0 * seconds).round() / 60.0);
    let share = 1.0 - (30.0 * seconds).round() / 60.0 / seconds;
    assert!((half.angular_velocity.y - share * spin).abs() < 0.01 * spin, "{half:?}");
    let end = alone(&model, &settings(16), 1.2 * seconds);
    assert!(end.angular_velocity.length() < 1e-6, "{}", end.angular_velocity);
    let (speed, arm) = (1.0, 0.02);
    let model = of(0.0, arm, speed * DVec3::X, -speed / radius * DVec3::Z);
    let brakes = arm * G / (1.4 * radius);
    let end = alone(&model, &settings(16), 1.5 * speed / brakes);
    let way = speed * speed / (2.0 * brakes);
    assert!((end.pose.position.x - way).abs() < 0.02 * way, "{} m, not {way}", end.pose.position.x);
    assert!(end.velocity.length() < 1e-4 && end.angular_velocity.length() < 1e-3);
}
