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
    /// Column after column, each from its diagonal to the last row inside the
    /// skyline.
    values: Vec<f64>,
    layout: Arc<DowndatableLayout>,
    removed: Vec<bool>,
}

/// Order of elimination and reach of the columns, known of a pattern without a
/// factor, and with it what deletions cost.
#[derive(Debug)]
pub struct DowndatableLayout {
    analysis: Arc<Analysis>,
    /// Last row of each column inside the skyline.
    last: Vec<usize>,
    /// Where the values of each column begin, and where the last one ends.
    starts: Vec<usize>,
    /// Estimated time of deleting each row, in units of about a nanosecond.
    removal: Vec<f64>,
}

/// Times in the units of [`crate::cholesky::Costs`], of which one is some 4 ns where
/// factors have columns of 20 to 60 entries. Measured on bands of 7 to 61 entries and
/// on full columns, 60 to 1 000 rows: a rank-one change takes (50 + 1.4 length) ns a
/// column, within a fifth, and a copy 0.4 to 0.8 ns an entry. The experiment
/// `lefebvre-threshold` holds what follows from them against the clock.
const CHANGE_COLUMN_PRICE: f64 = 12.0;
const CHANGE_PRICE: f64 = 0.35;
const COPY_PRICE: f64 = 0.15;

impl DowndatableLayout {
    /// That of a pattern in an order; `skyline` limits all later work to the
    /// envelope of L.
    pub fn new(
        matrix: &SparseMatrix,
        ordering: Ordering,
        skyline: bool,
    ) -> Result<Self, CholeskyError> {
        let size = matrix.rows();
        let analysis = Arc::new(Analysis::new(matrix, ordering)?);
        let mut last: Vec<usize> = vec![size.saturating_sub(1); size];
        if skyline {
            analysis.last_rows(&mut last);
            // Updates of a column reach what the columns before it reach.
            for column in 1..size {
                if last[column - 1] >= column {
                    last[column] = last[column].max(last[column - 1]);
                }
            }
        }
        let length = |column: usize| last[column] + 1 - column;
        let mut starts = vec![0; size + 1];
        for column in 0..size {
            starts[column + 1] = starts[column] + length(column);
        }
        let mut removal = vec![0.0; size];
        for column in (0..size.saturating_sub(1)).rev() {
            // A change goes on while columns reach the next.
            if last[column] > column {
                let change = CHANGE_COLUMN_PRICE + CHANGE_PRICE * length(column + 1) as f64;
                removal[column] = change + removal[column + 1];
            }
        }
        Ok(Self { analysis, last, starts, removal })
    }

    /// Estimated time of a copy without these rows of A, in units of about a
    /// nanosecond. It rests on counts, not on a clock.
    pub fn removal_cost(&self, rows: impl Iterator<Item = usize>) -> f64 {
        let copy = COPY_PRICE * self.starts[self.last.len()] as f64;
        copy + rows.map(|row| self.removal[self.analysis.position(row)]).sum::<f64>()
    }

    /// The sparse structure that it is made from.
    pub fn analysis(&self) -> &Arc<Analysis> {
        &self.analysis
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
        let layout = Arc::new(DowndatableLayout::new(matrix, ordering, skyline)?);
        let mut factor = CholeskyFactor::new(Arc::clone(layout.analysis()));
        factor.factorise(matrix, |_| true, |row| shift[row])?;
        Ok(Self::of(&layout, &factor))
    }

    /// The same from a factor that there is, made by the layout's own structure.
    pub fn of(layout: &Arc<DowndatableLayout>, factor: &CholeskyFactor) -> Self {
        let size = layout.last.len();
        let mut values = vec![0.0; layout.starts[size]];
        factor.for_each_entry(|row, column, value| {
            values[layout.starts[column] + row - column] = value;
        });
        Self { values, layout: Arc::clone(layout), removed: vec![false; size] }
    }

    /// Becomes a copy of `other`, which must come from the same layout; copies no
    /// more than the skyline holds.
    pub fn copy_from(&mut self, other: &Self) {
        self.removed.copy_from_slice(&other.removed);
        self.values.copy_from_slice(&other.values);
    }

    /// Where row `row` of A stands in the order of elimination.
    pub fn position(&self, row: usize) -> usize {
        self.layout.analysis.position(row)
    }

    /// Bytes of its values.
    pub fn bytes(&self) -> usize {
        self.values.len() * std::mem::size_of::<f64>()
    }

    /// Deletes row `row` of A (corrected Alg 2.5: with x = σ_k, y = L_kk,
    /// z = y² + x²/β, γ = β y² + x²; β += x²/y² after use).
    pub fn remove(&mut self, row: usize) {
        let at = self.layout.analysis.position(row);
        if std::mem::replace(&mut self.removed[at], true) {
            return;
        }
        let DowndatableLayout { last, starts, .. } = &*self.layout;
        let (size, end) = (last.len(), last[at] + 1);
        let mut sigma = self.values[starts[at] + 1..starts[at + 1]].to_vec();
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
            let column_end = last[k] + 1;
            if column_end > reach {
                sigma.resize(column_end - at - 1, 0.0);
                reach = column_end;
            }
            let column = &mut self.values[starts[k]..starts[k + 1]];
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
        let DowndatableLayout { analysis, starts, .. } = &*self.layout;
        let size = analysis.size();
        let mut x: Vec<f64> = analysis.order().iter().map(|&row| rhs[row]).collect();
        for k in 0..size {
            if self.removed[k] {
                x[k] = 0.0;
                continue;
            }
            let column = &self.values[starts[k]..starts[k + 1]];
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
            let column = &self.values[starts[k]..starts[k + 1]];
            let sum: f64 =
                column[1..].iter().zip(&x[k + 1..]).map(|(entry, value)| entry * value).sum();
            x[k] = (x[k] - sum) / column[0];
        }
        for (&row, value) in analysis.order().iter().zip(x) {
            rhs[row] = value;
        }
    }
}
