//! Dense linear systems as pivoting methods meet them: mostly regular,
//! sometimes singular but consistent.

use stickslip_linalg::{DenseCholesky, DenseLu, dot, infinity_norm, least_norm};

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

/// x with A x = c, A row by row, by Cholesky or LU with one step of iterative refinement; the
/// solution of least norm where A is numerically singular. `None` when even
/// that is not finite.
pub fn solve(matrix: &[f64], right: &[f64], symmetry: Symmetry) -> Option<Vec<f64>> {
    let size = right.len();
    if size == 0 {
        return Some(Vec::new());
    }
    let regular = match symmetry {
        Symmetry::Symmetric => {
            let mut factor = DenseCholesky::default();
            factor.begin(size).copy_from_slice(matrix);
            let made = factor.factorise();
            made.ok().map(|()| refined(|x| factor.solve(x), matrix, right))
        }
        Symmetry::General => {
            let mut factor = DenseLu::default();
            factor.begin(size).copy_from_slice(matrix);
            let made = factor.factorise();
            made.ok().map(|()| refined(|x| factor.solve(x), matrix, right))
        }
    };
    let x = regular.filter(|x| acceptable(matrix, x, right));
    let x = x.unwrap_or_else(|| {
        let columns: Vec<f64> =
            (0..size * size).map(|at| matrix[at % size * size + at / size]).collect();
        least_norm(&columns, right, 4.0 * size as f64 * f64::EPSILON)
    });
    x.iter().all(|value| value.is_finite()).then_some(x)
}

/// c − A x.
fn gap(matrix: &[f64], x: &[f64], right: &[f64]) -> Vec<f64> {
    let lines = matrix.chunks_exact(x.len());
    right.iter().zip(lines).map(|(right, line)| right - dot(line, x)).collect()
}

fn refined(solve: impl Fn(&mut [f64]), matrix: &[f64], right: &[f64]) -> Vec<f64> {
    let mut x = right.to_vec();
    solve(&mut x);
    let mut correction = gap(matrix, &x, right);
    solve(&mut correction);
    x.iter_mut().zip(correction).for_each(|(x, correction)| *x += correction);
    x
}

/// A solution that dwarfs the data comes from a pivot that is only noise, so
/// the gap is held against the right-hand side alone.
fn acceptable(matrix: &[f64], x: &[f64], right: &[f64]) -> bool {
    infinity_norm(&gap(matrix, x, right)) <= ACCEPTABLE * infinity_norm(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_and_singular_systems() {
        let regular = [2.0, 1.0, 1.0, 2.0];
        for symmetry in [Symmetry::Symmetric, Symmetry::General] {
            let x = solve(&regular, &[3.0, 0.0], symmetry).expect("regular");
            assert!((x[0] - 2.0).abs() < 1e-15 && (x[1] + 1.0).abs() < 1e-15);
        }
        let singular = [9.0, 12.0, 12.0, 16.0];
        for symmetry in [Symmetry::Symmetric, Symmetry::General] {
            let x = solve(&singular, &[75.0, 100.0], symmetry).expect("consistent");
            assert!((x[0] - 3.0).abs() < 1e-12 && (x[1] - 4.0).abs() < 1e-12, "{x:?}");
        }
        assert_eq!(solve(&[], &[], Symmetry::General), Some(Vec::new()));
    }
}
