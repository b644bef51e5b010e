//! Positive definite matrices on which plain IC(0) fails.

use stickslip_linalg::SparseMatrix;
use stickslip_linalg::preconditioner::{
    PRECONDITIONERS, Parameters, PreconditionerError, Scaling, ShiftBy,
};

use crate::dense::{assert_definite, build, inverse, sparse_spd, spectrum, to_dense};

/// Kershaw's matrix: positive definite, and IC(0) ends with the pivot −5.
fn kershaw() -> SparseMatrix {
    SparseMatrix::from_dense(
        4,
        4,
        &[3.0, -2.0, 0.0, 2.0, -2.0, 3.0, -2.0, 0.0, 0.0, -2.0, 3.0, -2.0, 2.0, 0.0, -2.0, 3.0],
    )
}

#[test]
fn kershaw_breaks_plain_ic0_and_nothing_else() {
    let matrix = kershaw();
    assert!(spectrum(&to_dense(&matrix)).0 > 0.0);
    let Err(PreconditionerError::Pivot { row: 3, pivot }) =
        build("ic0", &matrix, &Parameters::default())
    else {
        panic!("IC(0) must break down in the last row");
    };
    assert!((pivot + 5.0).abs() < 1e-12, "{pivot}");
    for entry in PRECONDITIONERS.iter().filter(|entry| entry.name != "ic0") {
        let mut found = build(entry.name, &matrix, &Parameters::default()).expect(entry.name);
        assert_definite(&inverse(&mut *found, 4), entry.name);
    }
    let report = |name| build(name, &matrix, &Parameters::default()).expect(name).report();
    assert_eq!(report("ic0-imaginary").imaginary_columns, 1);
    let compensated = report("ic0-compensated");
    assert!(compensated.shifts > 1 && compensated.refactorisations == compensated.shifts);
    let partial = report("ic0-partial-shift");
    assert!(partial.refactorisations > 1 && partial.shifts >= 3 * partial.refactorisations);
}

#[test]
fn every_cure_is_positive_definite_where_ic0_breaks_down() {
    let mut broken = 0;
    for seed in 0..60 {
        let matrix = sparse_spd(seed, 30, 1e-3);
        if build("ic0", &matrix, &Parameters::default()).is_ok() {
            continue;
        }
        broken += 1;
        for scaling in [Scaling::None, Scaling::Diagonal, Scaling::ColumnNorm] {
            for shift_by in [ShiftBy::Identity, ShiftBy::Diagonal] {
                let parameters = Parameters { scaling, shift_by, ..Parameters::default() };
                for name in ["ic0-imaginary", "ic0-compensated", "ic0-partial-shift"] {
                    let what = format!("{name} {parameters:?} seed {seed}");
                    let mut found = build(name, &matrix, &parameters).expect(&what);
                    assert_definite(&inverse(&mut *found, 30), &what);
                }
            }
        }
    }
    assert!(broken >= 20, "only {broken} matrices break IC(0)");
}

#[test]
fn zero_pivots_and_hopeless_matrices_are_guarded() {
    // Singular: the second pivot is exactly zero.
    let singular = SparseMatrix::from_dense(2, 2, &[1.0, 1.0, 1.0, 1.0]);
    let mut found = build("ic0-imaginary", &singular, &Parameters::default()).expect("guarded");
    assert_eq!(found.report().replaced_pivots, 1);
    assert_definite(&inverse(&mut *found, 2), "guarded");
    let empty_row = SparseMatrix::from_dense(2, 2, &[0.0, 0.0, 0.0, 1.0]);
    let mut found = build("ic0-imaginary", &empty_row, &Parameters::default()).expect("guarded");
    assert_definite(&inverse(&mut *found, 2), "empty row");
    let negative = SparseMatrix::from_dense(1, 1, &[-1.0]);
    let refused = build("ict", &negative, &Parameters::default()).err();
    assert_eq!(refused, Some(PreconditionerError::Pivot { row: 0, pivot: -1.0 }));
    let zero = SparseMatrix::from_dense(1, 1, &[0.0]);
    for name in ["ic0-compensated", "ic0-partial-shift", "ict-compensated"] {
        let refused = build(name, &zero, &Parameters::default()).err();
        assert!(matches!(refused, Some(PreconditionerError::Exhausted { row: 0, .. })), "{name}");
    }
    let poisoned = SparseMatrix::from_dense(2, 2, &[1.0, f64::NAN, f64::NAN, 1.0]);
    for name in ["ic0", "ic0-imaginary", "ic0-compensated", "ic0-partial-shift", "ict"] {
        assert!(build(name, &poisoned, &Parameters::default()).is_err(), "{name}");
    }
}
