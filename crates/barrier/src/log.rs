//! The barrier of a distance.

/// b, b′ and b″ at the distance d, with reach d̂ (Eq. 292):
///
/// b = −(d − d̂)² ln(d/d̂) for 0 < d < d̂, and 0 beyond. Twice differentiable at d̂,
/// infinite at d ≤ 0.
///
/// ```
/// use stickslip_barrier::log_barrier;
/// assert_eq!(log_barrier(2.0, 1.0), [0.0; 3]);
/// let [value, slope, curvature] = log_barrier(0.5, 1.0);
/// assert!((value - 0.25 * 2.0_f64.ln()).abs() < 1e-15);
/// assert!(slope < 0.0 && curvature > 0.0);
/// ```
pub fn log_barrier(distance: f64, reach: f64) -> [f64; 3] {
    if distance >= reach {
        return [0.0; 3];
    }
    if distance <= 0.0 {
        return [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY];
    }
    let inside = distance - reach;
    let ratio = inside / distance;
    // Near d̂ the logarithm of a quotient near one would cancel, near 0 the difference.
    let log = if distance > 0.5 * reach {
        libm::log1p(inside / reach)
    } else {
        libm::log(distance / reach)
    };
    [
        -inside * inside * log,
        -2.0 * inside * log - inside * ratio,
        -2.0 * log - 4.0 * ratio + ratio * ratio,
    ]
}
