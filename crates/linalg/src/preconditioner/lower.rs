//! The lower triangle of the scaled active rows: what every incomplete
//! factorisation starts from.

use super::{BuildReport, Parameters, Scaling, Source, TriangularFactor};
use crate::{SparseMatrix, norm};

/// S (A + diag(shift)) S, its strictly lower part by rows. Rows that are not
/// active are identity rows.
pub struct Lower {
    pub row_start: Vec<usize>,
    pub col_index: Vec<usize>,
    pub values: Vec<f64>,
    pub diagonal: Vec<f64>,
    scale: Vec<f64>,
    active: Vec<bool>,
}

impl Lower {
    /// The triangle of the whole matrix.
    pub fn new(source: &dyn Source, scaling: Scaling) -> Self {
        Self::of(source.matrix(), source, scaling)
    }

    /// The triangle of `matrix`, with shift and active rows of `source`.
    pub fn of(matrix: &SparseMatrix, source: &dyn Source, scaling: Scaling) -> Self {
        let n = matrix.rows();
        let active: Vec<bool> = (0..n).map(|row| source.is_active(row)).collect();
        let mut lower = Self {
            row_start: Vec::with_capacity(n + 1),
            col_index: Vec::new(),
            values: Vec::new(),
            diagonal: vec![1.0; n],
            scale: vec![1.0; n],
            active,
        };
        for row in (0..n).filter(|&row| lower.active[row]) {
            let size = match scaling {
                Scaling::None => 1.0,
                Scaling::Diagonal => matrix.get(row, row) + source.shift(row),
                Scaling::ColumnNorm => norm(matrix.row_slices(row).1),
            };
            lower.scale[row] = if size > 0.0 { 1.0 / size.sqrt() } else { 1.0 };
        }
        lower.row_start.push(0);
        for row in 0..n {
            if lower.active[row] {
                lower.diagonal[row] = source.shift(row) * lower.scale[row] * lower.scale[row];
                for (col, value) in matrix.row(row).take_while(|&(col, _)| col <= row) {
                    let scaled = value * lower.scale[row] * lower.scale[col];
                    if col == row {
                        lower.diagonal[row] += scaled;
                    } else if lower.active[col] {
                        lower.col_index.push(col);
                        lower.values.push(scaled);
                    }
                }
            }
            lower.row_start.push(lower.values.len());
        }
        lower
    }

    /// γ times what the parameters say, for `row`.
    pub fn shift(&self, parameters: &Parameters, gamma: f64, row: usize) -> f64 {
        match parameters.shift_by {
            super::ShiftBy::Identity => gamma,
            super::ShiftBy::Diagonal => gamma * self.diagonal[row].abs(),
        }
    }

    /// Places of the entries of `row` among the values.
    pub fn range(&self, row: usize) -> std::ops::Range<usize> {
        self.row_start[row]..self.row_start[row + 1]
    }

    /// Whether the row takes part.
    pub fn is_active(&self, row: usize) -> bool {
        self.active[row]
    }

    /// The factor S⁻¹ L of A from the factor L of S A S, given by rows.
    pub fn finish(
        self,
        row_start: Vec<usize>,
        col_index: Vec<usize>,
        mut values: Vec<f64>,
        mut diagonal: Vec<f64>,
        report: BuildReport,
    ) -> TriangularFactor {
        for row in 0..diagonal.len() {
            for value in &mut values[row_start[row]..row_start[row + 1]] {
                *value /= self.scale[row];
            }
            diagonal[row] /= self.scale[row];
        }
        TriangularFactor::new(row_start, col_index, values, diagonal, self.active, report)
    }
}
