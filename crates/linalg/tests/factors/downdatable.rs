//! Rows deleted from a dense factor, inside a skyline or not.

use rand::Rng;
use stickslip_linalg::cholesky::CholeskyError;
use stickslip_linalg::{DowndatableFactor, DowndatableLayout, Ordering, SparseMatrix};

use crate::samples::{ORDERINGS, chain, definite, dense_solution, distance, generator, vector};

/// Solves for the rows of A + diag(shift) that are left; zero elsewhere.
fn remaining(matrix: &SparseMatrix, shift: &[f64], left: &[bool], rhs: &[f64]) -> Vec<f64> {
    let n = rhs.len();
    let mut dense = matrix.to_dense();
    for at in 0..n * n {
        let (i, j) = (at / n, at % n);
        dense[at] = match (left[i] && left[j], i == j) {
            (true, true) => dense[at] + shift[i],
            (true, false) => dense[at],
            (false, diagonal) => f64::from(u8::from(diagonal)),
        };
    }
    let rhs: Vec<f64> = (0..n).map(|row| if left[row] { rhs[row] } else { 0.0 }).collect();
    dense_solution(dense, &rhs).expect("definite")
}

/// Deletes rows one by one, in the given order, and compares after each.
fn compare(matrix: &SparseMatrix, ordering: Ordering, skyline: bool, seed: u64) {
    let mut random = generator(seed);
    let n = matrix.rows();
    let shift: Vec<f64> = (0..n).map(|_| random.random_range(0.0..0.1)).collect();
    let mut factor = DowndatableFactor::new(matrix, &shift, ordering, skyline).expect("definite");
    let mut left = vec![true; n];
    for _ in 0..n {
        let rhs = vector(&mut random, n);
        let expected = remaining(matrix, &shift, &left, &rhs);
        let mut x = rhs;
        factor.solve(&mut x);
        let gap = distance(&x, &expected);
        assert!(gap <= 1e-10, "seed {seed}, {ordering:?}, skyline {skyline}: {gap:e}");
        // Some rows are asked for twice: the second time nothing happens.
        let row = random.random_range(0..n);
        factor.remove(row);
        left[row] = false;
    }
}

#[test]
fn deleted_rows_leave_the_factor_of_the_rest() {
    for seed in 0..12 {
        let mut random = generator(seed);
        let n = random.random_range(1..32);
        let width = random.random_range(0..5);
        for matrix in [definite(&mut random, n, width), chain(n)] {
            for ordering in ORDERINGS {
                for skyline in [false, true] {
                    compare(&matrix, ordering, skyline, seed);
                }
            }
        }
    }
}

/// Large and dense enough for blocks of columns in the first factorisation.
#[test]
fn a_dense_matrix_loses_rows_too() {
    let mut random = generator(1);
    let n = 150;
    let matrix = definite(&mut random, n, 12);
    for skyline in [false, true] {
        let shift = vec![0.0; n];
        let mut factor =
            DowndatableFactor::new(&matrix, &shift, Ordering::Natural, skyline).expect("definite");
        let left: Vec<bool> = (0..n).map(|_| random.random_bool(0.8)).collect();
        (0..n).rev().filter(|&row| !left[row]).for_each(|row| factor.remove(row));
        let rhs = vector(&mut random, n);
        let expected = remaining(&matrix, &shift, &left, &rhs);
        let mut x = rhs;
        factor.solve(&mut x);
        assert!(distance(&x, &expected) <= 1e-10);
    }
}

#[test]
fn a_copy_forgets_what_was_deleted() {
    for skyline in [false, true] {
        let matrix = chain(20);
        let shift = vec![0.0; 20];
        let order = Ordering::ReverseCuthillMcKee;
        let whole = DowndatableFactor::new(&matrix, &shift, order, skyline).expect("definite");
        let rhs = vector(&mut generator(4), 20);
        let solve = |factor: &DowndatableFactor| {
            let mut x = rhs.clone();
            factor.solve(&mut x);
            x
        };
        let mut work = whole.clone();
        (0..20).step_by(3).for_each(|row| work.remove(row));
        assert_ne!(solve(&work), solve(&whole));
        work.copy_from(&whole);
        assert_eq!(solve(&work), solve(&whole), "to the bit");
    }
}

#[test]
fn what_is_not_definite_is_refused() {
    let indefinite = SparseMatrix::from_dense(2, 2, &[1.0, 2.0, 2.0, 1.0]);
    for skyline in [false, true] {
        let refused =
            DowndatableFactor::new(&indefinite, &[0.0; 2], Ordering::MinimumDegree, skyline);
        assert_eq!(refused.err(), Some(CholeskyError::NotPositiveDefinite));
        // A shift can make it definite.
        let shifted =
            DowndatableFactor::new(&indefinite, &[2.0; 2], Ordering::MinimumDegree, skyline);
        assert!(shifted.is_ok());
    }
}

/// Deleting an early row costs more than a late one, a skyline less than the
/// whole triangle, and rows of other components nothing of each other.
#[test]
fn estimated_costs_follow_what_is_changed() {
    let matrix = chain(40);
    let of = |skyline| {
        DowndatableLayout::new(&matrix, Ordering::Natural, skyline).expect("a square matrix")
    };
    let (dense, skyline) = (of(false), of(true));
    let cost =
        |layout: &DowndatableLayout, rows: &[usize]| layout.removal_cost(rows.iter().copied());
    assert!(cost(&dense, &[3]) > cost(&dense, &[30]));
    assert!(cost(&skyline, &[3]) < cost(&dense, &[3]));
    let copy = cost(&dense, &[]);
    assert!(copy > 0.0 && cost(&skyline, &[]) < copy);
    assert!(cost(&dense, &[3, 30]) > cost(&dense, &[3]));
    // The last row leaves nothing to change.
    assert_eq!(cost(&dense, &[39]), copy);
}

/// A deletion changes the columns after it in the order of elimination, and is estimated
/// to cost the less the fewer these are, whatever the number of its row.
#[test]
fn a_deletion_costs_what_comes_after_it() {
    let mut random = generator(7);
    let n = 24;
    let entries: Vec<f64> =
        (0..n * n).map(|at| if at / n == at % n { n as f64 } else { 0.5 }).collect();
    for matrix in [SparseMatrix::from_dense(n, n, &entries), definite(&mut random, n, 3)] {
        for ordering in ORDERINGS {
            for skyline in [false, true] {
                let layout = DowndatableLayout::new(&matrix, ordering, skyline).expect("a pattern");
                let mut rows: Vec<usize> = (0..n).collect();
                rows.sort_by_key(|&row| layout.analysis().position(row));
                let cost = |row: usize| layout.removal_cost(std::iter::once(row));
                let costs: Vec<f64> = rows.iter().map(|&row| cost(row)).collect();
                let falls = costs.windows(2).all(|two| two[1] <= two[0]);
                assert!(falls && costs[0] > costs[n - 1], "{ordering:?}, {skyline}: {costs:?}");
            }
        }
    }
}
