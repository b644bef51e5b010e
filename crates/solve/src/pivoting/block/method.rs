//! Plain block pivoting with a given way to solve for the free rows: the
//! method of the two theses, whose variants differ only in that way.

use std::collections::BTreeMap;

use super::{BlockPivoting, BoxSystem, Ending, FreeSystem, RowOrdering};
use crate::options::{OptionError, OptionValues, Options, options};
use crate::outcome::{Counts, Status};
use crate::problem::{Kind, Problem};
use crate::request::{Recorder, Request};
use crate::solver::{Accepts, Attempt, Method, Refusal, Sections};

options! {
    /// Options that every plain variant of block pivoting has.
    pub struct BlockOptions {
        /// Steps without fewer violators before single pivoting sets in.
        patience: usize = 10,
        /// Most single pivots without fewer violators before the run ends as capped; 0 goes on until there are fewer or sets come back.
        max_single: usize = 0,
        /// Single pivots without fewer violators after which all violators pivot at once again; 0 waits for fewer.
        single_run: usize = 0,
        /// Order of elimination: auto (the variant's usual one), natural, cm, rcm, amd or nd.
        ordering: RowOrdering = RowOrdering::Auto,
        /// Pivots of a friction row before its diagonal is raised; 0 never raises it.
        pivot_limit: usize = 0,
        /// What is then added to the diagonal of A (m/s per N·s).
        pivot_shift: f64 = 1e-3,
    }
}

impl BlockOptions {
    /// Reads those of `owner`.
    pub fn read(owner: &str, settings: &OptionValues) -> Result<Self, OptionError> {
        let options = Self::from_settings(owner, settings)?;
        options.refuse_idle(&[shift_beside(options.pivot_limit)])?;
        Ok(options)
    }
}

/// What reads `pivot_shift`, for whoever has it.
pub fn shift_beside(pivot_limit: usize) -> (&'static str, bool, &'static str) {
    ("pivot_shift", pivot_limit > 0, "a pivot_limit above 0")
}

/// What every plain variant takes: symmetric box problems.
pub const ACCEPTS: Accepts = Accepts {
    kinds: &[Kind::Lcp, Kind::Blcp],
    symmetric: true,
    coupled: true,
    positive_diagonal: false,
    sections: Sections::Disc,
};

/// Pivoting steps unless the request says otherwise: single pivots may take
/// thousands to a new minimum. Where bounds move no rule is finite, and long
/// runs are in vain.
fn most_steps(problem: &Problem) -> usize {
    if problem.has_coupled_bounds() { 1000 } else { 20_000 }
}

/// A plain variant.
pub struct BlockMethod<S> {
    options: BlockOptions,
    system: S,
}

impl<S: FreeSystem> BlockMethod<S> {
    /// Pivots with `system`.
    pub fn new(options: BlockOptions, system: S) -> Self {
        Self { options, system }
    }

    /// The way it solves for the free rows.
    pub fn system_mut(&mut self) -> &mut S {
        &mut self.system
    }
}

impl<S: FreeSystem> Method for BlockMethod<S> {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let mut recorder = Recorder::new(request);
        let mut counts = Counts::default();
        self.system.begin(problem);
        let x = request.start.x.clone().unwrap_or_else(|| vec![0.0; problem.size()]);
        let mut system = BoxSystem::new(problem, &x);
        let given = request.start.labels.as_deref();
        let labels = match request.start.x {
            Some(_) => system.first_labels(given),
            None => system.unbounded_labels(given),
        };
        let pivoting = BlockPivoting {
            max_steps: request.max_iterations.unwrap_or_else(|| most_steps(problem)),
            patience: self.options.patience,
            max_single: self.options.max_single,
            single_run: self.options.single_run,
            rounding: 1e-13,
            tolerance: request.tolerance_for(problem),
            coupled: problem.has_coupled_bounds(),
            pivot_limit: self.options.pivot_limit,
            pivot_shift: self.options.pivot_shift,
        };
        let run =
            pivoting.run(&mut system, &mut self.system, labels, x, &mut counts, &mut recorder);
        let status = match run.ending {
            Ending::Solved => Status::Converged,
            Ending::Cycled => Status::Cycled,
            Ending::Capped => Status::Capped,
            Ending::Exhausted => Status::MaxIterations,
            Ending::Broken => Status::Stagnated,
        };
        let mut figures = BTreeMap::from_iter(self.system.figures());
        if self.options.pivot_limit > 0 {
            figures.insert("total_shift", run.total_shift);
        }
        Ok(Attempt {
            x: run.x,
            status,
            labels: Some(run.labels),
            counts,
            figures,
            history: recorder.into_points(),
        })
    }
}
