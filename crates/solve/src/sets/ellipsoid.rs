//! {Σ (xᵢ/aᵢ)² ≤ 1}: Coulomb–Contensou friction with sliding and spin
//! (SIGGRAPH 2022 course, §3.4.3 and Eq 233–243).
//!
//! Outside, xᵢ = aᵢ² zᵢ/(aᵢ² + t) where t > 0 solves ‖r(t)‖ = 1 with
//! rᵢ = aᵢ zᵢ/(aᵢ² + t). Algorithm 13 of the course bisects because Newton's
//! method on g(t) = ‖r‖² − 1 went astray. It need not: 1/‖r(t)‖ is concave and
//! increasing for t ≥ 0, so Newton's method on 1/‖r‖ − 1, begun where
//! ‖r‖ ≥ 1, climbs to the root without ever passing it:
//! t ← t + (‖r‖ − 1) ‖r‖² / Σ rᵢ²/(aᵢ² + t).

use super::{AdmissibleSet, SetError, holds, in_place};

/// A semi-axis shorter than this part of the longest counts as zero: the point
/// moves by less than that, and the squares of the others stay normal numbers.
const THINNEST: f64 = 1e-140;

/// A point farther than this many of the longest semi-axis counts as being
/// that far: its nearest point depends on its direction alone by then.
const FARTHEST: f64 = 1e100;

/// The nearest point to z of the ellipsoid with these semi-axes, in any
/// dimension. Zero semi-axes flatten it.
pub fn project<const N: usize>(axes: [f64; N], z: [f64; N]) -> [f64; N] {
    if z.iter().any(|value| value.is_nan()) {
        return z;
    }
    let longest = axes.into_iter().fold(0.0, f64::max);
    let alpha = axes.map(|axis| if axis > THINNEST * longest { axis / longest } else { 0.0 });
    let kept = |i: usize| alpha[i] > 0.0;
    let square = |i: usize| (z[i] / axes[i]).powi(2);
    if (0..N).filter(|&i| kept(i)).map(square).sum::<f64>() <= 1.0 {
        return std::array::from_fn(|i| if kept(i) { z[i] } else { 0.0 });
    }
    let far = z.iter().fold(0.0, |far: f64, value| far.max(value.abs()));
    let distance = (far / longest).min(FARTHEST);
    let zeta = z.map(|value| value / far * distance);
    let (mut r, _) = multiplier(alpha, zeta);
    let length = r.iter().fold(0.0, |length: f64, value| libm::hypot(length, *value));
    for (value, axis) in r.iter_mut().zip(axes) {
        *value *= axis / length;
    }
    r
}

/// r(t) and t at ‖r(t)‖ = 1 for semi-axes of at most 1 and a point outside.
fn multiplier<const N: usize>(alpha: [f64; N], zeta: [f64; N]) -> ([f64; N], f64) {
    // Each rᵢ alone must be at most 1, and at this t the largest is.
    let mut t = (0..N).map(|i| alpha[i] * (zeta[i].abs() - alpha[i])).fold(0.0, f64::max);
    loop {
        let denominator = alpha.map(|alpha| alpha * alpha + t);
        let r: [f64; N] = std::array::from_fn(|i| {
            if alpha[i] > 0.0 { alpha[i] * zeta[i] / denominator[i] } else { 0.0 }
        });
        let square = r.iter().map(|r| r * r).sum::<f64>();
        let slope = (0..N).filter(|&i| r[i] != 0.0).map(|i| r[i] * r[i] / denominator[i]);
        let next = t + (square.sqrt() - 1.0) * square / slope.sum::<f64>();
        // t only grows until rounding stops it, so the loop ends.
        if next > t {
            t = next;
        } else {
            return (r, t);
        }
    }
}

/// Whether x lies in the ellipsoid with every semi-axis longer by `slack`.
pub(super) fn contains<const N: usize>(axes: [f64; N], x: [f64; N], slack: f64) -> bool {
    let squares =
        (0..N).map(|i| if x[i] == 0.0 { 0.0 } else { (x[i] / (axes[i] + slack)).powi(2) });
    squares.sum::<f64>() <= 1.0
}

/// {Σ (xᵢ/aᵢ)² ≤ 1} in space; a zero semi-axis flattens it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    axes: [f64; 3],
}

impl Ellipsoid {
    /// Refuses a semi-axis that is not a finite number ≥ 0.
    pub fn new(axes: [f64; 3]) -> Result<Self, SetError> {
        for axis in axes {
            SetError::check_size("ellipsoid", "semi-axis", axis)?;
        }
        Ok(Self { axes })
    }
}

impl AdmissibleSet for Ellipsoid {
    fn dimension(&self) -> usize {
        3
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |point| project(self.axes, point));
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |point| contains(self.axes, point, slack))
    }

    fn name(&self) -> &'static str {
        "ellipsoid"
    }
}

#[cfg(test)]
mod tests {
    use super::multiplier;

    #[test]
    fn the_multiplier_agrees_with_a_120_digit_bisection() {
        let (_, t) = multiplier([1.0, 0.5, 0.25], [3.0, 2.0, 1.0]);
        assert!((t - 2.286508089866824).abs() < 1e-15, "{t}");
    }
}
