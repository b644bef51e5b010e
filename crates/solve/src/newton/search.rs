//! Projected back-tracking (Erleben 2013, Eq 81–83): the smallest h ≥ 0 with
//! θ(P(x + βʰ Δx)) ≤ θ₀ + α βʰ θ'(x; Δx).
//!
//! The projected path does not have the slope that is used here, so the test
//! may never hold: a shortest step is not optional. The non-monotone variant
//! puts the largest of the last merits in the place of θ₀.

use std::collections::VecDeque;

use super::options::{LineSearch, NewtonOptions};

/// Shorter steps are not tried.
const SHORTEST: f64 = 1e-10;

/// A search and the merits it remembers.
pub struct Search<'a> {
    options: &'a NewtonOptions,
    merits: VecDeque<f64>,
}

impl<'a> Search<'a> {
    /// No merit seen yet.
    pub fn new(options: &'a NewtonOptions) -> Self {
        Self { options, merits: VecDeque::new() }
    }

    /// Forgets all merits: another start comes.
    pub fn forget(&mut self) {
        self.merits.clear();
    }

    /// The merit of the iterate that steps begin from now on.
    pub fn begin(&mut self, merit: f64) {
        let kept = match self.options.line_search {
            LineSearch::NonMonotone => self.options.memory.max(1),
            LineSearch::Armijo | LineSearch::None | LineSearch::TrustRegion => 1,
        };
        self.merits.push_back(merit);
        while self.merits.len() > kept {
            self.merits.pop_front();
        }
    }

    /// The first accepted step, `merit` being θ at a step; `None` when there
    /// is none.
    pub fn find(&self, slope: f64, mut merit: impl FnMut(f64) -> f64) -> Option<f64> {
        if self.options.line_search == LineSearch::None {
            return Some(1.0);
        }
        let reference = self.merits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut step = 1.0;
        while step >= SHORTEST.max(self.options.minimum_step) {
            let found = merit(step);
            if found <= reference + self.options.sufficient_decrease * step * slope {
                return Some(step);
            }
            step *= self.options.reduction;
        }
        None
    }
}
