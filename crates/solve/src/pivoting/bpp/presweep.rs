//! A guess of the index sets by a few projected Gauss–Seidel sweeps, which
//! cost far less than the pivoting steps that they save.

use stickslip_linalg::SparseMatrix;

use crate::outcome::Label;
use crate::pivoting::block::BoxSystem;

/// Share of unbounded rows above which sweeps are not worth their time: chains
/// of joints carry impulses farther than a few sweeps can see.
const MOST_UNBOUNDED: f64 = 0.25;

/// Share of rows that still change in a sweep when the guess is good enough.
const SETTLED: f64 = 0.004;

/// Whether bounds rather than joints make up the problem.
pub fn pays(system: &BoxSystem<'_>) -> bool {
    let bounds = system.lo.iter().zip(&system.hi);
    let unbounded = bounds.filter(|(lo, hi)| lo.is_infinite() && hi.is_infinite()).count();
    unbounded as f64 <= MOST_UNBOUNDED * system.lo.len() as f64
}

/// Labels and iterate after `sweeps` sweeps from x.
pub fn guess(system: &BoxSystem<'_>, mut x: Vec<f64>, sweeps: usize) -> (Vec<f64>, Vec<Label>) {
    let n = system.b.len();
    for row in 0..n {
        x[row] = x[row].clamp(system.lo[row], system.hi[row]);
    }
    let mut labels = vec![Label::Free; n];
    match (system.problem.body_space(), system.problem.factored()) {
        (Some(bodies), Some(factored)) => {
            let weighted = bodies.jacobian.product(&bodies.inverse_mass);
            let mut velocity = vec![0.0; bodies.freedoms()];
            weighted.multiply_transposed(&x, &mut velocity);
            let mut residual = |row: usize, x: f64, change: f64| {
                spread(&weighted, row, change, &mut velocity);
                bodies.jacobian.row_dot(row, &velocity) + factored.compliance[row] * x
            };
            sweep(system, sweeps, &mut x, &mut labels, &mut residual);
        }
        _ => {
            let matrix = system.problem.matrix();
            let mut product = vec![0.0; n];
            matrix.multiply(&x, &mut product);
            // A symmetric: column `row` is row `row`.
            let mut residual = |row: usize, _x: f64, change: f64| {
                spread(matrix, row, change, &mut product);
                product[row]
            };
            sweep(system, sweeps, &mut x, &mut labels, &mut residual);
        }
    }
    (x, labels)
}

/// target += change · row `row` of `matrix`.
fn spread(matrix: &SparseMatrix, row: usize, change: f64, target: &mut [f64]) {
    if change != 0.0 {
        let (cols, values) = matrix.row_slices(row);
        for (&col, value) in cols.iter().zip(values) {
            target[col] += change * value;
        }
    }
}

/// x_i ← clamp(x_i − w_i/A_ii) row by row, coupled bounds following their
/// normals. `residual(row, x, change)` takes in
/// a change of x at `row` and returns (A x)_row for its value `x`.
fn sweep(
    system: &BoxSystem<'_>,
    sweeps: usize,
    x: &mut [f64],
    labels: &mut [Label],
    residual: &mut impl FnMut(usize, f64, f64) -> f64,
) {
    let diagonal = system.problem.diagonal();
    let coupling = system.problem.coupling();
    for _ in 0..sweeps {
        let mut changes = 0;
        for row in 0..x.len() {
            let weight = diagonal[row] + system.shift[row];
            if weight <= 0.0 {
                continue;
            }
            let w = residual(row, x[row], 0.0) + system.shift[row] * x[row] + system.b[row];
            let trial = x[row] - w / weight;
            let (lo, hi) = match coupling[row] {
                Some((normal, mu)) => (-mu * x[normal].max(0.0), mu * x[normal].max(0.0)),
                None => (system.lo[row], system.hi[row]),
            };
            let next = trial.clamp(lo, hi);
            let label = if trial <= lo {
                Label::Lower
            } else if trial >= hi {
                Label::Upper
            } else {
                Label::Free
            };
            changes += usize::from(std::mem::replace(&mut labels[row], label) != label);
            residual(row, next, next - x[row]);
            x[row] = next;
        }
        if changes as f64 <= SETTLED * x.len() as f64 {
            break;
        }
    }
}
