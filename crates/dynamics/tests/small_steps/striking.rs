//! Impacts against closed forms.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{BodyId, Model, Settings, Simulation};

use crate::support::{G, ball, ground, heap, run, settings, start, surface, throw};

fn height(simulation: &Simulation, body: BodyId) -> f64 {
    simulation.state().bodies[body.0].pose.position.y
}

/// A ball dropped from h comes back up to e² h: of a bounce of speed v, sub-steps of Δt lose
/// g Δt/v, so that they are asked to be short.
#[test]
fn balls_bounce_to_e_squared_of_their_height() {
    for restitution in [0.2, 0.5, 0.9] {
        let mut model = Model::default();
        surface(&mut model, 0.3, restitution);
        ground(&mut model);
        let own = ball(&mut model, 0.2, 1.2 * DVec3::Y);
        let settings = Settings { time_step: 1.0 / 240.0, substeps: 16, ..settings() };
        let mut simulation = start(model, settings);
        run(&mut simulation, (2.0 / G).sqrt() + 0.02);
        let mut top = 0.0_f64;
        for _ in 0..240 {
            simulation.step().unwrap();
            top = top.max(height(&simulation, own) - 0.2);
            if simulation.state().bodies[own.0].velocity.y < 0.0 {
                break;
            }
        }
        let expected = restitution * restitution;
        assert!((top / expected - 1.0).abs() < 0.01, "e = {restitution}: {top} for {expected}");
    }
}

/// The first of five balls in a row, half a centimetre apart, stops, and the last leaves with
/// its speed.
#[test]
fn a_cradle_hands_speed_through() {
    let mut model = Model::default();
    surface(&mut model, 0.0, 1.0);
    let balls: Vec<BodyId> =
        (0..5).map(|at| ball(&mut model, 0.1, DVec3::X * (0.205 * at as f64))).collect();
    let settings = Settings { gravity: DVec3::ZERO, ..settings() };
    let mut simulation = start(model, settings);
    throw(&mut simulation, balls[0], DVec3::X, DVec3::ZERO);
    run(&mut simulation, 0.3);
    let speeds: Vec<f64> =
        balls.iter().map(|own| simulation.state().bodies[own.0].velocity.x).collect();
    assert!(
        (speeds[4] - 1.0).abs() < 0.01 && speeds[..4].iter().all(|v| v.abs() < 0.01),
        "{speeds:?}"
    );
}

/// Nothing but rounding of single precision changes the momentum of a cloud that collides
/// with itself; friction and impacts take energy away.
#[test]
fn momentum_stays_and_energy_falls() {
    let settings = Settings { gravity: DVec3::ZERO, ..settings() };
    let mut simulation = heap(18, settings);
    let mut state = simulation.state().clone();
    for body in &mut state.bodies[1..] {
        body.pose.position.y += 3.0;
        body.velocity = (DVec3::new(0.5, 3.8, 0.4) - body.pose.position) * 2.0;
    }
    simulation.restore(state).unwrap();
    let (begin, mut energy) = (simulation.momentum(), simulation.energy());
    let mass: f64 = simulation.model().bodies().iter().map(|body| body.mass.mass).sum();
    for step in 0..60 {
        simulation.step().unwrap();
        let now = simulation.energy();
        assert!(now <= energy * (1.0 + 1e-5), "step {step}: {now} J after {energy} J");
        energy = now;
    }
    let now = simulation.momentum();
    assert!((now.0 - begin.0).length() < 1e-6 * mass, "{} after {}", now.0, begin.0);
    // Arms of a contact are those of the last look at its pair: up to a millimetre off, of some
    // two hundred.
    assert!((now.1 - begin.1).length() < 0.01 * begin.1.length(), "{} after {}", now.1, begin.1);
    assert!(energy < 0.9 * mass, "they have met");
}
