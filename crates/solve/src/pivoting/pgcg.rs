//! `pgcg`: preconditioned generalised conjugate gradients (Ho 2022, Alg 11,
//! after O'Leary).
//!
//! x never leaves its bounds: a step of conjugate gradients on the free rows
//! is cut at the first bound, rows that meet one become tight, and the method
//! starts over on the others. When the free rows are solved, tight rows whose
//! velocity has the wrong sign are freed. ½xᵀAx + bᵀx falls at every step, so
//! with constant bounds no index sets come back. With bounds that follow the
//! normal impulses they do; a run ends as cycled where x comes back as well.
//!
//! A cut meets one bound at a time, which takes as many iterations as rows
//! become tight. Past the thesis, a step is first bent along all bounds that
//! it meets, and cut only where bending makes no progress. The thesis' own
//! variant is `step=cut inexact=false refine=false rebuild=always
//! inner_stop=absolute preconditioner=ic0-imaginary presweeps=0`.

mod descent;
mod projection;
mod run;

use std::collections::{BTreeMap, HashSet};

use stickslip_linalg::krylov::Stopping;
use stickslip_linalg::norm;

use super::block::{ACCEPTS, BoxSystem, Regularisation, shift_beside};
use super::bpp::presweep;
use super::by_island::ByIsland;
use super::pcg::{Conditioner, PcgOptions, StopRule};
use crate::options::{
    OptionDescription, OptionError, OptionValues, Options, choice, options, unknown_key,
};
use crate::outcome::{Counts, Label, Status};
use crate::problem::Problem;
use crate::request::{Recorder, Request};
use crate::solver::{Attempt, Entry, Method, Refusal};
use descent::Descent;
use run::{Run, Step};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "pivoting",
    summary: "conjugate gradients inside the bounds: steps are bent along them or cut at the first",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "pgcg";

choice! {
    /// What a step does at bounds.
    enum StepRule {
        /// Follows all that it meets, where that makes progress; else it is cut.
        Bend = "bend",
        /// Ends at the first, as in Ho 2022.
        Cut = "cut",
    }
}

options! {
    /// What `pgcg` has in common with block pivoting.
    struct PivotOptions {
        /// Pivots of a friction row before its diagonal is raised; 0 never raises it.
        pivot_limit: usize = 0,
        /// What is then added to the diagonal of A (m/s per N·s).
        pivot_shift: f64 = 1e-3,
        /// Gauss–Seidel sweeps that guess the index sets when none are given; 0 begins with all rows free.
        presweeps: usize = 20,
        /// What a step does at bounds: bend along all that it meets (constant bounds only), or cut at the first.
        step: StepRule = StepRule::Bend,
    }
}

fn describe() -> Vec<OptionDescription> {
    [PivotOptions::describe(), PcgOptions::describe()].concat()
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let known = describe();
    if let Some((key, _)) = settings.partition(&known).1.iter().next() {
        return Err(unknown_key(NAME, key, &known));
    }
    let (own, shared) = settings.partition(&PcgOptions::describe());
    let options = PcgOptions::read(NAME, &own)?;
    let pivot = PivotOptions::from_settings(NAME, &shared)?;
    pivot.refuse_idle(&[shift_beside(pivot.pivot_limit)])?;
    Ok(Box::new(ByIsland::new(NAME, move || {
        Box::new(Pgcg {
            pivot: pivot.clone(),
            conditioner: Conditioner::new(&options),
            descent: Descent::default(),
            options: options.clone(),
        })
    })))
}

struct Pgcg {
    options: PcgOptions,
    pivot: PivotOptions,
    conditioner: Conditioner,
    descent: Descent,
}

impl Method for Pgcg {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        self.options.honours(NAME, problem)?;
        let mut recorder = Recorder::new(request);
        let mut counts = Counts::default();
        self.conditioner.begin();
        let mut run = self.begin(problem, request);
        let mut status = Status::MaxIterations;
        for _ in 0..request.max_iterations.unwrap_or(20_000) {
            counts.iterations += 1;
            let step = self.step(&mut run, &mut counts);
            let seen = run.look(&step, &mut counts);
            let changes = step.tightened.len() + seen.freed.len();
            record(problem, &run.x, changes, &counts, &mut recorder);
            counts.pivots += changes;
            counts.active_set_changes += usize::from(changes > 0);
            if let Some(ended) = run.go_on(&step, &seen) {
                status = ended;
                break;
            }
            if self.options.is_spent(&counts) {
                status = Status::Capped;
                break;
            }
        }
        let mut figures = BTreeMap::from_iter(self.conditioner.figures());
        if self.pivot.pivot_limit > 0 {
            figures.insert("total_shift", run.total_shift);
        }
        let (_, x, labels) = run.best;
        let history = recorder.into_points();
        Ok(Attempt { x, status, labels: Some(labels), counts, figures, history })
    }
}

impl Pgcg {
    /// The start, swept a little where that pays.
    fn begin<'p>(&self, problem: &'p Problem, request: &Request) -> Run<'p> {
        let n = problem.size();
        let mut x = request.start.x.clone().unwrap_or_else(|| vec![0.0; n]);
        let mut system = BoxSystem::new(problem, &x);
        let given = request.start.labels.as_deref();
        let mut labels = match request.start.x {
            Some(_) => system.first_labels(given),
            None => system.unbounded_labels(given),
        };
        if request.start.labels.is_none() && self.pivot.presweeps > 0 && presweep::pays(&system) {
            (x, labels) = presweep::guess(&system, x, self.pivot.presweeps);
            system.refresh_bounds(&x);
        }
        let tolerance = request.tolerance_for(problem);
        let scale = match self.options.inner_stop {
            StopRule::Relative => norm(problem.b()),
            StopRule::Absolute => 1.0,
        };
        let PivotOptions { pivot_limit, pivot_shift, .. } = self.pivot;
        let regularisation =
            (pivot_limit > 0).then(|| Regularisation::new(n, pivot_limit, pivot_shift));
        Run {
            system,
            best: (f64::INFINITY, x.clone(), labels.clone()),
            x,
            w: vec![0.0; n],
            labels,
            tolerance,
            accuracy: scale * self.options.first_tolerance(),
            least: self.least_accuracy(scale, tolerance),
            bends: self.pivot.step == StepRule::Bend && !problem.has_coupled_bounds(),
            vain: 0,
            known: HashSet::new(),
            regularisation,
            total_shift: 0.0,
        }
    }

    /// The inner ‖r‖ below which nothing is gained, or which the options forbid
    /// to go below.
    fn least_accuracy(&self, scale: f64, tolerance: f64) -> f64 {
        let stated = scale * self.options.inner_tolerance;
        if self.options.refine { stated.min(0.05 * tolerance) } else { stated }
    }

    /// One step on the free rows: bent, or cut where that makes no progress.
    fn step(&mut self, run: &mut Run<'_>, counts: &mut Counts) -> Step {
        let Run { system, x, labels, .. } = run;
        let Self { descent, conditioner, .. } = self;
        place(system, labels, x);
        let bending = Stopping {
            absolute: 0.0,
            relative: self.options.first_tolerance(),
            // Every iterate is a descent direction: where n do not suffice, A
            // is singular or nearly so, and more would only make it longer.
            max_iterations: self.options.inner_iterations.min(x.len()),
        };
        let bent = run
            .bends
            .then(|| descent.bend(system, conditioner, &bending, x, labels, counts))
            .flatten();
        let is_bent = bent.is_some();
        let iterations = self.options.inner_iterations;
        let limits = descent::Limits { accuracy: run.accuracy, iterations };
        let tightened =
            bent.unwrap_or_else(|| descent.run(system, conditioner, limits, x, labels, counts));
        Step { tightened, is_bent }
    }
}

/// Notes the residual of the given problem, whatever the shift.
fn record(problem: &Problem, x: &[f64], changes: usize, counts: &Counts, recorder: &mut Recorder) {
    if recorder.is_wanted() {
        let mut w = vec![0.0; x.len()];
        problem.velocity(x, &mut w);
        recorder.note(problem, counts.iterations, x, &w, changes);
    }
}

/// Tight rows to their bounds, free rows between theirs.
fn place(system: &BoxSystem<'_>, labels: &[Label], x: &mut [f64]) {
    for row in 0..x.len() {
        x[row] = system
            .bound(row, labels[row])
            .unwrap_or_else(|| x[row].max(system.lo[row]).min(system.hi[row]));
    }
}
