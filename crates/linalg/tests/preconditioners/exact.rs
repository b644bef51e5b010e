//! Where a preconditioner has a closed form, it is that form.

use faer::Mat;
use stickslip_linalg::SparseMatrix;
use stickslip_linalg::preconditioner::{
    self, MatrixSource, Parameters, PreconditionerError, Scaling, Source,
};

use crate::dense::{build, inverse, inverse_of, sparse_spd, textbook_zero_fill, to_dense};

fn near(left: &Mat<f64>, right: &Mat<f64>, tolerance: f64) -> bool {
    (left - right).norm_max() <= tolerance * (1.0 + right.norm_max())
}

fn tridiagonal(n: usize) -> SparseMatrix {
    let entries: Vec<f64> = (0..n * n)
        .map(|at| match (at / n).abs_diff(at % n) {
            0 => 2.5 + 0.1 * (at / n) as f64,
            1 => -1.0,
            _ => 0.0,
        })
        .collect();
    SparseMatrix::from_dense(n, n, &entries)
}

#[test]
fn without_fill_to_drop_the_factor_is_complete() {
    let matrix = tridiagonal(12);
    let exact = inverse_of(&to_dense(&matrix));
    for name in ["ic0", "ic0-compensated", "ic0-partial-shift", "ic0-imaginary", "ict"] {
        for scaling in [Scaling::None, Scaling::Diagonal, Scaling::ColumnNorm] {
            let parameters = Parameters { scaling, drop_tolerance: 0.0, ..Parameters::default() };
            let mut found = build(name, &matrix, &parameters).expect("no breakdown");
            assert!(near(&inverse(&mut *found, 12), &exact, 1e-13), "{name} {scaling:?}");
            let report = found.report();
            assert_eq!((report.shifts, report.imaginary_columns), (0, 0), "{name}");
        }
    }
}

#[test]
fn zero_fill_is_the_textbook_algorithm() {
    let (mut real, mut imaginary) = (0, 0);
    for seed in 0..30 {
        let matrix = sparse_spd(seed, 24, 0.05);
        let (l, negative) = textbook_zero_fill(&to_dense(&matrix));
        let expected = inverse_of(&(&l * l.transpose()));
        let mut found =
            build("ic0-imaginary", &matrix, &Parameters::default()).expect("never breaks down");
        assert_eq!(found.report().imaginary_columns, negative, "seed {seed}");
        let ours = inverse(&mut *found, 24);
        assert!(near(&ours, &expected, 1e-8), "seed {seed}");
        let plain = build("ic0", &matrix, &Parameters::default());
        if negative == 0 {
            let mut plain = plain.expect("no negative pivot");
            assert_eq!(inverse(&mut *plain, 24), ours, "seed {seed}: equal bit for bit");
            real += 1;
        } else {
            assert!(matches!(plain, Err(PreconditionerError::Pivot { .. })), "seed {seed}");
            imaginary += 1;
        }
    }
    assert!(real >= 3 && imaginary >= 3, "both cases occur: {real} and {imaginary}");
}

#[test]
fn jacobi_and_its_blocks_invert_the_diagonal() {
    let matrix = sparse_spd(1, 9, 0.5);
    let dense = to_dense(&matrix);
    let mut jacobi = build("jacobi", &matrix, &Parameters::default()).expect("positive");
    let diagonal = Mat::from_fn(9, 9, |i, j| if i == j { 1.0 / dense[(i, i)] } else { 0.0 });
    assert!(near(&inverse(&mut *jacobi, 9), &diagonal, 1e-14));
    let groups = [vec![0, 4, 2], vec![1, 8]];
    let source = MatrixSource { matrix: &matrix, groups: &groups };
    let group_of = |row: usize| groups.iter().position(|group| group.contains(&row));
    let blocks = Mat::from_fn(9, 9, |i, j| {
        let together = i == j || (group_of(i).is_some() && group_of(i) == group_of(j));
        if together { dense[(i, j)] } else { 0.0 }
    });
    let entry = preconditioner::find("block-jacobi").expect("known");
    let mut found = (entry.build)(&source, &Parameters::default()).expect("positive");
    assert!(near(&inverse(&mut *found, 9), &inverse_of(&blocks), 1e-12));
    let zero = SparseMatrix::from_dense(1, 1, &[0.0]);
    let refused = build("jacobi", &zero, &Parameters::default()).err();
    assert_eq!(refused, Some(PreconditionerError::Pivot { row: 0, pivot: 0.0 }));
}

#[test]
fn dropping_obeys_tolerance_and_count() {
    let matrix = sparse_spd(5, 40, 1.0);
    let complete = Parameters { drop_tolerance: 0.0, ..Parameters::default() };
    let mut found = build("ict", &matrix, &complete).expect("positive definite");
    assert!(near(&inverse(&mut *found, 40), &inverse_of(&to_dense(&matrix)), 1e-10));
    let full = found.report().stored;
    let few = Parameters { keep: 2, ..complete };
    let found = build("ict", &matrix, &few).expect("diagonally heavy");
    assert!(found.report().stored <= 40 * 3);
    let coarse = Parameters { drop_tolerance: 0.1, ..complete };
    let stored = build("ict", &matrix, &coarse).expect("diagonally heavy").report().stored;
    assert!(40 < stored && stored < full, "{stored} of {full}");
}

#[test]
fn negative_entries_are_dropped_by_magnitude() {
    // Every off-diagonal entry is negative: comparing signed numbers would
    // drop them all, and leave the diagonal.
    let matrix = tridiagonal(6);
    let parameters = Parameters { drop_tolerance: 1e-3, ..Parameters::default() };
    assert_eq!(build("ict", &matrix, &parameters).expect("fine").report().stored, 11);
}

/// Some rows only, with a shift.
struct Part<'a> {
    matrix: &'a SparseMatrix,
    active: [bool; 12],
}

impl Source for Part<'_> {
    fn size(&self) -> usize {
        12
    }
    fn matrix(&self) -> &SparseMatrix {
        self.matrix
    }
    fn is_active(&self, row: usize) -> bool {
        self.active[row]
    }
    fn shift(&self, row: usize) -> f64 {
        0.25 * row as f64
    }
}

#[test]
fn rows_leave_as_identity_rows_and_come_back() {
    let matrix = tridiagonal(12);
    let mut active = [true; 12];
    (active[3], active[4], active[9]) = (false, false, false);
    let part = Part { matrix: &matrix, active };
    let dense = to_dense(&matrix);
    let shifted =
        Mat::from_fn(12, 12, |i, j| dense[(i, j)] + if i == j { 0.25 * i as f64 } else { 0.0 });
    // Built for some rows: the inverse of A_FF, zero elsewhere.
    let kept = |matrix: &Mat<f64>| {
        Mat::from_fn(12, 12, |i, j| match (active[i] && active[j], i == j) {
            (true, _) => matrix[(i, j)],
            (false, true) => 1.0,
            (false, false) => 0.0,
        })
    };
    let masked = |matrix: Mat<f64>| {
        Mat::from_fn(12, 12, |i, j| if active[i] && active[j] { matrix[(i, j)] } else { 0.0 })
    };
    for name in ["jacobi", "ic0", "ic0-imaginary", "ict"] {
        let entry = preconditioner::find(name).expect("known");
        let exact = Parameters { drop_tolerance: 0.0, ..Parameters::default() };
        let mut built = (entry.build)(&part, &exact).expect("positive definite");
        let found = masked(inverse(&mut *built, 12));
        if name == "jacobi" {
            assert!((found[(5, 5)] - 1.0 / shifted[(5, 5)]).abs() < 1e-15);
            assert_eq!(found[(3, 3)], 0.0);
            continue;
        }
        assert!(near(&found, &masked(inverse_of(&kept(&shifted))), 1e-13), "{name}");
        // Built for all rows, then restricted: (L_FF L_FFᵀ)⁻¹ of the whole L.
        let whole = Part { matrix: &matrix, active: [true; 12] };
        let mut built = (entry.build)(&whole, &exact).expect("positive definite");
        let all = inverse(&mut *built, 12);
        built.restrict(&active);
        let l = shifted.llt(faer::Side::Lower).expect("positive definite").L().to_owned();
        let l = kept(&l);
        let expected = masked(inverse_of(&(&l * l.transpose())));
        // The right-hand side is zero on the rows that left.
        assert!(near(&masked(inverse(&mut *built, 12)), &expected, 1e-13), "{name}");
        built.restrict(&[true; 12]);
        assert_eq!(inverse(&mut *built, 12), all, "{name}");
    }
}
