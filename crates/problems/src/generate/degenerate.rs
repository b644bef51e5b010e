//! Problems whose solution is not strictly complementary.

use super::error::{GenerateError, require_at_least, require_count, require_share};
use super::planted::Planted;
use super::random::Random;
use super::spectrum::{geometric, with_spectrum};
use stickslip_solve::Problem;
use stickslip_solve::options::options;

options! {
    /// Options of [`degenerate`].
    pub struct DegenerateOptions {
        /// Number of rows.
        size: usize = 50,
        /// Share of the rows with x = lo and w = 0 at the solution.
        degenerate: f64 = 0.3,
        /// Largest over smallest eigenvalue of A.
        condition: f64 = 1e3,
        /// Share of the other rows at a bound of the known solution.
        active: f64 = 0.5,
        /// Whether both sides are bounded (blcp) or only 0 ≤ x (lcp).
        boxed: bool = false,
    }
}

/// A symmetric positive definite problem with no slack on either side of some
/// rows: pivoting methods see ties there, and rounding decides.
pub fn degenerate(seed: u64, options: &DegenerateOptions) -> Result<Problem, GenerateError> {
    let &DegenerateOptions { size, degenerate, condition, active, boxed } = options;
    require_count("size", size, 1, 10_000)?;
    require_share("degenerate", degenerate)?;
    require_at_least("condition", condition, 1.0)?;
    require_share("active", active)?;
    let mut random = Random::new(seed);
    let matrix = with_spectrum(&geometric(size, condition), 1.0, &mut random);
    let planted = Planted::new(size, active, degenerate, boxed, &mut random);
    planted.problem(format!("degenerate-{size}-seed{seed}"), matrix)
}
