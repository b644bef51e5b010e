//! {(t, s) ∈ μ n · hull of the directions}: polyhedral friction coupled to the
//! normal impulse (Preclik et al., Table 1 and Eq 9, where the budget must read
//! Σ |βᵢ| ≤ μ n).
//!
//! In the frame of the edge that faces the tangent the cone is x ≤ ρ n,
//! |y| ≤ σ n with ρ = μ cos π/k, σ = μ sin π/k. The nearest point lies on that
//! face, or on the generator (1, ρ, ±σ) of length √(1 + μ²) beside it.

use super::{
    AdmissibleSet, Directions, SetError, holds, in_place, nearest_on_ray, regular_polygon,
};

/// The nearest point to (n, t, s) of the cone over the directions.
pub fn project(directions: &Directions, mu: f64, [n, t, s]: [f64; 3]) -> [f64; 3] {
    let facing = directions.facing([t, s]);
    let Directions { apothem, half_edge, .. } = *directions;
    if n >= 0.0 && facing.x <= mu * apothem * n {
        return [n, t, s];
    }
    let (normal, x) = nearest_on_ray(1.0, mu * apothem, n, facing.x);
    if facing.y.abs() <= mu * half_edge * normal {
        let [t, s] = facing.tangent(x, facing.y);
        return [normal, t, s];
    }
    let along = apothem * facing.x + half_edge * facing.y.abs();
    let (normal, radius) = nearest_on_ray(1.0, mu, n, along);
    let [t, s] = facing.tangent(radius * apothem, (radius * half_edge).copysign(facing.y));
    [normal, t, s]
}

/// The cone over an even number of directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolyhedralCone {
    directions: Directions,
    mu: f64,
}

impl PolyhedralCone {
    /// Refuses an odd number of directions, and a friction coefficient that is
    /// not a finite number ≥ 0.
    pub fn new(directions: usize, mu: f64) -> Result<Self, SetError> {
        let directions = Directions::new(directions)?;
        let mu = SetError::check_size("polyhedral-cone", "friction coefficient", mu)?;
        Ok(Self { directions, mu })
    }
}

impl AdmissibleSet for PolyhedralCone {
    fn dimension(&self) -> usize {
        3
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |point| project(&self.directions, self.mu, point));
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |[n, t, s]| {
            n >= -slack && regular_polygon::contains(&self.directions, self.mu * n, [t, s], slack)
        })
    }

    fn name(&self) -> &'static str {
        "polyhedral-cone"
    }
}
