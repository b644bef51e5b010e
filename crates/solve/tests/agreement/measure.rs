//! The natural residual written a second time, from the plain data of a
//! problem, so that no status is judged by the code that gave it.

use stickslip_linalg::{SparseMatrix, infinity_norm};
use stickslip_solve::{Outcome, Problem, Status};

/// A residual and the rounding that its own computation may have brought in.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    pub residual: f64,
    pub noise: f64,
}

/// Terms of one row of a sum may each be off by this share.
const ROUNDING: f64 = 4e-15;

/// y = A x entry by entry, and Σ|aᵢⱼ xⱼ|.
fn product(matrix: &SparseMatrix, transposed: bool, x: &[f64], sizes: &[f64]) -> [Vec<f64>; 2] {
    let rows = if transposed { matrix.cols() } else { matrix.rows() };
    let (mut y, mut magnitude) = (vec![0.0; rows], vec![0.0; rows]);
    for i in 0..matrix.rows() {
        for (j, a) in matrix.row(i) {
            let (to, from) = if transposed { (j, i) } else { (i, j) };
            y[to] += a * x[from];
            magnitude[to] += a.abs() * sizes[from];
        }
    }
    [y, magnitude]
}

/// w = A x + b and the size of the terms it is summed from.
fn velocity(problem: &Problem, x: &[f64]) -> [Vec<f64>; 2] {
    let data = problem.data();
    let sizes: Vec<f64> = x.iter().map(|value| value.abs()).collect();
    let [mut w, mut magnitude] = match (&data.factored, &data.matrix) {
        (Some(factored), _) => {
            let [momentum, sizes_m] = product(&factored.jacobian, true, x, &sizes);
            let [speed, sizes_v] = product(factored.inertia.inverse(), false, &momentum, &sizes_m);
            let [mut w, mut magnitude] = product(&factored.jacobian, false, &speed, &sizes_v);
            for row in 0..x.len() {
                w[row] += factored.compliance[row] * x[row];
                magnitude[row] += factored.compliance[row] * sizes[row];
            }
            [w, magnitude]
        }
        (None, Some(matrix)) => product(matrix, false, x, &sizes),
        (None, None) => unreachable!("a checked problem has A or its factors"),
    };
    for row in 0..x.len() {
        w[row] += data.b[row];
        magnitude[row] += data.b[row].abs();
    }
    [w, magnitude]
}

/// max over rows of |min(max(w, x − hi), x − lo)|, friction bounds at x.
pub fn measure(problem: &Problem, x: &[f64]) -> Measured {
    let data = problem.data();
    let [w, magnitude] = velocity(problem, x);
    let (mut lo, mut hi) = (data.lo.clone(), data.hi.clone());
    if problem.has_coupled_bounds() {
        for contact in &data.contacts {
            for &tangent in &contact.tangents {
                hi[tangent] = contact.mu * x[contact.normal].max(0.0);
                lo[tangent] = -hi[tangent];
            }
        }
    }
    let mut measured = Measured { residual: 0.0, noise: 0.0 };
    for row in 0..x.len() {
        let value = w[row].max(x[row] - hi[row]).min(x[row] - lo[row]).abs();
        if value.is_nan() || value > measured.residual {
            measured.residual = value;
        }
        measured.noise = measured.noise.max(ROUNDING * (magnitude[row] + x[row].abs()));
    }
    measured
}

/// Panics when a status claims what the residual does not show, or an outcome
/// is not of the problem's size.
pub fn assert_honest(problem: &Problem, outcome: &Outcome) {
    let place = format!("{} on {}", outcome.solver, problem.name());
    assert_eq!(outcome.x.len(), problem.size(), "{place}");
    if outcome.status == Status::Converged {
        let Measured { residual, noise } = measure(problem, &outcome.x);
        assert!(residual <= outcome.tolerance + noise, "{place}: claimed, but {residual:e}");
        let usual = 1e-9 * (1.0 + infinity_norm(problem.b()));
        assert_eq!(outcome.tolerance, usual, "{place}: another tolerance than asked for");
    }
}

/// The largest |leftᵢ − rightᵢ| relative to 1 + ‖right‖∞.
pub fn distance(left: &[f64], right: &[f64]) -> f64 {
    assert_eq!(left.len(), right.len());
    let gap: Vec<f64> = left.iter().zip(right).map(|(a, b)| a - b).collect();
    infinity_norm(&gap) / (1.0 + infinity_norm(right))
}
