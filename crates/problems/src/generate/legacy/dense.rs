//! The synthetic dense matrix with eigenvalues 1/n, 2/n, …, 1.
//!
//! A = O diag(d) Oᵀ with O = orth(R), R uniform in [0, 1): the left singular
//! vectors of R by falling singular value. R has mean ½, so that the first of
//! them is nearly constant; it belongs to the lowest eigenvalue, and a null space
//! begins with it. A uniform pressure then costs nothing, which is what makes the
//! singular problems of the document hard: another orthogonal O gives others.

use stickslip_linalg::{SparseMatrix, SymmetricEigen, dot};

use super::super::error::{GenerateError, require_count, require_share};
use super::super::random::Random;
use super::{RightHandSide, finish};
use stickslip_solve::Problem;
use stickslip_solve::options::options;

options! {
    /// Options of [`legacy_dense`].
    pub struct LegacyDenseOptions {
        /// Number of rows.
        size: usize = 100,
        /// Share of the eigenvalues, the lowest ones, that are 0.
        singular: f64 = 0.0,
        /// Right-hand side as published or solvable.
        rhs: RightHandSide = RightHandSide::Legacy,
        /// Entries of x* below this are set to 0.
        zeros: f64 = 0.25,
    }
}

/// The synthetic dense `lcp`, positive definite or semidefinite.
pub fn legacy_dense(seed: u64, options: &LegacyDenseOptions) -> Result<Problem, GenerateError> {
    let &LegacyDenseOptions { size, singular, rhs, zeros } = options;
    require_count("size", size, 1, 3_000)?;
    require_share("singular", singular)?;
    require_share("zeros", zeros)?;
    let mut random = Random::new(seed);
    let lowest = (size as f64 * singular).floor() as usize;
    let eigenvalues: Vec<f64> =
        (0..size).map(|at| if at < lowest { 0.0 } else { (at + 1) as f64 / size as f64 }).collect();
    let matrix = with_singular_vectors(&eigenvalues, &mut random)?;
    finish(format!("legacy-dense-{size}-seed{seed}"), matrix, rhs, zeros, &mut random)
}

/// O diag(d) Oᵀ.
fn with_singular_vectors(
    eigenvalues: &[f64],
    random: &mut Random,
) -> Result<SparseMatrix, GenerateError> {
    let size = eigenvalues.len();
    let uniform: Vec<f64> = (0..size * size).map(|_| random.unit()).collect();
    let lines = || uniform.chunks_exact(size);
    // The left singular vectors of R are the eigenvectors of R Rᵀ.
    let square: Vec<f64> = lines().flat_map(|one| lines().map(|two| dot(one, two))).collect();
    let found = SymmetricEigen::of(&square, size).ok_or(GenerateError::NoSingularVectors)?;
    // By falling singular value, row by row.
    let rows: Vec<Vec<f64>> = (0..size)
        .map(|row| found.vectors.iter().rev().map(|vector| vector[row]).collect())
        .collect();
    let scale = |row: &Vec<f64>| row.iter().zip(eigenvalues).map(|(v, d)| v * d).collect();
    let scaled: Vec<Vec<f64>> = rows.iter().map(scale).collect();
    // One of the two halves, so that A is exactly symmetric.
    let entry = |at: usize| {
        let (row, column) = (at / size, at % size);
        dot(&scaled[row.max(column)], &rows[row.min(column)])
    };
    let entries: Vec<f64> = (0..size * size).map(entry).collect();
    Ok(SparseMatrix::from_dense(size, size, &entries))
}
