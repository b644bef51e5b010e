//! Small dense matrices.

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

    /// Adds to one value.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.columns + column] += value;
    }

    /// The product with another matrix; zeros cost nothing.
    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self::zeros(self.rows, other.columns);
        for row in 0..self.rows {
            for (at, &factor) in self.row(row).iter().enumerate() {
                if factor != 0.0 {
                    let own = &mut product.values[row * other.columns..(row + 1) * other.columns];
                    for (sum, value) in own.iter_mut().zip(other.row(at)) {
                        *sum += factor * value;
                    }
                }
            }
        }
        product
    }

    /// The sum with another matrix.
    pub fn plus(mut self, other: &Self) -> Self {
        self.values.iter_mut().zip(&other.values).for_each(|(sum, value)| *sum += value);
        self
    }

    /// Solves `self` X = `right` by elimination with the largest pivots; none where a pivot
    /// vanishes. Rows are scaled by their largest value first.
    pub fn solve(mut self, mut right: Self) -> Option<Self> {
        let size = self.rows;
        for row in 0..size {
            let most = self.row(row).iter().fold(0.0_f64, |most, value| most.max(value.abs()));
            if !(most > 0.0 && most.is_finite()) {
                return None;
            }
            self.row_mut(row).iter_mut().for_each(|value| *value /= most);
            right.row_mut(row).iter_mut().for_each(|value| *value /= most);
        }
        for pivot in 0..size {
            let best = (pivot..size).max_by(|&one, &two| {
                self.at(one, pivot).abs().total_cmp(&self.at(two, pivot).abs())
            })?;
            if self.at(best, pivot).abs() < 1e-14 {
                return None;
            }
            self.swap(best, pivot);
            right.swap(best, pivot);
            for row in pivot + 1..size {
                let factor = self.at(row, pivot) / self.at(pivot, pivot);
                if factor != 0.0 {
                    self.subtract(row, pivot, factor);
                    right.subtract(row, pivot, factor);
                }
            }
        }
        for pivot in (0..size).rev() {
            let scale = 1.0 / self.at(pivot, pivot);
            right.row_mut(pivot).iter_mut().for_each(|value| *value *= scale);
            for row in 0..pivot {
                let factor = self.at(row, pivot);
                if factor != 0.0 {
                    right.subtract(row, pivot, factor);
                }
            }
        }
        Some(right)
    }

    fn swap(&mut self, one: usize, two: usize) {
        if one != two {
            for column in 0..self.columns {
                self.values.swap(one * self.columns + column, two * self.columns + column);
            }
        }
    }

    /// Subtracts `factor` times the row `from`.
    fn subtract(&mut self, row: usize, from: usize, factor: f64) {
        let (early, late) = self.values.split_at_mut(row.max(from) * self.columns);
        let columns = self.columns;
        let (own, other) = match row > from {
            true => (&mut late[..columns], &early[from * columns..(from + 1) * columns]),
            false => (&mut early[row * columns..(row + 1) * columns], &late[..columns]),
        };
        own.iter_mut().zip(other).for_each(|(value, other)| *value -= factor * other);
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
        let Some(found) = matrix.clone().solve(right.clone()) else { panic!("it is regular") };
        let back = matrix.times(&found);
        let far = back.values.iter().zip(&right.values).map(|(one, two)| (one - two).abs());
        assert!(far.fold(0.0, f64::max) < 1e-12);
        assert!(Matrix::zeros(2, 2).solve(Matrix::zeros(2, 1)).is_none());
    }
}
