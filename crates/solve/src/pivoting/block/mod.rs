//! Block principal pivoting: what all its variants share.
//!
//! The labels F, L, U give x by A_FF x_F = −b_F − A_FT x_T (Ho 2022, Eq 2.37–2.40), every
//! violator changes its label at once (his Alg 1), and variants differ only in how
//! they solve for x_F: see [`FreeSystem`].

mod boxed;
mod driver;
mod method;
mod ordering;
mod regularisation;

pub use boxed::BoxSystem;
pub use driver::{BlockPivoting, Ending, Pivoted, STILL, rounded};
pub use method::{ACCEPTS, BlockMethod, BlockOptions, shift_beside};
pub use ordering::RowOrdering;
pub use regularisation::Regularisation;

use crate::outcome::Counts;
use crate::problem::Problem;

/// A_FF could not be factored: it is not positive definite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakdown;

/// A way to solve A_FF x_F = r_F while the free set F changes.
pub trait FreeSystem: Send {
    /// A new problem comes: what belongs to the last one is out of date.
    fn begin(&mut self, _problem: &Problem) {}

    /// Gets ready for A + diag(shift) restricted to the rows with `free`.
    fn prepare(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> Result<(), Breakdown>;

    /// Overwrites the right-hand side, zero outside F, with the solution.
    fn solve(&mut self, system: &BoxSystem<'_>, rhs: &mut [f64]);

    /// Most solves for one free set: the first, then refinement.
    fn passes(&self) -> usize {
        6
    }

    /// Asks for more accuracy from now on; false when there is no more to be
    /// had. Only solvers that are inexact on purpose have any in reserve.
    fn tighten(&mut self) -> bool {
        false
    }

    /// Whether the work of a run is all that is allowed.
    fn is_spent(&self, _counts: &Counts) -> bool {
        false
    }

    /// Adds the work of the last solve.
    fn count(&self, counts: &mut Counts) {
        counts.inner_iterations += 1;
    }

    /// Figures for the outcome, such as the number of cached factors.
    fn figures(&self) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
}
