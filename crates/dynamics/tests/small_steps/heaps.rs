//! How deep things sink.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{Accuracy, Model, Pose, Settings};

use crate::support::{G, cuboid, ground, heap, run, settings, start};

/// Under R times its own load a contact sinks by R g/ω², ω = 2π·¼·n/Δt, twice as stiff where
/// one side is held.
#[test]
fn what_rests_sinks_by_the_law() {
    let (substeps, step) = (8, 1.0 / 60.0);
    let mut model = Model::default();
    ground(&mut model);
    let block = cuboid(&mut model, DVec3::new(0.5, 0.1, 0.5), Pose::at(0.1 * DVec3::Y));
    let mut simulation = start(model, Settings { substeps, ..settings() });
    run(&mut simulation, 2.0);
    let depth = 0.1 - simulation.state().bodies[block.0].pose.position.y;
    // Four corners carry a quarter each, on an effective mass 1/(1/m + r²/I) of a corner.
    let mass = 1000.0 * 0.2;
    let inertia = mass / 3.0 * (0.5 * 0.5 + 0.1 * 0.1);
    let effective = 1.0 / (1.0 / mass + 2.0 * 0.5 * 0.5 / inertia);
    let omega = 2.0 * std::f64::consts::TAU * 0.25 * substeps as f64 / step;
    let expected = mass * G / 4.0 / (effective * omega * omega);
    assert!((depth / expected - 1.0).abs() < 0.1, "{depth:e} for {expected:e}");
}

/// Steps choose their sub-steps so that a tower and a falling heap stay within the accuracy,
/// and twice the accuracy takes more of them.
#[test]
fn depth_stays_within_what_is_asked() {
    let mut taken = Vec::new();
    for accuracy in [2e-3, 5e-4] {
        let mut simulation =
            heap(36, Settings { accuracy: Accuracy::Within(accuracy), ..settings() });
        let (mut deepest, mut missed, mut substeps) = (0.0_f64, 0, 0);
        for _ in 0..60 {
            let report = simulation.step().unwrap();
            deepest = deepest.max(report.penetration_max);
            missed += report.inaccurate;
            substeps += report.substeps;
        }
        assert!(deepest <= accuracy && missed == 0, "{deepest:e} of {accuracy:e}, {missed} missed");
        taken.push(substeps);
    }
    assert!(taken[1] > taken[0], "{taken:?}");
}

/// The ground carries the weight of all.
#[test]
fn the_ground_carries_what_rests() {
    let mut model = Model::default();
    let ground = ground(&mut model);
    for at in 0..5 {
        let height = 0.1 + 0.2 * at as f64;
        cuboid(&mut model, DVec3::splat(0.1), Pose::at(height * DVec3::Y));
    }
    let mut simulation = start(model, settings());
    run(&mut simulation, 1.0);
    let force = simulation.contact_force(ground);
    let weight = 5.0 * 8.0 * G;
    assert!((force + weight * DVec3::Y).length() < 0.01 * weight, "{force} for {weight}");
}

/// A block of 250 times their mass on four cubes begins to lean on them at once: the first
/// steps have its sub-steps already, and it goes in no deeper than is asked.
#[test]
fn what_is_heavy_is_caught_in_its_first_steps() {
    let mut model = Model::default();
    ground(&mut model);
    for at in 0..4 {
        cuboid(&mut model, DVec3::splat(0.05), Pose::at(DVec3::Y * (0.05 + 0.1 * at as f64)));
    }
    let heavy = DVec3::new(0.3, 0.35, 0.3);
    cuboid(&mut model, heavy, Pose::at(DVec3::Y * (0.4 + heavy.y)));
    let accuracy = 1e-3;
    let settings = Settings { accuracy: Accuracy::Within(accuracy), ..settings() };
    let mut simulation = start(model, settings);
    for step in 0..60 {
        let report = simulation.step().unwrap();
        assert!(report.inaccurate == 0, "step {step}: {:e} m deep", report.penetration_max);
    }
}
