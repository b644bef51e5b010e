//! A guess of the index sets by a few projected Gauss–Seidel sweeps, which
//! cost far less than the pivoting steps that they save.

use crate::outcome::Label;
use crate::pivoting::block::BoxSystem;
use crate::splitting::{Rows, cells};

/// Share of unbounded rows above which sweeps are not worth their time: chains
/// of joints carry impulses farther than a few sweeps can see.
const MAX_UNBOUNDED: f64 = 0.25;

/// Share of rows that still change in a sweep when the guess is good enough.
const SETTLED: f64 = 0.004;

/// Whether bounds rather than joints make up the problem.
pub fn pays(system: &BoxSystem<'_>) -> bool {
    let bounds = system.lo.iter().zip(&system.hi);
    let unbounded = bounds.filter(|(lo, hi)| lo.is_infinite() && hi.is_infinite()).count();
    unbounded as f64 <= MAX_UNBOUNDED * system.lo.len() as f64
}

/// Labels and iterate after `sweeps` sweeps from x: x_i ← clamp(x_i − w_i/A_ii)
/// row by row, coupled bounds following their normals.
pub fn guess(system: &BoxSystem<'_>, mut x: Vec<f64>, sweeps: usize) -> (Vec<f64>, Vec<Label>) {
    let n = system.b.len();
    for row in 0..n {
        x[row] = x[row].clamp(system.lo[row], system.hi[row]);
    }
    let rows = Rows::with_constant(system.problem, &system.b);
    let mut memory = rows.memory(&x);
    let (slots, memory) = (cells(&mut x), cells(&mut memory));
    let mut labels = vec![Label::Free; n];
    let diagonal = system.problem.diagonal();
    let coupling = system.problem.coupling();
    for _ in 0..sweeps {
        let mut changes = 0;
        for row in 0..n {
            let weight = diagonal[row] + system.shift[row];
            if weight <= 0.0 {
                continue;
            }
            let old = slots[row].get();
            let [w] = rows.velocities([row], [old], slots, memory);
            let trial = old - (w + system.shift[row] * old) / weight;
            let (lo, hi) = match coupling[row] {
                Some((normal, mu)) => {
                    let radius = mu * slots[normal].get().max(0.0);
                    (-radius, radius)
                }
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
            if next != old {
                slots[row].set(next);
                rows.moved([row], [next - old], memory);
            }
        }
        if changes as f64 <= SETTLED * n as f64 {
            break;
        }
    }
    (x, labels)
}
