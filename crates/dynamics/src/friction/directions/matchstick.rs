//! The Matchstick model (SIGGRAPH 2022 course, §6.1.2, Alg 21): two surfaces of
//! parallel sticks slide easily along them, crossed ones alike in all
//! directions.
//!
//! With s_B turned to s_A·s_B ≥ 0, θ = acos(s_A·s_B) and d = 1 − 2θ/π the
//! coefficients are d μ_t + (1 − d) μ and d μ_b + (1 − d) μ, and the first axis
//! is (s_A + s_B)/‖·‖ (Eq 300–308, whose matrices must have 1/μ²). The radius of
//! friction against spinning is mixed in the same way (§6.1.6).

use std::f64::consts::FRAC_2_PI;

use glam::DVec3;

use super::{Encounter, Limit, LimitShape};
use crate::parts::at_least_zero;

/// Coefficients of parallel sticks; crossed ones have the pair's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matchstick {
    /// Along the sticks.
    pub along: f64,
    /// Across them.
    pub across: f64,
    /// Radius of friction against spinning (m); the pair's own without it.
    pub torsion: Option<f64>,
}

impl Matchstick {
    pub(super) fn check(&self) -> Result<(), String> {
        at_least_zero("along", self.along)?;
        at_least_zero("across", self.across)?;
        self.torsion.map_or(Ok(()), |radius| at_least_zero("torsion", radius).map(|_| ()))
    }

    /// Both structures with s_B turned, and d; `None` where one is missing.
    fn sticks(at: &Encounter<'_>) -> Option<([DVec3; 2], f64)> {
        let [Some(first), Some(second)] = at.structures else { return None };
        let second = if first.dot(second) < 0.0 { -second } else { second };
        let share = 1.0 - FRAC_2_PI * libm::acos(first.dot(second).clamp(0.0, 1.0));
        Some(([first, second], share))
    }

    pub(super) fn limit(&self, at: &Encounter<'_>) -> Option<Limit> {
        if self.along == at.friction && self.across == at.friction {
            return None;
        }
        let ([first, second], share) = Self::sticks(at)?;
        let mixed = |own: f64| share * own + (1.0 - share) * at.friction;
        let shape = LimitShape::Ellipse([mixed(self.along), mixed(self.across)]);
        Some(Limit { tangent: (first + second).normalize(), shape })
    }

    pub(super) fn torsion(&self, at: &Encounter<'_>) -> Option<f64> {
        let (_, share) = Self::sticks(at)?;
        self.torsion.map(|own| share * own + (1.0 - share) * at.torsion)
    }
}
