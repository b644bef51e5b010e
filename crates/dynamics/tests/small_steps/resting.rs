//! Heaps at rest against closed forms.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{Model, Pose, Simulation};

use crate::support::{ball, cuboid, ground, heap, run, settings, slope, start, surface};

/// Three balls on the ground and one in the hollow between them; and how far it sinks in a
/// second, as a part of the radius.
fn sinks_by(friction: f64) -> f64 {
    let (radius, mut model) = (0.2, Model::default());
    surface(&mut model, friction, 0.0);
    ground(&mut model);
    // Centres are 2 r apart, and a little more, so that those below do not touch.
    let side = 2.0 * radius * (1.0 + 1e-4);
    for at in 0..3 {
        let angle = std::f64::consts::TAU / 3.0 * at as f64;
        let way = DVec3::new(angle.cos(), 0.0, angle.sin()) * (side / 3.0_f64.sqrt());
        ball(&mut model, radius, way + radius * DVec3::Y);
    }
    let height = (4.0 * radius * radius - side * side / 3.0).sqrt();
    let top = ball(&mut model, radius, (radius + height) * DVec3::Y);
    let mut simulation = start(model, settings());
    run(&mut simulation, 1.0);
    let now = simulation.state().bodies[top.0].pose.position;
    (radius + height - now.y) / radius
}

/// The smallest heap of balls stands from μ = tan(θ/2) = √3 − √2 on, θ the angle of its sides
/// with the vertical (sin θ = 1/√3): the forces on a ball below are balanced about its lowest
/// point if and only if the one from above points there.
#[test]
fn four_balls_stand_from_the_friction_of_repose_on() {
    let repose = 3.0_f64.sqrt() - 2.0_f64.sqrt();
    let (above, below) = (sinks_by(1.02 * repose), sinks_by(0.98 * repose));
    assert!(above < 2e-3, "sank by {above} of its radius");
    assert!(below > 0.1, "stands with too little friction: {below}");
}

fn places(simulation: &Simulation) -> Vec<DVec3> {
    simulation.state().bodies.iter().map(|body| body.pose.position).collect()
}

/// Boxes in a pyramid move by less than a tenth of a millimetre in a minute, and so does a
/// block on a slope of 95 % of what friction holds.
#[test]
fn what_rests_does_not_creep() {
    let mut model = Model::default();
    surface(&mut model, 0.5, 0.0);
    ground(&mut model);
    for row in 0..4 {
        for at in 0..4 - row {
            let x = 0.22 * (at as f64 + 0.5 * row as f64);
            let place = DVec3::new(x, 0.1 + 0.2 * row as f64, 0.0);
            cuboid(&mut model, DVec3::splat(0.1), Pose::at(place));
        }
    }
    let friction: f64 = 0.5;
    let (on_slope, ..) = slope((0.95 * friction).atan(), friction);
    for mut simulation in [start(model, settings()), on_slope] {
        run(&mut simulation, 2.0);
        let begin = places(&simulation);
        run(&mut simulation, 60.0);
        let end = places(&simulation);
        let crept = end.iter().zip(&begin).map(|(now, then)| now.distance(*then));
        let crept = crept.fold(0.0, f64::max);
        assert!(crept < 1e-4, "crept by {crept:e} m");
    }
}

/// A heap that falls into itself, and slides and rocks until it lies, never gains energy.
#[test]
fn energy_of_a_heap_never_rises() {
    let mut simulation = heap(36, settings());
    let fall = simulation.energy();
    let mut energy = fall;
    for step in 0..120 {
        simulation.step().unwrap();
        let now = simulation.energy();
        assert!(now <= energy + 1e-5 * fall, "step {step}: {now} J after {energy} J");
        energy = now;
    }
    assert!(energy < 0.5 * fall, "it has fallen");
}
