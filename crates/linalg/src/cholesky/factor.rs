//! A factor, made from scratch, and its solves.

use std::sync::Arc;

use thiserror::Error;

use super::Analysis;
use super::numeric::{Factorise, Workspace};
use crate::SparseMatrix;
use crate::dense::Definiteness;

/// Why there is no factor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CholeskyError {
    /// The matrix is not square.
    #[error("a factorisation needs a square matrix, not {rows} × {cols}")]
    Shape {
        /// Rows of the matrix.
        rows: usize,
        /// Columns of the matrix.
        cols: usize,
    },
    /// Not positive definite to working precision.
    #[error("the matrix is not positive definite to working precision")]
    NotPositiveDefinite,
}

/// A factor L of a symmetric positive definite matrix with removable rows.
///
/// ```
/// use std::sync::Arc;
/// use stickslip_linalg::{Ordering, SparseMatrix, cholesky::{Analysis, CholeskyFactor}};
/// let a = SparseMatrix::from_dense(2, 2, &[4.0, 2.0, 2.0, 3.0]);
/// let analysis = Arc::new(Analysis::new(&a, Ordering::MinimumDegree)?);
/// let mut factor = CholeskyFactor::new(analysis);
/// factor.factorise(&a, |_| true, |_| 0.0)?;
/// let mut x = [8.0, 7.0];
/// factor.solve(&mut x);
/// assert!((x[0] - 1.25).abs() < 1e-15 && (x[1] - 1.5).abs() < 1e-15);
/// # Ok::<(), stickslip_linalg::cholesky::CholeskyError>(())
/// ```
pub struct CholeskyFactor {
    pub(super) analysis: Arc<Analysis>,
    pub(super) values: Vec<f64>,
    pub(super) active: Vec<bool>,
    signs: Vec<f64>,
    pub(super) work: Workspace,
    pub(super) permuted: Vec<f64>,
    pub(super) gathered: Vec<f64>,
}

/// A copy has scratch memory of its own, for another thread.
impl Clone for CholeskyFactor {
    fn clone(&self) -> Self {
        let mut copy = Self::new(Arc::clone(&self.analysis));
        copy.values.clone_from(&self.values);
        copy.active.clone_from(&self.active);
        copy
    }
}

impl std::fmt::Debug for CholeskyFactor {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("CholeskyFactor")
            .field("size", &self.active.len())
            .finish_non_exhaustive()
    }
}

impl CholeskyFactor {
    /// Memory for a factor with the given structure; nothing is factored yet.
    pub fn new(analysis: Arc<Analysis>) -> Self {
        let n = analysis.size();
        Self {
            values: vec![0.0; analysis.stored()],
            active: vec![true; n],
            signs: vec![1.0; analysis.size()],
            work: Workspace::new(n),
            permuted: vec![0.0; n],
            gathered: vec![0.0; analysis.tallest()],
            analysis,
        }
    }

    /// The structure it was made for.
    pub fn analysis(&self) -> &Arc<Analysis> {
        &self.analysis
    }

    /// Factors A + diag(shift) from scratch with only the `active` rows; the
    /// others become identity rows. `matrix` must have the analysed pattern.
    pub fn factorise(
        &mut self,
        matrix: &SparseMatrix,
        active: impl Fn(usize) -> bool,
        shift: impl Fn(usize) -> f64,
    ) -> Result<(), CholeskyError> {
        let analysis = Arc::clone(&self.analysis);
        for row in 0..analysis.size() {
            self.active[row] = active(row);
        }
        self.values.fill(0.0);
        for row in 0..analysis.size() {
            let begin = matrix.row_starts()[row];
            for (offset, (col, value)) in matrix.row(row).enumerate() {
                let place = analysis.scatter[begin + offset];
                if place != usize::MAX {
                    self.values[place] = match (self.active[row] && self.active[col], row == col) {
                        (true, true) => value + shift(row),
                        (true, false) => value,
                        (false, true) => 1.0,
                        (false, false) => 0.0,
                    };
                }
            }
        }
        let is_definite = Factorise {
            analysis: &analysis,
            values: &mut self.values,
            signs: &mut self.signs,
            expected: Definiteness::Positive,
            work: &mut self.work,
        }
        .run();
        if is_definite { Ok(()) } else { Err(CholeskyError::NotPositiveDefinite) }
    }

    /// Whether row `row` of A takes part.
    pub fn is_active(&self, row: usize) -> bool {
        self.active[row]
    }

    /// Overwrites the right-hand side with the solution; entries of removed
    /// rows pass through unchanged.
    pub fn solve(&mut self, x: &mut [f64]) {
        let analysis = Arc::clone(&self.analysis);
        let mut permuted = std::mem::take(&mut self.permuted);
        let mut gathered = std::mem::take(&mut self.gathered);
        for (value, &row) in permuted.iter_mut().zip(&analysis.order) {
            *value = x[row];
        }
        analysis.forward(&self.values, &mut permuted, &mut gathered);
        analysis.backward(&self.values, &mut permuted, &mut gathered);
        for (value, &row) in permuted.iter().zip(&analysis.order) {
            x[row] = *value;
        }
        self.permuted = permuted;
        self.gathered = gathered;
    }

    /// Calls `visit(row, column, value)` for every stored entry of L, rows and
    /// columns in the order of elimination.
    pub fn for_each_entry(&self, mut visit: impl FnMut(usize, usize, f64)) {
        let analysis = &*self.analysis;
        for panel in &analysis.panels {
            let rows = analysis.panel_rows(panel);
            for k in 0..panel.width {
                let column = panel.column(&self.values, k);
                for (&row, &value) in rows[k..].iter().zip(&column[k..]) {
                    visit(row, panel.begin + k, value);
                }
            }
        }
    }
}
