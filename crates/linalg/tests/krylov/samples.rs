//! Random systems and a dense solver that shares no code with the library.

use faer::Mat;
use faer::linalg::solvers::Solve;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::SparseMatrix;

pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

pub fn vector(random: &mut ChaCha8Rng, n: usize) -> Vec<f64> {
    (0..n).map(|_| random.random_range(-1.0..1.0)).collect()
}

/// G Gᵀ + shift·I with G n × rank.
pub fn gram(random: &mut ChaCha8Rng, n: usize, rank: usize, shift: f64) -> SparseMatrix {
    let factor = vector(random, n * rank);
    let entry = |i: usize, j: usize| -> f64 {
        let sum: f64 = (0..rank).map(|k| factor[i * rank + k] * factor[j * rank + k]).sum();
        sum + if i == j { shift } else { 0.0 }
    };
    let entries: Vec<f64> = (0..n * n).map(|at| entry(at / n, at % n)).collect();
    SparseMatrix::from_dense(n, n, &entries)
}

/// A⁻¹ b by dense elimination with pivoting.
pub fn dense_solution(matrix: &SparseMatrix, b: &[f64]) -> Vec<f64> {
    let (n, entries) = (b.len(), matrix.to_dense());
    let dense = Mat::from_fn(n, n, |i, j| entries[i * n + j]);
    let right = Mat::from_fn(n, 1, |i, _| b[i]);
    let x = dense.partial_piv_lu().solve(right);
    (0..n).map(|i| x[(i, 0)]).collect()
}

/// ‖b − A x‖₂, summed from the dense entries.
pub fn residual(matrix: &SparseMatrix, b: &[f64], x: &[f64]) -> f64 {
    let (n, entries) = (b.len(), matrix.to_dense());
    (0..n)
        .map(|i| b[i] - (0..n).map(|j| entries[i * n + j] * x[j]).sum::<f64>())
        .map(|gap| gap * gap)
        .sum::<f64>()
        .sqrt()
}

pub fn distance(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
}
