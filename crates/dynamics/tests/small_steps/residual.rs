//! The residual of small steps against the natural map of what is reported of their contacts.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    ContactReport, FrictionModel, Model, Pose, Settings, Simulation, StepReport,
};

use crate::support::{G, cuboid, ground, heap, run, settings, start, surface, throw};

const SUBSTEPS: usize = 8;

fn fixed(friction: FrictionModel) -> Settings {
    Settings { substeps: SUBSTEPS, friction, ..settings() }
}

/// x − P_K(x − ŵ) of a contact in a sub-step: the nearest point of the cone is looked for along
/// the ray of the trial point, by halving.
fn natural_map(contact: &ContactReport) -> [f64; 3] {
    let h = 1.0 / 60.0 / SUBSTEPS as f64;
    let mu = contact.friction;
    let (n, t) = (contact.normal, contact.tangent);
    let parts = |vector: DVec3| [vector.dot(n), vector.dot(t), vector.dot(n.cross(t))];
    let x = parts(contact.impulse);
    let mut w = parts(contact.velocity);
    w[0] += contact.gap.max(0.0) / h + mu * w[1].hypot(w[2]);
    let trial = [x[0] - w[0], x[1] - w[1], x[2] - w[2]];
    let radius = trial[1].hypot(trial[2]);
    if radius <= mu * trial[0] {
        return w;
    }
    // The derivative of the squared distance to (a, μ a) grows with a.
    let (mut low, mut high) = (0.0, trial[0].abs() + radius);
    for _ in 0..200 {
        let a = 0.5 * (low + high);
        let slope = (a - trial[0]) + mu * (mu * a - radius);
        if slope > 0.0 { high = a } else { low = a }
    }
    let scale = mu * low / radius.max(f64::MIN_POSITIVE);
    [x[0] - low, x[1] - scale * trial[1], x[2] - scale * trial[2]]
}

/// Impulses are reported for sub-steps of the settings, which are those of the step here.
fn largest(simulation: &Simulation) -> f64 {
    let all = simulation.contacts().iter().flat_map(natural_map);
    all.fold(0.0, |largest, entry| entry.abs().max(largest))
}

#[test]
fn the_residual_is_the_natural_map_of_the_contacts() {
    let mut simulation = heap(60, fixed(FrictionModel::Pyramid));
    let mut sizes = Vec::new();
    for _ in 0..40 {
        let report: StepReport = simulation.step().unwrap();
        let (told, own) = (report.small_residual_max, largest(&simulation));
        assert!((told - own).abs() <= 1e-5 + 1e-3 * own, "{told} for {own}");
        sizes.push(told);
    }
    assert!(sizes.iter().any(|&size| size > 1e-3), "a heap in motion is not exact: {sizes:?}");
}

/// At rest the impulses are exact but for rounding, and while a box slides as well.
#[test]
fn what_rests_or_slides_alone_has_no_residual() {
    let mut model = Model::default();
    surface(&mut model, 0.3, 0.0);
    ground(&mut model);
    let own = cuboid(&mut model, DVec3::new(0.3, 0.1, 0.3), Pose::at(0.1 * DVec3::Y));
    let mut simulation = start(model, fixed(FrictionModel::Pyramid));
    throw(&mut simulation, own, 3.0 * DVec3::X, DVec3::ZERO);
    let weight = simulation.model().bodies()[own.0].mass.mass * G / 60.0 / SUBSTEPS as f64;
    run(&mut simulation, 0.3);
    let sliding = simulation.step().unwrap().small_residual_max;
    run(&mut simulation, 2.0);
    let resting = simulation.step().unwrap().small_residual_max;
    assert!(sliding < 0.01 * weight && resting < 1e-3 * weight, "{sliding} {resting} {weight}");
}

/// Of cones the norm of the map is reported over that of the velocities without impulses: g h at
/// each of the four corners of a box that rests.
#[test]
fn cones_are_measured_relative_to_what_would_be_without_impulses() {
    let mut model = Model::default();
    surface(&mut model, 0.3, 0.0);
    ground(&mut model);
    let own = cuboid(&mut model, DVec3::new(0.3, 0.1, 0.3), Pose::at(0.12 * DVec3::Y));
    let mut simulation = start(model, fixed(FrictionModel::Cone));
    throw(&mut simulation, own, DVec3::ZERO, DVec3::new(0.0, 0.5, 0.0));
    run(&mut simulation, 0.2);
    let told = simulation.step().unwrap().small_residual_max;
    assert_eq!(simulation.contacts().len(), 4);
    let square: f64 = simulation.contacts().iter().flat_map(natural_map).map(|it| it * it).sum();
    let free = 2.0 * G / 60.0 / SUBSTEPS as f64;
    let expected = square.sqrt() / free;
    assert!((told - expected).abs() < 1e-4 + 0.02 * expected, "{told} for {expected}");
}
