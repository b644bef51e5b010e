//! The same bits for any number of ranks.

use std::time::{Duration, Instant};

use crate::common::{ball, begin, collider, heap, rough_heap, run};
use stickslip_cluster::{Catalogue, ClusterError, Domain, on_threads};
use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{BodyDescription, Model, Pose, Settings, State, StepperKind};

fn hashes(state: &State) -> (u64, u64, u64) {
    (state.hash(), state.memory_hash(), state.time.to_bits())
}

/// 120 spheres and boxes with friction and restitution, stirred by a paddle.
#[test]
fn no_partition_changes_a_bit() {
    let (model, settings) = heap(120, 0.5, false);
    let (catalogue, state) = begin(&model, &settings);
    let (alone, _) = run(&catalogue, &state, 1, 100).expect("goes on");
    assert_ne!(alone.hash(), state.hash());
    assert!(alone.contacts.len() > 150, "{}", alone.contacts.len());
    let mut balancings = 0;
    for ranks in [2, 3, 8] {
        let (together, figures) = run(&catalogue, &state, ranks, 100).expect("goes on");
        assert_eq!(hashes(&together), hashes(&alone), "{ranks} ranks");
        assert_eq!(figures.len(), ranks);
        let migrations: u64 = figures.iter().map(|own| own.migrations).sum();
        assert!(migrations > 20, "{migrations} migrations");
        balancings += figures[0].balancings;
        assert!(figures.iter().all(|own| own.ghosts > 0));
        assert_eq!(figures.iter().map(|own| own.bodies).sum::<u64>(), 120);
    }
    assert!(balancings > 1, "{balancings} balancings");
}

/// Every body is on one rank after every step, and momentum stays where nothing acts from
/// outside, while bodies go from rank to rank.
#[test]
fn every_step_counts_every_body_and_its_momentum() {
    let model = crate::common::cloud();
    let settings = Settings { gravity: DVec3::ZERO, ..crate::common::settings(8) };
    let (catalogue, state) = begin(&model, &settings);
    let mass = |at: usize| model.bodies()[at].mass.mass;
    let ended = on_threads(4, |comm| {
        let mut domain = Domain::new(catalogue.clone(), &state, comm)?;
        let mut held = Vec::new();
        for _ in 0..60 {
            domain.step()?;
            held.push((domain.figures().bodies, domain.state()?));
        }
        Ok((held, domain.figures().migrations))
    });
    let ended = ended.expect("goes on");
    let momentum = |state: &State| {
        let each = state.bodies.iter().enumerate().map(|(at, own)| mass(at) * own.velocity);
        each.fold((DVec3::ZERO, 0.0), |sum, own| (sum.0 + own, sum.1 + own.length()))
    };
    let (before, scale) = momentum(&state);
    let mut last = state.clone();
    for step in 0..60 {
        let bodies: u64 = ended.iter().map(|own| own.0[step].0).sum();
        assert_eq!(bodies, 150, "step {step}");
        let now = ended[0].0[step].1.as_ref().expect("rank 0");
        let lost = (momentum(now).0 - before).length();
        assert!(lost < 1e-14 * scale, "step {step}: {lost:e}");
        // Nobody stands still: a body that no rank told of would.
        let moved = now.bodies.iter().zip(&last.bodies).filter(|own| own.0.pose != own.1.pose);
        assert_eq!(moved.count(), 150, "step {step}");
        last = now.clone();
    }
    let migrations: u64 = ended.iter().map(|own| own.1).sum();
    assert!(migrations > 20, "{migrations} migrations");
}

/// A plank that is wider than a cell lies across all ranks.
#[test]
fn bodies_wider_than_a_cell_belong_to_all() {
    let (model, settings) = heap(80, 0.0, true);
    let (catalogue, state) = begin(&model, &settings);
    let (alone, _) = run(&catalogue, &state, 1, 90).expect("goes on");
    let plank = alone.bodies.len() - 1;
    let colliders = catalogue.collider_of(plank).expect("it moves") as usize;
    let touched = alone.contacts.iter().filter(|own| own.key.1 == colliders).count();
    assert!(touched > 3, "the plank lies on {touched} points");
    for ranks in [2, 3, 5] {
        let (together, _) = run(&catalogue, &state, ranks, 90).expect("goes on");
        assert_eq!(hashes(&together), hashes(&alone), "{ranks} ranks");
    }
}

/// Moments against spinning and rolling go with their contacts, through a state too.
#[test]
fn rough_surfaces_change_no_bit() {
    let (model, settings) = rough_heap(80);
    let (catalogue, state) = begin(&model, &settings);
    let (alone, _) = run(&catalogue, &state, 1, 90).expect("goes on");
    let turning = alone.contacts.iter().filter(|own| own.impulses[3..].iter().all(|it| *it != 0.0));
    assert!(turning.count() > 30, "few moments");
    let (smooth, settings) = heap(80, 0.2, true);
    let (other, begun) = begin(&smooth, &settings);
    assert_ne!(run(&other, &begun, 1, 90).expect("goes on").0.hash(), alone.hash());
    let (together, _) = run(&catalogue, &state, 3, 90).expect("goes on");
    assert_eq!(hashes(&together), hashes(&alone));
    let (half, _) = run(&catalogue, &state, 2, 50).expect("goes on");
    let (rest, _) = run(&catalogue, &half, 4, 40).expect("goes on");
    assert_eq!(hashes(&rest), hashes(&alone));
}

/// As many sub-steps as the contacts of all ranks ask for.
#[test]
fn chosen_substeps_are_those_of_all_ranks() {
    let (model, settings) = heap(60, 0.3, false);
    let settings = Settings { substeps: 1, ..settings };
    let (catalogue, state) = begin(&model, &settings);
    let (alone, figures) = run(&catalogue, &state, 1, 40).expect("goes on");
    assert!(figures[0].substeps > 8 * 40);
    let (together, _) = run(&catalogue, &state, 3, 40).expect("goes on");
    assert_eq!(hashes(&together), hashes(&alone));
}

/// Two ranks, a saved state, three ranks: as if never ended.
#[test]
fn another_number_of_ranks_goes_on() {
    let (model, settings) = heap(90, 0.3, true);
    let (catalogue, state) = begin(&model, &settings);
    let (whole, _) = run(&catalogue, &state, 2, 60).expect("goes on");
    let (half, _) = run(&catalogue, &state, 2, 30).expect("goes on");
    let (rest, _) = run(&catalogue, &half, 3, 30).expect("goes on");
    assert_eq!(hashes(&rest), hashes(&whole));
}

/// A rank that panics ends the run with one sentence, soon.
#[test]
fn a_rank_that_panics_ends_the_run() {
    let (model, settings) = heap(60, 0.0, false);
    let (catalogue, state) = begin(&model, &settings);
    let clock = Instant::now();
    let ended = on_threads(4, |comm| {
        let mut domain = Domain::new(catalogue.clone(), &state, comm)?;
        for step in 0..1000 {
            assert!(!(step == 5 && domain.rank() == 2), "asked to");
            domain.step()?;
        }
        Ok(())
    });
    assert!(clock.elapsed() < Duration::from_secs(5));
    let error = ended.expect_err("a rank panicked");
    assert_eq!(error.to_string(), "rank 2 failed: asked to");
}

/// Ranks that were given different scenes do not begin.
#[test]
fn another_scene_is_refused() {
    let (model, settings) = heap(30, 0.0, false);
    let scenes = [settings.clone(), Settings { gravity: DVec3::NEG_Z, ..settings }];
    let scenes = scenes.map(|settings| begin(&model, &settings));
    let ended = on_threads(2, |comm| {
        let rank = stickslip_cluster::Comm::rank(&comm);
        Domain::new(scenes[rank].0.clone(), &scenes[rank].1, comm).map(|_| ())
    });
    assert_eq!(ended, Err(ClusterError::OtherScene { rank: 1 }));
}

/// What ranks do not take is named before the first step.
#[test]
fn what_ranks_do_not_take_is_refused_by_name() {
    let (model, settings) = heap(3, 0.0, false);
    let refused = |model: &Model, settings: &Settings| {
        Catalogue::new(model, settings, None).expect_err("refused").to_string()
    };
    let stepper = StepperKind::Complementarity;
    let other = refused(&model, &Settings { stepper, ..Settings::default() });
    assert_eq!(other, "ranks take stepper = \"small-steps\", unlike \"complementarity\"");
    let mut double = model.clone();
    let shape = collider(ball(0.1), stickslip_dynamics::MaterialTable::DEFAULT);
    let pose = Pose::new(DVec3::Y, DQuat::IDENTITY);
    double
        .add_body(BodyDescription::dynamic("twin", pose, vec![shape.clone(), shape]))
        .expect("sound");
    assert_eq!(refused(&double, &settings), "ranks take bodies of one shape, and \"twin\" has 2");
    let empty = Model::default();
    assert_eq!(refused(&empty, &settings), "there is no body that forces move");
}
