//! `minmap-newton`: Newton's method on the minimum map H = min(x, A x + b)
//! (Erleben 2013, §5.4, Eq 60–83), and on its middle value for boxes.
//!
//! Quadratic, and finite once the index sets are right; but A_AA may be
//! singular, and on the contact problems of Stewart and Trinkle it is: there
//! the method gives up.

use super::driver;
use super::natural::{BoundRows, NaturalEquations};
use super::options::NewtonOptions;
use crate::options::{OptionDescription, OptionValues};
use crate::problem::{Kind, Problem};
use crate::request::Request;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};
use crate::stopping::StoppingOptions;

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "newton",
    summary: "Newton's method on the minimum map",
    accepts: ACCEPTS,
    options: describe,
    make: |settings: &OptionValues| {
        let (options, rules, _) = NewtonOptions::split(NAME, settings, &describe())?;
        Ok(Box::new(MinMap { options, rules }))
    },
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

fn describe() -> Vec<OptionDescription> {
    NewtonOptions::described_after(Vec::new())
}

struct MinMap {
    options: NewtonOptions,
    rules: StoppingOptions,
}

impl Method for MinMap {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let scaling = self.options.scaling;
        let mut equations = NaturalEquations::new(problem, BoundRows::Coupled, scaling);
        driver::run(NAME, problem, request, &mut equations, &self.options, &self.rules)
    }
}
