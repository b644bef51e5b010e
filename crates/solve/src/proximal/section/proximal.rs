//! A proximal loop around the Newton steps.
//!
//! Where the faces of the problem itself lead nowhere, those of A + ρ diag(A),
//! b − ρ diag(A) x̄ do for a large enough ρ; each solution is the next centre
//! x̄, and at a fixed point the term vanishes. ρ falls as long as the faces are
//! found in a few steps and grows when they are not.

use super::newton::{Limits, SectionNewton};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::request::Recorder;
use crate::residual::decisive_with;

/// Most proximal steps.
const MAX_ROUNDS: usize = 500;
/// Weights ρ: the first, the smallest worth trying and the largest.
const FIRST_WEIGHT: f64 = 1e-3;
const SMALLEST_WEIGHT: f64 = 1e-9;
const LARGEST_WEIGHT: f64 = 1e3;
/// Rounds without a smaller residual before others take over.
const PATIENCE: usize = 100;

impl<const N: usize> SectionNewton<N> {
    /// Goes on from the centre x with the problem that is loaded. Says whether
    /// the residual came below the tolerance; x is then the solution, else the
    /// best iterate seen.
    pub(super) fn proximal(
        &mut self,
        problem: &Problem,
        limits: Limits,
        x: &mut [f64],
        counts: &mut Counts,
        recorder: &mut Recorder,
    ) -> bool {
        let inner = Limits { tolerance: 0.1 * limits.tolerance, ..limits };
        let mut centre = x.to_vec();
        let mut best = (f64::INFINITY, centre.clone());
        let (mut weight, mut idle) = (FIRST_WEIGHT, 0);
        for _ in 0..MAX_ROUNDS {
            self.set_centre(problem, weight, &centre);
            x.copy_from_slice(&centre);
            let before = counts.iterations;
            if !self.newton(problem, inner, x, counts, recorder) {
                if weight >= LARGEST_WEIGHT || counts.iterations >= limits.iterations {
                    break;
                }
                weight = (3.0 * weight).min(LARGEST_WEIGHT);
                continue;
            }
            centre.copy_from_slice(x);
            self.set_centre(problem, 0.0, &centre);
            self.multiply(problem, x, counts);
            recorder.note(problem, counts.iterations, x, &self.w, 0);
            let size = decisive_with(problem, x, &self.w, &mut self.scratch);
            if size <= limits.tolerance {
                return true;
            }
            if size < 0.9 * best.0 {
                best = (size, centre.clone());
                idle = 0;
            } else {
                idle += 1;
                if idle > PATIENCE {
                    break;
                }
            }
            weight *= match counts.iterations - before {
                0..=3 => 0.3,
                4..=6 => 0.6,
                _ => 1.0,
            };
            weight = weight.max(SMALLEST_WEIGHT);
        }
        x.copy_from_slice(&best.1);
        false
    }

    /// Softness c + ρ d and constant b − ρ d x̄ with d = diag(A).
    fn set_centre(&mut self, problem: &Problem, weight: f64, centre: &[f64]) {
        let Some(factored) = problem.factored() else { return };
        self.share = weight;
        for (row, diagonal) in problem.diagonal().iter().enumerate() {
            let shift = weight * diagonal;
            self.softness[row] = factored.compliance[row] + shift;
            self.constant[row] = problem.b()[row] - shift * centre[row];
        }
        self.forget();
    }
}
