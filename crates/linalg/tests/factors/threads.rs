//! Factors that threads share.

use std::sync::Arc;

use stickslip_linalg::cholesky::{Analysis, CholeskyFactor, QuasiDefiniteFactor};
use stickslip_linalg::{Ordering, SparseMatrix, Triplets};

use crate::samples::{distance, generator, vector};

/// Three rows for every point of a cube, that of each point on another scale and, where it is
/// asked for, of other sign.
fn cube(side: usize, has_signs: bool) -> SparseMatrix {
    let mut triplets = Triplets::new();
    let sign = |at: usize| if has_signs && at % 3 == 2 { -1.0 } else { 1.0 };
    for at in 0..side.pow(3) {
        for own in 0..3 {
            let row = 3 * at + own;
            triplets.push(row, row, sign(row) * (9.0 + (at % 7) as f64 / 9.0));
            for step in [1, side, side * side] {
                if at / step % side + 1 == side {
                    continue;
                }
                for other in 0..3 {
                    let column = 3 * (at + step) + other;
                    // Of both signs the blocks between have none that is not alike.
                    let value = if sign(row) == sign(column) { -0.2 } else { 0.0 };
                    let value = value - (row * 31 % 11) as f64 / 200.0;
                    triplets.push(row, column, value);
                    triplets.push(column, row, value);
                }
            }
        }
    }
    let size = 3 * side.pow(3);
    SparseMatrix::from_triplets(size, size, &triplets)
}

fn with_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("a pool").install(work)
}

fn residual(matrix: &SparseMatrix, x: &[f64], right: &[f64]) -> f64 {
    let mut product = vec![0.0; x.len()];
    matrix.multiply(x, &mut product);
    distance(&product, right)
}

#[test]
fn threads_change_no_bit_of_a_factor() {
    let orders = [Ordering::MinimumDegree, Ordering::NestedDissection];
    for (matrix, ordering) in [cube(12, false), cube(12, true)].iter().zip(orders) {
        let analysis = Arc::new(Analysis::new(matrix, ordering).expect("square"));
        assert!(analysis.costs().factor > 4e6, "too small to be shared");
        let right = vector(&mut generator(1), matrix.rows());
        let is_definite = ordering == Ordering::MinimumDegree;
        let solve = |threads| {
            with_threads(threads, || {
                let mut x = right.clone();
                if is_definite {
                    let mut factor = CholeskyFactor::new(Arc::clone(&analysis));
                    factor.factorise(matrix, |_| true, |_| 0.0).expect("definite");
                    factor.solve(&mut x);
                } else {
                    let mut factor = QuasiDefiniteFactor::new(Arc::clone(&analysis));
                    factor.factorise(matrix).expect("quasi-definite");
                    factor.solve(&mut x);
                }
                x
            })
        };
        let alone = solve(1);
        assert!(residual(matrix, &alone, &right) < 1e-12);
        for threads in [2, 5] {
            let shared = solve(threads);
            assert!(alone.iter().zip(&shared).all(|(a, b)| a.to_bits() == b.to_bits()));
        }
    }
}

/// A pivot that fails, in a subtree or above all, is told whoever meets it.
#[test]
fn what_is_not_definite_is_told_by_threads() {
    let matrix = cube(12, false);
    let analysis = Arc::new(Analysis::new(&matrix, Ordering::MinimumDegree).expect("square"));
    for place in [0, matrix.rows() / 2, matrix.rows() - 1] {
        let row = analysis.order()[place];
        for threads in [1, 3] {
            let is_err = with_threads(threads, || {
                let mut factor = CholeskyFactor::new(Arc::clone(&analysis));
                let shift = |at| if at == row { -20.0 } else { 0.0 };
                factor.factorise(&matrix, |_| true, shift).is_err()
            });
            assert!(is_err, "{place} {threads}");
        }
    }
}
