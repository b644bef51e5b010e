//! {|t| ≤ μ n, |s| ≤ μ n}: the square section coupled to the normal impulse.
//!
//! For a given n' the nearest tangents are t and s clamped to ±μ n', so n' is
//! the root of n' − n = μ (|t| − μ n')₊ + μ (|s| − μ n')₊, which increases from
//! left to right: try the larger tangent alone, then both.

use std::f64::consts::SQRT_2;

use super::{AdmissibleSet, SetError, holds, in_place, interval, nearest_on_ray};

/// The nearest point to (n, t, s) of the pyramid.
pub fn project(mu: f64, [n, t, s]: [f64; 3]) -> [f64; 3] {
    let (larger, smaller) = (t.abs().max(s.abs()), t.abs().min(s.abs()));
    if n >= 0.0 && larger <= mu * n {
        return [n, t, s];
    }
    let (mut normal, mut radius) = nearest_on_ray(1.0, mu, n, larger);
    if smaller > radius {
        // On the edge |t| = |s| both count: their common direction is (1, 1)/√2.
        let common = larger / SQRT_2 + smaller / SQRT_2;
        (normal, radius) = nearest_on_ray(1.0, SQRT_2 * mu, n, common);
        radius /= SQRT_2;
    }
    [normal, interval::project(t, -radius, radius), interval::project(s, -radius, radius)]
}

/// {|t| ≤ μ n, |s| ≤ μ n}.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pyramid {
    mu: f64,
}

impl Pyramid {
    /// Refuses a friction coefficient that is not a finite number ≥ 0.
    pub fn new(mu: f64) -> Result<Self, SetError> {
        Ok(Self { mu: SetError::check_size("pyramid", "friction coefficient", mu)? })
    }
}

impl AdmissibleSet for Pyramid {
    fn dimension(&self) -> usize {
        3
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |point| project(self.mu, point));
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |[n, t, s]| {
            let radius = self.mu * n + slack;
            n >= -slack && t.abs() <= radius && s.abs() <= radius
        })
    }

    fn name(&self) -> &'static str {
        "pyramid"
    }
}
