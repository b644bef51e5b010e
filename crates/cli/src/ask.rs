//! The flags that `solve` and `compare` share, and the choice of a solver.

use std::num::NonZero;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use rayon::{ThreadPool, ThreadPoolBuilder};
use stickslip_dynamics::{Accuracy, Coordinates, SoftInertia};
use stickslip_solve::registry::{self, PREFERRED, SOLVERS};
use stickslip_solve::{Entry, FrictionBounds, OptionValues, Outcome, Problem, Request};

use crate::error::Failure;
use crate::output::complain;

/// What is asked of every solve.
#[derive(Args, Clone, Debug)]
pub struct Ask {
    /// The residual asked for: `natural` for lcp and blcp (default
    /// 1e-9·(1 + ‖b‖∞)), `relative` for ncp and ccp (default 1e-8)
    #[arg(long, value_name = "T", value_parser = positive, allow_negative_numbers = true)]
    tol: Option<f64>,
    /// Most iterations; each method has its own default
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    max_iter: Option<usize>,
    /// Friction bounds: μ times the normal impulse of the same solution, or of a
    /// frictionless solve before it (of an ncp: cylinders and prisms), or the lo and
    /// hi of a blcp
    #[arg(long, value_name = "MODE", default_value = "coupled", value_parser = bounds())]
    pub bounds: FrictionBounds,
    /// Threads for solvers that can use several, to the same bits with any
    /// number of them
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_least_one, allow_negative_numbers = true)]
    threads: usize,
}

impl Ask {
    /// Does `work` with as many threads as were asked for.
    pub fn with_threads<T: Send>(
        &self,
        work: impl FnOnce() -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        thread_pool(Some(self.threads))?.install(work)
    }

    /// The request for one problem.
    pub fn request(&self) -> Request {
        Request { tolerance: self.tol, max_iterations: self.max_iter, ..Request::default() }
    }
}

/// A solver by name, or the best default for the problem; with its options.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    named: Option<&'static Entry>,
    settings: OptionValues,
}

impl Choice {
    /// Looks up `--solver` and reads `--set`.
    pub fn new(name: Option<&str>, pairs: &[String]) -> Result<Self, Failure> {
        let named = name.map(registry::find).transpose()?;
        Ok(Self { named, settings: OptionValues::parse(pairs.iter().map(String::as_str))? })
    }

    /// One solver with its default options.
    pub fn of(entry: &'static Entry) -> Self {
        Self { named: Some(entry), settings: OptionValues::new() }
    }

    /// Solves `problem` with a solver object made for this one call. Without
    /// a name the first solver that does not refuse is taken.
    pub fn solve(&self, problem: &Problem, request: &Request) -> Result<Outcome, Failure> {
        let solve = |entry: &'static Entry| -> Result<Outcome, Failure> {
            Ok(entry.build(&self.settings)?.solve(problem, request)?)
        };
        if let Some(entry) = self.named {
            return solve(entry);
        }
        let preferred = PREFERRED.iter().filter_map(|name| registry::find(name).ok());
        for entry in preferred.chain(SOLVERS) {
            match solve(entry) {
                Err(Failure::Refused(_)) => {}
                decided => return decided,
            }
        }
        Err(Failure::NoSolver { name: problem.name().into(), kind: problem.kind() })
    }
}

/// A finite number > 0, `auto` or `off`.
pub fn accuracy(text: &str) -> Result<Accuracy, String> {
    match Accuracy::NAMES.iter().find(|(name, _)| *name == text) {
        Some(&(_, accuracy)) => Ok(accuracy),
        None => positive(text)
            .map(Accuracy::Within)
            .map_err(|reason| format!("{reason}, or auto, or off")),
    }
}

/// A finite number > 0, or `off`.
pub fn tolerance(text: &str) -> Result<Tolerance, String> {
    if text == "off" {
        return Ok(Tolerance(None));
    }
    let number = positive(text).map_err(|reason| format!("{reason}, or off"))?;
    Ok(Tolerance(Some(number)))
}

/// What stands for the inertia of soft bodies, by its name.
pub fn soft_inertia(text: &str) -> Result<SoftInertia, String> {
    one_of(&SoftInertia::ALL, text)
}

/// Which coordinates mechanisms have, by their name.
pub fn coordinates(text: &str) -> Result<Coordinates, String> {
    one_of(&Coordinates::ALL, text)
}

fn one_of<T: Copy>(all: &[(&'static str, T)], text: &str) -> Result<T, String> {
    let known = || all.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let found = all.iter().find(|(name, _)| *name == text);
    found.map(|found| found.1).ok_or_else(|| format!("expected one of {}", known()))
}

/// What is asked of every step; nothing for the plain one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance(pub Option<f64>);

/// A finite number > 0.
pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("expected a finite number > 0, such as 1e-8".into()),
    }
}

/// A pool of so many threads, or of one per core. Threads that the machine
/// cannot run at once only wait for each other, thousands of them for ever: no
/// more are started than it can run.
pub fn thread_pool(asked: Option<usize>) -> Result<ThreadPool, Failure> {
    let most = std::thread::available_parallelism().map_or(1, NonZero::get);
    let taken = asked.map(|asked| asked.min(most));
    if taken != asked {
        let asked = asked.unwrap_or_default();
        let runs = format!("this machine runs {most} at once");
        complain(&format!("warning: --threads {asked}: {runs}, so {most} are used"));
    }
    // Zero means one per core.
    Ok(ThreadPoolBuilder::new().num_threads(taken.unwrap_or(0)).build()?)
}

/// A whole number ≥ 1.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(value) if value > 0 => Ok(value),
        _ => Err("expected a whole number ≥ 1".into()),
    }
}

fn bounds() -> impl TypedValueParser<Value = FrictionBounds> {
    PossibleValuesParser::new(FrictionBounds::ALL.map(FrictionBounds::name))
        .map(|name| FrictionBounds::from_name(&name).unwrap_or_default())
}
