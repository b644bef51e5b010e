//! Coulomb's law of one contact alone: w = B x + q with a 3 × 3 matrix B.
//!
//! Open, when q_n ≥ 0: x = 0. Sticking, when x = −B⁻¹ q is in the cone.
//! Otherwise it slides against its velocity, w_t = −α x_t with α > 0 and
//! w_n = 0, so (B + α diag(0, 1, 1)) x + q = 0, and the one unknown α is where
//! ‖x_t‖ = μ x_n. At α = 0 the left side is larger; as α grows x_t vanishes
//! and x_n → −q_n/B_nn > 0: there is a root between.

use super::small::{Matrix, Vector, apply, inverse, tangential};

/// The impulse of a contact with friction coefficient μ > 0; `None` when B is
/// so singular that no step was found.
pub fn coulomb(mu: f64, b: &Matrix, q: Vector) -> Option<Vector> {
    if q[0] >= 0.0 {
        return Some([0.0; 3]);
    }
    let at = |alpha: f64| {
        let mut matrix = *b;
        matrix[1][1] += alpha;
        matrix[2][2] += alpha;
        apply(&inverse(&matrix), q).map(|value| -value)
    };
    let inside = |x: Vector| x[0] >= 0.0 && tangential(x) <= mu * x[0];
    let stick = at(0.0);
    if inside(stick) {
        return Some(stick);
    }
    // Bisection in log α, from far below to far above the entries of B.
    let scale = b[1][1].abs() + b[2][2].abs() + b[0][0].abs();
    let (mut low, mut high) = (1e-12 * scale, scale);
    while !inside(at(high)) {
        high *= 16.0;
        if !high.is_finite() {
            return None;
        }
    }
    while high > low * (1.0 + 4.0 * f64::EPSILON) {
        let middle = (low * high).sqrt();
        if middle <= low || middle >= high {
            break;
        }
        if inside(at(middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    let x = at(high);
    x.iter().all(|value| value.is_finite()).then_some(x)
}
