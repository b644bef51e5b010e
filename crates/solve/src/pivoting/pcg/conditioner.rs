//! The preconditioner of a pivoting run: which one, for which rows, and when
//! it is built anew (suggested in Ho 2022, ch. 7).

use stickslip_linalg::preconditioner::{
    self, BuildReport, Identity, Preconditioner, PreconditionerEntry,
};

use super::body_space::BodyFactor;
use super::incomplete::{self, IncompleteFactor};
use super::names::AUTO;
use super::options::{PcgOptions, Rebuild};
use super::source::BoxSource;
use crate::outcome::Counts;
use crate::pivoting::block::BoxSystem;

/// A preconditioner that follows the free set.
pub struct Conditioner {
    options: PcgOptions,
    /// The preconditioner asked for.
    name: &'static str,
    /// Whether a factor over the bodies is to be tried first.
    wants_bodies: bool,
    state: State,
    /// Rows that the preconditioner was built for.
    known: Vec<bool>,
    /// The shift of the diagonal that it was built with.
    shift: Vec<f64>,
    age: Age,
    totals: Totals,
}

enum State {
    None,
    Matrix(Box<dyn Preconditioner>),
    Bodies(Box<BodyFactor>),
    Incomplete(Box<IncompleteFactor>),
}

/// What became of all preconditioners of a run.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    /// Columns of all factors together, and those of them that are imaginary.
    columns: usize,
    imaginary_columns: usize,
    replaced_pivots: usize,
    shifts: usize,
    refactorisations: usize,
    breakdowns: usize,
}

impl Totals {
    fn add(&mut self, report: &BuildReport, columns: usize) {
        self.columns += columns;
        self.imaginary_columns += report.imaginary_columns;
        self.replaced_pivots += report.replaced_pivots;
        self.shifts += report.shifts;
        self.refactorisations += report.refactorisations;
    }
}

/// Iterations that a preconditioner costs more than when it was new.
#[derive(Clone, Copy, Debug, Default)]
struct Age {
    /// Iterations per decade of the first solve.
    rate: Option<f64>,
    /// Iterations beyond that rate so far.
    excess: f64,
    /// Iterations that a new one would cost.
    price: f64,
}

/// A complete factor with more numbers does not fit where `auto` decides (2 GB).
const MAX_STORED: usize = 250_000_000;

/// What `auto` takes where the bodies are not known.
const WITHOUT_BODIES: &str = "ic0-imaginary";

/// A change of a diagonal entry beyond this share makes a preconditioner stale.
const STALE_SHIFT: f64 = 0.02;

/// When more than this share of its rows have become identity rows, a
/// preconditioner is stale.
const LEFT_SHARE: f64 = 0.05;

impl Conditioner {
    /// Nothing built yet.
    pub fn new(options: &PcgOptions) -> Self {
        Self {
            name: options.preconditioner.0,
            wants_bodies: false,
            options: options.clone(),
            state: State::None,
            known: Vec::new(),
            shift: Vec::new(),
            age: Age::default(),
            totals: Totals::default(),
        }
    }

    /// A new problem comes.
    pub fn begin(&mut self) {
        self.wants_bodies = self.name == AUTO.0 || preconditioner::find(self.name).is_none();
        self.state = State::None;
        self.totals = Totals::default();
    }

    /// Gets ready for the free rows.
    pub fn prepare(&mut self, system: &BoxSystem<'_>, free: &[bool], counts: &mut Counts) {
        if self.wants_bodies && self.prepare_bodies(system, free, counts) {
            return;
        }
        let fits = match (&self.state, self.options.rebuild) {
            (State::None, _) => false,
            (_, Rebuild::Never) => true,
            (_, Rebuild::Downdate) => !self.is_shifted(system),
            (_, Rebuild::Always) => self.known == free && self.shift == system.shift,
            (_, Rebuild::Auto) => {
                !self.is_shifted(system)
                    && (self.is_local() || (self.age.excess <= self.age.price && self.knows(free)))
            }
        };
        if !fits {
            let all = vec![true; free.len()];
            let keeps = match self.options.rebuild {
                Rebuild::Always => false,
                Rebuild::Never | Rebuild::Downdate => true,
                Rebuild::Auto => self.is_local(),
            };
            self.build(system, if keeps { &all } else { free }, counts);
        }
        if let State::Matrix(matrix) = &mut self.state {
            match self.options.rebuild {
                Rebuild::Downdate => matrix.delete(free),
                _ => matrix.restrict(free),
            }
        }
    }

    /// Gets a factor over the bodies ready; false when there is none to be had.
    fn prepare_bodies(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> bool {
        if matches!(self.state, State::None) {
            let incomplete = || {
                let factor = IncompleteFactor::new(system, self.options.parameters());
                factor.map(|factor| State::Incomplete(Box::new(factor)))
            };
            let complete = || {
                let factor = BodyFactor::new(system)
                    .filter(|factor| self.name != AUTO.0 || factor.stored() <= MAX_STORED);
                factor.map(|factor| State::Bodies(Box::new(factor)))
            };
            let found = match self.name {
                name if name == incomplete::DESCRIPTION.name => incomplete(),
                name if name == AUTO.0 => complete().or_else(incomplete),
                _ => complete(),
            };
            self.state = found.unwrap_or(State::None);
        }
        let report = match &mut self.state {
            State::Bodies(factor) => factor.prepare(system, free, counts).map(|()| None),
            State::Incomplete(factor) => factor.prepare(system, free, counts),
            State::None | State::Matrix(_) => {
                self.totals.breakdowns += usize::from(self.name != AUTO.0);
                self.wants_bodies = false;
                return false;
            }
        };
        match report {
            Ok(report) => {
                if let Some(report) = report {
                    self.totals.add(&report, columns(free));
                }
                true
            }
            Err(_) => {
                self.totals.breakdowns += 1;
                self.wants_bodies = false;
                self.state = State::None;
                false
            }
        }
    }

    /// What the last inner solve took to reduce the residual by `reduction`.
    pub fn note(&mut self, iterations: usize, reduction: f64) {
        let decades = -libm::log10(reduction);
        if decades > 0.5 && decades.is_finite() {
            let rate = *self.age.rate.get_or_insert(iterations as f64 / decades);
            self.age.excess += (iterations as f64 - rate * decades).max(0.0);
        }
    }

    /// Runs `solve` with the preconditioner for the rows last prepared.
    pub fn with<R>(
        &mut self,
        system: &BoxSystem<'_>,
        solve: impl FnOnce(&mut dyn Preconditioner) -> R,
    ) -> R {
        match &mut self.state {
            State::None => solve(&mut Identity),
            State::Matrix(matrix) => solve(&mut **matrix),
            State::Bodies(factor) => solve(&mut factor.on(system)),
            State::Incomplete(factor) => match factor.on(system) {
                Some(mut factor) => solve(&mut factor),
                None => solve(&mut Identity),
            },
        }
    }

    /// Figures for the outcome.
    pub fn figures(&self) -> Vec<(&'static str, f64)> {
        [
            ("factored_columns", self.totals.columns),
            ("imaginary_columns", self.totals.imaginary_columns),
            ("replaced_pivots", self.totals.replaced_pivots),
            ("shifts", self.totals.shifts),
            ("refactorisations", self.totals.refactorisations),
            ("breakdowns", self.totals.breakdowns),
        ]
        .map(|(name, count)| (name, count as f64))
        .to_vec()
    }

    /// What is built from the assembled matrix or its blocks.
    fn entry(&self) -> Option<&'static PreconditionerEntry> {
        preconditioner::find(if self.name == AUTO.0 { WITHOUT_BODIES } else { self.name })
    }

    fn is_local(&self) -> bool {
        self.entry().is_some_and(|entry| entry.local)
    }

    /// Whether no row came back that the preconditioner does not know, and not
    /// too many have left.
    fn knows(&self, free: &[bool]) -> bool {
        let known = self.known.iter().filter(|&&known| known).count();
        let kept = free.iter().filter(|&&free| free).count();
        (known - kept.min(known)) as f64 <= LEFT_SHARE * known as f64
            && free.iter().zip(&self.known).all(|(&free, &known)| known || !free)
    }

    /// Whether the diagonal has moved by more than the preconditioner can
    /// make up for.
    fn is_shifted(&self, system: &BoxSystem<'_>) -> bool {
        let diagonal = system.problem.diagonal();
        self.shift.iter().zip(&system.shift).zip(diagonal).any(|((before, now), entry)| {
            (now - before).abs() > STALE_SHIFT * (entry + before).abs()
        })
    }

    /// The preconditioner asked for; where it breaks down, which is counted,
    /// the diagonal in its place.
    fn build(&mut self, system: &BoxSystem<'_>, rows: &[bool], counts: &mut Counts) {
        let source = BoxSource::new(system, rows, self.options.blocks);
        let parameters = self.options.parameters();
        let wanted = self.entry();
        let make = |entry: &PreconditionerEntry| (entry.build)(&source, &parameters).ok();
        let found = wanted.and_then(make);
        counts.factorisations += 1;
        self.totals.breakdowns += usize::from(wanted.is_some() && found.is_none());
        let built = found
            .or_else(|| preconditioner::find("jacobi").and_then(make))
            .unwrap_or_else(|| Box::new(Identity));
        let report = built.report();
        self.totals.add(&report, columns(rows));
        self.age = Age { price: build_price(report.stored, rows.len()), ..Age::default() };
        self.shift.clone_from(&system.shift);
        self.known.clear();
        self.known.extend_from_slice(rows);
        self.state = State::Matrix(built);
    }
}

/// How many rows take part.
fn columns(rows: &[bool]) -> usize {
    rows.iter().filter(|&&row| row).count()
}

/// A factor without fill takes about (entries per row)/2 times the operations
/// of its two triangular solves, and a product with A takes as many again.
fn build_price(stored: usize, rows: usize) -> f64 {
    0.25 * stored as f64 / rows.max(1) as f64
}
