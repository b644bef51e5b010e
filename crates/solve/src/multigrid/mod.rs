//! Algebraic multigrid for boxed problems (Preclik et al., §3.4).
//!
//! Rates do not depend on the size where bounds are rare and A is like that of
//! a grid. On contacts it does not pay, as the authors found too: redundant
//! contacts leave impulses undetermined, so that the levels work towards
//! different ones of many solutions, and tight rows cut the corrections.
//! Transferring velocities in place of impulses ends the disagreement and does
//! not make it pay. It is kept so that this can be seen.
//!
//! Normals, tangents and joints have different bounds, and rows are coarsened
//! and interpolated among those with the same sides bounded only: normal and
//! tangential unknowns stay apart on every level.

mod coarsening;
mod hierarchy;
mod interpolation;
mod transfer;

use crate::options::{OptionDescription, OptionError, OptionValues, Options, choice, options};
use crate::outcome::Counts;
use crate::problem::{Kind, Problem};
use crate::request::Request;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};
use crate::splitting::SolverName;
use crate::stopping::{StoppingOptions, Watch, start};

use hierarchy::{Hierarchy, Plan, Violations};
use transfer::Transfer;

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "multigrid",
    summary: "algebraic multigrid with bounded coarse problems",
    accepts: Accepts {
        kinds: &[Kind::Lcp, Kind::Blcp],
        symmetric: true,
        coupled: false,
        positive_diagonal: true,
        sections: Sections::Disc,
    },
    options: describe,
    make,
};

const NAME: &str = "multigrid";

choice! {
    /// How often a cycle visits each coarser level.
    enum Cycle {
        /// Once.
        V = "v",
        /// Twice.
        W = "w",
    }
}

options! {
    /// Options of `multigrid`.
    struct MultigridOptions {
        /// Least |a_ij| of a strong dependence, as a share of the largest in its row.
        strength: f64 = 0.25,
        /// Sweeps before each correction.
        sweeps_before: usize = 1,
        /// Sweeps after each correction.
        sweeps_after: usize = 1,
        /// Shape of a cycle: v or w.
        cycle: Cycle = Cycle::V,
        /// Corrections that leave the box: reject or project.
        violations: Violations = Violations::Reject,
        /// Whether a correction is as long as the objective along it is least at; false takes it whole, as Preclik et al. do.
        line_search: bool = true,
        /// What a coarse level hands to a fine one: impulse, or velocity (the least impulses that have it).
        transfer: Transfer = Transfer::Impulse,
        /// Most steps of conjugate gradients for each transferred velocity.
        transfer_steps: usize = 20,
        /// Whether to coarsen anew when other rows become tight.
        adapt: bool = true,
        /// Rows below which a level is solved directly.
        coarsest: usize = 40,
        /// The solver of the coarsest level.
        inner: SolverName = SolverName("bpp".into()),
    }
}

/// Cycles unless the request says otherwise.
const LIMIT: usize = 2_000;

fn describe() -> Vec<OptionDescription> {
    StoppingOptions::described_after(MultigridOptions::describe())
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
    let options = MultigridOptions::from_settings(NAME, &own)?;
    let velocity = options.transfer == Transfer::Velocity;
    options.refuse_idle(&[("transfer_steps", velocity, "transfer=velocity")])?;
    Ok(Box::new(Multigrid { options, rules }))
}

struct Multigrid {
    options: MultigridOptions,
    rules: StoppingOptions,
}

impl Method for Multigrid {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let MultigridOptions { strength, coarsest, inner, .. } = &self.options;
        let inner = inner
            .build("inner")
            .map_err(|error| Refusal::Unfit { solver: NAME, reason: error.to_string() })?;
        let mut hierarchy = Hierarchy::new(problem, *strength, *coarsest, inner);
        let plan = Plan {
            before: self.options.sweeps_before,
            after: self.options.sweeps_after,
            visits: if self.options.cycle == Cycle::W { 2 } else { 1 },
            violations: self.options.violations,
            line_search: self.options.line_search,
            transfer: self.options.transfer,
            transfer_steps: self.options.transfer_steps,
        };
        let watch = Watch::new(problem, request, &self.rules, LIMIT);
        let mut attempt = watch.run(start(problem, request), Counts::default(), |x, _| {
            if self.options.adapt {
                hierarchy.adapt(problem, x);
            }
            hierarchy.cycle(problem, x, &plan);
        });
        attempt.counts.products += hierarchy.work.ceil() as usize;
        attempt.figures.insert("setups", hierarchy.setups as f64);
        attempt.figures.insert("levels", hierarchy.levels() as f64);
        attempt.figures.insert("operator_complexity", hierarchy.complexity());
        Ok(attempt)
    }
}
