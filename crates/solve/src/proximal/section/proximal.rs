//! A proximal loop around the Newton steps: where the faces of the problem itself lead
//! nowhere, those of a shifted one do (see [`crate::proximal_point`]).

use super::newton::{Limits, SectionNewton};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::proximal_point::{Best, Beyond, End, Schedule, Shifted, Step, Verdict};
use crate::request::Recorder;
use crate::residual::decisive_with;

const SCHEDULE: Schedule = Schedule {
    weights: (1e-9, 1e3),
    beyond: Beyond::TriesLargest,
    growth: 3.0,
    caution: 0.0,
    falls: &[(3, 0.3), (6, 0.6)],
    least_fall: 1.0,
    rounds: 500,
};
const FIRST_WEIGHT: f64 = 1e-3;
/// Rounds without a smaller residual before others take over.
const PATIENCE: usize = 100;

/// A solve with proximal terms.
struct Terms<'a, 'p, const N: usize> {
    newton: &'a mut SectionNewton<N>,
    problem: &'p Problem,
    limits: Limits,
    best: Best,
    counts: &'a mut Counts,
    recorder: &'a mut Recorder,
}

impl<const N: usize> Shifted for Terms<'_, '_, N> {
    fn solve(&mut self, weight: f64, centre: &mut Vec<f64>, x: &mut Vec<f64>) -> Step {
        self.newton.set_centre(self.problem, weight, centre);
        x.copy_from_slice(centre);
        let before = self.counts.iterations;
        let inner = Limits { tolerance: 0.1 * self.limits.tolerance, ..self.limits };
        if self.newton.newton(self.problem, inner, x, self.counts, self.recorder) {
            Step::Solved(self.counts.iterations - before)
        } else if self.counts.iterations >= self.limits.iterations {
            Step::Ended
        } else {
            Step::Failed
        }
    }

    fn judge(&mut self, x: &[f64], _: Step) -> Verdict {
        let newton = &mut *self.newton;
        newton.set_centre(self.problem, 0.0, x);
        newton.multiply(self.problem, x, self.counts);
        self.recorder.note(self.problem, self.counts.iterations, x, &newton.w, 0);
        let residual = decisive_with(self.problem, x, &newton.w, &mut newton.scratch);
        self.best.judge(x, residual, self.limits.tolerance)
    }
}

impl<const N: usize> SectionNewton<N> {
    /// Goes on from the centre x with the problem that is loaded. Says whether
    /// the residual came below the tolerance; x is then the solution, else the
    /// best iterate seen.
    pub(super) fn proximal(
        &mut self,
        problem: &Problem,
        limits: Limits,
        x: &mut Vec<f64>,
        counts: &mut Counts,
        recorder: &mut Recorder,
    ) -> bool {
        let best = Best::new(x, PATIENCE);
        let mut terms = Terms { newton: self, problem, limits, best, counts, recorder };
        let solved = SCHEDULE.run(&mut terms, FIRST_WEIGHT, x).0 == End::Solved;
        if !solved {
            x.copy_from_slice(&terms.best.x);
        }
        solved
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
