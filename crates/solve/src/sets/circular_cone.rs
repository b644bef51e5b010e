//! K = {‖(t, s)‖ ≤ μ n}: Coulomb's cone.
//!
//! Three cases: inside, keep; in the polar cone,
//! μ‖(t, s)‖ ≤ −n, zero; otherwise the nearest point of the generator
//! (1, μ)/√(1 + μ²) in the half-plane through z and the axis, which is
//! n' = (n + μ‖t‖)/(1 + μ²), t' = μ n' t/‖t‖.

use super::{AdmissibleSet, SetError, holds, in_place, nearest_on_ray};

/// The nearest point to (n, t, s) of Coulomb's cone.
pub fn project(mu: f64, point: [f64; 3]) -> [f64; 3] {
    project_between(1.0, mu, point)
}

/// The nearest point of {α‖(t, s)‖ ≤ β n, n ≥ 0}: the cone is (1, μ) and its
/// dual (μ, 1). The sign of n is asked for apart because for μ = 0 and t = 0
/// the other test holds all along the axis.
pub(super) fn project_between(alpha: f64, beta: f64, [n, t, s]: [f64; 3]) -> [f64; 3] {
    let length = libm::hypot(t, s);
    if n >= 0.0 && alpha * length <= beta * n {
        return [n, t, s];
    }
    let (normal, radius) = nearest_on_ray(alpha, beta, n, length);
    if normal == 0.0 && radius == 0.0 {
        return [0.0; 3];
    }
    [normal, radius * (t / length), radius * (s / length)]
}

/// {‖(t, s)‖ ≤ μ n}.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CircularCone {
    mu: f64,
}

impl CircularCone {
    /// Refuses a friction coefficient that is not a finite number ≥ 0.
    pub fn new(mu: f64) -> Result<Self, SetError> {
        Ok(Self { mu: SetError::check_size("circular-cone", "friction coefficient", mu)? })
    }
}

impl AdmissibleSet for CircularCone {
    fn dimension(&self) -> usize {
        3
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |point| project(self.mu, point));
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |[n, t, s]| n >= -slack && libm::hypot(t, s) <= self.mu * n + slack)
    }

    fn name(&self) -> &'static str {
        "circular-cone"
    }
}
