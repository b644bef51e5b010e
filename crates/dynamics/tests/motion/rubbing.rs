//! Friction that is more than Coulomb's with one coefficient: belts, laws of speed and
//! direction, moments against spinning and rolling.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BodyId, Directions, Frame, FrictionModel, Material, MaterialTable, PairLaw, Schedule,
    Simulation, Stribeck, Structure, Surface, SurfaceMotion,
};

use crate::flight::accurate;
use crate::reference::rk4;
use crate::support::{G, H, World, assert_close, ball, cuboid, particle, run, state};

/// Runs for so many seconds; every step of the body is to be of second order.
fn run_for(simulation: &mut Simulation, seconds: f64, h: f64) {
    for _ in 0..(seconds / h).round() as usize {
        let orders = run(simulation, 1).orders;
        assert_eq!(orders.unsettled + orders.meshes + orders.soft, 0, "{orders:?}");
    }
}

/// A parcel slips on a belt of speed v for v/(μ g), and lags by v²/(2 μ g) from then on.
#[test]
fn a_belt_takes_a_parcel_along() {
    for model in [FrictionModel::Cone, FrictionModel::Pyramid] {
        let (speed, mu) = (2.0, 0.3);
        let mut world = accurate(World::new());
        world.friction(model, mu);
        let mut belt = cuboid(DVec3::new(50.0, 0.5, 1.0)).at(DVec3::NEG_Y * 0.5).fixed();
        belt.0.surface_motion = Some(SurfaceMotion::Along(DVec3::X * speed));
        world.add(belt);
        let parcel = world.add(cuboid(DVec3::new(0.5, 0.1, 0.5)).at(DVec3::Y * 0.1));
        let mut simulation = world.start();
        run_for(&mut simulation, 0.5, H);
        assert_close(state(&simulation, parcel).pose.position.x, 0.125 * mu * G, 2e-4);
        run_for(&mut simulation, 0.5, H);
        let end = state(&simulation, parcel);
        assert_close(end.pose.position.x, speed - speed * speed / (2.0 * mu * G), 4e-4);
        assert_close(end.velocity.x, speed, 1e-6);
    }
}

/// What sticks on a belt that speeds up by a goes with it: x = a t²/2.
#[test]
fn a_belt_that_speeds_up_takes_a_parcel_along() {
    let mut world = accurate(World::new());
    world.friction(FrictionModel::Cone, 0.5);
    let mut belt = cuboid(DVec3::new(50.0, 0.5, 1.0)).at(DVec3::NEG_Y * 0.5).fixed();
    let speed = Schedule::new(vec![(0.0, 0.0), (1.0, 1.6)]).expect("two points");
    belt.0.surface_motion = Some(SurfaceMotion::Around { axis: DVec3::NEG_Z, speed });
    world.add(belt);
    let parcel = world.add(cuboid(DVec3::new(0.5, 0.1, 0.5)).at(DVec3::Y * 0.1));
    let mut simulation = world.start();
    for step in 1..=60 {
        run_for(&mut simulation, H, H);
        let (time, end) = (f64::from(step) * H, state(&simulation, parcel));
        assert_close(end.velocity.x, 1.6 * time, 1e-5);
        assert_close(end.pose.position.x, 0.8 * time * time, 1e-4);
    }
}

/// A particle on the ground whose friction follows a law, along x at first.
fn under_law(law: PairLaw, mu: f64, velocity: DVec3, h: f64) -> (Simulation, BodyId) {
    let mut world = accurate(World::new());
    world.settings.time_step = h;
    world.friction(FrictionModel::Cone, mu);
    let surface = Surface { friction: mu, ..Surface::default() };
    let own = world.model.materials.add(Material { name: "own".into(), surface }).expect("one");
    world.model.materials.set_structure(own, Structure::Axis(DVec3::X)).expect("an axis");
    world.model.materials.set_law(own, MaterialTable::DEFAULT, law).expect("a law");
    world.ground();
    let mut part = particle().at(DVec3::Y * 0.5).moving(velocity);
    part.0.colliders.iter_mut().for_each(|collider| collider.material = own);
    let body = world.add(part);
    (world.start(), body)
}

/// With a coefficient that falls with the load, from the first step on: v²/(2 μ(mg) g).
#[test]
fn friction_follows_the_load_of_its_own_step() {
    let (mu, speed) = (0.3, 2.0);
    let curve = vec![[0.0, 2.0], [0.5 * G, 1.5], [2.0 * G, 0.5]];
    let law = PairLaw { load_curve: curve, ..PairLaw::default() };
    for h in [1.0 / 30.0, H] {
        let (mut simulation, body) = under_law(law.clone(), mu, DVec3::X * speed, h);
        let mass = 1.0 / simulation.model().bodies()[body.0].inverse_mass;
        let factor = 1.5 - (mass * G - 0.5 * G) / (1.5 * G);
        run_for(&mut simulation, 1.5, h);
        let stop = speed * speed / (2.0 * mu * factor * G);
        assert_close(state(&simulation, body).pose.position.x, stop, 3e-4);
    }
}

/// μ(v) = μ_k + (μ − μ_k) exp(−(v/v_s)²) + c v against Runge and Kutta; the error falls with
/// the square of the step.
#[test]
fn a_coefficient_that_follows_the_speed_is_of_second_order() {
    let stribeck = Stribeck { kinetic: 0.2, speed: 1.0, exponent: 2.0, viscous: 0.05 };
    let (mu, v0, seconds) = (0.6, 3.0, 0.8);
    let slope = |y: &[f64; 2]| {
        let mu = 0.2 + 0.4 * (-(y[1] * y[1])).exp() + 0.05 * y[1];
        [y[1], -mu * G]
    };
    let exact = rk4(slope, [0.0, v0], seconds, 4000);
    assert!(exact[1] > 0.1, "it still slides: {exact:?}");
    let error = |h: f64| {
        let law = PairLaw { stribeck: Some(stribeck), ..PairLaw::default() };
        let (mut simulation, body) = under_law(law, mu, DVec3::X * v0, h);
        run_for(&mut simulation, seconds, h);
        (state(&simulation, body).pose.position.x - exact[0]).abs()
    };
    // Longer steps are halved.
    let errors = [1.0 / 80.0, 1.0 / 160.0, 1.0 / 320.0].map(error);
    assert!(errors[0] < 1e-4, "{errors:?}");
    assert!(errors[1] < errors[0] / 3.5 && errors[2] < errors[1] / 3.5, "{errors:?}");
}

/// Maximal dissipation on an ellipse, f = −N (μₓ²vₓ, μ_z²v_z)/√(μₓ²vₓ² + μ_z²v_z²): the path
/// of what is thrown obliquely turns.
#[test]
fn a_path_over_fibres_turns() {
    let (along, across, seconds) = (0.2, 0.6, 0.5);
    let slope = |y: &[f64; 4]| {
        let [x, z] = [along * along * y[2], across * across * y[3]];
        let size = (x * y[2] + z * y[3]).sqrt();
        [y[2], y[3], -G * x / size, -G * z / size]
    };
    let exact = rk4(slope, [0.0, 0.0, 3.0, 3.0], seconds, 4000);
    let error = |h: f64| {
        let directions = Directions::Ellipse { along, across, frame: Frame::First };
        let law = PairLaw { directions: Some(directions), ..PairLaw::default() };
        let (mut simulation, body) = under_law(law, across, DVec3::new(3.0, 0.0, 3.0), h);
        run_for(&mut simulation, seconds, h);
        let end = state(&simulation, body).pose.position;
        (end.x - exact[0]).hypot(end.z - exact[1])
    };
    let errors = [1.0 / 60.0, 1.0 / 120.0, 1.0 / 240.0].map(error);
    assert!(errors[0] < 1e-4, "{errors:?}");
    assert!(errors[1] < errors[0] / 3.5 && errors[2] < errors[1] / 3.5, "{errors:?}");
}

/// A friction force that does not follow the load: v falls by F/m.
#[test]
fn a_force_that_no_load_changes_stops_evenly() {
    let law = PairLaw { tresca: Some(4.0), ..PairLaw::default() };
    let (mut simulation, body) = under_law(law, 0.5, DVec3::X * 3.0, H);
    run_for(&mut simulation, 1.0, H);
    assert_close(state(&simulation, body).pose.position.x, 9.0 / 8.0, 5e-4);
}

/// Friction that is half of what it would be under the 9.81 N of 1 kg, and whole under half
/// of them.
#[test]
fn a_coefficient_that_follows_the_load() {
    let load_curve = vec![[3.0, 0.5], [4.0, 1.0], [9.0, 1.0], [9.5, 0.5]];
    let law = PairLaw { load_curve, ..PairLaw::default() };
    let (mut simulation, body) = under_law(law, 0.5, DVec3::X * 3.0, H);
    run_for(&mut simulation, 0.5, H);
    assert_close(state(&simulation, body).pose.position.x, 1.5 - 0.125 * 0.25 * G, 1e-3);
}

fn ball_with(torsion: f64, rolling: f64) -> (World, f64) {
    let mut world = accurate(World::new());
    world.friction(FrictionModel::Cone, 0.5);
    world.surface(|surface| (surface.torsion, surface.rolling) = (torsion, rolling));
    world.ground();
    (world, 0.2)
}

/// A moment of δ m g lets a rolling ball lose 5 δ g/(7 r) of its speed a second.
#[test]
fn rolling_comes_to_rest() {
    let (mut world, radius) = ball_with(0.0, 0.01);
    let part = ball(radius).mass(2.0).at(DVec3::Y * radius).moving(DVec3::X);
    let body = world.add(part.spinning(DVec3::NEG_Z / radius));
    let loss = 5.0 * 0.01 * G / (7.0 * radius);
    let mut simulation = world.start();
    run_for(&mut simulation, 2.0, H);
    assert_close(state(&simulation, body).pose.position.x, 2.0 - 2.0 * loss, 2e-3);
    run_for(&mut simulation, 2.0, H);
    assert_close(state(&simulation, body).pose.position.x, 0.5 / loss, 2e-3);
}

/// A moment of δ m g about the normal stops a ball that spins after I ω²/(2 δ m g).
#[test]
fn spinning_comes_to_rest() {
    let (mut world, radius) = ball_with(0.005, 0.0);
    let part = ball(radius).mass(2.0).at(DVec3::Y * radius);
    let body = world.add(part.spinning(DVec3::Y * 3.0));
    let loss = 0.005 * G / (0.4 * radius * radius);
    let mut simulation = world.start();
    run_for(&mut simulation, 0.5, H);
    let turned = |simulation: &Simulation| {
        let turn = state(simulation, body).pose.orientation;
        2.0 * turn.y.atan2(turn.w)
    };
    assert_close(turned(&simulation), 1.5 - 0.125 * loss, 2e-3);
    run_for(&mut simulation, 1.0, H);
    assert_close(turned(&simulation), 4.5 / loss, 4e-3);
}
