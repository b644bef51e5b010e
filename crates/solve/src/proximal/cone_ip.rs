//! `cone-ip`: the default for friction cones.
//!
//! 1. from a start that was given, Newton's method in blocks of bodies
//!    ([`super::section`]) where the problem has them, or else a few of its
//!    steps;
//! 2. the interior point method of [`super::cone::interior`];
//! 3. where that stalls, at degenerate solutions above all, the proximal
//!    Newton loop of [`super::cone::newton`] from the best iterate.

use super::cone::state::State;
use super::cone::{ACCEPTS, interior, most_rows, newton};
use super::section::start::FromStart;
use crate::options::{OptionValues, options};
use crate::problem::{MAX_ROWS, Problem};
use crate::request::Request;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "proximal",
    summary: "the default for cones: interior point on the exact law, then proximal Newton steps",
    accepts: Accepts { sections: Sections::RegularButRelaxed, ..ACCEPTS },
    options: ConeInteriorOptions::describe,
    make: |settings: &OptionValues| {
        let options = ConeInteriorOptions::from_settings(NAME, settings)?;
        Ok(Box::new(ConeInterior { options, bodies: FromStart::default() }))
    },
};

const NAME: &str = "cone-ip";

options! {
    /// Options of `cone-ip`.
    pub struct ConeInteriorOptions {
        /// Most interior point steps before the proximal loop takes over; 0 begins with the loop.
        interior_steps: usize = 60,
        /// First weight ρ of the proximal term ρ·diag(A).
        first_weight: f64 = 0.01,
    }
}

/// Most iterations of both stages unless the request says otherwise.
const MAX_ITERATIONS: usize = 2000;

/// Most Newton steps from a given start before the interior point method.
const MAX_FROM_START: usize = 200;

struct ConeInterior {
    options: ConeInteriorOptions,
    bodies: FromStart,
}

impl Method for ConeInterior {
    fn confirm(
        &mut self,
        problem: &Problem,
        request: &Request,
        attempt: &mut Attempt,
    ) -> Option<bool> {
        self.bodies.confirm(problem, request, MAX_FROM_START, attempt)
    }

    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        if most_rows(problem) <= 3 {
            Ok(self.solve::<3>(problem, request))
        } else {
            Ok(self.solve::<MAX_ROWS>(problem, request))
        }
    }
}

impl ConeInterior {
    /// With room for `N` rows in a contact.
    fn solve<const N: usize>(&self, problem: &Problem, request: &Request) -> Attempt {
        let mut state = State::<N>::new(problem, request, MAX_ITERATIONS);
        if request.start.x.is_some() && !state.done() {
            let start = state.best().1.clone();
            newton::polish(&mut state, start, 8, 1e-6);
        }
        if !state.done() {
            interior::solve(&mut state, self.options.interior_steps);
        }
        newton::proximal(&mut state, self.options.first_weight);
        state.finish()
    }
}
