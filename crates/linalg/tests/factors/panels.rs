//! Factors with wide panels of columns: solves, removed and returned rows, and
//! rank-one changes, against dense elimination.

use std::sync::Arc;

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::cholesky::{Analysis, CholeskyError, CholeskyFactor};
use stickslip_linalg::{Ordering, SparseMatrix, Triplets};

use crate::samples::{ORDERINGS, dense_solution, distance, generator, vector};

const GROUPS: [usize; 3] = [55, 35, 45];
const BORDER: usize = 75;
const SIZE: usize = 210;

/// The rows of a group and of the border.
fn clique(group: usize) -> Vec<usize> {
    let begin: usize = GROUPS[..group].iter().sum();
    (begin..begin + GROUPS[group]).chain(SIZE - BORDER..SIZE).collect()
}

/// Random definite blocks over the cliques, so that L has several panels; row
/// i and column i are scaled by 2^eᵢ with |eᵢ| ≤ `spread`.
fn clustered(random: &mut ChaCha8Rng, spread: i32) -> (SparseMatrix, Vec<f64>) {
    let scale: Vec<f64> =
        (0..SIZE).map(|_| 2.0_f64.powi(random.random_range(-spread..=spread))).collect();
    let mut triplets = Triplets::new();
    for group in 0..GROUPS.len() {
        let rows = clique(group);
        let half: Vec<Vec<f64>> = rows.iter().map(|_| vector(random, 8)).collect();
        for (i, &row) in rows.iter().enumerate() {
            for (j, &col) in rows.iter().enumerate() {
                let product: f64 = half[i].iter().zip(&half[j]).map(|(a, b)| a * b).sum();
                let value = product + if i == j { 0.5 } else { 0.0 };
                triplets.push(row, col, value * scale[row] * scale[col]);
            }
        }
    }
    (SparseMatrix::from_triplets(SIZE, SIZE, &triplets), scale)
}

/// S x from the factor against dense elimination of the unscaled active rows;
/// removed rows pass through.
fn compare(factor: &mut CholeskyFactor, dense: &[f64], scale: &[f64], rhs: &[f64], what: &str) {
    let active: Vec<bool> = (0..SIZE).map(|row| factor.is_active(row)).collect();
    let kept: Vec<f64> = (0..SIZE * SIZE)
        .map(|at| match (at / SIZE, at % SIZE) {
            (i, j) if active[i] && active[j] => dense[at] / scale[i] / scale[j],
            (i, j) => f64::from(u8::from(i == j)),
        })
        .collect();
    let expected = dense_solution(kept, rhs).expect("definite");
    let factors: Vec<f64> =
        (0..SIZE).map(|row| if active[row] { scale[row] } else { 1.0 }).collect();
    let mut x: Vec<f64> = rhs.iter().zip(&factors).map(|(value, scale)| value * scale).collect();
    factor.solve(&mut x);
    let found: Vec<f64> = x.iter().zip(&factors).map(|(value, scale)| value * scale).collect();
    let gap = distance(&found, &expected);
    assert!(gap <= 1e-10, "{what}: {gap:e}");
}

fn factored(matrix: &SparseMatrix, ordering: Ordering) -> CholeskyFactor {
    let analysis = Arc::new(Analysis::new(matrix, ordering).expect("square"));
    let mut factor = CholeskyFactor::new(analysis);
    factor.factorise(matrix, |_| true, |_| 0.0).expect("definite");
    factor
}

/// Only whole panels store numbers above their own diagonals.
fn has_wide_panels(factor: &CholeskyFactor) -> bool {
    let mut entries = 0;
    factor.for_each_entry(|_, _, _| entries += 1);
    factor.analysis().stored() > entries
}

#[test]
fn rows_leave_and_return_in_wide_panels() {
    for (seed, ordering) in ORDERINGS.into_iter().enumerate() {
        let mut random = generator(seed as u64);
        let (matrix, scale) = clustered(&mut random, if seed % 2 == 0 { 0 } else { 20 });
        let dense = matrix.to_dense();
        let mut factor = factored(&matrix, ordering);
        assert!(has_wide_panels(&factor), "{ordering:?}");
        compare(&mut factor, &dense, &scale, &vector(&mut random, SIZE), "whole");
        for round in 0..3 {
            for _ in 0..40 {
                let row = random.random_range(0..SIZE);
                if factor.is_active(row) {
                    factor.remove(row);
                } else {
                    factor.restore(&matrix, row, 0.0).expect("definite");
                }
            }
            let rhs = vector(&mut random, SIZE);
            compare(&mut factor, &dense, &scale, &rhs, &format!("{ordering:?} {round}"));
        }
        // One entry alone: most panels see nothing but zeros on the way down.
        let mut unit = vec![0.0; SIZE];
        unit[random.random_range(0..SIZE)] = 1.0;
        compare(&mut factor, &dense, &scale, &unit, "unit");
    }
}

/// The shift of a row that returns is that of the first factorisation.
#[test]
fn a_row_returns_with_its_shift() {
    let mut random = generator(7);
    let (matrix, scale) = clustered(&mut random, 0);
    let mut factor = factored(&matrix, Ordering::MinimumDegree);
    let mut dense = matrix.to_dense();
    for row in [3, 60, 100, 180, 209] {
        factor.remove(row);
        factor.restore(&matrix, row, 0.75).expect("definite");
        dense[row * SIZE + row] += 0.75;
    }
    compare(&mut factor, &dense, &scale, &vector(&mut random, SIZE), "shifted");
}

#[test]
fn rank_one_changes_in_wide_panels() {
    for (seed, ordering) in ORDERINGS.into_iter().enumerate() {
        let mut random = generator(20 + seed as u64);
        let (matrix, scale) = clustered(&mut random, 0);
        let mut dense = matrix.to_dense();
        let mut factor = factored(&matrix, ordering);
        let mut added = Vec::new();
        for step in 0..12 {
            let take_away = step % 3 == 2;
            let entries: Vec<(usize, f64)> = if take_away {
                added.swap_remove(random.random_range(0..added.len()))
            } else {
                let rows = clique(random.random_range(0..GROUPS.len()));
                let mut chosen: Vec<usize> =
                    rows.into_iter().filter(|_| random.random_bool(0.2)).collect();
                chosen.rotate_left(step % 2);
                chosen.into_iter().map(|row| (row, random.random_range(-1.0..1.0))).collect()
            };
            let sign = if take_away { -1.0 } else { 1.0 };
            for &(i, a) in &entries {
                for &(j, b) in &entries {
                    dense[i * SIZE + j] += sign * a * b;
                }
            }
            if take_away {
                factor.subtract_rank_one(&entries).expect("stays definite");
            } else {
                factor.add_rank_one(&entries);
                added.push(entries);
            }
        }
        factor.add_rank_one(&[]);
        compare(&mut factor, &dense, &scale, &vector(&mut random, SIZE), "changed");
    }
}

/// L Lᵀ from the visited entries, and the last row of every column.
#[test]
fn every_entry_is_visited_at_its_place() {
    let mut random = generator(40);
    let (wide, _) = clustered(&mut random, 0);
    for matrix in [wide, crate::samples::chain(9)] {
        for ordering in ORDERINGS {
            let n = matrix.rows();
            let factor = factored(&matrix, ordering);
            let mut lower = vec![0.0; n * n];
            factor.for_each_entry(|row, column, value| lower[row * n + column] = value);
            // What stood there before does not matter.
            let mut last = vec![n - 1; n];
            factor.analysis().last_rows(&mut last);
            let order = factor.analysis().order().to_vec();
            for i in 0..n {
                for j in 0..=i {
                    let sum: f64 = (0..=j).map(|k| lower[i * n + k] * lower[j * n + k]).sum();
                    let gap = (sum - matrix.get(order[i], order[j])).abs();
                    assert!(gap <= 1e-12, "{ordering:?} ({i}, {j}): {gap:e}");
                }
            }
            let mut expected = vec![0; n];
            factor.for_each_entry(|row, column, _| expected[column] = expected[column].max(row));
            assert_eq!(last, expected, "{ordering:?}");
        }
    }
}

/// A row that makes the matrix indefinite, or that rounding cannot tell from
/// the others, is refused; so is taking away more than there is.
#[test]
fn what_breaks_definiteness_is_refused() {
    let refused = Err(CholeskyError::NotPositiveDefinite);
    for (corner, last, first) in [
        (3.0, refused.clone(), refused.clone()),
        (4.0, refused.clone(), refused.clone()),
        // The pivot that is left is 1e-14 against 4: rounding.
        (4.0 + 1e-14, refused.clone(), Ok(())),
        (4.0 + 1e-13, Ok(()), Ok(())),
    ] {
        let matrix = SparseMatrix::from_dense(2, 2, &[1.0, 2.0, 2.0, corner]);
        let analysis = Arc::new(Analysis::new(&matrix, Ordering::Natural).expect("square"));
        let mut factor = CholeskyFactor::new(analysis);
        factor.factorise(&matrix, |row| row == 0, |_| 0.0).expect("a part is definite");
        assert_eq!(factor.restore(&matrix, 1, 0.0), last, "{corner}");
        factor.factorise(&matrix, |row| row == 1, |_| 0.0).expect("a part is definite");
        assert_eq!(factor.restore(&matrix, 0, 0.0), first, "{corner}, first row");
    }
    let (matrix, _) = clustered(&mut generator(41), 0);
    let mut factor = factored(&matrix, Ordering::Natural);
    assert_eq!(factor.subtract_rank_one(&[(70, 1e3), (200, 1.0)]), refused);
}
