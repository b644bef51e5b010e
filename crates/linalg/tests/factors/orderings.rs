//! Quasi-definite factors in every order, and what orders are for.

use std::sync::Arc;

use rand::Rng;
use stickslip_linalg::cholesky::{Analysis, QuasiDefiniteFactor};
use stickslip_linalg::{Ordering, SparseMatrix};

use crate::samples::{
    ORDERINGS, chain, definite, dense_solution, distance, generator, sparse, vector,
};

/// [M Jᵀ; J −C] with M and C definite.
fn quasi_definite(seed: u64, freedoms: usize, rows: usize) -> SparseMatrix {
    let mut random = generator(seed);
    let mass = definite(&mut random, freedoms, 1);
    let jacobian = sparse(&mut random, rows, freedoms, 3);
    let mut triplets = mass.to_triplets();
    for row in 0..rows {
        let at = freedoms + row;
        triplets.push(at, at, -random.random_range(0.01..1.0));
        for (col, value) in jacobian.row(row) {
            triplets.push(at, col, value);
            triplets.push(col, at, value);
        }
    }
    SparseMatrix::from_triplets(freedoms + rows, freedoms + rows, &triplets)
}

#[test]
fn quasi_definite_systems_are_solved_in_every_order() {
    for seed in 0..12 {
        // The last ones are large enough for blocks of columns.
        let (freedoms, rows) = if seed < 10 { (12, 4 + seed as usize) } else { (90, 70) };
        let matrix = quasi_definite(seed, freedoms, rows);
        let rhs = vector(&mut generator(seed), freedoms + rows);
        let expected = dense_solution(matrix.to_dense(), &rhs).expect("regular");
        for ordering in ORDERINGS {
            let analysis = Analysis::new(&matrix, ordering).expect("square");
            let mut factor = QuasiDefiniteFactor::new(Arc::new(analysis));
            factor.factorise(&matrix).expect("quasi-definite");
            let mut x = rhs.clone();
            factor.solve(&mut x);
            let gap = distance(&x, &expected);
            assert!(gap <= 1e-9, "seed {seed}, {ordering:?}: {gap:e}");
        }
    }
}

/// Other values in the same pattern: the analysis is kept.
#[test]
fn a_quasi_definite_factor_is_made_anew() {
    let mut matrix = quasi_definite(3, 10, 8);
    let analysis = Analysis::new(&matrix, Ordering::MinimumDegree).expect("square");
    let mut factor = QuasiDefiniteFactor::new(Arc::new(analysis));
    factor.factorise(&matrix).expect("quasi-definite");
    matrix.values_mut().iter_mut().for_each(|value| *value *= 2.0);
    factor.factorise(&matrix).expect("quasi-definite");
    let rhs = vector(&mut generator(9), 18);
    let expected = dense_solution(matrix.to_dense(), &rhs).expect("regular");
    let mut x = rhs;
    factor.solve(&mut x);
    assert!(distance(&x, &expected) <= 1e-10);
}

/// Depth of the elimination tree: the parent of a column is the first row
/// below its diagonal that is not zero in L, found by plain elimination.
fn depth(matrix: &SparseMatrix, ordering: Ordering) -> usize {
    let order = ordering.permutation(matrix);
    let n = order.len();
    let mut filled: Vec<bool> =
        (0..n * n).map(|at| matrix.get(order[at / n], order[at % n]) != 0.0).collect();
    let mut parent = vec![n; n];
    for k in 0..n {
        let below: Vec<usize> = (k + 1..n).filter(|&row| filled[row * n + k]).collect();
        parent[k] = below.first().copied().unwrap_or(n);
        for &i in &below {
            for &j in &below {
                filled[i * n + j] = true;
            }
        }
    }
    let mut depths = vec![0; n + 1];
    for k in (0..n).rev() {
        depths[k] = 1 + depths[parent[k]];
    }
    depths.into_iter().max().unwrap_or(0)
}

/// Nested dissection halves a chain again and again.
#[test]
fn nested_dissection_has_a_shallow_tree() {
    let matrix = chain(255);
    assert_eq!(depth(&matrix, Ordering::Natural), 255);
    let shallow = depth(&matrix, Ordering::NestedDissection);
    println!("a chain of 255 rows: depth {shallow}");
    assert!(shallow <= 40, "{shallow}");
    // Changes of single rows get cheaper by as much.
    let dearest = |ordering| {
        let analysis = Analysis::new(&matrix, ordering).expect("square");
        (0..255).map(|row| analysis.remove_cost(row)).fold(0.0, f64::max)
    };
    let (natural, nested) = (dearest(Ordering::Natural), dearest(Ordering::NestedDissection));
    assert!(nested < 0.5 * natural, "{nested} against {natural}");
}
