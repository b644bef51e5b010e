//! Proximal block pivoting.
//!
//! Plain pivoting cycles on nearly rigid redundant problems. The proximal
//! point method solves, for a centre x, the better conditioned box problem
//! with A + ρD and b − ρD x, D = diag(A), and takes its solution as the next
//! centre; at a fixed point the extra terms cancel, so the limit solves the
//! unmodified problem. ρ grows tenfold when pivoting still fails and shrinks
//! when it was easy.

use stickslip_linalg::infinity_norm;

use super::{BppOptions, presweep};
use crate::outcome::{Counts, Label, Status};
use crate::pivoting::block::{BlockPivoting, BoxSystem, Ending, FreeSystem, Pivoted};
use crate::problem::Problem;
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

/// Beyond this weight the proximal step is too short to be of use.
const LARGEST_WEIGHT: f64 = 1e6;
/// Below this weight the term is lost in rounding.
const SMALLEST_WEIGHT: f64 = 1e-11;

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
        mut best: (f64, Vec<f64>, Vec<Label>),
        (start, mut labels): (Vec<f64>, Vec<Label>),
    ) -> Found {
        let n = problem.size();
        let diagonal: Vec<f64> =
            problem.diagonal().iter().map(|&value| if value > 0.0 { value } else { 1.0 }).collect();
        let mut system = BoxSystem::new(problem, &start);
        let mut centre: Vec<f64> =
            (0..n).map(|row| start[row].clamp(system.lo[row], system.hi[row])).collect();
        let mut weight = self.options.first_weight;
        let (mut rounds, mut status) = (0, Status::MaxIterations);
        while counts.iterations < self.max_steps {
            rounds += 1;
            for row in 0..n {
                system.shift[row] = weight * diagonal[row];
                system.b[row] = problem.b()[row] - system.shift[row] * centre[row];
            }
            let steps = self.options.proximal_steps.min(self.max_steps - counts.iterations);
            let inner = self.pivoting(steps, 0);
            let run =
                inner.run(&mut system, space, labels.clone(), centre.clone(), counts, recorder);
            if run.ending != Ending::Solved {
                weight *= 10.0;
                if weight > LARGEST_WEIGHT {
                    status = ended(run.ending);
                    break;
                }
                continue;
            }
            let residual = self.measure(problem, &run.x);
            counts.products += 1;
            labels.clone_from(&run.labels);
            centre.clone_from(&run.x);
            if residual < best.0 {
                best = (residual, run.x, run.labels);
            }
            if best.0 <= self.tolerance {
                status = Status::Converged;
                break;
            }
            if run.steps <= 3
                && let Some(exact) = self.polish(problem, space, counts, recorder, &labels, &centre)
            {
                best = (exact.residual, exact.x, exact.labels);
                status = Status::Converged;
                break;
            }
            let factor = match run.steps {
                0..=5 => 0.2,
                6..=20 => 0.5,
                _ => 1.0,
            };
            weight = (factor * weight).max(SMALLEST_WEIGHT);
        }
        Found { x: best.1, labels: best.2, status, rounds, total_shift: 0.0 }
    }

    /// A few plain steps from sets that the loop has settled on: when they are
    /// right, one linear solve finishes.
    fn polish(
        &self,
        problem: &Problem,
        space: &mut dyn FreeSystem,
        counts: &mut Counts,
        recorder: &mut Recorder,
        labels: &[Label],
        x: &[f64],
    ) -> Option<Pivoted> {
        let mut system = BoxSystem::new(problem, x);
        let steps = self.max_steps.saturating_sub(counts.iterations).min(3);
        let run = self.pivoting(steps, 0).run(
            &mut system,
            space,
            labels.to_vec(),
            x.to_vec(),
            counts,
            recorder,
        );
        (run.residual <= self.tolerance).then_some(run)
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
