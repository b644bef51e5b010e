//! Iterates against what defines them: the best point of a Krylov space, and
//! counts made by hand.

use faer::Mat;
use faer::linalg::solvers::{Solve, SolveLstsq};
use stickslip_linalg::krylov::{
    ConjugateGradientWorkspace, GmresWorkspace, KrylovEnding, LinearOperator, Stopping,
    conjugate_gradient, gmres, preconditioned_conjugate_gradient,
};
use stickslip_linalg::preconditioner::{self, Identity, MatrixSource, Parameters};
use stickslip_linalg::{SparseMatrix, norm};

use crate::samples::{distance, gram, random, vector};

const SIZE: usize = 9;

fn dense(matrix: &SparseMatrix) -> Mat<f64> {
    let entries = matrix.to_dense();
    Mat::from_fn(SIZE, SIZE, |i, j| entries[i * SIZE + j])
}

/// An orthonormal basis of span{r, B r, …, Bᵏ⁻¹ r}.
fn krylov_space(step: &Mat<f64>, start: &Mat<f64>, dimension: usize) -> Mat<f64> {
    let mut columns = vec![start / start.norm_l2()];
    while columns.len() < dimension {
        let mut next = step * &columns[columns.len() - 1];
        for _ in 0..2 {
            for column in &columns {
                let share = (column.transpose() * &next)[(0, 0)];
                next -= column * share;
            }
        }
        columns.push(&next / next.norm_l2());
    }
    Mat::from_fn(SIZE, dimension, |i, j| columns[j][(i, 0)])
}

fn column(values: &[f64]) -> Mat<f64> {
    Mat::from_fn(values.len(), 1, |i, _| values[i])
}

fn to_vec(column: &Mat<f64>) -> Vec<f64> {
    (0..column.nrows()).map(|i| column[(i, 0)]).collect()
}

fn steps(max_iterations: usize) -> Stopping {
    Stopping { absolute: 0.0, relative: 1e-14, max_iterations }
}

/// xₖ = x₀ + K y with Kᵀ A K y = Kᵀ r₀, K a basis of the Krylov space of P⁻¹A.
#[test]
fn conjugate_gradients_minimise_the_energy_over_the_krylov_space() {
    for seed in 0..6 {
        let mut random = random(seed);
        let matrix = gram(&mut random, SIZE, SIZE, 0.3);
        let (b, start) = (vector(&mut random, SIZE), vector(&mut random, SIZE));
        let a = dense(&matrix);
        let residual = column(&b) - &a * column(&start);
        for name in ["none", "jacobi"] {
            let inverse = Mat::from_fn(SIZE, SIZE, |i, j| match (i == j, name) {
                (true, "none") => 1.0,
                (true, _) => 1.0 / a[(i, i)],
                _ => 0.0,
            });
            for count in 1..6 {
                let basis = krylov_space(&(&inverse * &a), &(&inverse * &residual), count);
                let reduced = basis.transpose() * &a * &basis;
                let y = reduced.partial_piv_lu().solve(basis.transpose() * &residual);
                let expected = column(&start) + &basis * y;
                let entry = preconditioner::find(name).expect("known");
                let mut preconditioner =
                    (entry.build)(&MatrixSource::new(&matrix), &Parameters::default())
                        .expect("positive");
                let mut x = start.clone();
                let mut workspace = ConjugateGradientWorkspace::default();
                let report = preconditioned_conjugate_gradient(
                    &mut &matrix,
                    &mut *preconditioner,
                    &b,
                    &mut x,
                    &steps(count),
                    &mut workspace,
                );
                assert_eq!(report.ending, KrylovEnding::MaxIterations);
                assert_eq!((report.iterations, report.products), (count, count + 1));
                assert!(distance(&x, &to_vec(&expected)) < 1e-9, "{name} seed {seed} {count}");
                let left = (column(&b) - &a * column(&x)).norm_l2();
                assert!((report.residual - left).abs() < 1e-9);
                assert_eq!(workspace.history.last(), Some(&report.residual));
            }
        }
    }
}

/// ‖rₖ‖ = min ‖r₀ − A K y‖, by least squares.
#[test]
fn gmres_minimises_the_residual_over_the_krylov_space() {
    for seed in 0..6 {
        let mut random = random(10 + seed);
        let matrix = SparseMatrix::from_dense(SIZE, SIZE, &vector(&mut random, SIZE * SIZE));
        let (b, start) = (vector(&mut random, SIZE), vector(&mut random, SIZE));
        let a = dense(&matrix);
        let residual = column(&b) - &a * column(&start);
        let mut x = start.clone();
        let mut workspace = GmresWorkspace::default();
        let stopping = steps(SIZE - 1);
        let report =
            gmres(&mut &matrix, &mut Identity, &b, &mut x, SIZE, &stopping, &mut workspace);
        assert_eq!(report.ending, KrylovEnding::MaxIterations);
        // One product for each residual, before and after.
        assert_eq!((report.iterations, report.products), (SIZE - 1, SIZE + 1));
        assert!((workspace.history[0] - residual.norm_l2()).abs() < 1e-12);
        for count in 1..SIZE {
            let basis = krylov_space(&a, &residual, count);
            let image = &a * &basis;
            let y = image.qr().solve_lstsq(&residual);
            let least = (&residual - &image * &y).norm_l2();
            assert!((workspace.history[count] - least).abs() < 1e-9, "seed {seed} {count}");
            if count == SIZE - 1 {
                let expected = to_vec(&(column(&start) + &basis * &y));
                assert!(distance(&x, &expected) < 1e-7, "seed {seed}");
                assert!((report.residual - least).abs() < 1e-9, "seed {seed}");
            }
        }
    }
}

/// diag(1, 7) and b = (1, 1) in exact arithmetic: α = 2/8, r = (¾, −¾).
/// A threshold that is met exactly is met, also by the fresh residual.
#[test]
fn a_threshold_met_exactly_is_met() {
    let matrix = SparseMatrix::diagonal_matrix(&[1.0, 7.0]);
    let mut x = [0.0; 2];
    let mut workspace = ConjugateGradientWorkspace::default();
    let stopping = Stopping { absolute: 1.125_f64.sqrt(), relative: 0.0, max_iterations: 9 };
    let report = conjugate_gradient(&mut &matrix, &[1.0, 1.0], &mut x, &stopping, &mut workspace);
    assert_eq!((report.ending, report.iterations), (KrylovEnding::Converged, 1));
    assert_eq!((x, report.products), ([0.25, 0.25], 3));
    // Zero is met exactly where one step is the solution.
    let identity = SparseMatrix::identity(3);
    let nothing = Stopping { absolute: 0.0, relative: 0.0, max_iterations: 9 };
    let b = [1.0, -2.0, 4.0];
    let mut x = [0.0; 3];
    let report = conjugate_gradient(&mut &identity, &b, &mut x, &nothing, &mut workspace);
    assert_eq!((report.ending, report.iterations), (KrylovEnding::Converged, 1));
    assert_eq!((x, report.residual), (b, 0.0));
    let report = conjugate_gradient(&mut &identity, &b, &mut x, &nothing, &mut workspace);
    assert_eq!((report.ending, report.iterations), (KrylovEnding::Converged, 0));
    assert_eq!(report.products, 1);
}

/// Where rounding ends all gain, the last cycle may lose what the one before had.
#[test]
fn gmres_takes_a_cycle_back_where_asked() {
    let mut worse = 0;
    for seed in 0..40_u64 {
        // Columns of a Hilbert matrix by signs that follow the seed: nearly singular.
        let sign = |at: usize| if (seed >> at) & 1 == 0 { 1.0 } else { -1.0 };
        let entry = |at: usize| sign(at % 6) / (at / 6 + at % 6 + 1) as f64;
        let dense: Vec<f64> = (0..36).map(entry).collect();
        let matrix = SparseMatrix::from_dense(6, 6, &dense);
        let b: Vec<f64> = (0..6).map(|row| 1.0 + 0.1 * (row as f64 + seed as f64).sin()).collect();
        let stopping = Stopping { relative: 1e-18, absolute: 0.0, max_iterations: 300 };
        let ends = [false, true].map(|takes_back| {
            let mut workspace = GmresWorkspace::new(takes_back);
            let mut x = vec![0.0; 6];
            let identity = &mut Identity;
            let report = gmres(&mut &matrix, identity, &b, &mut x, 4, &stopping, &mut workspace);
            let mut image = vec![0.0; 6];
            matrix.multiply(&x, &mut image);
            let residual: Vec<f64> = b.iter().zip(&image).map(|(b, image)| b - image).collect();
            assert!((norm(&residual) - report.residual).abs() <= 1e-12 * norm(&b));
            report.residual
        });
        assert!(ends[1] <= ends[0], "{ends:?}");
        worse += usize::from(ends[1] < ends[0]);
    }
    assert!(worse > 0, "nothing was ever taken back");
}

/// A quarter turn: the first direction is mapped to one that does not help.
#[test]
fn gmres_says_that_it_stagnates() {
    let turn = SparseMatrix::from_dense(2, 2, &[0.0, 1.0, -1.0, 0.0]);
    let mut workspace = GmresWorkspace::default();
    let stopping = Stopping { relative: 1e-6, absolute: 0.0, max_iterations: 50 };
    let mut x = [0.0; 2];
    let report =
        gmres(&mut &turn, &mut Identity, &[1.0, 0.0], &mut x, 1, &stopping, &mut workspace);
    assert_eq!(report.ending, KrylovEnding::Stagnated);
    assert_eq!((report.iterations, report.products, report.residual), (1, 3, 1.0));
    assert_eq!(x, [0.0; 2]);
    // Two directions are the whole space.
    let report =
        gmres(&mut &turn, &mut Identity, &[1.0, 0.0], &mut x, 2, &stopping, &mut workspace);
    assert_eq!(report.ending, KrylovEnding::Converged);
    assert_eq!((report.iterations, report.products), (2, 4));
    assert!(distance(&x, &[0.0, 1.0]) < 1e-14);
}

#[test]
fn gmres_counts_iterations_over_restarts() {
    let mut random = random(30);
    let matrix = gram(&mut random, 40, 40, 0.1);
    let b = vector(&mut random, 40);
    let (mut x, mut workspace) = (vec![0.0; 40], GmresWorkspace::default());
    let report = gmres(&mut &matrix, &mut Identity, &b, &mut x, 4, &steps(10), &mut workspace);
    assert_eq!((report.ending, report.iterations), (KrylovEnding::MaxIterations, 10));
    // Restarts after 4, 8 and 10: one product each, and one at the beginning.
    assert_eq!((report.products, workspace.history.len()), (14, 11));
    assert!(report.residual < norm(&b));
}

/// Finite at zero, and nowhere else.
struct Poison;

impl LinearOperator for Poison {
    fn size(&self) -> usize {
        2
    }
    fn apply(&mut self, x: &[f64], y: &mut [f64]) {
        y.fill(if x.iter().all(|&value| value == 0.0) { 0.0 } else { f64::INFINITY });
    }
}

#[test]
fn gmres_leaves_a_finite_iterate_where_products_overflow() {
    let (mut x, mut workspace) = ([0.0; 2], GmresWorkspace::default());
    let stopping = Stopping::default();
    let report =
        gmres(&mut Poison, &mut Identity, &[3.0, 4.0], &mut x, 2, &stopping, &mut workspace);
    assert_eq!(report.ending, KrylovEnding::NotFinite);
    assert_eq!((report.iterations, report.products, report.residual), (0, 2, 5.0));
    assert_eq!(x, [0.0; 2]);
}

#[test]
fn a_stored_matrix_says_its_size() {
    assert_eq!(LinearOperator::size(&&SparseMatrix::identity(5)), 5);
}
