//! The condition number of a symmetric positive definite matrix.

use std::sync::Arc;

use stickslip_linalg::cholesky::{Analysis, CholeskyFactor};
use stickslip_linalg::{Ordering, SparseMatrix, norm};

/// Iterations for each end of the spectrum: more than enough for the order of
/// magnitude, which is all that the documents print.
const ITERATIONS: usize = 80;

/// Condition numbers of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// λ_max / λ_min of A itself, whose rows have units of their own.
    pub raw: f64,
    /// The same of D⁻¹ᐟ² A D⁻¹ᐟ² with D = diag(A), which has none.
    pub scaled: f64,
}

/// By power iteration with A and with its factor; `None` where A has no
/// Cholesky factor in double precision.
pub fn condition(matrix: &SparseMatrix) -> Option<Condition> {
    let analysis = Analysis::new(matrix, Ordering::MinimumDegree).ok()?;
    let mut factor = CholeskyFactor::new(Arc::new(analysis));
    factor.factorise(matrix, |_| true, |_| 0.0).ok()?;
    let ones = vec![1.0; matrix.rows()];
    let roots: Vec<f64> = matrix.diagonal().iter().map(|entry| entry.sqrt()).collect();
    let mut spread = |roots: &[f64]| {
        let mut scaled = vec![0.0; roots.len()];
        let largest = power(roots.len(), |x, y| {
            let entries = scaled.iter_mut().zip(x).zip(roots);
            entries.for_each(|((scaled, x), root)| *scaled = x / root);
            matrix.multiply(&scaled, y);
            y.iter_mut().zip(roots).for_each(|(y, root)| *y /= root);
        })?;
        let inverse = power(roots.len(), |x, y| {
            y.iter_mut().zip(x).zip(roots).for_each(|((y, x), root)| *y = x * root);
            factor.solve(y);
            y.iter_mut().zip(roots).for_each(|(y, root)| *y *= root);
        })?;
        Some(largest * inverse)
    };
    Some(Condition { raw: spread(&ones)?, scaled: spread(&roots)? })
}

/// The largest eigenvalue of a positive operator.
fn power(size: usize, mut apply: impl FnMut(&[f64], &mut [f64])) -> Option<f64> {
    // Golden-ratio numbers have a part along every eigenvector that matters.
    let mut x: Vec<f64> = (1..=size).map(|n| (n as f64 * 0.618_033_988_75).fract() - 0.4).collect();
    let mut y = vec![0.0; size];
    let mut value = 0.0;
    for _ in 0..ITERATIONS {
        let scale = norm(&x);
        x.iter_mut().for_each(|entry| *entry /= scale);
        apply(&x, &mut y);
        value = norm(&y);
        if value == 0.0 || !value.is_finite() {
            return None;
        }
        std::mem::swap(&mut x, &mut y);
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_springs_has_its_known_condition() {
        // Eigenvalues of the second difference: 2 − 2 cos(kπ/(n + 1)).
        let n = 30;
        let mut dense = vec![0.0; n * n];
        for row in 0..n {
            dense[row * n + row] = 2.0;
            if row + 1 < n {
                dense[row * n + row + 1] = -1.0;
                dense[(row + 1) * n + row] = -1.0;
            }
        }
        let angle = std::f64::consts::PI / (n + 1) as f64;
        let exact = (1.0 - (n as f64 * angle).cos()) / (1.0 - angle.cos());
        let found = condition(&SparseMatrix::from_dense(n, n, &dense)).expect("positive definite");
        let near = 0.8 * exact..1.01 * exact;
        assert!(near.contains(&found.raw) && near.contains(&found.scaled), "{found:?} of {exact}");
        // Other units of every other row change A, and not what is scaled.
        for (at, entry) in dense.iter_mut().enumerate() {
            let unit = |row: usize| if row.is_multiple_of(2) { 1.0 } else { 1e3 };
            *entry *= unit(at / n) * unit(at % n);
        }
        let found = condition(&SparseMatrix::from_dense(n, n, &dense)).expect("positive definite");
        assert!(near.contains(&found.scaled) && found.raw > 1e5 * exact, "{found:?} of {exact}");
        assert!(condition(&SparseMatrix::from_dense(1, 1, &[-1.0])).is_none());
    }
}
