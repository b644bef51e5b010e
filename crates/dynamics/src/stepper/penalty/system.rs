//! The linear system of an implicit step, and its factor.
//!
//! The analysis of a pattern is kept for as long as the pattern stays, and depends on nothing
//! else: a restored state goes on to the same bits.

use std::sync::Arc;

use glam::DMat3;
use stickslip_linalg::cholesky::{Analysis, CholeskyError, CholeskyFactor};
use stickslip_linalg::{Ordering, SparseMatrix, Triplets};

/// A symmetric positive matrix in 3 × 3 blocks.
#[derive(Default)]
pub(super) struct System {
    triplets: Triplets,
    matrix: Option<SparseMatrix>,
    factor: Option<CholeskyFactor>,
}

impl System {
    /// Forgets all blocks.
    pub(super) fn clear(&mut self) {
        self.triplets = Triplets::new();
    }

    /// Adds a block where two spans of unknowns meet.
    pub(super) fn add(&mut self, row: usize, column: usize, block: DMat3) {
        for (across, values) in block.to_cols_array_2d().into_iter().enumerate() {
            for (down, value) in values.into_iter().enumerate() {
                self.triplets.push(row + down, column + across, value);
            }
        }
    }

    /// x of A x = b, in the place of b.
    pub(super) fn solve(&mut self, x: &mut [f64]) -> Result<(), CholeskyError> {
        if x.is_empty() {
            return Ok(());
        }
        let matrix = SparseMatrix::from_triplets(x.len(), x.len(), &self.triplets);
        let is_known = self.matrix.as_ref().is_some_and(|last| {
            last.row_starts() == matrix.row_starts()
                && last.column_indices() == matrix.column_indices()
        });
        if !is_known {
            let analysis = Analysis::new(&matrix, Ordering::MinimumDegree)?;
            self.factor = Some(CholeskyFactor::new(Arc::new(analysis)));
        }
        if let Some(factor) = &mut self.factor {
            factor.factorise(&matrix, |_| true, |_| 0.0)?;
            factor.solve(x);
        }
        self.matrix = Some(matrix);
        Ok(())
    }
}
