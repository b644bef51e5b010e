//! Staggering (Erleben 2013, Eq 110–112; SIGGRAPH 2022 course, §3.2.5): the
//! normal problem with friction held still, then the friction problem inside
//! the bounds ±μ xₙ that came out, to a fixed point.
//!
//! Each half has constant bounds and is left to another solver. Rows outside
//! contacts take part in both halves. No proof says that the fixed point is
//! reached; where it is, it solves the coupled problem.
//!
//! The friction half of contacts in directions with a slack is
//!
//! ```text
//! 0 ≤ ⎛ B_tt  E ⎞ ⎛ λ ⎞ + ⎛ b_t + B_tn xₙ ⎞ ⊥ ⎛ λ ⎞ ≥ 0                 (111)
//!     ⎝ −Eᵀ   0 ⎠ ⎝ β ⎠   ⎝     μ xₙ      ⎠   ⎝ β ⎠
//! ```
//!
//! These are the optimality conditions of min ½ λᵀB_tt λ + (b_t + B_tn xₙ)ᵀλ
//! over λ ≥ 0, Eᵀλ ≤ μ xₙ (112), whose multiplier β is: pivoting solves the
//! first form, an interior point method of quadratic programs the second.
//!
//! Semi-staggering (Silcowitz et al. 2009; course, §3.2.5) does not wait for the
//! halves: each gets some iterations of its solver before the other has its turn.

use crate::options::{OptionDescription, OptionError, OptionValues, options};
use crate::outcome::{Counts, Label, Status};
use crate::problem::{Kind, Problem, ProblemData, ProblemError};
use crate::request::{Request, Start};
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections, Solver};
use crate::stopping::{Exit, StoppingOptions, Watch, start};

use super::SolverName;

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "splitting",
    summary: "normal problem and friction problem in turn, each by another solver",
    accepts: Accepts {
        kinds: &[Kind::Lcp, Kind::Blcp],
        symmetric: false,
        coupled: true,
        positive_diagonal: false,
        sections: Sections::Disc,
    },
    options: describe,
    make,
};

const NAME: &str = "staggered";

options! {
    /// Options of `staggered`.
    struct StaggeredOptions {
        /// The solver of both halves, and of the normal half of contacts in directions.
        inner: SolverName = SolverName("bpp".into()),
        /// The solver of the friction half of contacts in directions with a slack.
        directions: SolverName = SolverName("lemke".into()),
        /// Iterations of a half before the other has its turn (0: to its solution).
        half_iterations: usize = 0,
    }
}

/// Outer iterations unless the request says otherwise.
const LIMIT: usize = 2_000;
/// Tolerance of the halves over that of the whole.
const INNER_TOLERANCE: f64 = 0.1;

fn describe() -> Vec<OptionDescription> {
    StoppingOptions::described_after(StaggeredOptions::describe())
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
    let options = StaggeredOptions::from_settings(NAME, &own)?;
    let (inner, directions) = (&options.inner, &options.directions);
    let halves = [inner.build("inner")?, inner.build("inner")?];
    let directions = directions.build("directions")?;
    Ok(Box::new(Staggered { halves, directions, half_iterations: options.half_iterations, rules }))
}

struct Staggered {
    /// One solver for each half, so that each keeps the memory of its own.
    halves: [Solver; 2],
    /// The friction half of contacts in directions.
    directions: Solver,
    half_iterations: usize,
    rules: StoppingOptions,
}

impl Method for Staggered {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let mut tangent = vec![false; problem.size()];
        let mut normal = vec![false; problem.size()];
        for contact in problem.contacts() {
            normal[contact.normal] = true;
            contact.tangents.iter().for_each(|&row| tangent[row] = true);
        }
        let slacks = problem.slack_contacts();
        for contact in &slacks {
            contact.normal.iter().for_each(|&row| normal[row] = true);
            contact.directions.iter().for_each(|&row| tangent[row] = true);
            tangent[contact.slack] = true;
        }
        let effort = Effort {
            tolerance: INNER_TOLERANCE * request.tolerance_for(problem),
            iterations: Some(self.half_iterations).filter(|&iterations| iterations > 0),
        };
        let [first, second] = &mut self.halves;
        let second = if slacks.is_empty() { second } else { &mut self.directions };
        let mut halves = vec![Half::new(problem, first, &tangent, effort)?];
        if !problem.contacts().is_empty() || !slacks.is_empty() {
            halves.push(Half::new(problem, second, &normal, effort)?);
        }
        let watch = Watch::new(problem, request, &self.rules, LIMIT);
        let mut halves: Vec<Half> = halves.into_iter().flatten().collect();
        let alone = halves.len() == 1 && effort.iterations.is_none();
        let (mut given_up, mut refusal) = (false, None);
        let attempt = watch.run_until(start(problem, request), Counts::default(), |x, counts| {
            // Nothing changes a half that is alone: its solver had its chance.
            if given_up || refusal.is_some() {
                return Some(Exit::Stagnation);
            }
            for half in &mut halves {
                match half.solve(problem, x, counts) {
                    Ok(status) => given_up = alone && status != Status::Converged,
                    Err(refused) => refusal = Some(refused),
                }
            }
            None
        });
        refusal.map_or(Ok(attempt), Err)
    }
}

/// How far a half is brought in its turn.
#[derive(Clone, Copy)]
struct Effort {
    tolerance: f64,
    iterations: Option<usize>,
}

/// The rows of one half as a problem of their own.
struct Half<'s> {
    solver: &'s mut Solver,
    rows: Vec<usize>,
    template: ProblemData,
    effort: Effort,
    labels: Option<Vec<Label>>,
}

impl<'s> Half<'s> {
    /// The half without the rows that are `held`; `None` when none is left.
    fn new(
        problem: &Problem,
        solver: &'s mut Solver,
        held: &[bool],
        effort: Effort,
    ) -> Result<Option<Self>, Refusal> {
        let rows: Vec<usize> = (0..problem.size()).filter(|&row| !held[row]).collect();
        if rows.is_empty() {
            return Ok(None);
        }
        let part = if problem.contacts().is_empty() {
            problem.island(&rows)
        } else {
            problem.without_friction().and_then(|problem| problem.island(&rows))
        };
        let template = part.map_err(unfit)?.data().clone();
        Ok(Some(Self { solver, rows, template, effort, labels: None }))
    }

    fn solve(
        &mut self,
        problem: &Problem,
        x: &mut [f64],
        counts: &mut Counts,
    ) -> Result<Status, Refusal> {
        let n = x.len();
        let (mut lo, mut hi, mut rest) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        problem.bounds_at(x, &mut lo, &mut hi);
        let mut held = x.to_vec();
        self.rows.iter().for_each(|&row| held[row] = 0.0);
        problem.velocity(&held, &mut rest);
        let gather = |values: &[f64]| self.rows.iter().map(|&row| values[row]).collect::<Vec<_>>();
        let half = Problem::new(ProblemData {
            b: gather(&rest),
            lo: gather(&lo),
            hi: gather(&hi),
            ..self.template.clone()
        })
        .map_err(unfit)?;
        let request = Request {
            tolerance: Some(self.effort.tolerance),
            max_iterations: self.effort.iterations,
            history: self.effort.iterations.is_some(),
            iterates: self.effort.iterations.is_some(),
            start: Start { x: Some(gather(x)), labels: self.labels.take() },
        };
        let outcome = self.solver.solve(&half, &request)?;
        // A half that is cut short goes on from its last iterate, not its best, which ends the
        // history.
        let ended = outcome.counts.iterations;
        let last = outcome.history.iter().find(|point| point.iteration == ended);
        let last = last.map(|point| &point.x).filter(|x| !x.is_empty());
        for (&row, &value) in self.rows.iter().zip(last.unwrap_or(&outcome.x)) {
            x[row] = value;
        }
        self.labels = outcome.labels;
        counts.inner_iterations += outcome.counts.iterations;
        counts.products += 1 + outcome.counts.products;
        counts.factorisations += outcome.counts.factorisations;
        Ok(outcome.status)
    }
}

fn unfit(error: ProblemError) -> Refusal {
    Refusal::Unfit { solver: NAME, reason: format!("a half is no problem of its own: {error}") }
}
