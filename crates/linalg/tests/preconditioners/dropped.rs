//! Dropping by size and by count, against the definition on a dense copy, and
//! pivots at the edge of rounding.

use faer::Mat;
use stickslip_linalg::SparseMatrix;
use stickslip_linalg::preconditioner::{
    self, PRECONDITIONERS, Parameters, PreconditionerError, Scaling, Source,
};

use crate::dense::{build, inverse, inverse_of, sparse_spd, to_dense};

/// A + diag(shift) over all rows but one, which has left.
struct Shifted<'a> {
    matrix: &'a SparseMatrix,
    shift: Vec<f64>,
    left: usize,
}

impl Source for Shifted<'_> {
    fn size(&self) -> usize {
        self.shift.len()
    }
    fn matrix(&self) -> &SparseMatrix {
        self.matrix
    }
    fn is_active(&self, row: usize) -> bool {
        row != self.left
    }
    fn shift(&self, row: usize) -> f64 {
        self.shift[row]
    }
}

/// Ho 2022, Alg 5, with magnitudes: the whole trailing block loses l lᵀ after
/// every column, which the library never stores. Returns L.
fn textbook_dropping(matrix: &Mat<f64>, tolerance: f64, keep: usize) -> Mat<f64> {
    let n = matrix.nrows();
    let mut rest = matrix.clone();
    let mut l = Mat::zeros(n, n);
    for i in 0..n {
        let limit = tolerance * (i..n).map(|j| matrix[(j, i)].powi(2)).sum::<f64>().sqrt();
        let root = rest[(i, i)].sqrt();
        let mut large: Vec<usize> = (i + 1..n)
            .filter(|&j| rest[(j, i)] != 0.0)
            .filter(|&j| rest[(j, i)].abs() >= limit && rest[(j, i)].abs() / root >= limit)
            .collect();
        large.sort_by(|&j, &k| rest[(k, i)].abs().total_cmp(&rest[(j, i)].abs()));
        if keep > 0 {
            large.truncate(keep);
        }
        l[(i, i)] = root;
        for &j in &large {
            l[(j, i)] = rest[(j, i)] / root;
        }
        for j in i + 1..n {
            for k in i + 1..n {
                let change = l[(j, i)] * l[(k, i)];
                rest[(j, k)] -= change;
            }
        }
    }
    l
}

#[test]
fn what_is_dropped_is_what_the_definition_drops() {
    let mut dropped = 0;
    for seed in 0..10 {
        let n = 26;
        // Rows of very different size: roots above one and below it.
        let size = |row: usize| [0.05, 1.0, 12.0, 0.4][(row + seed as usize) % 4];
        let mut matrix = sparse_spd(seed, n, 0.8);
        let starts = matrix.row_starts().to_vec();
        let cols = matrix.column_indices().to_vec();
        for row in 0..n {
            for place in starts[row]..starts[row + 1] {
                matrix.values_mut()[place] *= size(row) * size(cols[place]);
            }
        }
        let source = Shifted {
            matrix: &matrix,
            shift: (0..n).map(|row| 0.1 * size(row)).collect(),
            left: 5,
        };
        let dense = to_dense(&matrix);
        let whole =
            Mat::from_fn(n, n, |i, j| match (i == source.left || j == source.left, i == j) {
                (true, same) => f64::from(u8::from(same)),
                (false, true) => dense[(i, i)] + source.shift[i],
                (false, false) => dense[(i, j)],
            });
        for (scaling, tolerance, keep) in [
            (Scaling::None, 0.0, 0),
            (Scaling::None, 0.02, 0),
            (Scaling::None, 0.2, 0),
            (Scaling::Diagonal, 0.05, 0),
            (Scaling::ColumnNorm, 0.05, 0),
            (Scaling::None, 0.0, 1),
            (Scaling::Diagonal, 0.01, 3),
        ] {
            let what = format!("{scaling:?} {tolerance} {keep} seed {seed}");
            let scale: Vec<f64> = (0..n)
                .map(|i| match scaling {
                    _ if i == source.left => 1.0,
                    Scaling::None => 1.0,
                    Scaling::Diagonal => 1.0 / whole[(i, i)].sqrt(),
                    Scaling::ColumnNorm => 1.0 / dense.col(i).norm_l2().sqrt(),
                })
                .collect();
            let scaled = Mat::from_fn(n, n, |i, j| scale[i] * whole[(i, j)] * scale[j]);
            let l = textbook_dropping(&scaled, tolerance, keep);
            let stored = (0..n * n).filter(|at| l[(at / n, at % n)] != 0.0).count();
            let full = textbook_dropping(&scaled, 0.0, 0);
            dropped += (0..n * n).filter(|at| full[(at / n, at % n)] != 0.0).count() - stored;
            let l = Mat::from_fn(n, n, |i, j| l[(i, j)] / scale[i]);
            let mut expected = inverse_of(&(&l * l.transpose()));
            expected[(source.left, source.left)] = 0.0;
            let parameters =
                Parameters { scaling, drop_tolerance: tolerance, keep, ..Parameters::default() };
            let entry = preconditioner::find("ict").expect("known");
            let mut found = (entry.build)(&source, &parameters).expect(&what);
            assert_eq!(found.report().stored, stored, "{what}");
            let gap = (inverse(&mut *found, n) - &expected).norm_max();
            assert!(gap <= 1e-9 * expected.norm_max(), "{what}: {gap:e}");
        }
    }
    assert!(dropped > 500, "too little is dropped: {dropped}");
}

/// Where dropping breaks a pivot, the factor is that of A + γ diag(A) with the
/// first γ of 1e-4, 2e-4, … that has none broken.
#[test]
fn raising_the_diagonal_cures_what_dropping_breaks() {
    let mut cured = 0;
    for seed in 0..40 {
        let (n, tolerance) = (24, 0.3);
        let matrix = sparse_spd(seed, n, 1e-3);
        let whole = to_dense(&matrix);
        let raised = |gamma: f64| {
            let factor = |i: usize, j: usize| if i == j { 1.0 + gamma } else { 1.0 };
            Mat::from_fn(n, n, |i, j| whole[(i, j)] * factor(i, j))
        };
        let holds = |l: &Mat<f64>| (0..n).all(|i| l[(i, i)] > 0.0);
        let shifts = [0.0].into_iter().chain((0..60).map(|k| 1e-4 * 2_f64.powi(k)));
        let (tries, l) = { shifts }
            .map(|gamma| textbook_dropping(&raised(gamma), tolerance, 0))
            .enumerate()
            .find(|(_, l)| holds(l))
            .expect("a shift that is large enough");
        let parameters = Parameters { drop_tolerance: tolerance, ..Parameters::default() };
        assert_eq!(build("ict", &matrix, &parameters).is_err(), tries > 0, "seed {seed}");
        let mut found = build("ict-compensated", &matrix, &parameters).expect("cured");
        assert_eq!(found.report().refactorisations, tries, "seed {seed}");
        let expected = inverse_of(&(&l * l.transpose()));
        let gap = (inverse(&mut *found, n) - &expected).norm_max();
        assert!(gap <= 1e-7 * expected.norm_max(), "seed {seed}: {gap:e}");
        cured += usize::from(tries > 0);
    }
    assert!(cured >= 5, "only {cured} of 40 matrices break");
}

/// A pivot of 3e-14 is rounding against a diagonal of 100, and 2e-12 is not.
#[test]
fn a_pivot_is_judged_against_its_own_diagonal() {
    let corner = |more: f64| SparseMatrix::from_dense(2, 2, &[1.0, 10.0, 10.0, 100.0 + more]);
    for name in ["ic0", "ict"] {
        let refused = build(name, &corner(3e-14), &Parameters::default()).err();
        assert!(matches!(refused, Some(PreconditionerError::Pivot { row: 1, .. })), "{name}");
        assert!(build(name, &corner(2e-12), &Parameters::default()).is_ok(), "{name}");
        let zero = SparseMatrix::from_dense(1, 1, &[0.0]);
        let refused = build(name, &zero, &Parameters::default()).err();
        assert_eq!(refused, Some(PreconditionerError::Pivot { row: 0, pivot: 0.0 }), "{name}");
        let negative = SparseMatrix::from_dense(2, 2, &[1.0, 0.0, 0.0, -2.0]);
        let refused = build(name, &negative, &Parameters::default()).err();
        assert_eq!(refused, Some(PreconditionerError::Pivot { row: 1, pivot: -2.0 }), "{name}");
    }
    for (more, replaced) in [(3e-14, 1), (-3e-14, 1), (2e-12, 0)] {
        let found = build("ic0-imaginary", &corner(more), &Parameters::default()).expect("guarded");
        assert_eq!(found.report().replaced_pivots, replaced, "{more}");
    }
    // The replaced pivot is the diagonal itself: L = [1 0; 10 10].
    let mut found = build("ic0-imaginary", &corner(0.0), &Parameters::default()).expect("guarded");
    let mut z = [0.0; 2];
    found.apply(&[1.0, 30.0], &mut z);
    assert!((z[0] + 1.0).abs() < 1e-13 && (z[1] - 0.2).abs() < 1e-13, "{z:?}");
}

#[test]
fn a_matrix_without_rows_has_every_preconditioner() {
    let empty = SparseMatrix::zeros(0, 0);
    for entry in PRECONDITIONERS {
        let mut found = build(entry.name, &empty, &Parameters::default()).expect(entry.name);
        found.apply(&[], &mut []);
        assert_eq!(found.report().stored, 0, "{}", entry.name);
    }
}
