//! Generated problems are what they claim to be.

mod contact;
mod dense;
mod fluid;
mod kept;
mod legacy;
mod stewart_trinkle;
mod table;

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{Label, Problem, Residuals};

/// The natural residual of the stored solution, relative to 1 + ‖b‖∞.
fn relative_residual(problem: &Problem) -> f64 {
    let x = problem.data().solution.as_ref().expect("the generator knows a solution");
    let mut w = vec![0.0; problem.size()];
    problem.velocity(x, &mut w);
    let scale = 1.0 + stickslip_linalg::infinity_norm(problem.b());
    Residuals::measure(problem, x, &w).natural.value / scale
}

/// Where each row of the stored solution stands, and |w| there.
fn states(problem: &Problem) -> Vec<(Label, f64)> {
    let x = problem.data().solution.as_ref().expect("the generator knows a solution");
    let mut w = vec![0.0; problem.size()];
    problem.velocity(x, &mut w);
    (0..problem.size())
        .map(|row| {
            let label = match (x[row] == problem.lo()[row], x[row] == problem.hi()[row]) {
                (true, _) => Label::Lower,
                (_, true) => Label::Upper,
                _ => Label::Free,
            };
            (label, w[row].abs())
        })
        .collect()
}

/// How many rows of the stored solution stand at a bound.
fn tight_rows(problem: &Problem) -> usize {
    states(problem).iter().filter(|state| state.0 != Label::Free).count()
}

/// Eigenvalues of a symmetric matrix, ascending.
fn eigenvalues(matrix: &SparseMatrix) -> Vec<f64> {
    let n = matrix.rows();
    let dense = faer::Mat::from_fn(n, n, |i, j| matrix.get(i, j));
    dense.self_adjoint_eigenvalues(faer::Side::Lower).expect("finite and symmetric")
}
