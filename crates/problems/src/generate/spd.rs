//! Symmetric positive definite problems with a known spectrum and solution.

use super::error::{GenerateError, require, require_at_least, require_count, require_share};
use super::planted::Planted;
use super::random::Random;
use super::spectrum::{geometric, with_spectrum};
use stickslip_solve::Problem;
use stickslip_solve::options::options;

options! {
    /// Options of [`spd`].
    pub struct SpdOptions {
        /// Number of rows.
        size: usize = 50,
        /// Largest over smallest eigenvalue; they are in geometric progression from 1 down.
        condition: f64 = 1e3,
        /// Share of the rows at a bound of the known solution.
        active: f64 = 0.5,
        /// Whether both sides are bounded (blcp) or only 0 ≤ x (lcp).
        boxed: bool = false,
        /// Share of the entries of A that are not zero; 1 is dense.
        density: f64 = 1.0,
    }
}

/// A symmetric positive definite `lcp` or boxed problem with its solution.
pub fn spd(seed: u64, options: &SpdOptions) -> Result<Problem, GenerateError> {
    let &SpdOptions { size, condition, active, boxed, density } = options;
    require_count("size", size, 1, 10_000)?;
    require_at_least("condition", condition, 1.0)?;
    require_share("active", active)?;
    require("density", &density, density > 0.0 && density <= 1.0, "a share above 0, at most 1")?;
    let mut random = Random::new(seed);
    let matrix = with_spectrum(&geometric(size, condition), density, &mut random);
    let planted = Planted::new(size, active, 0.0, boxed, &mut random);
    planted.problem(format!("spd-{size}-seed{seed}"), matrix)
}
