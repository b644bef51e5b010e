//! What a preconditioner may know of a matrix.

use crate::SparseMatrix;

/// A symmetric matrix A + diag(shift), of which only some rows are active.
/// Whoever asks for no entry beyond blocks never causes A to be assembled.
pub trait Source {
    /// Number of rows, active or not.
    fn size(&self) -> usize;

    /// A, without the shift.
    fn matrix(&self) -> &SparseMatrix;

    /// Visits column and value of each entry of a row of A, columns ascending.
    fn for_each_entry(&self, row: usize, visit: &mut dyn FnMut(usize, f64)) {
        self.matrix().row(row).for_each(|(column, value)| visit(column, value));
    }

    /// Whether the row takes part.
    fn is_active(&self, _row: usize) -> bool {
        true
    }

    /// What is added to the diagonal of A.
    fn shift(&self, _row: usize) -> f64 {
        0.0
    }

    /// The diagonal entry of A, without the shift.
    fn diagonal(&self, row: usize) -> f64 {
        self.matrix().get(row, row)
    }

    /// Rows that belong together, each row at most once.
    fn groups(&self) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// Writes the principal block of A over `rows`, row-major.
    fn block(&self, rows: &[usize], entries: &mut Vec<f64>) {
        entries.clear();
        for &row in rows {
            entries.extend(rows.iter().map(|&col| self.matrix().get(row, col)));
        }
    }
}

/// A stored matrix with all rows active.
#[derive(Clone, Copy, Debug)]
pub struct MatrixSource<'a> {
    /// The matrix.
    pub matrix: &'a SparseMatrix,
    /// Rows that belong together.
    pub groups: &'a [Vec<usize>],
}

impl<'a> MatrixSource<'a> {
    /// No rows belong together.
    pub fn new(matrix: &'a SparseMatrix) -> Self {
        Self { matrix, groups: &[] }
    }
}

impl Source for MatrixSource<'_> {
    fn size(&self) -> usize {
        self.matrix.rows()
    }
    fn matrix(&self) -> &SparseMatrix {
        self.matrix
    }
    fn groups(&self) -> Vec<Vec<usize>> {
        self.groups.to_vec()
    }
}
