//! `minmap-newton`: Newton's method on the minimum map H = min(x, A x + b)
//! (Erleben 2013, §5.4, Eq 60–83), and on its middle value for boxes.
//!
//! Quadratic, and finite once the index sets are right; but A_AA may be
//! singular, and on the contact problems of Stewart and Trinkle it is: there
//! the method gives up.

use super::driver;
use super::equations::Reach;
use super::natural::{BoundRows, NaturalEquations};
use super::options::{LineSearch, NewtonOptions};
use crate::options::{OptionDescription, OptionError, OptionValues, Options, options};
use crate::problem::{Kind, Problem};
use crate::request::Request;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};
use crate::stopping::{Merit, StoppingOptions};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "newton",
    summary: "Newton's method on the minimum map",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "minmap-newton";

/// Boxes with constant bounds; A may be anything.
pub const ACCEPTS: Accepts = Accepts {
    kinds: &[Kind::Lcp, Kind::Blcp],
    symmetric: false,
    coupled: false,
    positive_diagonal: false,
    sections: Sections::Disc,
};

options! {
    /// Options of `minmap-newton`.
    struct MinMapOptions {
        /// Whether products with the Jacobian are differences of the minimum map, which asks for no derivative.
        differences: bool = false,
        /// Step of the differences; 0 suits it to x and the direction.
        difference: f64 = 0.0,
        /// Rows whose branches differ by at most this share of the larger are decided by a mixed complementarity problem (Pang 1990); 0 decides all by the smaller.
        ties: f64 = 0.0,
    }
}

fn describe() -> Vec<OptionDescription> {
    NewtonOptions::described_after(MinMapOptions::describe())
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (options, rules, own) = NewtonOptions::split(NAME, settings, &describe())?;
    let own = MinMapOptions::from_settings(NAME, &own)?;
    for (key, value) in [("difference", own.difference), ("ties", own.ties)] {
        if !(0.0..=1.0).contains(&value) {
            let (key, value) = (key.into(), value.to_string());
            let reason = "expected a number from 0 to 1".into();
            return Err(OptionError::BadValue { key, value, reason });
        }
    }
    let products = "differences=false: differences go to gmres and have no matrix";
    options.refuse_idle(&[
        ("linear", !own.differences, products),
        ("preconditioner", !own.differences, products),
    ])?;
    own.refuse_idle(&[
        ("difference", own.differences, "differences=true"),
        ("ties", options.line_search != LineSearch::TrustRegion, "a line search"),
    ])?;
    Ok(Box::new(MinMap { own, options, rules }))
}

struct MinMap {
    own: MinMapOptions,
    options: NewtonOptions,
    rules: StoppingOptions,
}

impl Method for MinMap {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let scaling = self.options.scaling;
        let mut equations = NaturalEquations::new(problem, BoundRows::Coupled, scaling);
        equations.ties = self.own.ties;
        equations.reach = match (self.own.differences, self.own.difference) {
            (false, _) => None,
            (true, 0.0) => Some(Reach::Balanced),
            (true, h) => Some(Reach::Fixed(h)),
        };
        let (options, rules) = (&self.options, &self.rules);
        driver::run(NAME, problem, request, &mut equations, options, rules, Merit::Minimum)
    }
}
