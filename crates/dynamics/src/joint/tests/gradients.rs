//! The rate of every row against finite differences of its error.

use glam::DVec3;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::samples::{
    STEP, initial_states, join, kinds, model, moved, rate, rows, stirred, tracked,
};
use crate::joint::{Axis, Gear, Hinge, JointKind};
use crate::parts::BodyId;

/// How far the state is from the initial one, where rotation vectors and
/// angles do not yet wrap.
const SIZES: [f64; 3] = [1e-3, 0.1, 0.8];

#[test]
fn rows_change_as_their_errors_do() {
    for (name, kind, _) in kinds() {
        for seed in 0..20 {
            let random = &mut ChaCha8Rng::seed_from_u64(seed);
            let mut model = model(random);
            let worldly =
                seed % 2 == 1 && !matches!(kind, JointKind::Gear(Gear { carrier: None, .. }));
            let first = (!worldly).then_some(BodyId(0));
            let joint = join(&mut model, name, first, kind.clone()).expect("a sound joint");
            let size = SIZES[seed as usize % 3];
            let start = initial_states(model.bodies());
            let away = moved(&stirred(&start, random, size), 1.0);
            let states = stirred(&away, random, 1.0);
            let memory = tracked(&joint, &model, &states, joint.initial_memory());
            let at = |time: f64| rows(&joint, &model, &moved(&states, time), &memory, 0.0);
            const TIME: f64 = 1e-4;
            let (before, now, after) = (at(-TIME), at(0.0), at(TIME));
            // Central differences err by TIME²/6 times a third derivative.
            for (place, row) in now.iter().enumerate().filter(|(_, row)| row.gamma > 0.0) {
                let difference = (after[place].error - before[place].error) / (2.0 * TIME);
                let gap = (rate(row, &states) - difference).abs();
                assert!(gap < 1e-6, "{name}, seed {seed}, row {place}: {gap}");
            }
        }
    }
}

#[test]
fn held_rows_vanish_at_the_initial_pose_and_counts_stay() {
    for (name, kind, count) in kinds() {
        let random = &mut ChaCha8Rng::seed_from_u64(7);
        let mut model = model(random);
        let joint = join(&mut model, name, Some(BodyId(0)), kind).expect("a sound joint");
        let start = initial_states(model.bodies());
        let rows_at_start = rows(&joint, &model, &start, &joint.initial_memory(), 0.0);
        assert_eq!(rows_at_start.len(), count, "{name}");
        assert_eq!(joint.row_count(), count, "{name}");
        for row in rows_at_start.iter().filter(|row| row.is_held) {
            assert!(row.error.abs() < 1e-12, "{name}: {}", row.error);
        }
        let away = moved(&stirred(&start, random, 3.0), 1.0);
        let rows_away = rows(&joint, &model, &away, &[1.0, 2.0], 5.0);
        assert_eq!(rows_away.len(), count, "{name}");
        for (here, there) in rows_at_start.iter().zip(&rows_away) {
            assert_eq!((here.lo, here.hi, here.is_held), (there.lo, there.hi, there.is_held));
        }
    }
}

/// Speeds of velocity motors and friction: the plain angular velocity about
/// the axis of the first body, whatever the angle.
#[test]
fn friction_rows_are_relative_angular_velocities() {
    let random = &mut ChaCha8Rng::seed_from_u64(3);
    let mut model = model(random);
    let rotation = Axis { friction: 2.0, ..Axis::FREE };
    let kind = Hinge { anchor: DVec3::X, axis: DVec3::Y * 3.0, rotation };
    let joint = join(&mut model, "hinge", Some(BodyId(0)), kind).expect("a sound joint");
    let start = initial_states(model.bodies());
    let states = stirred(&moved(&stirred(&start, random, 1.0), 1.0), random, 1.0);
    let row = rows(&joint, &model, &states, &[0.0; 2], 0.0).swap_remove(5);
    let turned = states[0].pose.orientation * start[0].pose.orientation.inverse();
    let spin = states[1].angular_velocity - states[0].angular_velocity;
    assert!((rate(&row, &states) - (turned * DVec3::Y).dot(spin)).abs() < 1e-12);
    assert_eq!((row.lo, row.hi, row.error, row.gamma), (-0.02, 0.02, 0.0, 0.0));
}

/// Rows with an armature have h J̇v in their target: how fast J v changes while all
/// velocities stay.
#[test]
fn armatures_know_how_their_rates_change() {
    let (damping, armature) = (3.0, 0.5);
    for (name, kind, _) in kinds() {
        let epsilon = match name {
            "sprung prismatic" | "sprung distance" | "tendon" => {
                1.0 / (40.0 * STEP * STEP + damping * STEP + armature)
            }
            "slack prismatic" => 1.0 / (damping * STEP + armature),
            _ => continue,
        };
        for seed in 0..10 {
            let random = &mut ChaCha8Rng::seed_from_u64(seed);
            let mut model = model(random);
            let joint = join(&mut model, name, Some(BodyId(0)), kind.clone()).expect("sound");
            let start = initial_states(model.bodies());
            let away = moved(&stirred(&start, random, 0.5), 1.0);
            let states = stirred(&away, random, 1.0);
            let memory = tracked(&joint, &model, &states, joint.initial_memory());
            let at = |time: f64| rows(&joint, &model, &moved(&states, time), &memory, 0.0);
            const TIME: f64 = 1e-4;
            let (before, now, after) = (at(-TIME), at(0.0), at(TIME));
            let place = now.iter().position(|row| (row.epsilon - epsilon).abs() < 1e-12);
            let place = place.expect("a row with an armature");
            let rates = [&before, &now, &after].map(|rows| rate(&rows[place], &states));
            let difference = (rates[2] - rates[0]) / (2.0 * TIME);
            let drift = (rates[1] - now[place].target / (armature * epsilon)) / STEP;
            assert!((drift - difference).abs() < 1e-5, "{name}, {seed}: {drift} {difference}");
        }
    }
}
