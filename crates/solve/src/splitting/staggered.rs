//! Staggering (Erleben 2013, Eq 110–112; SIGGRAPH 2022 course, §3.2.5): the
//! normal problem with friction held still, then the friction problem inside
//! the bounds ±μ xₙ that came out, to a fixed point.
//!
//! Each half has constant bounds and is left to another solver. Rows outside
//! contacts take part in both halves. No proof says that the fixed point is
//! reached; where it is, it solves the coupled problem.

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
        /// The solver of both halves.
        inner: SolverName = SolverName("bpp".into()),
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
    let inner = StaggeredOptions::from_settings(NAME, &own)?.inner;
    let halves = [inner.build("inner")?, inner.build("inner")?];
    Ok(Box::new(Staggered { halves, rules }))
}

struct Staggered {
    /// One solver for each half, so that each keeps the memory of its own.
    halves: [Solver; 2],
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
        let tolerance = INNER_TOLERANCE * request.tolerance_for(problem);
        let [first, second] = &mut self.halves;
        let mut halves = vec![Half::new(problem, first, &tangent, tolerance)?];
        if !problem.contacts().is_empty() {
            halves.push(Half::new(problem, second, &normal, tolerance)?);
        }
        let watch = Watch::new(problem, request, &self.rules, LIMIT);
        let mut halves: Vec<Half> = halves.into_iter().flatten().collect();
        let alone = halves.len() == 1;
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

/// The rows of one half as a problem of their own.
struct Half<'s> {
    solver: &'s mut Solver,
    rows: Vec<usize>,
    template: ProblemData,
    tolerance: f64,
    labels: Option<Vec<Label>>,
}

impl<'s> Half<'s> {
    /// The half without the rows that are `held`; `None` when none is left.
    fn new(
        problem: &Problem,
        solver: &'s mut Solver,
        held: &[bool],
        tolerance: f64,
    ) -> Result<Option<Self>, Refusal> {
        let rows: Vec<usize> = (0..problem.size()).filter(|&row| !held[row]).collect();
        if rows.is_empty() {
            return Ok(None);
        }
        let part = problem.without_friction().and_then(|problem| problem.island(&rows));
        let template = part.map_err(unfit)?.data().clone();
        Ok(Some(Self { solver, rows, template, tolerance, labels: None }))
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
            tolerance: Some(self.tolerance),
            start: Start { x: Some(gather(x)), labels: self.labels.take() },
            ..Request::default()
        };
        let outcome = self.solver.solve(&half, &request)?;
        for (&row, &value) in self.rows.iter().zip(&outcome.x) {
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
