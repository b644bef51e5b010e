//! Conjugate gradients: accuracy, theory, stopping and breakdowns.

use stickslip_linalg::krylov::{
    ConjugateGradientWorkspace, KrylovEnding, KrylovReport, LinearOperator, Stopping,
    conjugate_gradient, preconditioned_conjugate_gradient,
};
use stickslip_linalg::preconditioner::{self, MatrixSource, Parameters, Preconditioner};
use stickslip_linalg::{SparseMatrix, norm};

use crate::samples::{dense_solution, distance, gram, random, residual, vector};

fn solve(matrix: &SparseMatrix, b: &[f64], stopping: Stopping) -> (KrylovReport, Vec<f64>) {
    let mut x = vec![0.0; b.len()];
    let mut workspace = ConjugateGradientWorkspace::default();
    let report = conjugate_gradient(&mut &*matrix, b, &mut x, &stopping, &mut workspace);
    assert_eq!(workspace.history.len(), report.iterations + 1);
    assert!((workspace.history[0] - norm(b)).abs() <= 1e-12 * norm(b));
    (report, x)
}

#[test]
fn positive_definite_systems_agree_with_elimination() {
    for seed in 0..20 {
        let mut random = random(seed);
        let matrix = gram(&mut random, 40, 40, 0.5);
        let b = vector(&mut random, 40);
        let stopping = Stopping { relative: 1e-12, ..Stopping::default() };
        let (report, x) = solve(&matrix, &b, stopping);
        assert_eq!(report.ending, KrylovEnding::Converged);
        assert!(distance(&x, &dense_solution(&matrix, &b)) < 1e-10);
        assert!((report.residual - residual(&matrix, &b, &x)).abs() < 1e-13);
        assert!(report.products >= report.iterations + 2);
    }
}

#[test]
fn as_many_iterations_as_distinct_eigenvalues() {
    let diagonal: Vec<f64> = (0..30).map(|i| [1.0, 2.0, 5.0, 11.0][i % 4]).collect();
    let matrix = SparseMatrix::diagonal_matrix(&diagonal);
    let b = vector(&mut random(3), 30);
    let (report, _) = solve(&matrix, &b, Stopping { relative: 1e-10, ..Stopping::default() });
    assert_eq!((report.ending, report.iterations), (KrylovEnding::Converged, 4));
}

#[test]
fn a_preconditioner_cures_bad_scaling_and_nothing_else_claims_to() {
    let n = 200;
    let diagonal: Vec<f64> = (0..n).map(|i| 10f64.powf(10.0 * i as f64 / n as f64)).collect();
    let matrix = SparseMatrix::diagonal_matrix(&diagonal);
    let b = vector(&mut random(4), n);
    let stopping = Stopping { relative: 1e-12, max_iterations: 50, ..Stopping::default() };
    let (report, x) = solve(&matrix, &b, stopping);
    assert_eq!((report.ending, report.iterations), (KrylovEnding::MaxIterations, 50));
    assert!((report.residual - residual(&matrix, &b, &x)).abs() <= 1e-6 * report.residual);
    let entry = preconditioner::find("jacobi").expect("known");
    let mut jacobi =
        (entry.build)(&MatrixSource::new(&matrix), &Parameters::default()).expect("positive");
    let mut x = vec![0.0; n];
    let mut workspace = ConjugateGradientWorkspace::default();
    let report = preconditioned_conjugate_gradient(
        &mut &matrix,
        &mut *jacobi,
        &b,
        &mut x,
        &stopping,
        &mut workspace,
    );
    assert_eq!((report.ending, report.iterations), (KrylovEnding::Converged, 1));
}

#[test]
fn a_residual_below_rounding_is_not_claimed() {
    let mut random = random(6);
    let matrix = gram(&mut random, 30, 30, 1e-6);
    let b = vector(&mut random, 30);
    let stopping = Stopping { relative: 1e-22, max_iterations: 20_000, ..Stopping::default() };
    let (report, x) = solve(&matrix, &b, stopping);
    assert_eq!(report.ending, KrylovEnding::Stagnated);
    assert!(residual(&matrix, &b, &x) > 0.0);
}

#[test]
fn singular_systems_are_solved_exactly_when_they_are_consistent() {
    for seed in 0..10 {
        let mut random = random(100 + seed);
        let matrix = gram(&mut random, 30, 12, 0.0);
        let start = vector(&mut random, 30);
        let mut b = vec![0.0; 30];
        matrix.multiply(&start, &mut b);
        let stopping = Stopping { relative: 1e-10, max_iterations: 500, ..Stopping::default() };
        let (report, x) = solve(&matrix, &b, stopping);
        assert_eq!(report.ending, KrylovEnding::Converged);
        assert!(residual(&matrix, &b, &x) <= 1.01e-10 * norm(&b));
        let outside = vector(&mut random, 30);
        let (report, _) = solve(&matrix, &outside, stopping);
        assert_ne!(report.ending, KrylovEnding::Converged);
    }
}

#[test]
fn absolute_and_relative_limits_both_stop() {
    let mut random = random(7);
    let matrix = gram(&mut random, 50, 50, 0.1);
    let b: Vec<f64> = vector(&mut random, 50).iter().map(|value| 1e6 * value).collect();
    let loose = solve(&matrix, &b, Stopping { absolute: 1e3, relative: 0.0, max_iterations: 500 });
    assert!(loose.0.residual <= 1e3 && loose.0.ending == KrylovEnding::Converged);
    let tight = solve(&matrix, &b, Stopping { absolute: 1e-2, relative: 0.0, max_iterations: 500 });
    assert!(tight.0.residual <= 1e-2 && tight.0.iterations > loose.0.iterations);
    let zero = solve(&matrix, &vec![0.0; 50], Stopping::default());
    assert_eq!((zero.0.ending, zero.0.iterations), (KrylovEnding::Converged, 0));
    let empty = solve(&SparseMatrix::zeros(0, 0), &[], Stopping::default());
    assert_eq!(empty.0.ending, KrylovEnding::Converged);
}

struct Negative;

impl Preconditioner for Negative {
    fn apply(&mut self, r: &[f64], z: &mut [f64]) {
        z.iter_mut().zip(r).for_each(|(z, r)| *z = -r);
    }
    fn restrict(&mut self, _active: &[bool]) {}
}

struct Poisoned;

impl LinearOperator for Poisoned {
    fn size(&self) -> usize {
        2
    }
    fn apply(&mut self, x: &[f64], y: &mut [f64]) {
        y.copy_from_slice(x);
        if x[0] != 0.0 {
            y[1] = f64::NAN;
        }
    }
}

#[test]
fn breakdowns_are_named_and_leave_a_finite_iterate() {
    let indefinite = SparseMatrix::diagonal_matrix(&[1.0, -3.0]);
    let (report, x) = solve(&indefinite, &[1.0, 1.0], Stopping::default());
    assert_eq!(report.ending, KrylovEnding::Curvature(-2.0));
    assert_eq!(x, [0.0, 0.0]);
    let matrix = SparseMatrix::identity(2);
    let mut workspace = ConjugateGradientWorkspace::default();
    let mut x = [0.0; 2];
    let report = preconditioned_conjugate_gradient(
        &mut &matrix,
        &mut Negative,
        &[3.0, 4.0],
        &mut x,
        &Stopping::default(),
        &mut workspace,
    );
    assert_eq!(report.ending, KrylovEnding::Preconditioner(-25.0));
    let stopping = Stopping::default();
    let report = conjugate_gradient(&mut Poisoned, &[1.0, 0.0], &mut x, &stopping, &mut workspace);
    assert_eq!(report.ending, KrylovEnding::NotFinite);
    assert!(x.iter().all(|value| value.is_finite()));
    let (report, _) = solve_nan();
    assert_eq!(report.ending, KrylovEnding::NotFinite);
}

fn solve_nan() -> (KrylovReport, Vec<f64>) {
    let mut x = vec![0.0; 2];
    let mut workspace = ConjugateGradientWorkspace::default();
    let matrix = SparseMatrix::identity(2);
    let b = [f64::NAN, 1.0];
    let report = conjugate_gradient(&mut &matrix, &b, &mut x, &Stopping::default(), &mut workspace);
    (report, x)
}
