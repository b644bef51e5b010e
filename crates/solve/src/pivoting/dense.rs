//! Dense linear systems as pivoting methods meet them: mostly regular,
//! sometimes singular but consistent.

use faer::Mat;
use faer::linalg::solvers::Solve;

/// Which factorisation fits the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Symmetric and, it is hoped, positive definite.
    Symmetric,
    /// Anything square.
    General,
}

/// The residual of an acceptable solution, relative to ‖c‖∞.
const ACCEPTABLE: f64 = 1e-11;

/// x with A x = c by Cholesky or LU with one step of iterative refinement; the
/// solution of least norm where A is numerically singular. `None` when even
/// that is not finite.
pub fn solve(matrix: &Mat<f64>, right: &[f64], symmetry: Symmetry) -> Option<Vec<f64>> {
    if right.is_empty() {
        return Some(Vec::new());
    }
    let right = Mat::from_fn(right.len(), 1, |row, _| right[row]);
    let regular = match symmetry {
        Symmetry::Symmetric => match matrix.llt(faer::Side::Lower) {
            Ok(factor) => Some(refined(&factor, matrix, &right)),
            Err(_) => None,
        },
        Symmetry::General => Some(refined(&matrix.partial_piv_lu(), matrix, &right)),
    };
    let x = match regular.filter(|x| acceptable(matrix, x, &right)) {
        Some(x) => x,
        None => least_norm(matrix, &right)?,
    };
    x.is_all_finite().then(|| x.col(0).iter().copied().collect())
}

fn refined(factor: &impl Solve<f64>, matrix: &Mat<f64>, right: &Mat<f64>) -> Mat<f64> {
    let x = factor.solve(right);
    let correction = factor.solve(right - matrix * &x);
    x + correction
}

/// A solution that dwarfs the data comes from a pivot that is only noise, so
/// the gap is held against the right-hand side alone.
fn acceptable(matrix: &Mat<f64>, x: &Mat<f64>, right: &Mat<f64>) -> bool {
    let gap = right - matrix * x;
    // The norm of faer passes over NaN.
    x.is_all_finite() && gap.norm_max() <= ACCEPTABLE * right.norm_max()
}

/// V S⁺ Uᵀ c with singular values below n ε of the largest taken as zero.
fn least_norm(matrix: &Mat<f64>, right: &Mat<f64>) -> Option<Mat<f64>> {
    let factors = matrix.svd().ok()?;
    let singular = factors.S().column_vector();
    let floor = 4.0 * matrix.nrows() as f64 * f64::EPSILON * singular[0];
    let mut along = factors.U().transpose() * right;
    for row in 0..along.nrows() {
        along[(row, 0)] = if singular[row] > floor { along[(row, 0)] / singular[row] } else { 0.0 };
    }
    Some(factors.V() * along)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_and_singular_systems() {
        let regular = Mat::from_fn(2, 2, |i, j| [[2.0, 1.0], [1.0, 2.0]][i][j]);
        for symmetry in [Symmetry::Symmetric, Symmetry::General] {
            let x = solve(&regular, &[3.0, 0.0], symmetry).expect("regular");
            assert!((x[0] - 2.0).abs() < 1e-15 && (x[1] + 1.0).abs() < 1e-15);
        }
        let singular = Mat::from_fn(2, 2, |i, j| [[9.0, 12.0], [12.0, 16.0]][i][j]);
        for symmetry in [Symmetry::Symmetric, Symmetry::General] {
            let x = solve(&singular, &[75.0, 100.0], symmetry).expect("consistent");
            assert!((x[0] - 3.0).abs() < 1e-12 && (x[1] - 4.0).abs() < 1e-12, "{x:?}");
        }
        assert_eq!(solve(&Mat::zeros(0, 0), &[], Symmetry::General), Some(Vec::new()));
    }
}
