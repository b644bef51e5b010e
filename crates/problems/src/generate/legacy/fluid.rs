//! The synthetic fluid matrix: banded, with offsets 1, 2, 3.

use stickslip_linalg::{SparseMatrix, Triplets};

use super::super::error::{GenerateError, require_count, require_share};
use super::super::random::Random;
use super::least_eigenvalue::lifted;
use super::{RightHandSide, finish};
use stickslip_solve::Problem;
use stickslip_solve::options::options;

options! {
    /// Options of [`legacy_fluid`].
    pub struct LegacyFluidOptions {
        /// Cells G along each edge of the grid; G³ rows.
        grid: usize = 10,
        /// Right-hand side as published or solvable.
        rhs: RightHandSide = RightHandSide::Legacy,
        /// Entries of x* below this are set to 0.
        zeros: f64 = 0.25,
    }
}

/// The synthetic fluid `lcp` with G³ rows. Unlike a grid's matrix its bands
/// are at 1, 2, 3 and not at 1, G, G²; see [`fluid`](crate::generate::fluid()).
pub fn legacy_fluid(seed: u64, options: &LegacyFluidOptions) -> Result<Problem, GenerateError> {
    let &LegacyFluidOptions { grid, rhs, zeros } = options;
    require_count("grid", grid, 1, 64)?;
    require_share("zeros", zeros)?;
    let mut random = Random::new(seed);
    let n = grid * grid * grid;
    let mut triplets = Triplets::new();
    (0..n).for_each(|row| triplets.push(row, row, 1.0));
    for offset in 1..=3 {
        let band = -random.unit();
        for row in offset..n {
            triplets.push(row, row - offset, band);
            triplets.push(row - offset, row, band);
        }
    }
    let matrix = lifted(SparseMatrix::from_triplets(n, n, &triplets));
    finish(format!("legacy-fluid-{n}-seed{seed}"), matrix, rhs, zeros, &mut random)
}
