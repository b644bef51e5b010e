//! Rank-deficient but solvable problems.

use super::error::{GenerateError, require_at_least, require_count, require_share};
use super::planted::Planted;
use super::random::Random;
use super::spectrum::{geometric, with_spectrum};
use stickslip_solve::Problem;
use stickslip_solve::options::options;

options! {
    /// Options of [`psd`].
    pub struct PsdOptions {
        /// Number of rows.
        size: usize = 50,
        /// Rank of A over the number of rows.
        rank: f64 = 0.5,
        /// Largest over smallest eigenvalue that is not zero.
        condition: f64 = 1e3,
        /// Share of the rows at a bound of the known solution.
        active: f64 = 0.5,
        /// Whether both sides are bounded (blcp) or only 0 ≤ x (lcp).
        boxed: bool = false,
    }
}

/// A symmetric positive semidefinite problem with one of its solutions. The
/// velocity w is the same at all of them.
pub fn psd(seed: u64, options: &PsdOptions) -> Result<Problem, GenerateError> {
    let &PsdOptions { size, rank, condition, active, boxed } = options;
    require_count("size", size, 1, 10_000)?;
    require_share("rank", rank)?;
    require_at_least("condition", condition, 1.0)?;
    require_share("active", active)?;
    let mut eigenvalues = geometric((rank * size as f64).round() as usize, condition);
    eigenvalues.resize(size, 0.0);
    let mut random = Random::new(seed);
    let matrix = with_spectrum(&eigenvalues, 1.0, &mut random);
    let planted = Planted::new(size, active, 0.0, boxed, &mut random);
    planted.problem(format!("psd-{size}-seed{seed}"), matrix)
}
