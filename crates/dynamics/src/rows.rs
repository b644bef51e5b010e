//! Scalar constraints as they go to the solver.

use glam::{DMat3, DVec3};
use stickslip_contact::Pose;

use crate::model::Body;
use crate::state::BodyState;

/// What a constraint may look at: the bodies, and where they are.
#[derive(Clone, Copy, Debug)]
pub struct Bodies<'a> {
    /// The constants of the bodies.
    pub bodies: &'a [Body],
    /// Centres of mass, orientations and velocities.
    pub states: &'a [BodyState],
    /// Inverse inertia in world axes.
    pub inverse_inertias: &'a [DMat3],
}

impl Bodies<'_> {
    /// The pose of a body's centre of mass; the identity for the world.
    pub fn center(&self, body: Option<usize>) -> Pose {
        body.map_or(Pose::IDENTITY, |body| self.states[body].pose)
    }
}

/// One body's part in a row: w gets linear·v + angular·ω.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Term {
    /// Which body.
    pub body: usize,
    /// Factor on the velocity of its centre of mass.
    pub linear: DVec3,
    /// Factor on its angular velocity.
    pub angular: DVec3,
}

/// Most bodies that one row joins.
pub const MAX_TERMS: usize = 4;

/// One scalar constraint: w = Σ terms − target + ε λ + γ φ/h with λ ∈ [lo, hi].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    terms: [Term; MAX_TERMS],
    count: usize,
    /// Violation φ of the position (m or rad); 0 where there is none.
    pub error: f64,
    /// Speed that w is measured from (m/s or rad/s).
    pub target: f64,
    /// Compliance ε.
    pub epsilon: f64,
    /// Share γ of the violation to remove in one step.
    pub gamma: f64,
    /// Smallest impulse (N·s or N·m·s).
    pub lo: f64,
    /// Largest impulse.
    pub hi: f64,
    /// Whether the error is one that should vanish, and counts as joint error.
    pub is_held: bool,
}

impl Row {
    /// A two-sided row without error or target.
    pub fn new(epsilon: f64, gamma: f64) -> Self {
        Self {
            terms: [Term::default(); MAX_TERMS],
            count: 0,
            error: 0.0,
            target: 0.0,
            epsilon,
            gamma,
            lo: f64::NEG_INFINITY,
            hi: f64::INFINITY,
            is_held: false,
        }
    }

    /// Adds a body's part; the world (`None`) has none. A body named twice
    /// gets the sum.
    pub fn add(&mut self, body: Option<usize>, linear: DVec3, angular: DVec3) {
        let Some(body) = body else { return };
        if let Some(term) = self.terms[..self.count].iter_mut().find(|term| term.body == body) {
            term.linear += linear;
            term.angular += angular;
        } else if self.count < MAX_TERMS {
            self.terms[self.count] = Term { body, linear, angular };
            self.count += 1;
        }
    }

    /// Σ terms at the velocities of the bodies.
    pub fn speed(&self, bodies: &Bodies<'_>) -> f64 {
        self.terms()
            .iter()
            .map(|term| {
                let state = &bodies.states[term.body];
                term.linear.dot(state.velocity) + term.angular.dot(state.angular_velocity)
            })
            .sum()
    }

    /// The parts of the bodies.
    pub fn terms(&self) -> &[Term] {
        &self.terms[..self.count]
    }
}

/// Collects rows; keeps its memory from step to step.
#[derive(Debug, Default)]
pub struct RowBuffer {
    rows: Vec<Row>,
}

impl RowBuffer {
    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Adds a row.
    pub fn push(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// The rows so far.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
}
