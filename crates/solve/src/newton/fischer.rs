//! `fischer-newton`: Newton's method on the Fischer–Burmeister equations
//! (Erleben 2013, §5.5, Eq 84–105).
//!
//! J = diag(p) + diag(q) A. Its merit is smooth, which is what makes it work
//! on the unsymmetric contact problems where the minimum map fails.

use super::driver;
use super::equations::Reach;
use super::fischer_map::{FischerEquations, Strategy};
use super::minmap::ACCEPTS;
use super::options::{LinearSolver, NewtonOptions};
use crate::options::{OptionDescription, OptionError, OptionValues, Options, options};
use crate::problem::Problem;
use crate::request::Request;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal};
use crate::stopping::{Merit, StoppingOptions};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "newton",
    summary: "Newton's method on the Fischer-Burmeister equations",
    accepts: Accepts { coupled: true, ..ACCEPTS },
    options: describe,
    make,
};

const NAME: &str = "fischer-newton";

options! {
    /// Options of `fischer-newton`.
    struct FischerOptions {
        /// Derivative where x = w = 0: random, zero, perturbation or approximation.
        strategy: Strategy = Strategy::Perturbation,
        /// Share λ of the Fischer function beside the penalty x₊w₊; 1 is without, 0.95 usual.
        share: f64 = 1.0,
        /// Seed of the random strategy.
        seed: usize = 0,
        /// First ε of a smoothed function that falls with the merit (continuation); 0 solves the function itself from the beginning.
        smoothing: f64 = 0.0,
        /// Step of the differences of the approximation strategy; 0 suits it to x and the direction.
        difference: f64 = 0.0,
    }
}

fn describe() -> Vec<OptionDescription> {
    NewtonOptions::described_after(FischerOptions::describe())
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (options, rules, own) = NewtonOptions::split(NAME, settings, &describe())?;
    let own = FischerOptions::from_settings(NAME, &own)?;
    let checks = [
        ("share", own.share, own.share > 0.0, "expected a number above 0 and at most 1"),
        ("smoothing", own.smoothing, own.smoothing >= 0.0, "expected a number from 0 to 1"),
        ("difference", own.difference, own.difference >= 0.0, "expected a number from 0 to 1"),
    ];
    for (key, value, fits, reason) in checks {
        if !fits || value > 1.0 {
            let (key, value) = (key.into(), value.to_string());
            return Err(OptionError::BadValue { key, value, reason: reason.into() });
        }
    }
    let differences = own.strategy == Strategy::Approximation;
    options.refuse_idle(&[
        ("linear", !differences, "another strategy: differences go to gmres"),
        (
            "preconditioner",
            !differences,
            "another strategy: differences have no matrix to precondition",
        ),
    ])?;
    own.refuse_idle(&[
        ("difference", differences, "strategy=approximation"),
        ("seed", own.strategy == Strategy::Random, "strategy=random"),
    ])?;
    Ok(Box::new(Fischer { own, options, rules }))
}

struct Fischer {
    own: FischerOptions,
    options: NewtonOptions,
    rules: StoppingOptions,
}

impl Method for Fischer {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let FischerOptions { strategy, share, seed, smoothing, difference } = self.own;
        if problem.has_coupled_bounds() && self.options.linear == LinearSolver::Pcg {
            let reason =
                "linear=pcg needs constant bounds, which leave the system symmetric".into();
            return Err(Refusal::Unfit { solver: NAME, reason });
        }
        let scaling = self.options.scaling;
        let mut equations = FischerEquations::new(problem, strategy, share, scaling, seed as u64);
        if difference > 0.0 {
            equations.reach = Reach::Fixed(difference);
        }
        equations.smoothing = smoothing;
        let (options, rules) = (&self.options, &self.rules);
        driver::run(NAME, problem, request, &mut equations, options, rules, Merit::Fischer)
    }
}
