//! Friction against spinning and rolling against closed forms.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BodyId, MaterialTable, Model, Pose, Settings, Simulation, StepperKind, Surface,
};

use crate::support::{G, ball, cuboid, ground, run, settings, start, throw};

const RADIUS: f64 = 0.25;

fn material(model: &mut Model, torsion: f64, rolling: f64) {
    let surface = Surface { friction: 0.8, torsion, rolling, ..Surface::default() };
    model.materials.set_surface(MaterialTable::DEFAULT, surface).unwrap();
}

/// A ball on the ground, thrown.
fn thrown(torsion: f64, rolling: f64, velocity: DVec3, spin: DVec3) -> (Simulation, BodyId) {
    let mut model = Model::default();
    material(&mut model, torsion, rolling);
    ground(&mut model);
    let own = ball(&mut model, RADIUS, RADIUS * DVec3::Y);
    let mut simulation = start(model, settings());
    throw(&mut simulation, own, velocity, spin);
    (simulation, own)
}

/// What rolls at v stops after 7/10 v² r/(c g): 7/10 m v² are spent by c m g for every radian.
#[test]
fn a_rolling_ball_stops_where_its_energy_is_spent() {
    for direction in [DVec3::X, DVec3::new(0.6, 0.0, -0.8)] {
        let (arm, speed) = (0.01, 2.0);
        let spin = DVec3::Y.cross(direction) * speed / RADIUS;
        let (mut simulation, own) = thrown(0.0, arm, speed * direction, spin);
        let way = 0.7 * speed * speed * RADIUS / (arm * G);
        let seconds = 2.0 * way / speed;
        run(&mut simulation, 0.5 * seconds);
        let state = &simulation.state().bodies[own.0];
        assert!((state.velocity.length() / (0.5 * speed) - 1.0).abs() < 5e-3, "{}", state.velocity);
        run(&mut simulation, 0.6 * seconds);
        let state = &simulation.state().bodies[own.0];
        let went = state.pose.position.dot(direction);
        assert!((went / way - 1.0).abs() < 5e-3, "{went} for {way}");
        assert!(state.velocity.length() < 1e-4 && state.angular_velocity.length() < 1e-3);
    }
}

/// What spins at ω on its point stops after ⅖ r² ω/(c g).
#[test]
fn a_spinning_ball_stops_in_its_time() {
    let (arm, spin) = (0.005, 20.0);
    let (mut simulation, own) = thrown(arm, 0.0, DVec3::ZERO, spin * DVec3::Y);
    let seconds = 0.4 * RADIUS * RADIUS * spin / (arm * G);
    run(&mut simulation, 0.5 * seconds);
    let now = simulation.state().bodies[own.0].angular_velocity;
    assert!((now.y / (0.5 * spin) - 1.0).abs() < 5e-3, "{now}");
    run(&mut simulation, 0.52 * seconds);
    assert!(simulation.state().bodies[own.0].angular_velocity.length() < 1e-3);
    let moment: DVec3 = simulation.contacts().iter().map(|contact| contact.moment).sum();
    assert!(moment.length() < 1e-6, "what stands needs no moment: {moment}");
}

/// While it spins, the moment that is reported is the arm times the load; a box on four points has
/// no more than a ball.
#[test]
fn moments_are_told_and_follow_the_load() {
    let (mut simulation, own) = thrown(0.005, 0.0, DVec3::ZERO, 20.0 * DVec3::Y);
    run(&mut simulation, 0.2);
    let weight = simulation.model().bodies()[own.0].mass.mass * G / 60.0;
    let moment: DVec3 = simulation.contacts().iter().map(|contact| contact.moment).sum();
    assert!((moment.y / (0.005 * weight) + 1.0).abs() < 2e-3, "{moment} for {weight}");

    let mut model = Model::default();
    material(&mut model, 0.05, 0.0);
    let mut surface = model.materials.materials()[MaterialTable::DEFAULT.0].surface;
    surface.friction = 0.0;
    model.materials.set_surface(MaterialTable::DEFAULT, surface).unwrap();
    ground(&mut model);
    let own = cuboid(&mut model, DVec3::new(0.3, 0.1, 0.3), Pose::at(0.1 * DVec3::Y));
    let mut simulation = start(model, settings());
    throw(&mut simulation, own, DVec3::ZERO, 10.0 * DVec3::Y);
    run(&mut simulation, 0.5);
    let inertia = 0.6_f64 * 0.6 / 6.0;
    let expected = 10.0 - 0.05 * G * 0.5 / inertia;
    let now = simulation.state().bodies[own.0].angular_velocity.y;
    assert!((now / expected - 1.0).abs() < 5e-3, "{now} for {expected}");
}

/// A large island of balls with rolling friction takes small steps, stops, and goes on from a
/// saved state to the same bits.
#[test]
fn islands_with_moments_take_small_steps() {
    let build = || {
        let mut model = Model::default();
        material(&mut model, 0.01, 0.02);
        ground(&mut model);
        for at in 0..30 {
            let (x, z) = ((at % 6) as f64, (at / 6) as f64);
            ball(&mut model, 0.1, DVec3::new(0.2005 * x, 0.1, 0.2005 * z));
        }
        let settings = Settings { stepper: StepperKind::Auto, ..Settings::default() };
        let mut simulation = start(model, settings);
        throw(&mut simulation, BodyId(1), DVec3::new(1.0, 0.0, 0.3), DVec3::ZERO);
        simulation
    };
    let mut simulation = build();
    let report = simulation.step().unwrap();
    assert_eq!(report.orders.small, 30);
    run(&mut simulation, 0.3);
    let middle = simulation.state().clone();
    run(&mut simulation, 0.2);
    let mut again = build();
    again.restore(middle).unwrap();
    run(&mut again, 0.2);
    assert_eq!(again.state(), simulation.state());
}
