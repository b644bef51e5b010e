//! {Σ (xᵢ/aᵢ)² ≤ n², n ≥ 0}: the cone over an ellipse or ellipsoid, for
//! anisotropic friction and for sliding with spin.
//!
//! On the boundary xᵢ = aᵢ rᵢ, n' = ‖r‖ with rᵢ = aᵢ zᵢ/(aᵢ² + κ), where the
//! multiplier κ ≥ 0 solves (1 − κ) ‖r(κ)‖ = n. The left side falls all the way
//! from κ = 0 to ∞: where 1 − κ < 0 its magnitude grows, because ‖r‖ falls
//! more slowly than 1/κ.

use super::{AdmissibleSet, SetError, holds};

/// Halvings of the bracket of κ: to far below the rounding of aᵢ² + κ.
const HALVINGS: usize = 128;

/// The nearest point to (n, z) of the cone over the ellipsoid with these
/// semi-axes at n = 1; zero semi-axes flatten it.
pub fn project<const N: usize>(axes: [f64; N], n: f64, z: [f64; N]) -> (f64, [f64; N]) {
    let size = z.iter().fold(n.abs(), |size: f64, value| size.max(value.abs()));
    if !size.is_finite() || n.is_nan() || z.iter().any(|value| value.is_nan()) {
        // Nothing is nearest to a point that is nowhere.
        return (f64::NAN, [f64::NAN; N]);
    }
    let given = (n, std::array::from_fn(|i| if axes[i] > 0.0 { z[i] } else { 0.0 }));
    if size == 0.0 {
        return given;
    }
    let (n, z) = (n / size, z.map(|value| value / size));
    let r = |kappa: f64| -> [f64; N] {
        std::array::from_fn(|i| {
            if axes[i] > 0.0 { axes[i] * z[i] / (axes[i] * axes[i] + kappa) } else { 0.0 }
        })
    };
    let length =
        |r: &[f64; N]| r.iter().fold(0.0, |length: f64, value| libm::hypot(length, *value));
    if n >= 0.0 && length(&r(0.0)) <= n {
        return given;
    }
    let pull: [f64; N] = std::array::from_fn(|i| axes[i] * z[i]);
    if n <= 0.0 && length(&pull) <= -n {
        return (0.0, [0.0; N]);
    }
    let excess = |kappa: f64| (1.0 - kappa) * length(&r(kappa)) - n;
    let (mut low, mut high) = (0.0, 1.0);
    while excess(high) > 0.0 && high < f64::MAX / 4.0 {
        (low, high) = (high, 4.0 * high);
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let r = r(high);
    (size * length(&r), std::array::from_fn(|i| size * axes[i] * r[i]))
}

/// The cone over an ellipse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EllipticCone {
    axes: [f64; 2],
}

impl EllipticCone {
    /// Refuses a semi-axis that is not a finite number ≥ 0.
    pub fn new(axes: [f64; 2]) -> Result<Self, SetError> {
        for axis in axes {
            SetError::check_size("elliptic-cone", "semi-axis", axis)?;
        }
        Ok(Self { axes })
    }
}

impl AdmissibleSet for EllipticCone {
    fn dimension(&self) -> usize {
        3
    }

    fn project(&self, point: &mut [f64]) {
        super::in_place(point, |[n, t, s]| {
            let (n, [t, s]) = project(self.axes, n, [t, s]);
            [n, t, s]
        });
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |[n, t, s]| {
            let axes = self.axes.map(|axis| axis * n.max(0.0));
            n >= -slack && super::ellipsoid::contains(axes, [t, s], slack)
        })
    }

    fn name(&self) -> &'static str {
        "elliptic-cone"
    }
}
