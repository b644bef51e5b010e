//! Sparse LU against dense elimination.

use rand::Rng;
use stickslip_linalg::{SparseLu, SparseMatrix};

use crate::samples::{dense_solution, distance, generator, sparse, vector};

#[test]
fn sparse_lu_solves_what_elimination_solves() {
    for seed in 0..60 {
        let mut random = generator(seed);
        let n = random.random_range(1..60);
        let width = random.random_range(0..6);
        let mut matrix = sparse(&mut random, n, n, width);
        let mut lu = SparseLu::new(&matrix).expect("square");
        // A second factorisation has other values in the same pattern.
        for _ in 0..2 {
            lu.factorise(&matrix).expect("regular");
            let rhs = vector(&mut random, n);
            let expected = dense_solution(matrix.to_dense(), &rhs).expect("regular");
            let mut x = rhs.clone();
            lu.solve(&mut x);
            let mut product = vec![0.0; n];
            matrix.multiply(&x, &mut product);
            let size = x.iter().fold(1.0, |largest: f64, value| largest.max(value.abs()));
            assert!(distance(&product, &rhs) <= 1e-12 * size, "seed {seed}");
            assert!(distance(&x, &expected) <= 1e-8, "seed {seed}");
            for value in matrix.values_mut() {
                *value += random.random_range(-0.1..0.1);
            }
        }
    }
}

/// Rows exchanged at every step, as zero diagonals ask for.
#[test]
fn zero_diagonals_need_exchanges() {
    let n = 30;
    let dense: Vec<f64> = (0..n * n)
        .map(|at| match (at / n, at % n) {
            (i, j) if (i + 1) % n == j => 2.0,
            (i, j) if (i + 5) % n == j => -0.5,
            _ => 0.0,
        })
        .collect();
    let matrix = SparseMatrix::from_dense(n, n, &dense);
    let mut lu = SparseLu::new(&matrix).expect("square");
    lu.factorise(&matrix).expect("regular");
    let rhs = vector(&mut generator(2), n);
    let expected = dense_solution(dense, &rhs).expect("regular");
    let mut x = rhs;
    lu.solve(&mut x);
    assert!(distance(&x, &expected) <= 1e-12);
}

/// Without a factor there is nothing but NaN.
#[test]
fn a_singular_matrix_is_refused() {
    let matrix = SparseMatrix::from_dense(2, 2, &[1.0, 2.0, 0.0, 0.0]);
    let mut lu = SparseLu::new(&matrix).expect("square");
    assert!(lu.factorise(&matrix).is_err());
    let mut x = [1.0, 1.0];
    lu.solve(&mut x);
    assert!(x.iter().all(|value| value.is_nan()));
}
