//! The synthetic dense matrix with eigenvalues 1/n, 2/n, …, 1.

use super::super::error::{GenerateError, require_count, require_share};
use super::super::random::Random;
use super::super::spectrum::with_spectrum;
use super::{RightHandSide, finish};
use stickslip_solve::Problem;
use stickslip_solve::options::options;

options! {
    /// Options of [`legacy_dense`].
    pub struct LegacyDenseOptions {
        /// Number of rows.
        size: usize = 100,
        /// Share of the eigenvalues, the lowest ones, that are 0.
        singular: f64 = 0.0,
        /// Right-hand side as published or solvable.
        rhs: RightHandSide = RightHandSide::Legacy,
        /// Entries of x* below this are set to 0.
        zeros: f64 = 0.25,
    }
}

/// The synthetic dense `lcp`, positive definite or semidefinite.
pub fn legacy_dense(seed: u64, options: &LegacyDenseOptions) -> Result<Problem, GenerateError> {
    let &LegacyDenseOptions { size, singular, rhs, zeros } = options;
    require_count("size", size, 1, 10_000)?;
    require_share("singular", singular)?;
    require_share("zeros", zeros)?;
    let mut random = Random::new(seed);
    let lowest = (size as f64 * singular).floor() as usize;
    let eigenvalues: Vec<f64> =
        (0..size).map(|at| if at < lowest { 0.0 } else { (at + 1) as f64 / size as f64 }).collect();
    let matrix = with_spectrum(&eigenvalues, 1.0, &mut random);
    finish(format!("legacy-dense-{size}-seed{seed}"), matrix, rhs, zeros, &mut random)
}
