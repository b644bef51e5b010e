//! Small dense matrices.

use std::ops::Range;

/// A dense matrix, row after row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    values: Vec<f64>,
}

impl Matrix {
    /// A matrix of zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, values: vec![0.0; rows * columns] }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All values, row after row.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// One row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.columns..(row + 1) * self.columns]
    }

    /// One row, to be changed.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.values[row * self.columns..(row + 1) * self.columns]
    }

    /// One value.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.columns + column]
    }

    /// Sets one value.
    pub fn set(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.columns + column] = value;
    }

    /// Sets one column.
    pub(super) fn set_column(&mut self, column: usize, values: &[f64]) {
        values.iter().enumerate().for_each(|(row, value)| self.set(row, column, *value));
    }

    /// Adds to one value.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.columns + column] += value;
    }

    /// The product with another matrix; zeros cost nothing, nor what lies before the first and
    /// after the last entry of a row of the other.
    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self::zeros(self.rows, other.columns);
        let extents: Vec<Range<usize>> = (0..other.rows)
            .map(|row| {
                let is_entry = |value: &f64| *value != 0.0;
                let first = other.row(row).iter().position(is_entry);
                let last = other.row(row).iter().rposition(is_entry);
                first.unwrap_or(0)..last.map_or(0, |last| last + 1)
            })
            .collect();
        for row in 0..self.rows {
            for (at, &factor) in self.row(row).iter().enumerate() {
                if factor != 0.0 {
                    let extent = extents[at].clone();
                    let own = &mut product.values[row * other.columns..(row + 1) * other.columns];
                    let from = &other.row(at)[extent.clone()];
                    for (sum, value) in own[extent].iter_mut().zip(from) {
                        *sum += factor * value;
                    }
                }
            }
        }
        product
    }

    /// The transpose.
    pub(super) fn transposed(&self) -> Self {
        let mut transposed = Self::zeros(self.columns, self.rows);
        for row in 0..self.rows {
            (0..self.columns).for_each(|column| transposed.set(column, row, self.at(row, column)));
        }
        transposed
    }

    /// The sum with another matrix.
    pub fn plus(mut self, other: &Self) -> Self {
        self.values.iter_mut().zip(&other.values).for_each(|(sum, value)| *sum += value);
        self
    }

    /// The factors of a square matrix by elimination with the largest pivots; none where a pivot
    /// vanishes. Rows are scaled by their largest value first.
    pub(super) fn factorise(mut self) -> Option<Factor> {
        let size = self.rows;
        let mut scales = Vec::with_capacity(size);
        for row in 0..size {
            let most = self.row(row).iter().fold(0.0_f64, |most, value| most.max(value.abs()));
            if !(most > 0.0 && most.is_finite()) {
                return None;
            }
            self.row_mut(row).iter_mut().for_each(|value| *value /= most);
            scales.push(most);
        }
        let mut swaps = Vec::with_capacity(size);
        for pivot in 0..size {
            let best = (pivot..size).max_by(|&one, &two| {
                self.at(one, pivot).abs().total_cmp(&self.at(two, pivot).abs())
            })?;
            if self.at(best, pivot).abs() < 1e-14 {
                return None;
            }
            self.swap(best, pivot);
            swaps.push(best);
            for row in pivot + 1..size {
                let factor = self.at(row, pivot) / self.at(pivot, pivot);
                if factor != 0.0 {
                    self.subtract(row, pivot, factor, pivot + 1);
                    self.set(row, pivot, factor);
                }
            }
        }
        Some(Factor { matrix: self, scales, swaps })
    }

    fn swap(&mut self, one: usize, two: usize) {
        if one != two {
            for column in 0..self.columns {
                self.values.swap(one * self.columns + column, two * self.columns + column);
            }
        }
    }

    /// Subtracts `factor` times the row `from`, in the columns from `first` on.
    fn subtract(&mut self, row: usize, from: usize, factor: f64, first: usize) {
        let (early, late) = self.values.split_at_mut(row.max(from) * self.columns);
        let columns = self.columns;
        let (own, other) = match row > from {
            true => (&mut late[..columns], &early[from * columns..(from + 1) * columns]),
            false => (&mut early[row * columns..(row + 1) * columns], &late[..columns]),
        };
        let own = own[first..].iter_mut().zip(&other[first..]);
        own.for_each(|(value, other)| *value -= factor * other);
    }
}

/// Triangular factors: L without its diagonal below, U above.
#[derive(Debug)]
pub(super) struct Factor {
    matrix: Matrix,
    scales: Vec<f64>,
    swaps: Vec<usize>,
}

impl Factor {
    /// X with A X = `right`.
    pub(super) fn solve(&self, mut right: Matrix) -> Matrix {
        let Self { matrix, scales, swaps } = self;
        let size = matrix.rows;
        for (row, scale) in scales.iter().enumerate() {
            right.row_mut(row).iter_mut().for_each(|value| *value /= scale);
        }
        for (pivot, &best) in swaps.iter().enumerate() {
            right.swap(best, pivot);
        }
        for row in 0..size {
            for pivot in 0..row {
                let factor = matrix.at(row, pivot);
                if factor != 0.0 {
                    right.subtract(row, pivot, factor, 0);
                }
            }
        }
        for row in (0..size).rev() {
            for other in row + 1..size {
                let factor = matrix.at(row, other);
                if factor != 0.0 {
                    right.subtract(row, other, factor, 0);
                }
            }
            let scale = 1.0 / matrix.at(row, row);
            right.row_mut(row).iter_mut().for_each(|value| *value *= scale);
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_solves() {
        let rows = [[0.0, 2.0, 1.0], [1e-6, 1.0, 0.0], [3.0, -1.0, 4.0]];
        let mut matrix = Matrix::zeros(3, 3);
        rows.iter().enumerate().for_each(|(at, row)| matrix.row_mut(at).copy_from_slice(row));
        let mut right = Matrix::zeros(3, 2);
        (0..6).for_each(|at| right.values[at] = at as f64 - 1.5);
        let Some(factor) = matrix.clone().factorise() else { panic!("it is regular") };
        let found = factor.solve(right.clone());
        let back = matrix.times(&found);
        let far = back.values.iter().zip(&right.values).map(|(one, two)| (one - two).abs());
        assert!(far.fold(0.0, f64::max) < 1e-12);
        assert!(Matrix::zeros(2, 2).factorise().is_none());
    }
}
