//! The natural residual of an iterate, as one number.

use stickslip_linalg::infinity_norm;

use crate::problem::Problem;
use crate::residual::natural_map;

/// ‖x − proj(x − w)‖∞ with w = A x + b.
pub fn natural_residual(problem: &Problem, x: &[f64], w: &[f64]) -> f64 {
    let mut map = vec![0.0; x.len()];
    natural_map(problem, x, w, &mut map);
    infinity_norm(&map)
}
