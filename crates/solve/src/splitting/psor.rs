//! Projected successive over-relaxation (Erleben 2013, Eq 53–59; SIGGRAPH 2022
//! course, Alg 6): sweeps of xᵢ ← clamp(xᵢ − ω wᵢ/Aᵢᵢ, lo, hi).
//!
//! On symmetric semidefinite A with constant bounds the objective never rises
//! for 0 < ω < 2. Coupled bounds and cones have no such guarantee.

use crate::options::{OptionDescription, OptionError, OptionValues, Options, options};
use crate::outcome::Counts;
use crate::problem::{Kind, Problem};
use crate::request::Request;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};
use crate::stopping::{StoppingOptions, Watch, start};

use super::adaptation::{Adaptation, AdaptationOptions, OuterLoop};
use super::graph::Graph;
use super::ordering::Visits;
use super::row_update::UnitUpdate;
use super::units::units;
use super::{Direction, Ordering, RowAccess, RowUpdate, Rows, Sweep};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "splitting",
    summary: "projected successive over-relaxation, row by row",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "psor";

/// What a sweep over single rows takes.
pub const ACCEPTS: Accepts = Accepts {
    kinds: &Kind::ALL,
    symmetric: false,
    coupled: true,
    positive_diagonal: true,
    sections: Sections::Disc,
};

/// Sweeps that a splitting method is allowed unless the request says otherwise.
pub const LIMIT: usize = 20_000;

options! {
    /// Options of `pgs`, and of `psor` beside its relaxation.
    pub struct SweepOptions {
        /// Sense of a sweep: forward, backward or symmetric (which counts as two products).
        sweep: Direction = Direction::Forward,
        /// Order of rows and contacts: natural, random, colouring (the one that uses several threads), layers, greedy (farthest off first), impulse (largest first), or a list such as 2,0,1.
        ordering: Ordering = Ordering::Natural,
        /// Seed of random orders.
        seed: usize = 0,
        /// Rows of A from body velocities or from the matrix: auto, bodies or matrix.
        access: RowAccess = RowAccess::Auto,
    }
}

impl SweepOptions {
    /// Reads those of `owner`.
    pub fn read(owner: &str, settings: &OptionValues) -> Result<Self, OptionError> {
        let options = Self::from_settings(owner, settings)?;
        options.refuse_idle(&[(
            "seed",
            options.ordering == Ordering::Random,
            "ordering=random",
        )])?;
        Ok(options)
    }

    /// Sweeps of `problem` by `law` over `units`.
    pub fn sweeps<'a, L: UnitUpdate>(
        &self,
        solver: &'static str,
        problem: &'a Problem,
        update: L,
        units: Vec<L::Unit>,
    ) -> Result<Sweep<'a, L>, Refusal> {
        let of_unit =
            |at: usize, visit: &mut dyn FnMut(usize)| update.for_each_row(units[at], visit);
        let graph = || Graph::new(problem, units.len(), of_unit);
        let visits = Visits::new(solver, &units, graph, &self.ordering, self.seed)?;
        let mut rows = Rows::new(solver, problem, self.access)?;
        let mut order = Vec::with_capacity(problem.size());
        visits.order.iter().for_each(|&unit| update.for_each_row(unit, &mut |row| order.push(row)));
        rows.arrange(&order);
        Ok(Sweep::new(problem, update, rows, visits, self.sweep))
    }

    /// Sweeps of `problem` over rows and contacts.
    pub fn row_sweeps<'a>(
        &self,
        solver: &'static str,
        problem: &'a Problem,
        relaxation: f64,
    ) -> Result<Sweep<'a, RowUpdate<'a>>, Refusal> {
        self.sweeps(solver, problem, RowUpdate::new(problem, relaxation), units(problem))
    }
}

options! {
    /// The relaxation of `psor`.
    struct Relaxation {
        /// Relaxation factor ω, above 0 and below 2; 1 is `pgs`.
        relaxation: f64 = 1.4,
    }
}

fn describe() -> Vec<OptionDescription> {
    let mut own = Relaxation::describe();
    own.extend(Psor::describe());
    StoppingOptions::described_after(own)
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
    let (relaxation, sweep) = own.partition(&Relaxation::describe());
    let relaxation = Relaxation::from_settings(NAME, &relaxation)?.relaxation;
    if relaxation <= 0.0 || relaxation >= 2.0 {
        return Err(OptionError::BadValue {
            key: "relaxation".into(),
            value: relaxation.to_string(),
            reason: "expected a number above 0 and below 2".into(),
        });
    }
    Ok(Box::new(Psor::new(NAME, relaxation, &sweep, rules)?))
}

/// Relaxed sweeps; `pgs` is the one with relaxation 1.
pub struct Psor {
    name: &'static str,
    relaxation: f64,
    options: SweepOptions,
    adaptation: Adaptation,
    rules: StoppingOptions,
}

impl Psor {
    /// The options beside the relaxation and the stopping rules.
    pub fn describe() -> Vec<OptionDescription> {
        let mut own = SweepOptions::describe();
        own.extend(AdaptationOptions::describe());
        own
    }

    /// Reads those options.
    pub fn new(
        name: &'static str,
        relaxation: f64,
        settings: &OptionValues,
        rules: StoppingOptions,
    ) -> Result<Self, OptionError> {
        let (adaptation, sweep) = settings.partition(&AdaptationOptions::describe());
        let adaptation = AdaptationOptions::from_settings(name, &adaptation)?.adaptation;
        let options = SweepOptions::read(name, &sweep)?;
        Ok(Self { name, relaxation, options, adaptation, rules })
    }
}

impl Method for Psor {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let mut sweep = self.options.row_sweeps(self.name, problem, self.relaxation)?;
        let x = start(problem, request);
        sweep.reset(&x);
        let watch = Watch::new(problem, request, &self.rules, LIMIT);
        let mut outer = (self.adaptation == Adaptation::Outer).then(|| OuterLoop::new(&x));
        if outer.is_some() {
            sweep.update.hold(&x);
        }
        let mut attempt = watch.run(x, Counts::default(), |x, counts| {
            sweep.run(x, counts);
            if outer.as_mut().is_some_and(|outer| outer.settled(x)) {
                sweep.update.hold(x);
            }
        });
        attempt.figures.insert("bytes_per_sweep", sweep.bytes() as f64);
        if let Some(outer) = outer {
            attempt.figures.insert("outer_rounds", outer.rounds as f64);
        }
        Ok(attempt)
    }
}
