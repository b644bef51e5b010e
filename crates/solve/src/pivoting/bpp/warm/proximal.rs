//! A proximal loop around the active-set Newton steps.
//!
//! Where the sets of the problem itself lead nowhere, those of a shifted one do (see
//! [`crate::proximal_point`]). Where ρ was too small, it stays above that for a few rounds.

use super::{LOADED, Warm};
use crate::outcome::{Counts, Label};
use crate::problem::Problem;
use crate::proximal_point::{Best, Beyond, End, Schedule, Shifted, Step, Verdict};
use crate::request::Recorder;
use crate::solver::Confirmation;

const SCHEDULE: Schedule = Schedule {
    weights: (1e-9, 1e3),
    beyond: Beyond::TriesLargest,
    growth: 5.0,
    caution: 2.0,
    falls: &[(1, 0.05), (2, 0.2), (3, 0.3), (6, 0.6)],
    least_fall: 1.0,
    rounds: 500,
};
const FIRST_WEIGHT: f64 = 0.03;
/// Rounds without a smaller residual before others take over: what is solved at all is
/// solved with fewer of them.
const PATIENCE: usize = 30;

/// A solve with proximal terms.
struct Terms<'a, 'p> {
    warm: &'a mut Warm,
    problem: &'p Problem,
    tolerance: f64,
    most: usize,
    /// The sets, and those of the last solution.
    labels: &'a mut [Label],
    kept: Vec<Label>,
    best: Best,
    counts: &'a mut Counts,
    recorder: &'a mut Recorder,
}

impl Shifted for Terms<'_, '_> {
    fn is_exhausted(&self) -> bool {
        self.counts.iterations >= self.most
    }

    fn solve(&mut self, weight: f64, centre: &mut Vec<f64>, x: &mut Vec<f64>) -> Step {
        self.warm.set_centre(self.problem, weight, centre);
        self.labels.copy_from_slice(&self.kept);
        let before = self.counts.iterations;
        // The outer residual is at most the inner one and the shift.
        let tolerance = 0.1 * self.tolerance;
        let (labels, counts) = (&mut *self.labels, &mut *self.counts);
        if self.warm.newton(self.problem, tolerance, labels, x, counts, self.recorder) {
            Step::Solved(self.counts.iterations - before)
        } else {
            Step::Failed
        }
    }

    fn judge(&mut self, x: &[f64], _: Step) -> Verdict {
        self.kept.copy_from_slice(self.labels);
        self.warm.set_centre(self.problem, 0.0, x);
        self.warm.multiply(self.problem, x, self.counts);
        self.best.judge(x, self.warm.residual(self.problem, x), self.tolerance)
    }
}

impl Warm {
    /// Solves from the centre x, until `most` iterations are counted. Where the residual came
    /// below `tolerance`, x is the solution, else the best iterate seen.
    pub fn solve_proximal(
        &mut self,
        problem: &Problem,
        (tolerance, most): (f64, usize),
        labels: &mut [Label],
        x: &mut Vec<f64>,
        counts: &mut Counts,
        recorder: &mut Recorder,
    ) -> Confirmation {
        if self.load(problem).is_none() {
            return Confirmation::NotTried;
        }
        let (kept, best) = (labels.to_vec(), Best::new(x, PATIENCE));
        let mut terms =
            Terms { warm: self, problem, tolerance, most, labels, kept, best, counts, recorder };
        let solved = SCHEDULE.run(&mut terms, FIRST_WEIGHT, x).0 == End::Solved;
        if !solved {
            x.clone_from(&terms.best.x);
        }
        Confirmation::of(solved)
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
