//! Proximal block pivoting.
//!
//! Plain pivoting cycles on nearly rigid redundant problems; those with proximal terms
//! are better conditioned (see [`crate::proximal_point`]).

use stickslip_linalg::infinity_norm;

use super::{BppOptions, presweep};
use crate::outcome::{Counts, Label, Status};
use crate::pivoting::block::{BlockPivoting, BoxSystem, Ending, FreeSystem, Pivoted};
use crate::problem::Problem;
use crate::proximal_point::{Beyond, End, Schedule, Shifted, Step, Verdict};
use crate::request::{Recorder, Request};

/// What a proximal solve found.
pub struct Found {
    /// Solution or best iterate.
    pub x: Vec<f64>,
    /// Its index sets.
    pub labels: Vec<Label>,
    /// How it ended.
    pub status: Status,
    /// Proximal steps.
    pub rounds: usize,
    /// Sum of all shifts by adaptive regularisation.
    pub total_shift: f64,
}

/// Settings of one solve.
pub struct Proximal<'a> {
    /// The solver's options.
    pub options: &'a BppOptions,
    /// Residual asked for.
    pub tolerance: f64,
    /// Most pivoting steps altogether.
    pub max_steps: usize,
    /// Limits of single pivots: see [`BlockPivoting`].
    pub max_single: usize,
    /// The same.
    pub single_run: usize,
}

/// Above its weights the proximal step is too short to be of use, below them the term is
/// lost in rounding.
const SCHEDULE: Schedule = Schedule {
    weights: (1e-11, 1e6),
    beyond: Beyond::Ends,
    growth: 10.0,
    caution: 0.0,
    falls: &[(5, 0.2), (20, 0.5)],
    least_fall: 1.0,
    rounds: usize::MAX,
};

/// A solve with proximal terms.
struct Terms<'a, 'p> {
    proximal: &'a Proximal<'a>,
    problem: &'p Problem,
    system: BoxSystem<'p>,
    /// D, with 1 where A has no positive entry.
    diagonal: Vec<f64>,
    space: &'a mut dyn FreeSystem,
    labels: Vec<Label>,
    /// Residual, iterate and sets.
    best: (f64, Vec<f64>, Vec<Label>),
    /// How the last pivoting ended.
    ending: Ending,
    counts: &'a mut Counts,
    recorder: &'a mut Recorder,
}

impl Shifted for Terms<'_, '_> {
    fn is_exhausted(&self) -> bool {
        self.counts.iterations >= self.proximal.max_steps
    }

    fn solve(&mut self, weight: f64, centre: &mut Vec<f64>, x: &mut Vec<f64>) -> Step {
        for (row, diagonal) in self.diagonal.iter().enumerate() {
            self.system.shift[row] = weight * diagonal;
            self.system.b[row] = self.problem.b()[row] - self.system.shift[row] * centre[row];
        }
        let left = self.proximal.max_steps - self.counts.iterations;
        let inner = self.proximal.pivoting(self.proximal.options.proximal_steps.min(left), 0);
        let (labels, from) = (self.labels.clone(), centre.clone());
        let (counts, recorder) = (&mut *self.counts, &mut *self.recorder);
        let run = inner.run(&mut self.system, self.space, labels, from, counts, recorder);
        self.ending = run.ending;
        if run.ending != Ending::Solved {
            return Step::Failed;
        }
        *x = run.x;
        self.labels = run.labels;
        Step::Solved(run.steps)
    }

    fn judge(&mut self, x: &[f64], step: Step) -> Verdict {
        let residual = self.proximal.measure(self.problem, x);
        self.counts.products += 1;
        if residual < self.best.0 {
            self.best = (residual, x.to_vec(), self.labels.clone());
        }
        if self.best.0 <= self.proximal.tolerance {
            return Verdict::Solved;
        }
        if matches!(step, Step::Solved(0..=3))
            && let Some(exact) = self.polish(x)
        {
            self.best = (exact.residual, exact.x, exact.labels);
            return Verdict::Solved;
        }
        Verdict::Continue
    }
}

impl Terms<'_, '_> {
    /// A few plain steps from sets that the loop has settled on: when they are
    /// right, one linear solve finishes.
    fn polish(&mut self, x: &[f64]) -> Option<Pivoted> {
        let mut system = BoxSystem::new(self.problem, x);
        let steps = self.proximal.max_steps.saturating_sub(self.counts.iterations).min(3);
        let (labels, counts) = (self.labels.clone(), &mut *self.counts);
        let plain = self.proximal.pivoting(steps, 0);
        let run = plain.run(&mut system, self.space, labels, x.to_vec(), counts, self.recorder);
        (run.residual <= self.proximal.tolerance).then_some(run)
    }
}

impl Proximal<'_> {
    /// Solves a problem with constant bounds.
    pub fn solve(
        &self,
        problem: &Problem,
        request: &Request,
        space: &mut dyn FreeSystem,
        counts: &mut Counts,
        recorder: &mut Recorder,
    ) -> Found {
        let x = request.start.x.clone().unwrap_or_else(|| vec![0.0; problem.size()]);
        let mut system = BoxSystem::new(problem, &x);
        let (x, labels) = if request.start.labels.is_none() && presweep::pays(&system) {
            presweep::guess(&system, x, self.options.presweeps)
        } else {
            let labels = system.first_labels(request.start.labels.as_deref());
            (x, labels)
        };
        let mut best = (f64::INFINITY, x.clone(), labels.clone());
        let mut from = (x.clone(), labels.clone());
        if self.options.plain_steps > 0 {
            let steps = self.options.plain_steps.min(self.max_steps);
            let plain = self.pivoting(steps, self.options.pivot_limit);
            let run = plain.run(&mut system, space, labels, x, counts, recorder);
            let total_shift = run.total_shift;
            let residual =
                if total_shift > 0.0 { self.measure(problem, &run.x) } else { run.residual };
            best = (residual, run.x, run.labels);
            if residual <= self.tolerance || total_shift > 0.0 {
                let status = ended(run.ending);
                return Found { x: best.1, labels: best.2, status, rounds: 0, total_shift };
            }
            if !self.is_lost(problem, &best.1) {
                from = (best.1.clone(), best.2.clone());
            }
        }
        self.rounds(problem, space, counts, recorder, best, from)
    }

    /// Whether the rounding of A x alone exceeds the tolerance: a singular A_FF
    /// that passed for definite gives such x, from which no step comes back.
    fn is_lost(&self, problem: &Problem, x: &[f64]) -> bool {
        f64::EPSILON * infinity_norm(problem.diagonal()) * infinity_norm(x) > self.tolerance
    }

    fn rounds(
        &self,
        problem: &Problem,
        space: &mut dyn FreeSystem,
        counts: &mut Counts,
        recorder: &mut Recorder,
        best: (f64, Vec<f64>, Vec<Label>),
        (mut x, labels): (Vec<f64>, Vec<Label>),
    ) -> Found {
        let diagonal: Vec<f64> =
            problem.diagonal().iter().map(|&value| if value > 0.0 { value } else { 1.0 }).collect();
        let system = BoxSystem::new(problem, &x);
        for (row, value) in x.iter_mut().enumerate() {
            *value = value.clamp(system.lo[row], system.hi[row]);
        }
        let ending = Ending::Exhausted;
        let proximal = self;
        let mut terms = Terms {
            proximal,
            problem,
            system,
            diagonal,
            space,
            labels,
            best,
            ending,
            counts,
            recorder,
        };
        let (end, rounds) = SCHEDULE.run(&mut terms, self.options.first_weight, &mut x);
        let status = match end {
            End::Solved => Status::Converged,
            End::Weights => ended(terms.ending),
            End::Stalled | End::Exhausted => Status::MaxIterations,
        };
        let (_, x, labels) = terms.best;
        Found { x, labels, status, rounds, total_shift: 0.0 }
    }

    fn pivoting(&self, max_steps: usize, pivot_limit: usize) -> BlockPivoting {
        BlockPivoting {
            max_steps,
            patience: self.options.patience,
            max_single: self.max_single,
            single_run: self.single_run,
            rounding: 1e-13,
            tolerance: self.tolerance,
            coupled: false,
            pivot_limit,
            pivot_shift: self.options.pivot_shift,
        }
    }

    fn measure(&self, problem: &Problem, x: &[f64]) -> f64 {
        let mut w = vec![0.0; x.len()];
        problem.velocity(x, &mut w);
        let mut map = vec![0.0; x.len()];
        crate::residual::natural_map(problem, x, &w, &mut map);
        infinity_norm(&map)
    }
}

fn ended(ending: Ending) -> Status {
    match ending {
        Ending::Solved => Status::Converged,
        Ending::Cycled => Status::Cycled,
        Ending::Capped => Status::Capped,
        Ending::Exhausted => Status::MaxIterations,
        Ending::Broken => Status::Stagnated,
    }
}
