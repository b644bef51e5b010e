//! Scalar constraints as they go to the solver: sparse rows over the velocities.

use std::ops::{Deref, DerefMut, Range};

use glam::{DMat3, DVec3};
use stickslip_contact::Pose;

use crate::friction::FrictionShape;
use crate::parts::Body;
use crate::state::BodyState;

/// What a constraint may look at: the bodies, and where they are.
#[derive(Clone, Copy, Debug)]
pub struct Bodies<'a> {
    /// The constants of the bodies.
    pub bodies: &'a [Body],
    /// Centres of mass, orientations and velocities.
    pub states: &'a [BodyState],
    /// Velocities of the vertices of soft bodies, which come after the bodies
    /// among the movers; empty for whoever asks of bodies alone.
    pub vertices: &'a [DVec3],
}

impl Bodies<'_> {
    /// The pose of a body's centre of mass; the identity for the world.
    pub fn centre(&self, body: Option<usize>) -> Pose {
        body.map_or(Pose::IDENTITY, |body| self.states[body].pose)
    }
}

/// One mover's part in a row: w gets linear·v + angular·ω.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Term {
    /// Which mover: a body, or after all bodies a vertex.
    pub mover: usize,
    /// Factor on the velocity of its centre of mass.
    pub linear: DVec3,
    /// Factor on its angular velocity.
    pub angular: DVec3,
}

/// One scalar constraint: w = Σ terms − target + ε λ + γ φ/h with λ ∈ [lo, hi].
/// Its terms are in the buffer that it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    terms: Range<usize>,
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
    /// What it stands for.
    pub role: Role,
}

/// What a row of a joint stands for, where steps take two kicks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// A constraint, a motor of a given speed or force, or friction.
    #[default]
    Constraint,
    /// A spring, a damper or a servo that is too stiff to be followed: it acts at the end.
    Stiff,
    /// One that is followed: it acts on the mean of both ends of a step.
    Followed,
}

/// Rows that belong to one contact of the whole step.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactRows {
    /// Index of its normal row.
    pub first: usize,
    /// Number of its rows; the normal and both tangents come first.
    pub count: usize,
    /// Friction coefficient.
    pub mu: f64,
    /// Arms of friction against spinning and rolling (m); 0 without such rows.
    pub torsion: f64,
    /// The same against rolling.
    pub rolling: f64,
    /// Normal impulse of the last step, for models with bounds fixed beforehand.
    pub load: f64,
    /// C = [n t b] of its rows.
    pub frame: DMat3,
    /// The section as multiples of μ, in the frame of the tangents.
    pub friction_shape: FrictionShape,
    /// Size of a section that does not follow the load (N·s).
    pub bound: Option<f64>,
}

impl ContactRows {
    /// Whether friction acts in it.
    pub fn has_tangents(&self) -> bool {
        self.count >= 3
    }
}

/// All rows of a step, and the terms of all of them in one arena. Keeps its
/// memory from step to step.
#[derive(Debug, Default)]
pub struct RowBuffer {
    rows: Vec<Row>,
    terms: Vec<Term>,
}

impl RowBuffer {
    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.terms.clear();
    }

    /// Adds a two-sided row without terms, error or target, and lets the
    /// caller write them.
    pub fn add(&mut self, epsilon: f64, gamma: f64) -> NewRow<'_> {
        let begin = self.terms.len();
        let row = self.rows.len();
        self.rows.push(Row {
            terms: begin..begin,
            error: 0.0,
            target: 0.0,
            epsilon,
            gamma,
            lo: f64::NEG_INFINITY,
            hi: f64::INFINITY,
            is_held: false,
            role: Role::Constraint,
        });
        NewRow { row: &mut self.rows[row], terms: &mut self.terms }
    }

    /// Adds a row by which nothing moves, in the place of one that is not needed.
    pub fn add_none(&mut self) {
        self.add(0.0, 0.0);
    }

    /// Adds a row of another buffer as it is.
    pub fn copy(&mut self, other: &Self, at: usize) -> NewRow<'_> {
        let row = &other.rows[at];
        let begin = self.terms.len();
        self.terms.extend_from_slice(other.terms(row));
        self.rows.push(Row { terms: begin..self.terms.len(), ..row.clone() });
        let last = self.rows.len() - 1;
        NewRow { row: &mut self.rows[last], terms: &mut self.terms }
    }

    /// The rows so far.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// A row to be changed; its terms stay.
    pub fn row_mut(&mut self, at: usize) -> &mut Row {
        &mut self.rows[at]
    }

    /// Takes a row out of the step: it keeps its place, but nothing moves by it. Gives what
    /// [`RowBuffer::put_back`] asks for.
    pub fn strike_out(&mut self, at: usize) -> Range<usize> {
        let terms = &mut self.rows[at].terms;
        std::mem::replace(terms, terms.start..terms.start)
    }

    /// Puts a row back that was struck out.
    pub fn put_back(&mut self, at: usize, terms: Range<usize>) {
        self.rows[at].terms = terms;
    }

    /// The parts of the movers in a row of this buffer.
    pub fn terms(&self, row: &Row) -> &[Term] {
        &self.terms[row.terms.clone()]
    }

    /// Σ terms of a row at the velocities of the bodies.
    pub fn speed(&self, row: &Row, bodies: &Bodies<'_>) -> f64 {
        speed(self.terms(row), bodies)
    }

    /// Whether a step follows the spring and the damper of a row that was written to act at the
    /// end of a step: ε = 1/(h²k + h d) and γ = h²k ε.
    pub fn is_followed(&self, row: &Row, bodies: &Bodies<'_>) -> bool {
        let sum = 1.0 / row.epsilon;
        follows(row.gamma * sum, (1.0 - row.gamma) * sum, mobility(self.terms(row), bodies))
    }
}

/// Whether a step follows a spring and a damper, of h²k and h d: what turns by less than two
/// radians in it and does not lose all its speed, h²k A ≤ 4 and h d A ≤ 2 with A = J M⁻¹ Jᵀ.
pub fn follows(elastic: f64, loss: f64, mobility: f64) -> bool {
    elastic * mobility <= 4.0 && loss * mobility <= 2.0
}

fn mobility(terms: &[Term], bodies: &Bodies<'_>) -> f64 {
    let of = |term: &Term| {
        let Some(body) = bodies.bodies.get(term.mover) else { return 0.0 };
        let turn = bodies.states[term.mover].pose.orientation.inverse() * term.angular;
        body.inverse_mass * term.linear.length_squared() + turn.dot(body.inverse_inertia * turn)
    };
    terms.iter().map(of).sum()
}

fn speed(terms: &[Term], bodies: &Bodies<'_>) -> f64 {
    let of = |term: &Term| {
        let Some(state) = bodies.states.get(term.mover) else {
            return term.linear.dot(bodies.vertices[term.mover - bodies.states.len()]);
        };
        term.linear.dot(state.velocity) + term.angular.dot(state.angular_velocity)
    };
    terms.iter().map(of).sum()
}

/// The last row of a buffer, being written.
#[derive(Debug)]
pub struct NewRow<'a> {
    row: &'a mut Row,
    terms: &'a mut Vec<Term>,
}

impl NewRow<'_> {
    /// Adds a body's part; the world (`None`) has none. A body named twice
    /// gets the sum.
    pub fn add(&mut self, body: Option<usize>, linear: DVec3, angular: DVec3) {
        let Some(mover) = body else { return };
        let own = &mut self.terms[self.row.terms.start..];
        if let Some(term) = own.iter_mut().find(|term| term.mover == mover) {
            term.linear += linear;
            term.angular += angular;
        } else {
            self.terms.push(Term { mover, linear, angular });
            self.row.terms.end += 1;
        }
    }

    /// J M⁻¹ Jᵀ: the speed that a unit impulse gives.
    pub fn mobility(&self, bodies: &Bodies<'_>) -> f64 {
        mobility(&self.terms[self.row.terms.clone()], bodies)
    }

    /// Σ terms so far at the velocities of the bodies.
    pub fn speed(&self, bodies: &Bodies<'_>) -> f64 {
        speed(&self.terms[self.row.terms.clone()], bodies)
    }
}

impl Deref for NewRow<'_> {
    type Target = Row;

    fn deref(&self) -> &Row {
        self.row
    }
}

impl DerefMut for NewRow<'_> {
    fn deref_mut(&mut self) -> &mut Row {
        self.row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_joins_as_many_bodies_as_it_names() {
        let mut rows = RowBuffer::default();
        rows.add(0.0, 0.0).add(Some(9), DVec3::X, DVec3::Y);
        let mut row = rows.add(1e-6, 0.5);
        for body in (0..7).chain([3]) {
            row.add(Some(body), DVec3::X * body as f64, DVec3::Z);
        }
        row.add(None, DVec3::ONE, DVec3::ONE);
        row.error = 0.25;
        let row = &rows.rows()[1];
        assert_eq!((row.epsilon, row.gamma, row.error), (1e-6, 0.5, 0.25));
        let movers: Vec<usize> = rows.terms(row).iter().map(|term| term.mover).collect();
        assert_eq!(movers, [0, 1, 2, 3, 4, 5, 6]);
        let twice = Term { mover: 3, linear: DVec3::X * 6.0, angular: DVec3::Z * 2.0 };
        assert_eq!(rows.terms(row)[3], twice);
        assert_eq!(rows.terms(&rows.rows()[0]).len(), 1);
    }
}
