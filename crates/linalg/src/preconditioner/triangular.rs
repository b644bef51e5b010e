//! P = L Lᵀ with a sparse lower triangle, and rows that can be switched off.

use super::downdate::Whole;
use super::{BuildReport, Preconditioner};

/// L by rows: entries left of the diagonal, and one over the diagonal.
///
/// Switching row i off makes it an identity row of L. With r zero there,
/// forward substitution need not ask about columns, for their values are
/// zero, nor backward substitution, for what it writes there is never read.
#[derive(Clone, Debug)]
pub struct TriangularFactor {
    row_start: Vec<usize>,
    col_index: Vec<usize>,
    values: Vec<f64>,
    inverse_diagonal: Vec<f64>,
    active: Vec<bool>,
    /// What rows are deleted from, once any are.
    whole: Option<Whole>,
    report: BuildReport,
}

impl TriangularFactor {
    /// L from its strictly lower rows and its positive diagonal. Rows where
    /// `active` is false must be identity rows.
    pub fn new(
        row_start: Vec<usize>,
        col_index: Vec<usize>,
        values: Vec<f64>,
        diagonal: Vec<f64>,
        active: Vec<bool>,
        report: BuildReport,
    ) -> Self {
        let stored = values.len() + diagonal.len();
        let inverse_diagonal = diagonal.into_iter().map(|value| 1.0 / value).collect();
        let report = BuildReport { stored, ..report };
        Self { row_start, col_index, values, inverse_diagonal, active, whole: None, report }
    }
}

impl Preconditioner for TriangularFactor {
    fn apply(&mut self, r: &[f64], z: &mut [f64]) {
        let n = self.inverse_diagonal.len();
        for row in 0..n {
            z[row] = if self.active[row] {
                let range = self.row_start[row]..self.row_start[row + 1];
                let known: f64 = self.values[range.clone()]
                    .iter()
                    .zip(&self.col_index[range])
                    .map(|(value, &col)| value * z[col])
                    .sum();
                (r[row] - known) * self.inverse_diagonal[row]
            } else {
                0.0
            };
        }
        for row in (0..n).rev() {
            if !self.active[row] {
                z[row] = 0.0;
                continue;
            }
            z[row] *= self.inverse_diagonal[row];
            let solved = z[row];
            let range = self.row_start[row]..self.row_start[row + 1];
            for (value, &col) in self.values[range.clone()].iter().zip(&self.col_index[range]) {
                z[col] -= value * solved;
            }
        }
    }

    fn restrict(&mut self, active: &[bool]) {
        self.active.copy_from_slice(active);
    }

    fn delete(&mut self, active: &[bool]) {
        let Self { row_start, col_index, values, inverse_diagonal, whole, .. } = self;
        let build = || Whole::new(row_start, col_index, values, inverse_diagonal);
        let mut known = whole.take().unwrap_or_else(build);
        known.without(active, values, inverse_diagonal);
        *whole = Some(known);
        self.restrict(active);
    }

    fn report(&self) -> BuildReport {
        self.report
    }
}
