//! The inertia of bodies as a step takes it: M in world axes, and what joints
//! under load add to it. Whoever needs it asks for a product, never for a matrix.

use glam::{DMat3, DQuat, DVec3};
use stickslip_linalg::SparseMatrix;

use crate::model::Body;
use crate::motion::world_inertia;
use crate::rows::Term;
use crate::state::BodyState;

/// The inertia of every body; keeps its memory from step to step.
#[derive(Debug, Default)]
pub struct Inertia {
    /// The bodies that count, ascending.
    own: Vec<usize>,
    /// Inverse of the whole in world axes; zero for bodies that nothing moves.
    inverse: Vec<DMat3>,
    /// What was added to the inertia about the centre: h² S.
    added: Vec<DMat3>,
    /// How the bodies were turned.
    orientations: Vec<DQuat>,
}

impl Inertia {
    /// That of some bodies alone, where they are; the others that forces move do not count.
    pub fn refresh(
        &mut self,
        bodies: &[Body],
        states: &[BodyState],
        some: impl Iterator<Item = usize>,
    ) {
        self.own.clear();
        self.own.extend(some);
        self.inverse.resize(bodies.len(), DMat3::ZERO);
        self.orientations.resize(bodies.len(), DQuat::IDENTITY);
        self.added.resize(bodies.len(), DMat3::ZERO);
        for &at in &self.own {
            let turned = states[at].pose.orientation;
            self.inverse[at] = world_inertia(turned, &bodies[at].inverse_inertia);
            self.orientations[at] = turned;
            self.added[at] = DMat3::ZERO;
        }
    }

    /// Goes back to what [`Inertia::refresh`] left.
    pub fn forget_added(&mut self, bodies: &[Body]) {
        for &at in &self.own {
            if self.added[at] != DMat3::ZERO {
                let own = &bodies[at].inverse_inertia;
                self.inverse[at] = world_inertia(self.orientations[at], own);
                self.added[at] = DMat3::ZERO;
            }
        }
    }

    /// Adds to the inertia of a body; counts from [`Inertia::invert_added`] on.
    pub fn add(&mut self, body: usize, stiffness: DMat3) {
        self.added[body] += stiffness;
    }

    /// Adds so much that the inertia of some bodies about their centres becomes
    /// `factor` times what it is with all that was added.
    pub fn boost(&mut self, bodies: &[Body], some: &[usize], factor: f64) {
        for &at in some {
            let own = world_inertia(self.orientations[at], &bodies[at].mass.inertia);
            let whole = own + self.added[at];
            self.added[at] += (factor - 1.0) * whole;
        }
    }

    /// Whether anything was added.
    pub fn has_added(&self) -> bool {
        self.own.iter().any(|&at| self.added[at] != DMat3::ZERO)
    }

    /// Inverts what was added together with the bodies' own.
    pub fn invert_added(&mut self, bodies: &[Body]) {
        for &at in &self.own {
            let body = &bodies[at];
            if body.is_dynamic() && self.added[at] != DMat3::ZERO {
                let inertia = world_inertia(self.orientations[at], &body.mass.inertia);
                let inverse = (inertia + self.added[at]).inverse();
                // Pulls in which rounding drowns the inertia belong to a motion
                // that is lost already.
                if (0..3).all(|axis| inverse.col(axis)[axis] > 0.0) {
                    self.inverse[at] = inverse;
                } else {
                    self.added[at] = DMat3::ZERO;
                }
            }
        }
    }

    /// ω ← (I + h² S)⁻¹ I ω = ω − (I + h² S)⁻¹ h² S ω.
    pub fn hold_back(&self, bodies: &[Body], states: &mut [BodyState]) {
        for &at in &self.own {
            if bodies[at].is_dynamic() && self.added[at] != DMat3::ZERO {
                let spin = &mut states[at].angular_velocity;
                *spin -= self.inverse[at] * (self.added[at] * *spin);
            }
        }
    }

    /// The same where a spin was `reached` already, about which S was taken:
    /// ω ← ω − (I + h² S)⁻¹ h² S (ω − ω_k).
    pub fn hold_back_from(&self, body: usize, reached: DVec3, state: &mut BodyState) {
        let spin = &mut state.angular_velocity;
        *spin -= self.inverse[body] * (self.added[body] * (*spin - reached));
    }

    /// H⁻¹ jᵀ λ for one term of a row: the change of velocity and of spin.
    pub fn apply_inverse(&self, bodies: &[Body], term: &Term, impulse: f64) -> (DVec3, DVec3) {
        let velocity = bodies[term.mover].inverse_mass * impulse * term.linear;
        (velocity, self.inverse[term.mover] * (impulse * term.angular))
    }

    /// Adds the six rows of a body's H⁻¹ to a block-diagonal matrix, in the
    /// columns from `first` on.
    pub fn push_inverse(
        &self,
        bodies: &[Body],
        body: usize,
        first: usize,
        matrix: &mut SparseMatrix,
    ) {
        for axis in 0..3 {
            matrix.extend_row(first + axis, &[bodies[body].inverse_mass]);
            matrix.finish_row();
        }
        // Symmetric to the last bit, as products of rotations are not.
        let symmetric = 0.5 * (self.inverse[body] + self.inverse[body].transpose());
        for column in symmetric.to_cols_array_2d() {
            matrix.extend_row(first + 3, &column);
            matrix.finish_row();
        }
    }
}
