//! The shift that makes a symmetric matrix positive definite.
//!
//! A − σ I has a Cholesky factor exactly when σ < λ_min, so bisection on σ
//! finds λ_min; with a band that costs O(n·band²) per step.

use stickslip_linalg::SparseMatrix;

/// A + (½ − min(0, λ_min)) I: its eigenvalues are at least ½.
pub fn lifted(matrix: SparseMatrix) -> SparseMatrix {
    let shift = 0.5 - least_eigenvalue(&matrix).min(0.0);
    let identity = SparseMatrix::diagonal_matrix(&vec![shift; matrix.rows()]);
    matrix.sum(&identity)
}

/// λ_min of a symmetric matrix to about 1e-13 of its size.
fn least_eigenvalue(matrix: &SparseMatrix) -> f64 {
    let n = matrix.rows();
    let radius = |row: usize| {
        let total: f64 = matrix.row(row).map(|(_, value)| value.abs()).sum();
        total - matrix.get(row, row).abs()
    };
    let diagonal = matrix.diagonal();
    // Gershgorin below, the Rayleigh quotients of the axes above.
    let mut below = (0..n).map(|row| diagonal[row] - radius(row)).fold(f64::INFINITY, f64::min);
    let mut above = diagonal.iter().copied().fold(f64::INFINITY, f64::min);
    for _ in 0..44 {
        let middle = 0.5 * (below + above);
        if has_cholesky(matrix, middle) { below = middle } else { above = middle }
    }
    0.5 * (below + above)
}

/// Whether A − σ I is positive definite.
fn has_cholesky(matrix: &SparseMatrix, sigma: f64) -> bool {
    let n = matrix.rows();
    let first = |row: usize| matrix.row(row).next().map_or(row, |(col, _)| col);
    let band = (0..n).map(|row| row.saturating_sub(first(row))).max().unwrap_or(0);
    let width = band + 1;
    // Row i of the factor keeps its columns i − band ..= i.
    let mut factor = vec![0.0; n * width];
    for i in 0..n {
        for (col, value) in matrix.row(i).take_while(|&(col, _)| col <= i) {
            factor[i * width + band - (i - col)] = value;
        }
        let start = i.saturating_sub(band);
        for j in start..=i {
            let (in_i, in_j) = (i * width + band - i, j * width + band - j);
            let from = start.max(j.saturating_sub(band));
            let sum = stickslip_linalg::dot(
                &factor[in_i + from..in_i + j],
                &factor[in_j + from..in_j + j],
            );
            let value = factor[in_i + j] - sum;
            factor[in_i + j] = if j < i {
                value / factor[in_j + j]
            } else if value > sigma {
                (value - sigma).sqrt()
            } else {
                return false;
            };
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_eigenvalue_agrees_with_a_dense_eigenvalue_solver() {
        let entries = [2.0, -1.5, 0.5, 0.0, -1.5, 1.0, -2.0, 0.3, 0.5, -2.0, 3.0, 1.0, 0.0, 0.3];
        let entries = [&entries[..], &[1.0, -0.5]].concat();
        let matrix = SparseMatrix::from_dense(4, 4, &entries);
        let dense = faer::Mat::from_fn(4, 4, |i, j| entries[4 * i + j]);
        let expected = dense.self_adjoint_eigenvalues(faer::Side::Lower).expect("finite")[0];
        assert!((least_eigenvalue(&matrix) - expected).abs() < 1e-11);
    }
}
