//! `cone-newton`: nonsmooth Newton on the Alart–Curnier equations of any
//! section, from the given start or from a few sweeps of nonsmooth
//! Gauss–Seidel:
//! 1. in blocks of bodies ([`super::section`]), where the problem has them;
//! 2. by sparse factors inside a proximal loop ([`super::cone::newton`]).

use super::cone::state::State;
use super::cone::{ACCEPTS, most_rows, newton};
use super::nonlinear_gs::Sweeper;
use super::section::newton::SectionNewton;
use super::section::start::FromStart;
use crate::options::{OptionValues, options};
use crate::problem::{FrictionContact, Kind, Problem};
use crate::request::Request;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "proximal",
    summary: "proximal loop around nonsmooth Newton steps; the best choice with a warm start",
    accepts: Accepts { sections: Sections::AllButRelaxed, ..ACCEPTS },
    options: ConeNewtonOptions::describe,
    make: |settings: &OptionValues| {
        let options = ConeNewtonOptions::from_settings(NAME, settings)?;
        Ok(Box::new(ConeNewton { options, bodies: FromStart::default() }))
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
const MAX_ITERATIONS: usize = 1000;

struct ConeNewton {
    options: ConeNewtonOptions,
    bodies: FromStart,
}

impl Method for ConeNewton {
    fn confirm(
        &mut self,
        problem: &Problem,
        request: &Request,
        attempt: &mut Attempt,
    ) -> Option<bool> {
        self.bodies.confirm(problem, request, MAX_ITERATIONS, attempt)
    }

    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        if most_rows(problem) <= 3 {
            let mut state = State::new(problem, request, MAX_ITERATIONS);
            let circular = problem.contacts().iter().all(FrictionContact::is_coulomb);
            if circular && request.start.x.is_none() {
                sweep(&mut state, self.options.sweeps);
            }
            Ok(finish(state, request, &mut self.bodies.small, self.options.first_weight))
        } else {
            let state = State::new(problem, request, MAX_ITERATIONS);
            Ok(finish(state, request, &mut self.bodies.large, self.options.first_weight))
        }
    }
}

/// Sweeps of nonsmooth Gauss–Seidel, where these are possible.
fn sweep(state: &mut State<'_, 3>, sweeps: usize) {
    let problem = state.problem;
    if problem.kind() == Kind::Ncp && problem.diagonal().iter().all(|&entry| entry > 0.0) {
        let sweeper = Sweeper::new(problem, &state.blocks);
        let mut x = state.best().1.clone();
        (0..sweeps).for_each(|_| sweeper.sweep(&mut x));
        let mut w = vec![0.0; x.len()];
        state.velocity(&x, &mut w);
        state.note(&x, &w);
    }
}

/// Newton's method from the best iterate; a given start has been tried in
/// blocks of bodies already.
fn finish<const N: usize>(
    mut state: State<'_, N>,
    request: &Request,
    bodies: &mut SectionNewton<N>,
    weight: f64,
) -> Attempt {
    if request.start.x.is_none() {
        state.in_blocks_of_bodies(bodies);
    }
    newton::proximal(&mut state, weight);
    state.finish()
}
