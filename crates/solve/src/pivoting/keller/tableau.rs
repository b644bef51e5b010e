//! The principal pivotal transform of A, dense.

/// T with (w_T, x_F) = T (x_T, w_F) up to constants: A itself while F is empty.
pub struct Tableau {
    n: usize,
    entries: Vec<f64>,
}

impl Tableau {
    /// The row-major n × n matrix A.
    pub fn new(n: usize, entries: Vec<f64>) -> Self {
        Self { n, entries }
    }

    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.n + column]
    }

    /// Exchanges xₖ and wₖ: with p = t_kk, t_kk ← 1/p, t_kj ← −t_kj/p,
    /// t_ik ← t_ik/p, t_ij ← t_ij − t_ik t_kj/p.
    pub fn exchange(&mut self, k: usize) {
        let pivot = self.get(k, k);
        let pivot_row: Vec<f64> = (0..self.n).map(|column| self.get(k, column)).collect();
        for (row, entries) in self.entries.chunks_mut(self.n).enumerate() {
            if row == k {
                for value in entries.iter_mut() {
                    *value = -*value / pivot;
                }
                entries[k] = 1.0 / pivot;
                continue;
            }
            let factor = entries[k] / pivot;
            if factor != 0.0 {
                for (value, other) in entries.iter_mut().zip(&pivot_row) {
                    *value -= factor * other;
                }
            }
            entries[k] = factor;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_exchanges_invert_and_undo_themselves() {
        let entries = vec![2.0, 1.0, -1.0, 1.0, 3.0, 0.5, -1.0, 0.5, 4.0];
        let mut tableau = Tableau::new(3, entries.clone());
        for row in [0, 2, 1] {
            tableau.exchange(row);
        }
        for row in 0..3 {
            for column in 0..3 {
                let product: f64 =
                    (0..3).map(|k| entries[3 * row + k] * tableau.get(k, column)).sum();
                let expected = if row == column { 1.0 } else { 0.0 };
                assert!((product - expected).abs() < 1e-15);
            }
        }
        for row in [1, 0, 2] {
            tableau.exchange(row);
        }
        for (left, right) in tableau.entries.iter().zip(&entries) {
            assert!((left - right).abs() < 1e-14);
        }
    }
}
