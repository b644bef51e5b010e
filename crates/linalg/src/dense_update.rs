//! A dense Cholesky factor that gains and loses rows in O(n²).

use thiserror::Error;

use crate::vector::dot;

/// A row that depends, numerically, on those already in the factor.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("the pivot {pivot:e} is not above {floor:e}")]
pub struct SmallPivot {
    /// a − ‖L⁻¹c‖², the square of the new diagonal entry.
    pub pivot: f64,
    /// What it had to exceed.
    pub floor: f64,
}

/// L of a symmetric positive definite matrix A = L Lᵀ, row by row.
///
/// ```
/// use stickslip_linalg::GrowingCholesky;
/// let mut factor = GrowingCholesky::new();
/// factor.append(&[], 2.0, 0.0)?;
/// factor.append(&[1.0], 2.0, 0.0)?;
/// let mut x = [3.0, 0.0];
/// factor.solve(&mut x);
/// assert!((x[0] - 2.0).abs() < 1e-15 && (x[1] + 1.0).abs() < 1e-15);
/// # Ok::<(), stickslip_linalg::SmallPivot>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GrowingCholesky {
    rows: Vec<Vec<f64>>,
}

impl GrowingCholesky {
    /// The factor of the empty matrix.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Forgets every row.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Borders A with `column` (one entry per row so far) and `diagonal`:
    /// [A c; cᵀ a] = [L 0; lᵀ d] [Lᵀ l; 0 d] with L l = c, d² = a − lᵀl.
    /// Nothing changes when d² is not above `floor` ≥ 0.
    pub fn append(&mut self, column: &[f64], diagonal: f64, floor: f64) -> Result<(), SmallPivot> {
        let mut row = column.to_vec();
        self.solve_lower(&mut row);
        let pivot = diagonal - dot(&row, &row);
        if pivot.is_nan() || pivot <= floor {
            return Err(SmallPivot { pivot, floor });
        }
        row.push(pivot.sqrt());
        self.rows.push(row);
        Ok(())
    }

    /// Deletes row and column `position` of A. With σ the part of that column
    /// of L below its diagonal, the trailing block becomes L₃₃L₃₃ᵀ + σσᵀ: an
    /// update by plane rotations, which cannot break down.
    pub fn remove(&mut self, position: usize) {
        self.rows.remove(position);
        let mut column: Vec<f64> =
            self.rows[position..].iter_mut().map(|row| row.remove(position)).collect();
        for at in 0..column.len() {
            let pivot = position + at;
            let diagonal = self.rows[pivot][pivot];
            let length = libm::hypot(diagonal, column[at]);
            let (cosine, sine) = (diagonal / length, column[at] / length);
            self.rows[pivot][pivot] = length;
            for (row, sigma) in self.rows[pivot + 1..].iter_mut().zip(&mut column[at + 1..]) {
                let below = row[pivot];
                row[pivot] = cosine * below + sine * *sigma;
                *sigma = cosine * *sigma - sine * below;
            }
        }
    }

    /// x ← A⁻¹ x.
    pub fn solve(&self, x: &mut [f64]) {
        self.solve_lower(x);
        for at in (0..self.rows.len()).rev() {
            let row = &self.rows[at];
            x[at] /= row[at];
            let value = x[at];
            for (other, entry) in x[..at].iter_mut().zip(row) {
                *other -= entry * value;
            }
        }
    }

    /// x ← L⁻¹ x.
    fn solve_lower(&self, x: &mut [f64]) {
        for (at, row) in self.rows.iter().enumerate() {
            x[at] = (x[at] - dot(&row[..at], &x[..at])) / row[at];
        }
    }
}

#[cfg(test)]
mod tests {
    use faer::Mat;
    use faer::linalg::solvers::Solve;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// A x = c against a fresh factorisation by faer.
    fn gap(factor: &GrowingCholesky, matrix: &Mat<f64>, kept: &[usize]) -> f64 {
        let block = Mat::from_fn(kept.len(), kept.len(), |i, j| matrix[(kept[i], kept[j])]);
        let right = Mat::from_fn(kept.len(), 1, |i, _| 1.0 + (i as f64).sin());
        let fresh = block.llt(faer::Side::Lower).expect("positive definite").solve(&right);
        let mut x: Vec<f64> = right.col(0).iter().copied().collect();
        factor.solve(&mut x);
        let largest = fresh.norm_max().max(1.0);
        (0..kept.len()).map(|i| (x[i] - fresh[(i, 0)]).abs()).fold(0.0, f64::max) / largest
    }

    #[test]
    fn random_sequences_equal_a_fresh_factor() {
        for seed in 0..20 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let n = 30;
            let half = Mat::from_fn(n, n, |_, _| random.random_range(-1.0..1.0));
            let matrix = &half * half.transpose() + Mat::<f64>::identity(n, n);
            let mut factor = GrowingCholesky::new();
            let mut kept: Vec<usize> = Vec::new();
            for _ in 0..300 {
                let row = random.random_range(0..n);
                match kept.iter().position(|&known| known == row) {
                    Some(position) => {
                        factor.remove(position);
                        kept.remove(position);
                    }
                    None => {
                        let column: Vec<f64> =
                            kept.iter().map(|&other| matrix[(row, other)]).collect();
                        factor.append(&column, matrix[(row, row)], 0.0).expect("definite");
                        kept.push(row);
                    }
                }
                assert_eq!(factor.len(), kept.len());
                if !kept.is_empty() {
                    let gap = gap(&factor, &matrix, &kept);
                    assert!(gap < 1e-10, "seed {seed}: {gap:e}");
                }
            }
        }
    }

    #[test]
    fn a_dependent_row_is_refused_and_leaves_the_factor_as_it_was() {
        let mut factor = GrowingCholesky::new();
        factor.append(&[], 4.0, 0.0).expect("positive");
        let before = factor.clone();
        let refused = factor.append(&[2.0], 1.0, 1e-14).expect_err("the same direction again");
        assert_eq!((refused.pivot, &factor), (0.0, &before));
        assert!(factor.append(&[f64::NAN], 1.0, 0.0).is_err());
        // A pivot at the floor is not above it.
        let refused = factor.append(&[2.0], 2.0, 1.0).expect_err("at the floor");
        assert_eq!((refused.pivot, refused.floor, &factor), (1.0, 1.0, &before));
        factor.remove(0);
        assert!(factor.is_empty());
    }
}
