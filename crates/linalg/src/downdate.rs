//! A dense column-wise factor whose rows are deleted by rank-one updates, with
//! an optional skyline (Lefebvre 2020, Alg 2.2–2.6).
//!
//! Deleting row i of L Lᵀ leaves L₁₁ and L₃₁ alone and turns the trailing
//! block into L₃₃L₃₃ᵀ + σσᵀ with σ = L[i+1.., i]: an update, which cannot
//! break down. The skyline sᵢ is the last row of column i that may be nonzero.

use std::sync::Arc;

use crate::cholesky::{Analysis, CholeskyError, CholeskyFactor};
use crate::{Ordering, SparseMatrix};

/// L in dense columns, rows in elimination order.
#[derive(Clone, Debug)]
pub struct DowndatableFactor {
    size: usize,
    /// Column-major, size × size; only the lower triangle is used.
    columns: Vec<f64>,
    layout: Arc<Layout>,
    removed: Vec<bool>,
}

/// What deletions cost, known of a pattern without its factor.
#[derive(Debug)]
pub struct RemovalCosts(Layout);

impl RemovalCosts {
    /// Those of [`DowndatableFactor::new`].
    pub fn new(
        matrix: &SparseMatrix,
        ordering: Ordering,
        skyline: bool,
    ) -> Result<Self, CholeskyError> {
        Ok(Self(Layout::new(matrix, ordering, skyline)?.0))
    }

    /// Estimated time of a copy without these rows of A, in units of about a
    /// nanosecond. It rests on counts, not on a clock.
    pub fn of(&self, rows: impl Iterator<Item = usize>) -> f64 {
        let Layout { position, removal, entries, .. } = &self.0;
        COPY_PRICE * entries + rows.map(|row| removal[position[row]]).sum::<f64>()
    }
}

#[derive(Debug)]
struct Layout {
    order: Vec<usize>,
    position: Vec<usize>,
    /// Last row of each column inside the skyline.
    last: Vec<usize>,
    /// Estimated time of deleting each row, in units of about a nanosecond.
    removal: Vec<f64>,
    /// Entries inside the skyline.
    entries: f64,
}

/// Times in the units of [`crate::cholesky::Costs`], of which one is some 4 ns where
/// factors have columns of 20 to 60 entries. Measured on bands of 7 to 61 entries and
/// on full columns, 60 to 1 000 rows: a rank-one change takes (50 + 1.4 length) ns a
/// column, within a fifth, and a copy 0.4 to 0.8 ns an entry. The experiment
/// `lefebvre-threshold` holds what follows from them against the clock.
const CHANGE_COLUMN_PRICE: f64 = 12.0;
const CHANGE_PRICE: f64 = 0.35;
const COPY_PRICE: f64 = 0.15;

impl Layout {
    /// The layout of a matrix, the matrix in its order, and memory for its factor.
    fn new(
        matrix: &SparseMatrix,
        ordering: Ordering,
        skyline: bool,
    ) -> Result<(Self, SparseMatrix, CholeskyFactor), CholeskyError> {
        let size = matrix.rows();
        let order = ordering.permutation(matrix);
        let permuted = matrix.principal_block(&order);
        let analysis = Arc::new(Analysis::new(&permuted, Ordering::Natural)?);
        let factor = CholeskyFactor::new(analysis);
        let mut last: Vec<usize> = vec![size.saturating_sub(1); size];
        if skyline {
            factor.last_rows(&mut last);
            // Updates of a column reach what the columns before it reach.
            for column in 1..size {
                if last[column - 1] >= column {
                    last[column] = last[column].max(last[column - 1]);
                }
            }
        }
        let mut position = vec![0; size];
        for (at, &row) in order.iter().enumerate() {
            position[row] = at;
        }
        let length = |column: usize| (last[column] + 1 - column) as f64;
        let mut removal = vec![0.0; size];
        for column in (0..size.saturating_sub(1)).rev() {
            // A change goes on while columns reach the next.
            if last[column] > column {
                let change = CHANGE_COLUMN_PRICE + CHANGE_PRICE * length(column + 1);
                removal[column] = change + removal[column + 1];
            }
        }
        let entries = (0..size).map(length).sum();
        Ok((Self { order, position, last, removal, entries }, permuted, factor))
    }
}

impl DowndatableFactor {
    /// Factors A + diag(shift) with every row; `skyline` limits all later work
    /// to the envelope of L.
    pub fn new(
        matrix: &SparseMatrix,
        shift: &[f64],
        ordering: Ordering,
        skyline: bool,
    ) -> Result<Self, CholeskyError> {
        let size = matrix.rows();
        let (layout, permuted, mut factor) = Layout::new(matrix, ordering, skyline)?;
        factor.factorise(&permuted, |_| true, |at| shift[layout.order[at]])?;
        let mut columns = vec![0.0; size * size];
        factor.for_each_entry(|row, column, value| columns[column * size + row] = value);
        let layout = Arc::new(layout);
        Ok(Self { size, columns, layout, removed: vec![false; size] })
    }

    /// Becomes a copy of `other`, which must come from the same factorisation;
    /// copies no more than the skyline holds.
    pub fn copy_from(&mut self, other: &Self) {
        self.removed.copy_from_slice(&other.removed);
        for column in 0..self.size {
            let range = column * self.size + column..=column * self.size + self.layout.last[column];
            self.columns[range.clone()].copy_from_slice(&other.columns[range]);
        }
    }

    /// Where row `row` of A stands in the order of elimination.
    pub fn position(&self, row: usize) -> usize {
        self.layout.position[row]
    }

    /// Bytes of its values.
    pub fn bytes(&self) -> usize {
        self.columns.len() * std::mem::size_of::<f64>()
    }

    /// Deletes row `row` of A (corrected Alg 2.5: with x = σ_k, y = L_kk,
    /// z = y² + x²/β, γ = β y² + x²; β += x²/y² after use).
    pub fn remove(&mut self, row: usize) {
        let at = self.layout.position[row];
        if std::mem::replace(&mut self.removed[at], true) {
            return;
        }
        let (size, end) = (self.size, self.layout.last[at] + 1);
        let mut sigma = self.columns[at * size + at + 1..at * size + end].to_vec();
        let mut beta = 1.0;
        let mut reach = end;
        for k in at + 1..size {
            if k >= reach {
                break;
            }
            let x = sigma[k - at - 1];
            if self.removed[k] || x == 0.0 {
                continue;
            }
            let column_end = self.layout.last[k] + 1;
            if column_end > reach {
                sigma.resize(column_end - at - 1, 0.0);
                reach = column_end;
            }
            let column = &mut self.columns[k * size + k..k * size + column_end];
            let y = column[0];
            let root = (y * y + x * x / beta).sqrt();
            let gamma = beta * y * y + x * x;
            beta += x * x / (y * y);
            let (ratio, stretch, mix) = (x / y, root / y, root * x / gamma);
            column[0] = root;
            for (entry, sigma) in column[1..].iter_mut().zip(&mut sigma[k - at..]) {
                *sigma -= ratio * *entry;
                *entry = stretch * *entry + mix * *sigma;
            }
        }
    }

    /// Solves for the rows that are left; removed rows are skipped, their
    /// entries become zero (Alg 2.6, ≤ s_i, backward loop descending).
    pub fn solve(&self, rhs: &mut [f64]) {
        let size = self.size;
        let mut x: Vec<f64> = self.layout.order.iter().map(|&row| rhs[row]).collect();
        for k in 0..size {
            if self.removed[k] {
                x[k] = 0.0;
                continue;
            }
            let column = &self.columns[k * size + k..=k * size + self.layout.last[k]];
            let value = x[k] / column[0];
            x[k] = value;
            if value != 0.0 {
                for (target, entry) in x[k + 1..].iter_mut().zip(&column[1..]) {
                    *target -= entry * value;
                }
            }
        }
        for k in (0..size).rev() {
            if self.removed[k] {
                // Forward substitution has spilt into removed rows.
                x[k] = 0.0;
                continue;
            }
            let column = &self.columns[k * size + k..=k * size + self.layout.last[k]];
            let sum: f64 =
                column[1..].iter().zip(&x[k + 1..]).map(|(entry, value)| entry * value).sum();
            x[k] = (x[k] - sum) / column[0];
        }
        for (&row, value) in self.layout.order.iter().zip(x) {
            rhs[row] = value;
        }
    }
}
