//! The two cures by shifts, against their definitions on dense copies.

use faer::Mat;
use stickslip_linalg::SparseMatrix;
use stickslip_linalg::preconditioner::{Parameters, Scaling, ShiftBy};

use crate::dense::{build, inverse, inverse_of, sparse_spd, textbook_zero_fill, to_dense};

/// S with the given scaling, as a diagonal.
fn scales(matrix: &Mat<f64>, scaling: Scaling) -> Vec<f64> {
    (0..matrix.nrows())
        .map(|i| match scaling {
            Scaling::None => 1.0,
            Scaling::Diagonal => 1.0 / matrix[(i, i)].sqrt(),
            Scaling::ColumnNorm => 1.0 / matrix.col(i).norm_l2().sqrt(),
        })
        .collect()
}

/// The first row whose pivot is not positive: incomplete factors of leading
/// blocks are leading blocks of the incomplete factor.
fn breakdown(matrix: &Mat<f64>) -> Option<usize> {
    (0..matrix.nrows()).find(|&row| {
        let leading = matrix.submatrix(0, 0, row + 1, row + 1).to_owned();
        textbook_zero_fill(&leading).1 > 0
    })
}

fn raised(matrix: &Mat<f64>, shift: &[f64]) -> Mat<f64> {
    let n = matrix.nrows();
    Mat::from_fn(n, n, |i, j| matrix[(i, j)] + if i == j { shift[i] } else { 0.0 })
}

/// What a shift of 1 adds to each row.
fn units(scaled: &Mat<f64>, shift_by: ShiftBy) -> Vec<f64> {
    (0..scaled.nrows())
        .map(|i| if shift_by == ShiftBy::Identity { 1.0 } else { scaled[(i, i)].abs() })
        .collect()
}

/// Shifts of the rows, and how often one was raised and the factor begun anew.
type Shifts = (Vec<f64>, usize, usize);

/// γ, 2γ, 4γ, … for all rows until there is no breakdown.
fn compensate(scaled: &Mat<f64>, parameters: &Parameters) -> Shifts {
    let unit = units(scaled, parameters.shift_by);
    let (mut shift, mut gamma, mut tries) = (vec![0.0; unit.len()], parameters.shift, 0);
    while breakdown(&raised(scaled, &shift)).is_some() {
        shift = unit.iter().map(|unit| gamma * unit).collect();
        (gamma, tries) = (2.0 * gamma, tries + 1);
    }
    (shift, tries, tries)
}

/// 2^p γ for the failing row and the columns that feed it, p the times before.
fn shift_in_part(scaled: &Mat<f64>, parameters: &Parameters) -> Shifts {
    let unit = units(scaled, parameters.shift_by);
    let n = unit.len();
    let (mut shift, mut times) = (vec![0.0; n], vec![0; n]);
    let mut rounds = 0;
    while let Some(row) = breakdown(&raised(scaled, &shift)) {
        for col in (0..=row).filter(|&col| col == row || scaled[(row, col)] != 0.0) {
            shift[col] += parameters.shift * f64::from(1 << times[col]) * unit[col];
            times[col] += 1;
        }
        rounds += 1;
    }
    (shift, times.iter().sum::<i32>() as usize, rounds)
}

fn compare(matrix: &SparseMatrix, parameters: &Parameters, what: &str) -> usize {
    let dense = to_dense(matrix);
    let n = dense.nrows();
    let scale = scales(&dense, parameters.scaling);
    let scaled = Mat::from_fn(n, n, |i, j| scale[i] * dense[(i, j)] * scale[j]);
    let mut tried = 0;
    for (name, (shift, shifts, rounds)) in [
        ("ic0-compensated", compensate(&scaled, parameters)),
        ("ic0-partial-shift", shift_in_part(&scaled, parameters)),
    ] {
        let (lower, negative) = textbook_zero_fill(&raised(&scaled, &shift));
        assert_eq!(negative, 0);
        let lower = Mat::from_fn(n, n, |i, j| lower[(i, j)] / scale[i]);
        let expected = inverse_of(&(&lower * lower.transpose()));
        let mut found = build(name, matrix, parameters).expect(what);
        let report = found.report();
        assert_eq!((report.shifts, report.refactorisations), (shifts, rounds), "{name} {what}");
        assert_eq!((report.imaginary_columns, report.replaced_pivots), (0, 0), "{name} {what}");
        let gap = (inverse(&mut *found, n) - &expected).norm_max();
        assert!(gap <= 1e-7 * expected.norm_max(), "{name} {what}: {gap:e}");
        tried += rounds;
    }
    tried
}

#[test]
fn shifts_are_those_of_the_definitions() {
    let mut tried = 0;
    for seed in 0..8 {
        let matrix = sparse_spd(seed, 16, 1e-2);
        for scaling in [Scaling::None, Scaling::Diagonal, Scaling::ColumnNorm] {
            for shift_by in [ShiftBy::Identity, ShiftBy::Diagonal] {
                let parameters =
                    Parameters { scaling, shift_by, shift: 3e-3, ..Parameters::default() };
                tried += compare(&matrix, &parameters, &format!("{parameters:?} seed {seed}"));
            }
        }
    }
    assert!(tried > 100, "too few breakdowns: {tried}");
}
