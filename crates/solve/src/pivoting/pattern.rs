//! Recognising a sparsity pattern that was analysed before.

use std::hash::{DefaultHasher, Hash, Hasher};

use stickslip_linalg::SparseMatrix;

/// Size and hash of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternKey {
    rows: usize,
    stored: usize,
    hash: u64,
}

impl PatternKey {
    /// The key of a matrix's pattern.
    pub fn of(matrix: &SparseMatrix) -> Self {
        let mut hasher = DefaultHasher::new();
        matrix.row_starts().hash(&mut hasher);
        matrix.column_indices().hash(&mut hasher);
        Self { rows: matrix.rows(), stored: matrix.stored(), hash: hasher.finish() }
    }
}
