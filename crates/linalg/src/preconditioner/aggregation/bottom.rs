//! The coarsest level, solved directly.

use super::level::Level;

/// L D Lᵀ of a small matrix, row-major. Pivots that are only rounding are left
/// out, as the constants of a tank without air are.
#[derive(Clone, Debug, Default)]
pub struct Bottom {
    rows: usize,
    lower: Vec<f64>,
    pivots: Vec<f64>,
}

/// A pivot below this share of its diagonal entry is rounding.
const ROUNDING: f64 = 1e-12;

impl Bottom {
    /// Factors a level.
    pub fn new(level: &Level) -> Self {
        let n = level.rows();
        let mut lower = vec![0.0; n * n];
        for row in 0..n {
            lower[row * n + row] = level.diagonal()[row];
            level.row(row).for_each(|(column, value)| lower[row * n + column] = value);
        }
        let mut pivots = vec![0.0; n];
        for k in 0..n {
            let pivot = lower[k * n + k];
            let sound = pivot > ROUNDING * level.diagonal()[k];
            pivots[k] = if sound { pivot } else { f64::INFINITY };
            for i in k + 1..n {
                let factor = lower[i * n + k] / pivots[k];
                for j in k + 1..=i {
                    lower[i * n + j] -= factor * lower[j * n + k];
                }
            }
            for i in k + 1..n {
                lower[i * n + k] /= pivots[k];
            }
        }
        Self { rows: n, lower, pivots }
    }

    /// x with A x = r.
    pub fn solve(&self, r: &[f64], x: &mut [f64]) {
        let n = self.rows;
        x.copy_from_slice(r);
        for i in 0..n {
            x[i] -= (0..i).map(|j| self.lower[i * n + j] * x[j]).sum::<f64>();
        }
        for i in (0..n).rev() {
            x[i] /= self.pivots[i];
            x[i] -= (i + 1..n).map(|j| self.lower[j * n + i] * x[j]).sum::<f64>();
        }
    }
}
