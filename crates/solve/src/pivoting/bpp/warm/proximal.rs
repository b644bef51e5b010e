//! A proximal loop around the active-set Newton steps.
//!
//! Where the sets of the problem itself lead nowhere, those of
//! A + ρ diag(A), b − ρ diag(A) x̄ do for a large enough ρ; each solution is
//! the next centre x̄, and at a fixed point the term vanishes. ρ falls as long
//! as the sets are found in a few steps and grows when they are not; where it was
//! too small, it stays above that for a few rounds.

use super::{LOADED, Warm};
use crate::outcome::{Counts, Label};
use crate::problem::Problem;
use crate::request::Recorder;

/// Most proximal steps.
const MAX_ROUNDS: usize = 500;
/// Weights ρ: the first, the smallest worth trying and the largest.
const FIRST_WEIGHT: f64 = 0.03;
const SMALLEST_WEIGHT: f64 = 1e-9;
const LARGEST_WEIGHT: f64 = 1e3;
/// How ρ grows where it was too small; how far above that it stays, and how much of
/// this is forgotten with every round.
const GROWTH: f64 = 5.0;
const CAUTION: f64 = 2.0;
const FORGETTING: f64 = 0.5;
/// Rounds without a smaller residual before others take over: what is solved at all is
/// solved with fewer of them.
const PATIENCE: usize = 30;

impl Warm {
    /// Solves from the centre x, until `most` iterations are counted. Says whether the
    /// residual came below `tolerance`; x is then the solution, else the best iterate seen.
    /// `None` where the problem is not of the kind that this takes.
    pub fn solve_proximal(
        &mut self,
        problem: &Problem,
        (tolerance, most): (f64, usize),
        labels: &mut [Label],
        x: &mut Vec<f64>,
        counts: &mut Counts,
        recorder: &mut Recorder,
    ) -> Option<bool> {
        self.load(problem)?;
        let mut centre = x.clone();
        let mut best = (f64::INFINITY, centre.clone());
        let mut kept = labels.to_vec();
        let (mut weight, mut least, mut idle) = (FIRST_WEIGHT, SMALLEST_WEIGHT, 0);
        for _ in 0..MAX_ROUNDS {
            if counts.iterations >= most {
                break;
            }
            self.set_centre(problem, weight, &centre);
            labels.copy_from_slice(&kept);
            let before = counts.iterations;
            // The outer residual is at most the inner one and the shift.
            let found = self.newton(problem, 0.1 * tolerance, labels, x, counts, recorder);
            if !found {
                if weight >= LARGEST_WEIGHT {
                    break;
                }
                least = CAUTION * weight;
                weight = (GROWTH * weight).min(LARGEST_WEIGHT);
                continue;
            }
            kept.copy_from_slice(labels);
            centre.copy_from_slice(x);
            self.set_centre(problem, 0.0, &centre);
            self.multiply(problem, x, counts);
            let size = self.residual(problem, x);
            if size <= tolerance {
                return Some(true);
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
                0..=1 => 0.05,
                2 => 0.2,
                3 => 0.3,
                4..=6 => 0.6,
                _ => 1.0,
            };
            weight = weight.max(least);
            least = (FORGETTING * least).max(SMALLEST_WEIGHT);
        }
        x.clone_from(&best.1);
        Some(false)
    }

    /// Softness c + ρ d and constant b − ρ d x̄ with d = diag(A).
    fn set_centre(&mut self, problem: &Problem, weight: f64, centre: &[f64]) {
        let compliance = &problem.factored().expect(LOADED).compliance;
        for (row, diagonal) in problem.diagonal().iter().enumerate() {
            self.shift[row] = weight * diagonal;
            self.softness[row] = compliance[row] + self.shift[row];
            self.constant[row] = problem.b()[row] - self.shift[row] * centre[row];
        }
    }
}
