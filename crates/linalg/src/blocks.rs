//! The diagonal blocks of a block diagonal matrix, and their inverses.

use crate::{Components, DenseCholesky, SparseMatrix};

/// The index sets of the diagonal blocks of a symmetric pattern.
pub fn connected_blocks(matrix: &SparseMatrix) -> Vec<Vec<usize>> {
    let mut components = Components::new(matrix.rows());
    for row in 0..matrix.rows() {
        for (col, _) in matrix.row(row) {
            components.join(row, col);
        }
    }
    components.groups(matrix.rows())
}

/// Dense inverse of one symmetric positive definite block, row-major.
pub fn invert_block(matrix: &SparseMatrix, block: &[usize]) -> Option<Vec<f64>> {
    let size = block.len();
    let mut factor = DenseCholesky::default();
    for (at, entry) in factor.begin(size).iter_mut().enumerate() {
        *entry = matrix.get(block[at % size], block[at / size]);
    }
    factor.factorise().ok()?;
    // The inverse is symmetric: its columns are its rows.
    let mut entries = vec![0.0; size * size];
    for (at, column) in entries.chunks_exact_mut(size).enumerate() {
        column[at] = 1.0;
        factor.solve(column);
    }
    entries.iter().all(|value| value.is_finite()).then_some(entries)
}
