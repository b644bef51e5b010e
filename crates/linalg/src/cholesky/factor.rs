//! The numeric part: factorisation from scratch and triangular solves.

use std::sync::Arc;

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::LltRegularization;
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Par, Spec};
use thiserror::Error;

use super::Analysis;
use crate::SparseMatrix;

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
    /// The symbolic analysis failed (out of memory or index range).
    #[error("symbolic analysis failed: {0}")]
    Analysis(String),
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
    triangle: Vec<f64>,
    memory: MemBuffer,
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
        let scratch =
            analysis.symbolic.factorize_numeric_llt_scratch::<f64>(Par::Seq, Spec::default());
        let tallest = analysis.panels.iter().map(|panel| panel.height).max().unwrap_or(0);
        Self {
            values: vec![0.0; analysis.stored()],
            active: vec![true; n],
            triangle: vec![0.0; analysis.triangle_indices.len()],
            memory: MemBuffer::new(scratch),
            permuted: vec![0.0; n],
            gathered: vec![0.0; tallest],
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
        for row in 0..analysis.size() {
            let begin = matrix.row_starts()[row];
            for (offset, (col, value)) in matrix.row(row).enumerate() {
                let place = analysis.scatter[begin + offset];
                if place != usize::MAX {
                    self.triangle[place] = match (self.active[row] && self.active[col], row == col)
                    {
                        (true, true) => value + shift(row),
                        (true, false) => value,
                        (false, true) => 1.0,
                        (false, false) => 0.0,
                    };
                }
            }
        }
        let n = analysis.size();
        let pattern = SymbolicSparseColMatRef::new_checked(
            n,
            n,
            &analysis.triangle_starts,
            None,
            &analysis.triangle_indices,
        );
        let triangle = SparseColMatRef::new(pattern, &self.triangle[..]);
        analysis
            .symbolic
            .factorize_numeric_llt(
                &mut self.values,
                triangle,
                analysis.side,
                LltRegularization::default(),
                Par::Seq,
                MemStack::new(&mut self.memory),
                Spec::default(),
            )
            .map_err(|_| CholeskyError::NotPositiveDefinite)?;
        Ok(())
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
        self.forward(&mut permuted, &mut gathered);
        self.backward(&mut permuted, &mut gathered);
        for (value, &row) in permuted.iter().zip(&analysis.order) {
            x[row] = *value;
        }
        self.permuted = permuted;
        self.gathered = gathered;
    }

    /// L y = x, panel by panel.
    fn forward(&self, x: &mut [f64], gathered: &mut [f64]) {
        let analysis = &*self.analysis;
        for panel in &analysis.panels {
            if panel.width == 1 {
                let column = self.column(panel.values_begin, panel.height, 0);
                let value = x[panel.begin] / column[0];
                x[panel.begin] = value;
                for (&row, entry) in analysis.panel_rows(panel)[1..].iter().zip(&column[1..]) {
                    x[row] -= entry * value;
                }
                continue;
            }
            let own = &mut x[panel.begin..panel.begin + panel.width];
            if own.iter().all(|&value| value == 0.0) {
                continue;
            }
            let below = &mut gathered[..panel.height - panel.width];
            below.fill(0.0);
            for k in 0..panel.width {
                let column = self.column(panel.values_begin, panel.height, k);
                let value = own[k] / column[k];
                own[k] = value;
                if value != 0.0 {
                    for (target, entry) in own[k + 1..].iter_mut().zip(&column[k + 1..panel.width])
                    {
                        *target -= entry * value;
                    }
                    for (target, entry) in below.iter_mut().zip(&column[panel.width..]) {
                        *target += entry * value;
                    }
                }
            }
            let rows = &analysis.panel_rows(panel)[panel.width..];
            for (&row, value) in rows.iter().zip(below.iter()) {
                x[row] -= value;
            }
        }
    }

    /// Lᵀ y = x, panel by panel from the last.
    fn backward(&self, x: &mut [f64], gathered: &mut [f64]) {
        let analysis = &*self.analysis;
        for panel in analysis.panels.iter().rev() {
            let rows = &analysis.panel_rows(panel)[panel.width..];
            if panel.width == 1 {
                let column = self.column(panel.values_begin, panel.height, 0);
                let sum: f64 =
                    rows.iter().zip(&column[1..]).map(|(&row, entry)| entry * x[row]).sum();
                x[panel.begin] = (x[panel.begin] - sum) / column[0];
                continue;
            }
            let below = &mut gathered[..rows.len()];
            for (value, &row) in below.iter_mut().zip(rows) {
                *value = x[row];
            }
            let own = &mut x[panel.begin..panel.begin + panel.width];
            // What is below does not change in a panel: four of its sums, each in its own
            // order, run side by side.
            let mut end = panel.width;
            while end > 0 {
                let first = end.saturating_sub(4);
                let columns: [&[f64]; 4] = std::array::from_fn(|at| {
                    self.column(panel.values_begin, panel.height, (first + at).min(end - 1))
                });
                let parts = columns.map(|column| &column[panel.width..]);
                let outside = four_dots(parts, below);
                for k in (first..end).rev() {
                    let column = columns[k - first];
                    let inside = crate::dot(&column[k + 1..panel.width], &own[k + 1..]);
                    own[k] = (own[k] - inside - outside[k - first]) / column[k];
                }
                end = first;
            }
        }
    }

    /// Calls `visit(row, column, value)` for every stored entry of L, rows and
    /// columns in the order of elimination.
    pub fn for_each_entry(&self, mut visit: impl FnMut(usize, usize, f64)) {
        let analysis = &*self.analysis;
        for panel in &analysis.panels {
            let rows = analysis.panel_rows(panel);
            for k in 0..panel.width {
                let column = self.column(panel.values_begin, panel.height, k);
                for (&row, &value) in rows[k..].iter().zip(&column[k..]) {
                    visit(row, panel.begin + k, value);
                }
            }
        }
    }

    fn column(&self, values_begin: usize, height: usize, k: usize) -> &[f64] {
        &self.values[values_begin + k * height..values_begin + (k + 1) * height]
    }
}

/// Four dot products with one vector, each summed in index order as [`crate::dot`] does.
fn four_dots(columns: [&[f64]; 4], x: &[f64]) -> [f64; 4] {
    // As `Iterator::sum` begins.
    let mut sums = [-0.0; 4];
    let [a, b, c, d] = columns.map(|column| &column[..x.len()]);
    for (at, value) in x.iter().enumerate() {
        for (sum, entry) in sums.iter_mut().zip([a[at], b[at], c[at], d[at]]) {
            *sum += entry * value;
        }
    }
    sums
}
