//! Friction of a point that is pushed by f_n: one file for each law.
//!
//! A law is told how far the point has moved across its normal since it was anchored and how
//! fast it does, and gives the force on the second side with its stiffness −∂f/∂x and its
//! drag −∂f/∂v, for a bound μ f_n that stays.

mod anchor;
mod directional;
mod regularised;
#[cfg(test)]
mod tests;

use glam::{DMat3, DVec3};

use crate::settings::PenaltyFriction;

/// The numbers of a law at a point, all in the share of its area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rub {
    /// Unit normal.
    pub(super) normal: DVec3,
    /// μ f_n (N).
    pub(super) bound: f64,
    /// k_t (N/m) and its damper (N·s/m).
    pub(super) stiffness: f64,
    pub(super) damping: f64,
    /// k_f (N·s/m).
    pub(super) drag: f64,
    /// The drag that would stop the point within the step (N·s/m).
    pub(super) stopping: f64,
}

/// What a law answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FrictionForce {
    /// On the second side, across the normal (N).
    pub(super) force: DVec3,
    /// −∂f/∂x and −∂f/∂v.
    pub(super) stiffness: DMat3,
    pub(super) drag: DMat3,
    /// The share of both that is left of what sticks: with it in their place, and without
    /// regard to direction, Newton's method never overshoots.
    pub(super) left: f64,
    /// What is left of the way from the anchor (m).
    pub(super) stretch: DVec3,
    /// Whether the bound is reached.
    pub(super) slides: bool,
}

impl Rub {
    /// The force of a law; `stretch` and `velocity` are across the normal.
    pub(super) fn hold(
        &self,
        law: PenaltyFriction,
        stretch: DVec3,
        velocity: DVec3,
    ) -> FrictionForce {
        match law {
            PenaltyFriction::Anchor => anchor::hold(self, stretch, velocity),
            PenaltyFriction::Directional => directional::hold(self, velocity),
            PenaltyFriction::Regularised => regularised::hold(self, velocity),
        }
    }

    /// h C + h² K of what sticks (kg).
    pub(super) fn inertia(&self, law: PenaltyFriction, h: f64) -> DMat3 {
        let weight = match law {
            PenaltyFriction::Anchor => h * (self.damping + h * self.stiffness),
            PenaltyFriction::Directional => h * self.stopping,
            PenaltyFriction::Regularised => h * self.drag,
        };
        weight * self.plane()
    }

    /// The part of a vector across the normal.
    pub(super) fn across(&self, vector: DVec3) -> DVec3 {
        vector - vector.dot(self.normal) * self.normal
    }

    /// I − n nᵀ.
    fn plane(&self) -> DMat3 {
        DMat3::IDENTITY - outer(self.normal, self.normal)
    }
}

pub(super) fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}
