use super::*;
use crate::krylov::{
    ConjugateGradientWorkspace, KrylovEnding, Stopping, preconditioned_conjugate_gradient,
};
use crate::preconditioner::{MatrixSource, find};
use crate::{SparseMatrix, Triplets};

/// 7 points on a cube of cells, closed on all sides but the top, where p = 0
/// half a cell away.
fn tank(cells: usize) -> SparseMatrix {
    let n = cells * cells * cells;
    let mut triplets = Triplets::new();
    for cell in 0..n {
        for stride in [1, cells, cells * cells] {
            let place = cell / stride % cells;
            if place + 1 < cells {
                for (one, two) in [(cell, cell + stride), (cell + stride, cell)] {
                    triplets.push(one, one, 1.0);
                    triplets.push(one, two, -1.0);
                }
            } else if stride == cells {
                triplets.push(cell, cell, 2.0);
            }
        }
    }
    SparseMatrix::from_triplets(n, n, &triplets)
}

fn iterations(matrix: &SparseMatrix, mut preconditioner: Box<dyn Preconditioner>) -> usize {
    let n = matrix.rows();
    let b: Vec<f64> = (0..n).map(|row| ((row * 7919 % 101) as f64 - 50.0) / 50.0).collect();
    let mut x = vec![0.0; n];
    let stopping = Stopping { absolute: 0.0, relative: 1e-9, max_iterations: 500 };
    let mut workspace = ConjugateGradientWorkspace::default();
    let mut operator = matrix;
    let report = preconditioned_conjugate_gradient(
        &mut operator,
        &mut *preconditioner,
        &b,
        &mut x,
        &stopping,
        &mut workspace,
    );
    assert_eq!(report.ending, KrylovEnding::Converged);
    report.iterations
}

fn built(matrix: &SparseMatrix) -> Box<dyn Preconditioner> {
    build(&MatrixSource::new(matrix), &Parameters::default()).expect("positive definite")
}

/// On a grid the iterations hardly grow, which those of an incomplete factor do.
#[test]
fn iterations_hardly_grow_with_the_grid() {
    let (small, large) = (tank(8), tank(24));
    let [few, more] = [&small, &large].map(|matrix| iterations(matrix, built(matrix)));
    assert!(more <= few + 6 && more <= 25, "{few} and {more} iterations");
    let incomplete = find("ic0").expect("there");
    let other = (incomplete.build)(&MatrixSource::new(&large), &Parameters::default());
    let others = iterations(&large, other.expect("an M-matrix"));
    assert!(2 * more < others, "{more} against {others} iterations");
}

/// rᵀ B s = sᵀ B r and rᵀ B r > 0, without which conjugate gradients are lost.
#[test]
fn it_is_symmetric_and_positive() {
    let matrix = tank(9);
    let n = matrix.rows();
    let mut cycle = built(&matrix);
    let vector = |seed: usize| -> Vec<f64> {
        (0..n).map(|row| ((row * seed % 997) as f64 - 498.0) / 498.0).collect()
    };
    let (r, s) = (vector(7919), vector(104_729));
    let (mut of_r, mut of_s) = (vec![0.0; n], vec![0.0; n]);
    let everything: Vec<bool> = (0..n).map(|row| row % 5 != 0).collect();
    for active in [vec![true; n], everything] {
        cycle.restrict(&active);
        cycle.apply(&r, &mut of_r);
        cycle.apply(&s, &mut of_s);
        let [one, two] = [crate::dot(&s, &of_r), crate::dot(&r, &of_s)];
        assert!((one - two).abs() < 1e-11 * (one.abs() + 1.0), "{one} {two}");
        assert!(crate::dot(&r, &of_r) > 0.0 && crate::dot(&s, &of_s) > 0.0);
        assert!(of_r.iter().zip(&active).all(|(value, &active)| active || *value == 0.0));
    }
}

/// Rows in twos and fours of a line; a small matrix is solved outright.
#[test]
fn small_matrices_are_solved_directly() {
    let matrix = SparseMatrix::from_dense(3, 3, &[2.0, -1.0, 0.0, -1.0, 2.0, -1.0, 0.0, -1.0, 2.0]);
    let mut x = [0.0; 3];
    built(&matrix).apply(&[1.0, 0.0, 0.0], &mut x);
    for (value, expected) in x.iter().zip([0.75, 0.5, 0.25]) {
        assert!((value - expected).abs() < 1e-15);
    }
}
