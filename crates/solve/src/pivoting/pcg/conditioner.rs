//! The preconditioner of a pivoting run: which one, for which rows, and when
//! it is built anew (K7).

use stickslip_linalg::preconditioner::{self, Identity, Preconditioner, PreconditionerEntry};

use super::body_space::{self, BodyFactor};
use super::options::{PcgOptions, Rebuild};
use super::source::BoxSource;
use crate::outcome::Counts;
use crate::pivoting::block::BoxSystem;

/// A preconditioner that follows the free set.
pub struct Conditioner {
    options: PcgOptions,
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
}

/// What became of all preconditioners of a run.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    imaginary_columns: usize,
    replaced_pivots: usize,
    shifts: usize,
    refactorisations: usize,
    breakdowns: usize,
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

/// A change of a diagonal entry beyond this share makes a preconditioner stale.
const STALE_SHIFT: f64 = 0.02;

/// When more than this share of its rows have become identity rows, a
/// preconditioner is stale.
const LEFT_SHARE: f64 = 0.05;

impl Conditioner {
    /// Nothing built yet.
    pub fn new(options: &PcgOptions) -> Self {
        Self {
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
        self.state = State::None;
        self.totals = Totals::default();
    }

    /// Gets ready for the free rows.
    pub fn prepare(&mut self, system: &BoxSystem<'_>, free: &[bool], counts: &mut Counts) {
        if matches!(self.state, State::None)
            && self.options.preconditioner.0 == body_space::DESCRIPTION.name
            && let Some(factor) = BodyFactor::new(system)
        {
            self.state = State::Bodies(Box::new(factor));
        }
        if let State::Bodies(factor) = &mut self.state {
            if factor.prepare(system, free, counts).is_ok() {
                return;
            }
            self.totals.breakdowns += 1;
            self.state = State::None;
        }
        let fits = match (&self.state, self.options.rebuild) {
            (State::None, _) => false,
            (_, Rebuild::Never) => true,
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
                Rebuild::Never => true,
                Rebuild::Auto => self.is_local(),
            };
            self.build(system, if keeps { &all } else { free }, counts);
        }
        if let State::Matrix(matrix) = &mut self.state {
            matrix.restrict(free);
        }
    }

    /// What the last inner solve took to reduce the residual by `reduction`.
    pub fn note(&mut self, iterations: usize, reduction: f64) {
        let decades = -reduction.log10();
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
        }
    }

    /// Figures for the outcome.
    pub fn figures(&self) -> Vec<(&'static str, f64)> {
        [
            ("imaginary_columns", self.totals.imaginary_columns),
            ("replaced_pivots", self.totals.replaced_pivots),
            ("shifts", self.totals.shifts),
            ("refactorisations", self.totals.refactorisations),
            ("breakdowns", self.totals.breakdowns),
        ]
        .map(|(name, count)| (name, count as f64))
        .to_vec()
    }

    fn is_local(&self) -> bool {
        preconditioner::find(self.options.preconditioner.0).is_some_and(|entry| entry.local)
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
        let wanted = preconditioner::find(self.options.preconditioner.0);
        let make = |entry: &PreconditionerEntry| (entry.build)(&source, &parameters).ok();
        let found = wanted.and_then(make);
        counts.factorisations += 1;
        self.totals.breakdowns += usize::from(wanted.is_some() && found.is_none());
        let built = found
            .or_else(|| preconditioner::find("jacobi").and_then(make))
            .unwrap_or_else(|| Box::new(Identity));
        let report = built.report();
        self.totals.imaginary_columns = self.totals.imaginary_columns.max(report.imaginary_columns);
        self.totals.replaced_pivots = self.totals.replaced_pivots.max(report.replaced_pivots);
        self.totals.shifts += report.shifts;
        self.totals.refactorisations += report.refactorisations;
        self.age = Age { price: build_price(report.stored, rows.len()), ..Age::default() };
        self.shift.clone_from(&system.shift);
        self.known.clear();
        self.known.extend_from_slice(rows);
        self.state = State::Matrix(built);
    }
}

/// A factor without fill takes about (entries per row)/2 times the operations
/// of its two triangular solves, and a product with A takes as many again.
fn build_price(stored: usize, rows: usize) -> f64 {
    0.25 * stored as f64 / rows.max(1) as f64
}
