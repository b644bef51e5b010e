//! `bpp-full`: a new sparse Cholesky factor of A_FF at every pivoting step
//! (the baseline of Lefebvre 2020 and Ho 2022).
//!
//! Kept as fast as can be: panels of columns, with the symbolic analysis of the whole of A reused, tight rows being identity rows.
//! When so many rows are tight that a smaller matrix with its own analysis is
//! cheaper, A_FF is cut out instead. `storage=dense` is what Lefebvre timed: a
//! dense A_FF, factored by blocked code.

use std::sync::Arc;

use stickslip_linalg::cholesky::{Analysis, CholeskyFactor};
use stickslip_linalg::{Ordering, SparseMatrix};

use super::block::{
    ACCEPTS, BlockMethod, BlockOptions, BoxSystem, Breakdown, FreeSystem, RowOrdering,
};
use super::dense_factor::DenseFactor;
use super::pattern::PatternKey;
use crate::options::{OptionDescription, OptionError, OptionValue, OptionValues, choice, options};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::solver::{Entry, Method};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "pivoting",
    summary: "block pivoting with a new sparse factor at every step: the theses' baseline",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "bpp-full";

/// Share of tight rows above which A_FF is cut out.
const CUT_OUT_SHARE: f64 = 0.25;

/// Estimated time of cutting out and analysing an entry of A, in the units of
/// [`stickslip_linalg::cholesky::Costs`].
const ANALYSIS_PRICE: f64 = 15.0;

choice! {
    /// How A_FF is stored.
    pub enum Storage {
        /// As a sparse matrix, in an order with little fill.
        Sparse = "sparse",
        /// As a dense one.
        Dense = "dense",
    }
}

options! {
    /// What full factors add to the options of block pivoting.
    struct FullOptions {
        /// How A_FF is stored and factored: sparse or dense.
        storage: Storage = Storage::Sparse,
    }
}

fn describe() -> Vec<OptionDescription> {
    [BlockOptions::describe(), FullOptions::describe()].concat()
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (own, shared) = settings.partition(&FullOptions::describe());
    let options = BlockOptions::read(NAME, &shared)?;
    Ok(match FullOptions::from_settings(NAME, &own)?.storage {
        Storage::Sparse => {
            let ordering = options.ordering.or(Ordering::MinimumDegree);
            Box::new(BlockMethod::new(options, FullFactor::new(ordering)))
        }
        Storage::Dense if options.ordering != RowOrdering::Auto => {
            return Err(OptionError::BadValue {
                key: "ordering".into(),
                value: options.ordering.show_option(),
                reason: "a dense factor has no order of elimination; leave it out, or take \
                         storage=sparse"
                    .into(),
            });
        }
        Storage::Dense => Box::new(BlockMethod::new(options, DenseFactor::default())),
    })
}

/// A new factor per free set.
pub struct FullFactor {
    ordering: Ordering,
    key: Option<PatternKey>,
    whole: Option<(PatternKey, CholeskyFactor)>,
    part: Option<(Vec<usize>, CholeskyFactor)>,
}

impl FreeSystem for FullFactor {
    fn begin(&mut self, problem: &Problem) {
        self.begin_pattern(PatternKey::of(problem.matrix()));
    }

    fn prepare(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> Result<(), Breakdown> {
        let matrix = system.problem.matrix();
        counts.factorisations += 1;
        let tight = free.iter().filter(|&&free| !free).count();
        if tight as f64 > CUT_OUT_SHARE * free.len() as f64 {
            self.cut_out(system, matrix, free)
        } else {
            self.part = None;
            self.analysed(matrix)?
                .factorise(matrix, |row| free[row], |row| system.shift[row])
                .map_err(|_| Breakdown)
        }
    }

    fn solve(&mut self, _system: &BoxSystem<'_>, rhs: &mut [f64]) {
        if let Some((rows, factor)) = &mut self.part {
            let mut part: Vec<f64> = rows.iter().map(|&row| rhs[row]).collect();
            factor.solve(&mut part);
            for (&row, value) in rows.iter().zip(part) {
                rhs[row] = value;
            }
        } else {
            // `prepare` came before, and leaves one of the two.
            self.whole.as_mut().expect("a factor").1.solve(rhs);
        }
    }
}

impl FullFactor {
    /// Nothing analysed yet.
    pub fn new(ordering: Ordering) -> Self {
        Self { ordering, key: None, whole: None, part: None }
    }

    /// A problem of this pattern comes.
    pub fn begin_pattern(&mut self, key: PatternKey) {
        self.whole = self.whole.take().filter(|(known, _)| *known == key);
        self.key = Some(key);
    }

    /// Order and structure of a factor of all rows.
    pub fn analysis(&mut self, matrix: &SparseMatrix) -> Result<&Arc<Analysis>, Breakdown> {
        Ok(self.analysed(matrix)?.analysis())
    }

    /// Estimated time of a new factor with so many tight rows, by a structure of all
    /// rows. Tight rows stay in it as identity rows, or A_FF is cut out and analysed.
    pub fn step_cost(analysis: &Analysis, matrix: &SparseMatrix, tight: usize) -> f64 {
        let factor = analysis.costs().factor;
        let share = tight as f64 / analysis.size() as f64;
        if share > CUT_OUT_SHARE {
            (1.0 - share) * (factor + ANALYSIS_PRICE * matrix.stored() as f64)
        } else {
            factor
        }
    }

    /// The factor of the matrix of the problem that was begun, analysed.
    fn analysed(&mut self, matrix: &SparseMatrix) -> Result<&mut CholeskyFactor, Breakdown> {
        if let (None, Some(key)) = (&self.whole, self.key) {
            let analysis = Analysis::new(matrix, self.ordering).map_err(|_| Breakdown)?;
            self.whole = Some((key, CholeskyFactor::new(Arc::new(analysis))));
        }
        self.whole.as_mut().map(|(_, factor)| factor).ok_or(Breakdown)
    }

    fn cut_out(
        &mut self,
        system: &BoxSystem<'_>,
        matrix: &SparseMatrix,
        free: &[bool],
    ) -> Result<(), Breakdown> {
        let rows: Vec<usize> = (0..free.len()).filter(|&row| free[row]).collect();
        let block = matrix.principal_block(&rows);
        let analysis = Analysis::new(&block, self.ordering).map_err(|_| Breakdown)?;
        let mut factor = CholeskyFactor::new(Arc::new(analysis));
        factor.factorise(&block, |_| true, |at| system.shift[rows[at]]).map_err(|_| Breakdown)?;
        self.part = Some((rows, factor));
        Ok(())
    }
}
