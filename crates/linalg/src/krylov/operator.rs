//! What a Krylov method needs of a matrix.

use crate::SparseMatrix;

/// A square matrix known by its products.
pub trait LinearOperator {
    /// Number of rows.
    fn size(&self) -> usize;
    /// y = A x. May use memory of its own, hence the `mut`.
    fn apply(&mut self, x: &[f64], y: &mut [f64]);
}

impl LinearOperator for &SparseMatrix {
    fn size(&self) -> usize {
        self.rows()
    }
    fn apply(&mut self, x: &[f64], y: &mut [f64]) {
        self.multiply(x, y);
    }
}
