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

    /// The largest entry of a row.
    pub fn row_size(&self, row: usize) -> f64 {
        stickslip_linalg::infinity_norm(&self.entries[row * self.n..(row + 1) * self.n])
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

    /// Exchanges the pairs k and r together, for t_kk = 0: with P the 2 × 2
    /// block, T_P ← P⁻¹, T_Pj ← −P⁻¹T_Pj, T_iP ← T_iP P⁻¹ and the rest is the
    /// Schur complement. False when P is singular.
    pub fn exchange_pair(&mut self, k: usize, r: usize) -> bool {
        let (kk, kr, rk, rr) = (self.get(k, k), self.get(k, r), self.get(r, k), self.get(r, r));
        let determinant = kk * rr - kr * rk;
        if determinant == 0.0 || !determinant.is_finite() {
            return false;
        }
        let inverse = [rr / determinant, -kr / determinant, -rk / determinant, kk / determinant];
        let row_k: Vec<f64> = (0..self.n).map(|column| self.get(k, column)).collect();
        let row_r: Vec<f64> = (0..self.n).map(|column| self.get(r, column)).collect();
        for (row, entries) in self.entries.chunks_mut(self.n).enumerate() {
            if row == k || row == r {
                let [left, right] = if row == k { [0, 1] } else { [2, 3] }.map(|at| inverse[at]);
                for (column, value) in entries.iter_mut().enumerate() {
                    *value = -left * row_k[column] - right * row_r[column];
                }
                entries[k] = left;
                entries[r] = right;
                continue;
            }
            let left = entries[k] * inverse[0] + entries[r] * inverse[2];
            let right = entries[k] * inverse[1] + entries[r] * inverse[3];
            for (column, value) in entries.iter_mut().enumerate() {
                *value -= left * row_k[column] + right * row_r[column];
            }
            entries[k] = left;
            entries[r] = right;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pair exchange equals two single ones where both are possible.
    #[test]
    fn a_pair_is_two_single_exchanges() {
        let entries = vec![2.0, 1.0, -1.0, 1.0, 3.0, 0.5, -1.0, 0.5, 4.0];
        let mut single = Tableau::new(3, entries.clone());
        single.exchange(0);
        single.exchange(2);
        let mut pair = Tableau::new(3, entries.clone());
        assert!(pair.exchange_pair(0, 2));
        for (left, right) in single.entries.iter().zip(&pair.entries) {
            assert!((left - right).abs() < 1e-15);
        }
        single.exchange(2);
        single.exchange(0);
        for (left, right) in single.entries.iter().zip(&entries) {
            assert!((left - right).abs() < 1e-15);
        }
    }
}
