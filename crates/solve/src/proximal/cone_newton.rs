//! `cone-newton`: nonsmooth Newton on the Alart–Curnier equations inside a
//! proximal loop ([`super::cone::newton`]), from the given start or from a few
//! sweeps of nonsmooth Gauss–Seidel.

use super::cone::state::State;
use super::cone::{ACCEPTS, newton};
use super::nonlinear_gs::Sweeper;
use crate::options::{OptionValues, options};
use crate::problem::{Kind, Problem};
use crate::request::Request;
use crate::solver::{Attempt, Entry, Method, Refusal};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "proximal",
    summary: "proximal loop around nonsmooth Newton steps; the best choice with a warm start",
    accepts: ACCEPTS,
    options: ConeNewtonOptions::describe,
    make: |settings: &OptionValues| {
        Ok(Box::new(ConeNewton(ConeNewtonOptions::from_settings(NAME, settings)?)))
    },
};

const NAME: &str = "cone-newton";

options! {
    /// Options of `cone-newton`.
    pub struct ConeNewtonOptions {
        /// First weight ρ of the proximal term ρ·diag(A).
        first_weight: f64 = 0.1,
        /// Gauss-Seidel sweeps before it when no start is given (ncp with a positive diagonal).
        sweeps: usize = 100,
    }
}

/// Most Newton steps unless the request says otherwise.
const MOST_ITERATIONS: usize = 1000;

struct ConeNewton(ConeNewtonOptions);

impl Method for ConeNewton {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let mut state = State::new(problem, request, MOST_ITERATIONS);
        let cold = request.start.x.is_none() && problem.kind() == Kind::Ncp;
        if cold && problem.diagonal().iter().all(|&entry| entry > 0.0) {
            let sweeper = Sweeper::new(problem, &state.blocks);
            let mut x = state.best().1.clone();
            (0..self.0.sweeps).for_each(|_| sweeper.sweep(&mut x));
            let mut w = vec![0.0; x.len()];
            state.velocity(&x, &mut w);
            state.note(&x, &w);
        }
        newton::proximal(&mut state, self.0.first_weight);
        Ok(state.finish())
    }
}
