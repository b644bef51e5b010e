//! `bpp`: the project's default pivoting solver.
//!
//! Block principal pivoting that works from the last step's factor in both
//! directions, in constraint, body or augmented space by estimated cost, with
//! iterative refinement; a proximal loop around it where plain pivoting fails.

mod augmented_space;
pub(super) mod body_space;
pub(super) mod constraint_space;
mod coupled;
pub(super) mod presweep;
pub(super) mod proximal;
mod space;
mod warm;

use std::collections::BTreeMap;

use stickslip_linalg::Ordering;

use super::block::{RowOrdering, shift_beside};
use super::by_island::ByIsland;
use crate::options::{OptionError, OptionValues, Options, options};
use crate::outcome::{Counts, Status};
use crate::problem::{Kind, Problem};
use crate::request::{Recorder, Request, Start};
use crate::solver::{Accepts, Attempt, Confirmation, Entry, Method, Refusal, Sections};
use proximal::Proximal;
use space::{AdaptiveSpace, SpaceChoice};
use warm::Warm;

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "pivoting",
    summary: "the default: block pivoting with updated factors in the cheapest space, proximal where needed",
    accepts: Accepts {
        kinds: &[Kind::Lcp, Kind::Blcp],
        symmetric: true,
        coupled: true,
        positive_diagonal: false,
        sections: Sections::Disc,
    },
    options: BppOptions::describe,
    make,
};

const NAME: &str = "bpp";

options! {
    /// Options of `bpp`.
    pub struct BppOptions {
        /// Where free rows are solved: auto, constraint, body or augmented space.
        space: SpaceChoice = SpaceChoice::Auto,
        /// Order of elimination: auto, natural, cm, rcm, amd or nd.
        ordering: RowOrdering = RowOrdering::Auto,
        /// Gauss–Seidel sweeps that guess the index sets when none are given; 0 begins with all rows free.
        presweeps: usize = 20,
        /// Most plain pivoting steps before the proximal loop takes over; 0 begins with the loop.
        plain_steps: usize = 40,
        /// Steps without fewer violators before single pivoting sets in.
        patience: usize = 10,
        /// First weight ρ of the proximal term ρ·diag(A).
        first_weight: f64 = 0.1,
        /// Most pivoting steps inside one proximal step.
        proximal_steps: usize = 60,
        /// Most pivoting steps altogether before the interior search takes over.
        pivoting_steps: usize = 600,
        /// Pivots of a friction row before its diagonal is raised; 0 never raises it.
        pivot_limit: usize = 0,
        /// What is then added to the diagonal of A (m/s per N·s).
        pivot_shift: f64 = 1e-3,
    }
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let options = BppOptions::from_settings(NAME, settings)?;
    options.refuse_idle(&[shift_beside(options.pivot_limit)])?;
    let ordering = match options.ordering {
        RowOrdering::Auto => None,
        other => Some(other.or(Ordering::MinimumDegree)),
    };
    Ok(Box::new(ByIsland::new(NAME, move || {
        let space = AdaptiveSpace::new(options.space, ordering);
        Box::new(Bpp { options: options.clone(), space, warm: Warm::default() })
    })))
}

struct Bpp {
    options: BppOptions,
    space: AdaptiveSpace,
    warm: Warm,
}

impl Bpp {
    /// Whether every option that was changed does something on `problem`.
    fn honours(&self, problem: &Problem) -> Result<(), Refusal> {
        let refuse = |option, reason| Err(Refusal::Option { solver: NAME, option, reason });
        if problem.has_coupled_bounds()
            && let Some(&option) = self.options.changed().first()
        {
            return refuse(
                option,
                "its options steer the pivoting between constant bounds, and friction bounds \
                 that follow the normal impulses are solved by other means; freeze the bounds \
                 or leave the option as it is",
            );
        }
        let constraint = matches!(self.options.space, SpaceChoice::Auto | SpaceChoice::Constraint);
        if !constraint && problem.body_space().is_none() {
            return refuse("space", "the problem has no J and Minv with regular blocks");
        }
        Ok(())
    }
}

impl Method for Bpp {
    fn confirm(
        &mut self,
        problem: &Problem,
        request: &Request,
        attempt: &mut Attempt,
    ) -> Confirmation {
        let Some(given) = &request.start.labels else { return Confirmation::NotTried };
        if self.options.pivot_limit > 0 || self.honours(problem).is_err() {
            return Confirmation::NotTried;
        }
        let mut recorder = Recorder::new(request);
        let mut labels = attempt.labels.take().unwrap_or_default();
        labels.clear();
        labels.extend_from_slice(given);
        attempt.counts = Counts::default();
        let tolerance = request.tolerance_for(problem);
        let Attempt { x, counts, .. } = attempt;
        let solved = self.warm.solve(problem, tolerance, &mut labels, x, counts, &mut recorder);
        attempt.labels = Some(labels);
        attempt.status = Status::Converged;
        // Written over where it already is, so that nothing is allocated.
        attempt.figures.retain(|name, _| *name == "stage");
        attempt.figures.insert("stage", 1.0);
        attempt.history = recorder.into_points();
        solved
    }

    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        self.honours(problem)?;
        let mut recorder = Recorder::new(request);
        let mut counts = Counts::default();
        let max_steps = request.max_iterations.unwrap_or(7500);
        let mut figures = BTreeMap::new();
        let (mut found, mut search) = (None, request.clone());
        if !problem.has_coupled_bounds() {
            self.space.choose(problem);
            let proximal = Proximal {
                options: &self.options,
                tolerance: request.tolerance_for(problem),
                max_steps: max_steps.min(self.options.pivoting_steps),
                max_single: 0,
                single_run: 0,
            };
            let run = proximal.solve(problem, request, &mut self.space, &mut counts, &mut recorder);
            figures.extend([self.space.figure(), ("proximal_rounds", run.rounds as f64)]);
            if self.options.pivot_limit > 0 {
                figures.insert("total_shift", run.total_shift);
            }
            let ended = run.status == Status::Converged || counts.iterations >= max_steps;
            // A shifted problem is not the one to go on with.
            if ended || run.total_shift > 0.0 {
                found = Some((run.x, run.labels, run.status));
            } else {
                search.start = Start { x: Some(run.x), labels: Some(run.labels) };
            }
        }
        let (x, labels, status) = found.unwrap_or_else(|| {
            let warm = &mut self.warm;
            let run = coupled::solve(problem, &search, max_steps, warm, &mut counts, &mut recorder);
            figures.insert("stage", run.stage as f64);
            (run.x, run.labels, run.status)
        });
        Ok(Attempt {
            x,
            status,
            labels: Some(labels),
            counts,
            figures,
            history: recorder.into_points(),
        })
    }
}
