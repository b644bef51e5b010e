//! The part of A⁻¹ that belongs to the rows eliminated last.
//!
//! With A = L Lᵀ and L₂₂ the last block of L, L₂₂ L₂₂ᵀ is what is left of A after
//! all other rows are eliminated (the Schur complement), and its inverse is the
//! block of A⁻¹ over these rows.

use super::CholeskyFactor;
use crate::dense::invert_square;

impl CholeskyFactor {
    /// Writes (A⁻¹)₂₂ of the `count` rows eliminated last, in their order, row by
    /// row. `scratch` is memory for L₂₂.
    pub fn trailing_inverse(
        &mut self,
        count: usize,
        inverse: &mut Vec<f64>,
        scratch: &mut Vec<f64>,
    ) {
        let first = self.analysis.size() - count;
        scratch.clear();
        scratch.resize(count * count, 0.0);
        inverse.clear();
        inverse.resize(count * count, 0.0);
        for panel in &self.analysis.panels {
            if panel.begin + panel.width <= first {
                continue;
            }
            let rows = self.analysis.panel_rows(panel);
            for k in (0..panel.width).filter(|k| panel.begin + k >= first) {
                let column = panel.column(&self.values, k);
                let target = &mut scratch[(panel.begin + k - first) * count..][..count];
                for (&row, &value) in rows[k..].iter().zip(&column[k..]) {
                    target[row - first] = value;
                }
            }
        }
        invert_square(scratch, inverse, count, self.work.packed());
    }
}

#[cfg(test)]
mod tests {
    use crate::SparseMatrix;
    use crate::cholesky::{Analysis, CholeskyFactor};

    /// Against columns of the inverse by plain solves, in an order of our own.
    #[test]
    fn the_last_block_of_the_inverse() {
        let n = 40;
        let entry = |i: usize, j: usize| match i.abs_diff(j) {
            0 => 4.0 + 0.1 * i as f64,
            1 | 7 => -1.0 / (1.0 + (i + j) as f64 / 20.0),
            _ => 0.0,
        };
        let dense: Vec<f64> = (0..n * n).map(|at| entry(at / n, at % n)).collect();
        let matrix = SparseMatrix::from_dense(n, n, &dense);
        let last = [5, 17, 3, 29, 30];
        let mut order: Vec<usize> = (0..n).filter(|row| !last.contains(row)).collect();
        order.extend(last);
        let analysis = Analysis::in_order(&matrix, order).expect("square");
        let mut factor = CholeskyFactor::new(analysis.into());
        factor.factorise(&matrix, |_| true, |_| 0.0).expect("positive");
        let (mut inverse, mut scratch) = (Vec::new(), Vec::new());
        factor.trailing_inverse(last.len(), &mut inverse, &mut scratch);
        for (j, &col) in last.iter().enumerate() {
            let mut x = vec![0.0; n];
            x[col] = 1.0;
            factor.solve(&mut x);
            for (i, &row) in last.iter().enumerate() {
                assert!((inverse[i * last.len() + j] - x[row]).abs() < 1e-15, "{row} {col}");
            }
        }
    }
}
