//! The diagonal blocks of a block diagonal matrix, and their inverses.

use faer::linalg::solvers::Solve;

use crate::{Components, SparseMatrix};

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
    let dense = faer::Mat::from_fn(size, size, |i, j| matrix.get(block[i], block[j]));
    let factor = dense.llt(faer::Side::Lower).ok()?;
    let inverse = factor.solve(faer::Mat::<f64>::identity(size, size));
    let entries: Vec<f64> = (0..size * size).map(|at| inverse[(at / size, at % size)]).collect();
    entries.iter().all(|value| value.is_finite()).then_some(entries)
}
