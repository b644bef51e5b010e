//! `cone-newton`: nonsmooth Newton on the Alart–Curnier equations inside a
//! proximal loop ([`super::cone::newton`]), from the given start or from zero.

use super::cone::state::State;
use super::cone::{ACCEPTS, newton};
use crate::options::{Settings, options};
use crate::problem::Problem;
use crate::request::Request;
use crate::solver::{Attempt, Entry, Method, Refusal};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "proximal",
    summary: "proximal loop around nonsmooth Newton steps; the best choice with a warm start",
    accepts: ACCEPTS,
    options: ConeNewtonOptions::describe,
    make: |settings: &Settings| {
        Ok(Box::new(ConeNewton(ConeNewtonOptions::from_settings(NAME, settings)?)))
    },
};

const NAME: &str = "cone-newton";

options! {
    /// Options of `cone-newton`.
    pub struct ConeNewtonOptions {
        /// First weight ρ of the proximal term ρ·diag(A).
        first_weight: f64 = 1.0,
    }
}

/// Most Newton steps unless the request says otherwise.
const MOST_ITERATIONS: usize = 1000;

struct ConeNewton(ConeNewtonOptions);

impl Method for ConeNewton {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let mut state = State::new(problem, request, MOST_ITERATIONS);
        newton::proximal(&mut state, self.0.first_weight);
        Ok(state.finish())
    }
}
