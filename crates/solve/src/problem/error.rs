//! What can be wrong with a problem, said with the place.

use thiserror::Error;

/// Why some data is not a problem.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// Two parts disagree about the size.
    #[error("{what} has {found} entries but the problem has {expected} rows")]
    Size {
        /// Which part.
        what: String,
        /// Its size.
        found: usize,
        /// The size it should have.
        expected: usize,
    },
    /// A number is NaN or infinite.
    #[error("{place} is {value}: every number must be finite")]
    NotFinite {
        /// Where it stands.
        place: String,
        /// What stands there.
        value: f64,
    },
    /// lo > hi, or a bound is NaN.
    #[error("row {row}: the bounds [{lo}, {hi}] admit nothing (lo must be ≤ hi)")]
    Bounds {
        /// The row.
        row: usize,
        /// Its lower bound.
        lo: f64,
        /// Its upper bound.
        hi: f64,
    },
    /// An `lcp` with other bounds than 0 ≤ x.
    #[error(
        "row {row}: an lcp has the bounds [0, ∞) but these are [{lo}, {hi}]; use kind \"blcp\""
    )]
    LcpBounds {
        /// The row.
        row: usize,
        /// Its lower bound.
        lo: f64,
        /// Its upper bound.
        hi: f64,
    },
    /// A contact is malformed.
    #[error("contacts[{index}]: {reason}")]
    Contact {
        /// Which contact.
        index: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Neither A nor factors were given.
    #[error("the problem has no matrix: give A, J and Minv (and C), or a grid")]
    NoMatrix,
    /// A and the factors describe different matrices.
    #[error(
        "A and J·Minv·Jᵀ + C disagree: row {row} of their products with a test vector differs by {gap:e}"
    )]
    Inconsistent {
        /// The worst row.
        row: usize,
        /// By how much.
        gap: f64,
    },
    /// A part of the factored form is malformed.
    #[error("{part}: {reason}")]
    Factor {
        /// Which part: J, Minv or C.
        part: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// A row cannot be taken out of a problem.
    #[error("row {row} cannot be extracted: {reason}")]
    Extraction {
        /// The row.
        row: usize,
        /// What stands in the way.
        reason: String,
    },
    /// The problem has no rows.
    #[error("the problem has no rows")]
    Empty,
}
