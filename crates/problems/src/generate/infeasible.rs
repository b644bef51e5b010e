//! Problems without a solution, and the proof of it.
//!
//! If z ≥ 0, Aᵀ z ≤ 0 and bᵀ z < 0 then zᵀ (A x + b) < 0 for every x ≥ 0, so
//! no x ≥ 0 has w = A x + b ≥ 0. Here A = G Gᵀ where the rows of G in a set S
//! sum to zero, and z is 1 on S and 0 elsewhere, so A z = 0. The entries of G
//! are multiples of 1/8 and small, so these sums are exact in floating point.

use stickslip_linalg::SparseMatrix;

use super::error::{GenerateError, require_count, require_share};
use super::random::Random;
use stickslip_solve::options::options;
use stickslip_solve::{Kind, Problem, ProblemData};

options! {
    /// Options of [`infeasible`].
    pub struct InfeasibleOptions {
        /// Number of rows.
        size: usize = 30,
        /// Columns of G over the number of rows; the rank of A is at most that.
        rank: f64 = 0.7,
        /// Share of the rows that contradict each other (one row at least).
        support: f64 = 0.3,
    }
}

/// A positive semidefinite `lcp` without a solution.
pub fn infeasible(seed: u64, options: &InfeasibleOptions) -> Result<Problem, GenerateError> {
    Ok(infeasible_with_certificate(seed, options)?.0)
}

/// The same problem with its certificate z ≥ 0: A z = 0 and bᵀ z < 0.
pub fn infeasible_with_certificate(
    seed: u64,
    options: &InfeasibleOptions,
) -> Result<(Problem, Vec<f64>), GenerateError> {
    let &InfeasibleOptions { size, rank, support, .. } = options;
    require_count("size", size, 1, 2_000)?;
    require_share("rank", rank)?;
    require_share("support", support)?;
    let mut random = Random::new(seed);
    let part = |share: f64| ((share * size as f64).round() as usize).max(1);
    let columns = part(rank);
    let mut factor: Vec<f64> =
        (0..size * columns).map(|_| (random.index(17) as f64 - 8.0) / 8.0).collect();
    let mut b: Vec<f64> = (0..size).map(|_| random.signed()).collect();
    let order = random.permutation(size);
    let rows = &order[..part(support)];
    let mut certificate = vec![0.0; size];
    rows.iter().for_each(|&row| certificate[row] = 1.0);
    // `part` is one at least.
    let (&closing, others) = rows.split_last().expect("a row");
    for column in 0..columns {
        let sum: f64 = others.iter().map(|&row| factor[row * columns + column]).sum();
        factor[closing * columns + column] = -sum;
    }
    // Shift b on S to a mean of −½, so that bᵀ z = −½ |S|.
    let mean = rows.iter().map(|&row| b[row]).sum::<f64>() / rows.len() as f64;
    rows.iter().for_each(|&row| b[row] -= mean + 0.5);
    let factor = SparseMatrix::from_dense(size, columns, &factor);
    let matrix = factor.product(&factor.transposed());
    let name = format!("infeasible-{size}-seed{seed}");
    let problem = Problem::new(ProblemData::assembled(name, Kind::Lcp, matrix, b))?;
    Ok((problem, certificate))
}
