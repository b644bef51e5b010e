//! The sparse matrix P + Q (A + diag(shift)) of laws row by row.

use stickslip_linalg::SparseMatrix;

/// pᵢ xᵢ + cᵢ x_{n(i)} + qᵢ wᵢ = gᵢ of every row i, n(i) being the normal row
/// that the friction bound of row i follows.
#[derive(Clone, Copy)]
pub struct EquationRows<'a> {
    /// p: along the row's own impulse.
    pub own: &'a [f64],
    /// c: along the impulse of its normal.
    pub normal: &'a [f64],
    /// q: along its velocity.
    pub velocity: &'a [f64],
}

/// The matrix, on the pattern of A with every diagonal and normal entry.
pub struct EquationMatrix {
    normal_of: Vec<Option<usize>>,
    matrix: SparseMatrix,
}

impl EquationMatrix {
    /// The pattern that laws have on `a`.
    pub fn new(a: &SparseMatrix, normal_of: Vec<Option<usize>>) -> Self {
        let mut triplets = a.to_triplets();
        for (row, normal) in normal_of.iter().enumerate() {
            triplets.push(row, row, 0.0);
            if let Some(normal) = *normal {
                triplets.push(row, normal, 0.0);
            }
        }
        let matrix = SparseMatrix::from_triplets(a.rows(), a.cols(), &triplets);
        Self { normal_of, matrix }
    }

    /// The matrix as last filled.
    pub fn matrix(&self) -> &SparseMatrix {
        &self.matrix
    }

    /// Sets P + Q (A + diag(shift)); `a` has the pattern that this was made
    /// from. Each row is handed to `finish` before the next begins.
    pub fn fill(
        &mut self,
        a: &SparseMatrix,
        equations: EquationRows<'_>,
        shift: impl Fn(usize) -> f64,
        mut finish: impl FnMut(usize, &mut [f64]),
    ) {
        for row in 0..a.rows() {
            let begin = self.matrix.row_starts()[row];
            let count = self.matrix.row_slices(row).0.len();
            let (known, entries) = a.row_slices(row);
            let mut known = known.iter().zip(entries).peekable();
            for at in begin..begin + count {
                let column = self.matrix.column_indices()[at];
                let entry = known.next_if(|entry| *entry.0 == column).map_or(0.0, |entry| *entry.1);
                let mut value = equations.velocity[row] * entry;
                if column == row {
                    value += equations.own[row] + equations.velocity[row] * shift(row);
                }
                if self.normal_of[row] == Some(column) {
                    value += equations.normal[row];
                }
                self.matrix.values_mut()[at] = value;
            }
            finish(row, &mut self.matrix.values_mut()[begin..begin + count]);
        }
    }
}
