//! Angles over many turns, and errors of known displacements.

use std::f64::consts::{FRAC_PI_2, TAU};

use glam::{DQuat, DVec3};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use stickslip_contact::Pose;

use super::samples::{initial_states, join, model, moved, rows, tracked};
use crate::joint::{
    Axis, Differential, Distance, Fixed, Gear, Hinge, Joint, JointKind, Prismatic, SixDof,
    Universal,
};
use crate::model::Model;
use crate::parts::BodyId;
use crate::state::BodyState;

fn joined(kind: impl Into<JointKind>, first: Option<BodyId>) -> (Model, Joint, Vec<BodyState>) {
    let mut model = model(&mut ChaCha8Rng::seed_from_u64(11));
    let joint = join(&mut model, "tested", first, kind).expect("a sound joint");
    let states = initial_states(model.bodies());
    (model, joint, states)
}

/// The body turned about a line by an angle.
fn turned(state: &BodyState, point: DVec3, axis: DVec3, angle: f64) -> BodyState {
    let turn = DQuat::from_axis_angle(axis, angle);
    let position = point + turn * (state.pose.position - point);
    BodyState { pose: Pose::new(position, turn * state.pose.orientation), ..*state }
}

#[test]
fn a_hinge_counts_ten_turns_there_and_back_without_error() {
    let (anchor, axis) = (DVec3::new(0.2, 0.1, -0.4), DVec3::new(2.0, -1.0, 0.5).normalize());
    let kind = Hinge { anchor, axis, rotation: Axis::FREE };
    let (model, joint, start) = joined(kind, Some(BodyId(0)));
    let mut memory = joint.initial_memory();
    let there = (0..=60).chain((-60..60).rev());
    for step in there {
        let angle = f64::from(step) * TAU / 6.0;
        let mut states = start.clone();
        states[1] = turned(&start[1], anchor, axis, angle);
        memory = tracked(&joint, &model, &states, memory);
        assert!((memory[0] - angle).abs() < 1e-12, "{} at {angle}", memory[0]);
        for row in rows(&joint, &model, &states, &memory, 0.0) {
            assert!(row.error.abs() < 1e-13 && row.is_held);
        }
    }
    assert!(memory[0] < -9.9 * TAU);
}

#[test]
fn small_displacements_are_the_errors() {
    let kind = Fixed { anchor: DVec3::ZERO };
    let (model, joint, start) = joined(kind, None);
    let (shift, turn) = (DVec3::new(0.01, -0.02, 0.03), DVec3::new(0.2, -0.1, 0.3));
    let mut states = start.clone();
    states[1] = turned(&start[1], DVec3::ZERO, turn.normalize(), turn.length());
    states[1].pose.position += shift;
    let errors: Vec<f64> =
        rows(&joint, &model, &states, &[0.0; 2], 0.0).iter().map(|row| row.error).collect();
    for (error, expected) in errors.iter().zip([shift.to_array(), turn.to_array()].concat()) {
        assert!((error - expected).abs() < 1e-14, "{error} for {expected}");
    }
}

/// Turned by 2 rad about its free axis and then tilted about each of the
/// others: the angle is between its stops, the tilt in the row of its axis.
#[test]
fn each_rotation_shows_in_its_own_row() {
    let units = [DVec3::X, DVec3::Y, DVec3::Z];
    for turning in 0..3 {
        let mut axes = std::array::from_fn(|_| Axis::HELD);
        axes[3 + turning] = Axis { limits: Some([-1.0, 5.0]), ..Axis::FREE };
        let kind =
            SixDof { anchor: DVec3::ZERO, frame: DQuat::IDENTITY, turned: DQuat::IDENTITY, axes };
        let (model, joint, start) = joined(kind, None);
        for tilting in (0..3).filter(|&tilting| tilting != turning) {
            let mut states = start.clone();
            states[1] = turned(&start[1], DVec3::ZERO, units[turning], 2.0);
            states[1] = turned(&states[1], DVec3::ZERO, units[tilting], 0.3);
            let memory = tracked(&joint, &model, &states, joint.initial_memory());
            assert!((memory[0] - 2.0).abs() < 1e-14);
            // The stops take two rows.
            let mut expected = vec![0.0; 3];
            for at in 0..3 {
                match at {
                    at if at == turning => expected.extend([3.0, 3.0]),
                    at if at == tilting => expected.push(0.3_f64.sin()),
                    _ => expected.push(0.0),
                }
            }
            let rows = rows(&joint, &model, &states, &memory, 0.0);
            for (row, expected) in rows.iter().zip(&expected) {
                assert!((row.error - expected).abs() < 1e-14, "{} for {expected}", row.error);
            }
        }
    }
}

#[test]
fn a_universal_joint_counts_both_turns() {
    let kind = Universal::free(DVec3::ZERO, DVec3::X, DVec3::Y);
    let (model, joint, start) = joined(kind, None);
    let mut memory = [0.0; 2];
    for step in 0..40 {
        let [first, second] = [0.9, -0.7].map(|speed| speed * f64::from(step));
        let mut states = start.clone();
        states[1] = turned(&start[1], DVec3::ZERO, DVec3::Y, second);
        states[1] = turned(&states[1], DVec3::ZERO, DVec3::X, first);
        memory = tracked(&joint, &model, &states, memory);
        assert!((memory[0] - first).abs() + (memory[1] - second).abs() < 1e-12);
        let rows = rows(&joint, &model, &states, &memory, 0.0);
        assert!(rows.iter().all(|row| row.error.abs() < 1e-13));
    }
}

#[test]
fn gears_remember_their_teeth() {
    for ratio in [4.7, -0.3] {
        let kind = Gear { first_axis: DVec3::X, second_axis: DVec3::Z, ratio, carrier: None };
        let (model, joint, start) = joined(kind, Some(BodyId(0)));
        let mut memory = joint.initial_memory();
        // The faster wheel does several turns in a step.
        for step in 0..100 {
            let slow = f64::from(step) * FRAC_PI_2;
            let [first, second] =
                if ratio.abs() > 1.0 { [-ratio * slow, slow] } else { [slow, -slow / ratio] };
            let mut states = start.clone();
            states[0] = turned(&start[0], DVec3::ZERO, DVec3::X, first + 0.01);
            states[1] = turned(&start[1], DVec3::ZERO, DVec3::Z, second);
            memory = tracked(&joint, &model, &states, memory);
            let rows = rows(&joint, &model, &states, &memory, 0.0);
            // The slack of 0.01 in the first wheel is the error.
            assert!((rows[0].error - 0.01).abs() < 1e-11);
        }
    }
}

#[test]
fn a_differential_remembers_its_outputs() {
    let kind = Differential {
        input_axis: DVec3::X,
        output_axis: DVec3::Z,
        other_output: BodyId(2),
        ratio: 3.5,
        carrier: Some(BodyId(3)),
    };
    let (model, joint, start) = joined(kind, Some(BodyId(0)));
    let mut memory = joint.initial_memory();
    for step in 0..60 {
        let outputs = [2.5, -0.4].map(|speed| speed * f64::from(step));
        let input = 3.5 * 0.5 * (outputs[0] + outputs[1]) - 0.02;
        let mut states = start.clone();
        states[0] = turned(&start[0], DVec3::ZERO, DVec3::X, input);
        states[1] = turned(&start[1], DVec3::ONE, DVec3::Z, outputs[0]);
        states[2] = turned(&start[2], DVec3::X, DVec3::Z, outputs[1]);
        // The carrier takes all of them along.
        let (axis, angle) = (DVec3::new(0.6, 0.0, 0.8), 0.3 * f64::from(step));
        for state in &mut states {
            *state = turned(state, DVec3::Y, axis, angle);
        }
        memory = tracked(&joint, &model, &states, memory);
        let row = &rows(&joint, &model, &states, &memory, 0.0)[0];
        assert!((row.error + 0.02).abs() < 1e-11, "{} at {step}", row.error);
    }
}

#[test]
fn distances_and_travels_are_reported() {
    let kind = Prismatic { anchor: DVec3::ONE, axis: DVec3::Z, travel: Axis::FREE };
    let (model, joint, mut states) = joined(kind, Some(BodyId(0)));
    states[1].velocity = DVec3::new(0.0, 0.0, -0.7);
    let memory = tracked(&joint, &model, &moved(&states, 1.0), joint.initial_memory());
    assert!((memory[0] + 0.7).abs() < 1e-14);

    let (first_anchor, second_anchor) = (DVec3::ZERO, DVec3::X * 2.0);
    let kind = Distance::between(first_anchor, second_anchor, None);
    let (model, joint, mut states) = joined(kind, None);
    assert_eq!(joint.initial_memory()[0], 2.0);
    states[1].velocity = DVec3::X;
    let memory = tracked(&joint, &model, &moved(&states, 1.0), joint.initial_memory());
    assert!((memory[0] - 3.0).abs() < 1e-14);
}
