//! `semismooth-newton`: the natural map with friction bounds that follow the
//! normal impulses (Preclik et al., §3.3, Eq 17–20).
//!
//! With coupled bounds J is unsymmetric and may be singular. `bounds=adapted`
//! takes them as constants of the current iterate, which makes the system
//! symmetric. Finding the index sets is slow, hence the Gauss–Seidel sweeps
//! before (`sweeps`); once they are right one step ends it.

use super::driver;
use super::natural::{BoundRows, NaturalEquations};
use super::options::{LinearSolver, NewtonOptions};
use crate::options::{OptionDescription, OptionError, OptionValues, options};
use crate::problem::{Kind, Problem};
use crate::request::Request;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};
use crate::stopping::{Merit, StoppingOptions};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "newton",
    summary: "semismooth Newton with friction bounds that follow the normal impulses",
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

const NAME: &str = "semismooth-newton";

options! {
    /// Options of `semismooth-newton`.
    struct SemismoothOptions {
        /// Friction bounds in the Jacobian: coupled, or adapted as constants of the iterate.
        bounds: BoundRows = BoundRows::Coupled,
    }
}

fn describe() -> Vec<OptionDescription> {
    NewtonOptions::described_after(SemismoothOptions::describe())
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (options, rules, own) = NewtonOptions::split(NAME, settings, &describe())?;
    let SemismoothOptions { bounds } = SemismoothOptions::from_settings(NAME, &own)?;
    Ok(Box::new(Semismooth { bounds, options, rules }))
}

struct Semismooth {
    bounds: BoundRows,
    options: NewtonOptions,
    rules: StoppingOptions,
}

impl Method for Semismooth {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let unsymmetric = problem.has_coupled_bounds() && self.bounds == BoundRows::Coupled;
        if unsymmetric && self.options.linear == LinearSolver::Pcg {
            let reason = "linear=pcg needs a symmetric system; set bounds=adapted".into();
            return Err(Refusal::Unfit { solver: NAME, reason });
        }
        let mut equations = NaturalEquations::new(problem, self.bounds, self.options.scaling);
        let (options, rules) = (&self.options, &self.rules);
        driver::run(NAME, problem, request, &mut equations, options, rules, Merit::Minimum)
    }
}
