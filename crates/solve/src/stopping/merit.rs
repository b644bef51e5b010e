//! Merit functions beside the residuals of [`crate::Residuals`].

use stickslip_linalg::dot;

/// ½ xᵀA x + bᵀx, given w = A x + b: never rises in a relaxed sweep on a
/// symmetric semidefinite A with constant bounds (Erleben 2013, Eq 57–58).
///
/// ```
/// use stickslip_solve::stopping::objective;
/// assert_eq!(objective(&[2.0], &[3.0], &[-1.0]), 2.0); // A = 2
/// ```
pub fn objective(x: &[f64], w: &[f64], b: &[f64]) -> f64 {
    x.iter().zip(w.iter().zip(b)).map(|(x, (w, b))| 0.5 * x * (w + b)).sum()
}

/// xᵀ|A x + b| (Erleben 2013, Eq 106), given w = A x + b. Zero at x = 0
/// whatever b is, and blind to rows with x = 0 and w < 0: never a reason to stop.
pub fn complementarity(x: &[f64], w: &[f64]) -> f64 {
    dot(x, &w.iter().map(|w| w.abs()).collect::<Vec<_>>())
}
