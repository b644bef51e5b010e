//! K* = {μ‖(t, s)‖ ≤ n}: where the velocity of a cone contact lives (SIGGRAPH
//! 2022 course, Eq 54, which calls it the polar cone; that one is −K*). For
//! μ = 0 it is the half-space n ≥ 0.

use super::{AdmissibleSet, SetError, circular_cone, holds, in_place};

/// The nearest point to (n, t, s) of the dual of Coulomb's cone.
pub fn project(mu: f64, point: [f64; 3]) -> [f64; 3] {
    circular_cone::project_between(mu, 1.0, point)
}

/// {μ‖(t, s)‖ ≤ n}.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DualCone {
    mu: f64,
}

impl DualCone {
    /// Refuses a friction coefficient that is not a finite number ≥ 0.
    pub fn new(mu: f64) -> Result<Self, SetError> {
        Ok(Self { mu: SetError::check_size("dual-cone", "friction coefficient", mu)? })
    }
}

impl AdmissibleSet for DualCone {
    fn dimension(&self) -> usize {
        3
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |point| project(self.mu, point));
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |[n, t, s]| self.mu * libm::hypot(t, s) <= n + slack)
    }

    fn name(&self) -> &'static str {
        "dual-cone"
    }
}
