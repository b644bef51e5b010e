//! Index sets of the coupled problem and the linear system that each gives.
//!
//! Free: w = 0. Lower: x = lo(x). Upper: x = hi(x), where the bounds of a
//! tangent are ∓μ x_n: a slipping row is substituted, not frozen (V11 c).

use super::equations::{EquationSolver, RowEquations};
use crate::outcome::{Counts, Label};
use crate::pivoting::block::{BoxSystem, Breakdown};

/// Diagonal of A + diag(shift), 1 where it vanishes.
pub fn scales(system: &BoxSystem<'_>) -> Vec<f64> {
    let diagonal = system.problem.diagonal();
    let positive = |value: f64| if value > 0.0 { value } else { 1.0 };
    diagonal.iter().zip(&system.shift).map(|(d, s)| positive(d + s)).collect()
}

/// The sets that x − w/d points at: a tangent is compared with μ times the
/// positive part of its normal's trial value.
pub fn trial(
    system: &BoxSystem<'_>,
    solver: &EquationSolver,
    x: &[f64],
    w: &[f64],
    d: &[f64],
) -> Vec<Label> {
    let friction = solver.friction();
    let value = |row: usize| x[row] - w[row] / d[row];
    (0..x.len())
        .map(|row| {
            let (lo, hi) = if friction.is_tangent(row) {
                let radius = friction.mu[row] * value(friction.normal_of[row]).max(0.0);
                (-radius, radius)
            } else {
                (system.problem.lo()[row], system.problem.hi()[row])
            };
            match value(row) {
                _ if lo == hi && !friction.is_tangent(row) => Label::Lower,
                y if y <= lo => Label::Lower,
                y if y >= hi => Label::Upper,
                _ => Label::Free,
            }
        })
        .collect()
}

/// The law of `labels`, its rows scaled by `d`, and its right-hand side.
pub fn equations_of(
    system: &BoxSystem<'_>,
    solver: &EquationSolver,
    labels: &[Label],
    d: &[f64],
    equations: &mut RowEquations,
    g: &mut [f64],
) {
    let friction = solver.friction();
    for row in 0..labels.len() {
        let sign = match labels[row] {
            Label::Free => {
                (equations.impulse[row], equations.normal[row], equations.velocity[row]) =
                    (0.0, 0.0, 1.0);
                g[row] = 0.0;
                continue;
            }
            Label::Lower => 1.0,
            Label::Upper => -1.0,
        };
        (equations.impulse[row], equations.velocity[row]) = (d[row], 0.0);
        if friction.is_tangent(row) {
            equations.normal[row] = sign * friction.mu[row] * d[row];
            g[row] = 0.0;
        } else {
            equations.normal[row] = 0.0;
            let bound = if labels[row] == Label::Lower {
                system.problem.lo()[row]
            } else {
                system.problem.hi()[row]
            };
            g[row] = d[row] * bound;
        }
    }
}

/// Residual of the natural map with the bounds at x.
pub fn residual(system: &mut BoxSystem<'_>, x: &[f64], w: &[f64]) -> f64 {
    system.refresh_bounds(x);
    system.residual(x, w)
}

/// Undamped active-set Newton from `labels`: at most `steps` linear solves,
/// until the sets repeat, get worse or are right. Returns the best iterate.
pub fn polish(
    system: &mut BoxSystem<'_>,
    solver: &mut EquationSolver,
    mut labels: Vec<Label>,
    steps: usize,
    tolerance: f64,
    counts: &mut Counts,
) -> Option<(f64, Vec<f64>)> {
    let n = labels.len();
    let d = scales(system);
    let (mut equations, mut g) = (RowEquations::new(n), vec![0.0; n]);
    let (mut x, mut w) = (vec![0.0; n], vec![0.0; n]);
    let mut best: Option<(f64, Vec<f64>)> = None;
    for step in 0..steps {
        equations_of(system, solver, &labels, &d, &mut equations, &mut g);
        if solver.factor(system, &equations, counts) == Err(Breakdown) {
            break;
        }
        let c = std::mem::take(&mut system.b);
        solver.solve(system, &equations, &g, &c, &mut x);
        system.b = c;
        counts.iterations += 1;
        counts.inner_iterations += 1;
        system.velocity(&x, &mut w);
        let size = residual(system, &x, &w);
        if size.is_nan() {
            break;
        }
        if best.as_ref().is_none_or(|found| size < found.0) {
            best = Some((size, x.clone()));
        } else if step >= 2 {
            break;
        }
        if size <= tolerance {
            break;
        }
        let next = trial(system, solver, &x, &w, &d);
        if next == labels {
            break;
        }
        counts.pivots += next.iter().zip(&labels).filter(|(a, b)| a != b).count();
        labels = next;
    }
    best
}
