//! A small stepper for tests: semi-implicit Euler with a dense projected
//! Gauss–Seidel, run until nothing changes.

use glam::{DMat3, DQuat, DVec3};
use stickslip_contact::Pose;

use super::samples::Whole;
use super::samples::initial_states;
use crate::joint::{Interval, Rule};
use crate::model::Model;
use crate::parts::{BodyDescription, BodyId, MassDescription};
use crate::rows::{Bodies, RowBuffer, Term};
use crate::state::BodyState;

/// A model in motion.
pub(crate) struct Mover {
    pub(crate) model: Model,
    pub(crate) states: Vec<BodyState>,
    pub(crate) memories: Vec<[f64; 2]>,
    pub(crate) time: f64,
    /// Impulses of all rows in the last step.
    pub(crate) impulses: Vec<f64>,
    gravity: DVec3,
    h: f64,
}

/// A body of given mass and round inertia, without a shape.
pub(crate) fn ball(name: &str, position: DVec3, mass: f64, inertia: f64) -> BodyDescription {
    let body = BodyDescription::dynamic(name, Pose::at(position), vec![]);
    let inertia = DMat3::from_diagonal(DVec3::splat(inertia));
    BodyDescription { mass: MassDescription::Given { mass, centre: DVec3::ZERO, inertia }, ..body }
}

impl Mover {
    pub(crate) fn new(model: Model, gravity: DVec3, h: f64) -> Self {
        let states = initial_states(model.bodies());
        let memories = model.joints().iter().map(|joint| joint.initial_memory()).collect();
        Self { model, states, memories, time: 0.0, impulses: vec![], gravity, h }
    }

    pub(crate) fn state(&mut self, body: BodyId) -> &mut BodyState {
        &mut self.states[body.0]
    }

    /// One step.
    pub(crate) fn step(&mut self) {
        for (state, body) in self.states.iter_mut().zip(self.model.bodies()) {
            if body.is_dynamic() {
                state.velocity += self.gravity * self.h;
            }
        }
        let rows = self.rows();
        self.impulses.resize(rows.len(), 0.0);
        for (row, &impulse) in rows.iter().zip(&self.impulses) {
            push(&self.model, &mut self.states, row, impulse);
        }
        for _ in 0..100_000 {
            let mut most = 0.0_f64;
            for (row, impulse) in rows.iter().zip(&mut self.impulses) {
                let w = super::samples::rate(row, &self.states) - row.target
                    + row.epsilon * *impulse
                    + row.gamma * row.error / self.h;
                let next = (*impulse
                    - w / (response(&self.model, &self.states, row) + row.epsilon))
                    .clamp(row.lo, row.hi);
                most = most.max((next - *impulse).abs());
                push(&self.model, &mut self.states, row, next - *impulse);
                *impulse = next;
            }
            if most < 1e-14 {
                break;
            }
        }
        for state in &mut self.states {
            state.pose.position += state.velocity * self.h;
            let turn = DQuat::from_scaled_axis(state.angular_velocity * self.h);
            state.pose.orientation = (turn * state.pose.orientation).normalize();
        }
        self.time += self.h;
    }

    /// The rows of all joints where everything is now.
    pub(crate) fn rows(&mut self) -> Vec<Whole> {
        let bodies = Bodies { bodies: self.model.bodies(), states: &self.states, vertices: &[] };
        let mut buffer = RowBuffer::default();
        for (joint, memory) in self.model.joints().iter().zip(&mut self.memories) {
            joint.track(&bodies, memory);
            let step = Interval { time: self.time, h: self.h, rule: Rule::Ends };
            joint.write_rows(&bodies, memory, step, &[], &mut buffer);
        }
        Whole::all(&buffer)
    }
}

fn world_inverse(model: &Model, states: &[BodyState], body: usize) -> DMat3 {
    let rotation = DMat3::from_quat(states[body].pose.orientation);
    rotation * model.bodies()[body].inverse_inertia * rotation.transpose()
}

fn push(model: &Model, states: &mut [BodyState], row: &Whole, impulse: f64) {
    for term in &row.terms {
        let inverse = world_inverse(model, states, term.mover);
        let state = &mut states[term.mover];
        state.velocity += term.linear * (model.bodies()[term.mover].inverse_mass * impulse);
        state.angular_velocity += inverse * term.angular * impulse;
    }
}

fn response(model: &Model, states: &[BodyState], row: &Whole) -> f64 {
    let part = |term: &Term| {
        let inverse = world_inverse(model, states, term.mover);
        model.bodies()[term.mover].inverse_mass * term.linear.length_squared()
            + term.angular.dot(inverse * term.angular)
    };
    row.terms.iter().map(part).sum()
}
