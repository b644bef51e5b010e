//! `cone-newton`: nonsmooth Newton on the Alart–Curnier equations of any
//! section, from the given start or from a few sweeps of nonsmooth
//! Gauss–Seidel:
//! 1. in blocks of bodies ([`super::section`]), where the problem has them;
//! 2. by sparse factors inside a proximal loop ([`super::cone::newton`]).

use super::cone::state::State;
use super::cone::{ACCEPTS, newton};
use super::nonlinear_gs::Sweeper;
use super::section::newton::{Limits, SectionNewton};
use crate::options::{OptionValues, options};
use crate::outcome::{Counts, Status};
use crate::problem::{FrictionContact, Kind, Problem};
use crate::request::{Recorder, Request};
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
        Ok(Box::new(ConeNewton { options, bodies: SectionNewton::default() }))
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

struct ConeNewton {
    options: ConeNewtonOptions,
    bodies: SectionNewton<3>,
}

impl Method for ConeNewton {
    fn confirm(
        &mut self,
        problem: &Problem,
        request: &Request,
        attempt: &mut Attempt,
    ) -> Option<bool> {
        let start = request.start.x.as_ref()?;
        let mut recorder = Recorder::new(request);
        let limits = Limits {
            tolerance: request.tolerance_for(problem),
            iterations: request.max_iterations.unwrap_or(MOST_ITERATIONS),
        };
        let Attempt { x, counts, .. } = attempt;
        x.clone_from(start);
        *counts = Counts::default();
        let solved = self.bodies.solve(problem, limits, x, counts, &mut recorder)?;
        attempt.status = Status::Converged;
        attempt.labels = None;
        attempt.figures.clear();
        attempt.history = recorder.into_points();
        Some(solved)
    }

    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let mut state = State::new(problem, request, MOST_ITERATIONS);
        let circular = problem.contacts().iter().all(FrictionContact::is_coulomb);
        let cold = request.start.x.is_none() && problem.kind() == Kind::Ncp && circular;
        if cold && problem.diagonal().iter().all(|&entry| entry > 0.0) {
            let sweeper = Sweeper::new(problem, &state.blocks);
            let mut x = state.best().1.clone();
            (0..self.options.sweeps).for_each(|_| sweeper.sweep(&mut x));
            let mut w = vec![0.0; x.len()];
            state.velocity(&x, &mut w);
            state.note(&x, &w);
        }
        if request.start.x.is_none() {
            state.in_blocks_of_bodies(&mut self.bodies);
        }
        newton::proximal(&mut state, self.options.first_weight);
        Ok(state.finish())
    }
}
