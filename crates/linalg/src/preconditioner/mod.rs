//! Preconditioners by name, for every Krylov method (Ho 2022, ch. 4).
//!
//! Each is a positive definite P ≈ A that is easily inverted. All but `none`
//! and `aggregation` are P = L Lᵀ with a sparse triangle L, so that one solve
//! serves them all, and rows that leave A become identity rows of L without a
//! new factor, or are deleted from it (suggested in Ho 2022, ch. 7).

mod aggregation;
mod block_jacobi;
mod compensated;
mod downdate;
mod ic0;
mod ict;
mod imaginary;
mod jacobi;
mod lower;
mod none;
mod parameters;
mod partial_shift;
mod source;
mod triangular;
mod zero_fill;

pub use block_jacobi::ENTRY as BLOCK_JACOBI;
pub use none::Identity;
pub use parameters::{Parameters, Scaling, ShiftBy};
pub use source::{MatrixSource, Source};
pub use triangular::TriangularFactor;

use thiserror::Error;

/// Why there is no preconditioner.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PreconditionerError {
    /// A pivot was not positive.
    #[error("incomplete factorisation broke down: pivot {pivot:e} in row {row}")]
    Pivot {
        /// The row.
        row: usize,
        /// What stood there.
        pivot: f64,
    },
    /// Numbers grew out of range.
    #[error("incomplete factorisation overflowed in row {row}")]
    NotFinite {
        /// The first such row.
        row: usize,
    },
    /// Raising the diagonal did not help.
    #[error("incomplete factorisation still broke down in row {row} after {tries} shifts")]
    Exhausted {
        /// The row of the last breakdown.
        row: usize,
        /// How often the diagonal was raised.
        tries: usize,
    },
}

/// What happened while a preconditioner was built.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BuildReport {
    /// Columns with a negative pivot, taken as imaginary.
    pub imaginary_columns: usize,
    /// Pivots that were only rounding and were replaced by the diagonal of A.
    pub replaced_pivots: usize,
    /// How often a diagonal entry, or the whole diagonal, was raised.
    pub shifts: usize,
    /// Factorisations begun anew after a breakdown, in full or in part.
    pub refactorisations: usize,
    /// Numbers stored.
    pub stored: usize,
}

/// A positive definite P ≈ A.
pub trait Preconditioner: Send {
    /// z = P⁻¹ r.
    fn apply(&mut self, r: &[f64], z: &mut [f64]);

    /// Makes identity rows of all but the `active` rows; z is then zero there.
    /// Rows that were active when P was built can come back.
    fn restrict(&mut self, active: &[bool]);

    /// Deletes all but the `active` rows from P, which becomes one of the block
    /// of these rows: an incomplete factor is brought up to date. Otherwise as
    /// [`Self::restrict`], which is all there is to do where rows do not meet.
    fn delete(&mut self, active: &[bool]) {
        self.restrict(active);
    }

    /// What happened while it was built.
    fn report(&self) -> BuildReport {
        BuildReport::default()
    }
}

/// A preconditioner, or why there is none.
pub type Built = Result<Box<dyn Preconditioner>, PreconditionerError>;

/// A line of the table of preconditioners.
#[derive(Clone, Copy)]
pub struct PreconditionerEntry {
    /// Lower-case name with dashes.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// Whether rows meet in small blocks at most, so that one built for all
    /// rows serves any of them.
    pub local: bool,
    /// Builds it for the active rows of a matrix.
    pub build: fn(&dyn Source, &Parameters) -> Built,
}

impl std::fmt::Debug for PreconditionerEntry {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("PreconditionerEntry").field("name", &self.name).finish()
    }
}

/// All preconditioners that need nothing but the matrix.
pub static PRECONDITIONERS: &[PreconditionerEntry] = &[
    none::ENTRY,
    jacobi::ENTRY,
    block_jacobi::ENTRY,
    ic0::ENTRY,
    compensated::ENTRY,
    partial_shift::ENTRY,
    imaginary::ENTRY,
    ict::ENTRY,
    ict::COMPENSATED,
    aggregation::ENTRY,
];

/// The preconditioner of that name.
pub fn find(name: &str) -> Option<&'static PreconditionerEntry> {
    PRECONDITIONERS.iter().find(|entry| entry.name == name)
}
