//! Rows deleted from incomplete factors against dense inverses.

use faer::{Mat, Side};
use stickslip_linalg::SparseMatrix;
use stickslip_linalg::preconditioner::{Parameters, Preconditioner};

use crate::dense::{assert_definite, build, inverse, inverse_of, sparse_spd, to_dense};

/// The block of the rows that are kept.
fn block(matrix: &Mat<f64>, active: &[bool]) -> Mat<f64> {
    let rows: Vec<usize> = (0..active.len()).filter(|&row| active[row]).collect();
    Mat::from_fn(rows.len(), rows.len(), |i, j| matrix[(rows[i], rows[j])])
}

fn kept(n: usize, seed: usize) -> Vec<bool> {
    (0..n).map(|row| (row * 7 + seed * 5) % 11 > 3).collect()
}

#[test]
fn where_nothing_is_dropped_a_deletion_is_exact() {
    let n = 14;
    let near = |at: usize, width: usize| (at / n).abs_diff(at % n) <= width;
    for width in [1, n] {
        let entries: Vec<f64> = (0..n * n)
            .map(|at| match (at / n == at % n, near(at, width)) {
                (true, _) => 4.0 + 0.3 * (at / n) as f64,
                (_, true) => 1.0 / (1.0 + (at / n).abs_diff(at % n) as f64),
                _ => 0.0,
            })
            .collect();
        let matrix = SparseMatrix::from_dense(n, n, &entries);
        let mut factor = build("ic0", &matrix, &Parameters::default()).expect("no breakdown");
        let whole = inverse(&mut *factor, n);
        for seed in 0..6 {
            let active = kept(n, seed);
            factor.delete(&active);
            let found = block(&inverse(&mut *factor, n), &active);
            let expected = inverse_of(&block(&to_dense(&matrix), &active));
            let gap = (&found - &expected).norm_max();
            assert!(gap < 1e-13, "width {width}, seed {seed}: {gap:e}");
        }
        // All rows come back to the same bits.
        factor.delete(&vec![true; n]);
        assert_eq!(inverse(&mut *factor, n), whole);
    }
}

/// Largest over smallest eigenvalue of P⁻¹A over the rows that are kept.
fn condition(factor: &mut dyn Preconditioner, matrix: &Mat<f64>, active: &[bool]) -> f64 {
    let inverse = block(&inverse(factor, active.len()), active);
    let root = inverse.llt(Side::Lower).expect("definite").L().to_owned();
    let product = root.transpose() * block(matrix, active) * &root;
    let symmetric = (&product + product.transpose()) * 0.5;
    let values = symmetric.self_adjoint_eigenvalues(Side::Lower).expect("finite");
    values[values.len() - 1] / values[0]
}

#[test]
fn deleted_rows_leave_a_better_factor_than_identity_rows() {
    let (mut deleted, mut identity) = (0.0, 0.0);
    for seed in 0..12 {
        let n = 30;
        let matrix = sparse_spd(seed, n, 0.5);
        let dense = to_dense(&matrix);
        let mut factor =
            build("ic0-imaginary", &matrix, &Parameters::default()).expect("never breaks down");
        let active = kept(n, seed as usize);
        factor.restrict(&active);
        identity += condition(&mut *factor, &dense, &active).ln();
        factor.delete(&active);
        assert_definite(&block(&inverse(&mut *factor, n), &active), "deleted");
        deleted += condition(&mut *factor, &dense, &active).ln();
    }
    let [deleted, identity] = [deleted, identity].map(|sum: f64| (sum / 12.0).exp());
    println!("condition {deleted:.2} with deleted rows, {identity:.2} with identity rows");
    // How far each is from a perfect one, which has 1.
    assert!(deleted - 1.0 < 0.7 * (identity - 1.0), "{deleted} and {identity}");
}
