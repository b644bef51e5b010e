//! Random matrices and the oracle.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::{Ordering, SparseMatrix, Triplets};

pub const ORDERINGS: [Ordering; 5] = [
    Ordering::Natural,
    Ordering::CuthillMcKee,
    Ordering::ReverseCuthillMcKee,
    Ordering::MinimumDegree,
    Ordering::NestedDissection,
];

/// A generator that depends on nothing but `seed`.
pub fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Uniform entries in (−1, 1).
pub fn vector(random: &mut ChaCha8Rng, n: usize) -> Vec<f64> {
    (0..n).map(|_| random.random_range(-1.0..1.0)).collect()
}

/// Ones on the diagonal and `width` random entries in every row.
pub fn sparse(random: &mut ChaCha8Rng, rows: usize, cols: usize, width: usize) -> SparseMatrix {
    let mut triplets = Triplets::new();
    for row in 0..rows {
        if row < cols {
            triplets.push(row, row, 1.0);
        }
        for _ in 0..width {
            triplets.push(row, random.random_range(0..cols), random.random_range(-1.0..1.0));
        }
    }
    SparseMatrix::from_triplets(rows, cols, &triplets)
}

/// G Gᵀ + I/10 with a sparse G.
pub fn definite(random: &mut ChaCha8Rng, n: usize, width: usize) -> SparseMatrix {
    let factor = sparse(random, n, n, width);
    factor.product(&factor.transposed()).sum(&SparseMatrix::diagonal_matrix(&vec![0.1; n]))
}

/// The tridiagonal matrix of a chain.
pub fn chain(n: usize) -> SparseMatrix {
    let mut triplets = Triplets::new();
    for row in 0..n {
        triplets.push(row, row, 3.0);
        if row + 1 < n {
            triplets.push(row, row + 1, -1.0);
            triplets.push(row + 1, row, -1.0);
        }
    }
    SparseMatrix::from_triplets(n, n, &triplets)
}

/// Gaussian elimination with row exchanges; `None` when a column has no pivot.
pub fn dense_solution(mut a: Vec<f64>, rhs: &[f64]) -> Option<Vec<f64>> {
    let n = rhs.len();
    let mut x = rhs.to_vec();
    for k in 0..n {
        let size = |row: usize| a[row * n + k].abs();
        let pivot = (k..n).max_by(|&i, &j| size(i).total_cmp(&size(j)))?;
        if a[pivot * n + k] == 0.0 {
            return None;
        }
        for j in 0..n {
            a.swap(k * n + j, pivot * n + j);
        }
        x.swap(k, pivot);
        for i in k + 1..n {
            let scale = a[i * n + k] / a[k * n + k];
            for j in k..n {
                a[i * n + j] -= scale * a[k * n + j];
            }
            x[i] -= scale * x[k];
        }
    }
    for k in (0..n).rev() {
        let sum: f64 = (k + 1..n).map(|j| a[k * n + j] * x[j]).sum();
        x[k] = (x[k] - sum) / a[k * n + k];
    }
    Some(x)
}

/// The largest |leftᵢ − rightᵢ| relative to 1 + ‖right‖∞.
pub fn distance(left: &[f64], right: &[f64]) -> f64 {
    let gap = left.iter().zip(right).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    gap / (1.0 + right.iter().fold(0.0, |largest: f64, value| largest.max(value.abs())))
}
