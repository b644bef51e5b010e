//! Islands with sub-steps of their own.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{BodyId, Model, Pose, Settings, Simulation, State, StepReport};

use crate::support::{ball, cuboid, ground, run, settings, start, throw};

/// A block of three by three by four boxes.
fn block(model: &mut Model, centre: DVec3) {
    for at in 0..36 {
        let (x, y, z) = (at % 3, at / 9, at / 3 % 3);
        let place = DVec3::new(x as f64, 0.5 + y as f64, z as f64);
        cuboid(model, DVec3::splat(0.1), Pose::at(centre + 0.2 * place));
    }
}

/// A block that rests, and one far away that a ball will strike.
fn scene(settings: Settings, with_other: bool) -> (Simulation, Option<BodyId>) {
    let mut model = Model::default();
    ground(&mut model);
    block(&mut model, DVec3::ZERO);
    let shot = with_other.then(|| {
        block(&mut model, DVec3::new(10.0, 0.0, 0.0));
        ball(&mut model, 0.15, DVec3::new(11.5, 0.45, 0.2))
    });
    let mut simulation = start(model, settings);
    run(&mut simulation, 0.2);
    if let Some(shot) = shot {
        throw(&mut simulation, shot, 40.0 * DVec3::NEG_X, DVec3::ZERO);
    }
    (simulation, shot)
}

/// What is struck takes many sub-steps, and may begin again; a block far away takes its own all
/// the while, and keeps the bits that it has where nothing is struck.
#[test]
fn a_heap_far_from_a_blow_keeps_its_bits() {
    let blow = |with_other| {
        let (mut simulation, _) = scene(settings(), with_other);
        let reports: Vec<StepReport> = (0..20).map(|_| simulation.step().unwrap()).collect();
        let state: &State = simulation.state();
        (state.bodies[1..37].to_vec(), reports)
    };
    let ((alone, quiet), (beside, struck)) = (blow(false), blow(true));
    let most = |reports: &[StepReport]| reports.iter().map(|it| it.substeps).max().unwrap();
    assert!(most(&struck) >= 4 * most(&quiet), "{} {}", most(&struck), most(&quiet));
    assert_eq!(alone, beside);
}

/// Nothing is lost where islands are stepped one after the other: contacts of both are
/// reported, and the ground carries both.
#[test]
fn islands_apart_are_told_together() {
    let (mut simulation, shot) = scene(settings(), true);
    let ground = BodyId(0);
    for step in 0..20 {
        let report = simulation.step().unwrap();
        assert_eq!(report.contacts, simulation.contacts().len());
        let of = |bodies: std::ops::Range<usize>| {
            let all = simulation.contacts().iter();
            all.filter(|it| it.first == ground.0 && bodies.contains(&it.second)).count()
        };
        assert!(of(1..37) >= 27 && of(37..73) > 0, "step {step}: {} {}", of(1..37), of(37..73));
        let keys = simulation.state().contacts.iter().map(|memory| memory.key);
        assert!(keys.is_sorted(), "step {step}");
    }
    let shot = &simulation.state().bodies[shot.unwrap().0];
    assert!(shot.velocity.x > -30.0, "{}", shot.velocity);
}
