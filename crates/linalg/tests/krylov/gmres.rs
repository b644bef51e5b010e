//! GMRES on unsymmetric, indefinite and singular systems.

use stickslip_linalg::krylov::{GmresWorkspace, KrylovEnding, KrylovReport, Stopping, gmres};
use stickslip_linalg::preconditioner::{Identity, Preconditioner};
use stickslip_linalg::{SparseMatrix, norm};

use crate::samples::{dense_solution, distance, gram, random, residual, vector};

fn solve(matrix: &SparseMatrix, b: &[f64], restart: usize) -> (KrylovReport, Vec<f64>) {
    let mut x = vec![0.0; b.len()];
    let mut workspace = GmresWorkspace::default();
    let stopping = Stopping { relative: 1e-11, max_iterations: 3000, ..Stopping::default() };
    let report = gmres(&mut &*matrix, &mut Identity, b, &mut x, restart, &stopping, &mut workspace);
    assert_eq!(workspace.history.len(), report.iterations + 1);
    assert!(workspace.history.windows(2).all(|pair| pair[1] <= pair[0] * (1.0 + 1e-9)));
    (report, x)
}

#[test]
fn unsymmetric_and_indefinite_systems_agree_with_elimination() {
    for seed in 0..20 {
        let mut random = random(seed);
        let n = 30;
        let mut entries = vector(&mut random, n * n);
        if seed % 2 == 0 {
            for i in 0..n {
                for j in 0..i {
                    entries[i * n + j] = entries[j * n + i];
                }
            }
        }
        let matrix = SparseMatrix::from_dense(n, n, &entries);
        let b = vector(&mut random, n);
        let (report, x) = solve(&matrix, &b, n);
        assert_eq!(report.ending, KrylovEnding::Converged, "seed {seed}");
        assert!(report.iterations <= 2 * n, "finite termination: {}", report.iterations);
        let exact = dense_solution(&matrix, &b);
        assert!(distance(&x, &exact) < 1e-7 * (1.0 + norm(&exact)), "seed {seed}");
        assert!(residual(&matrix, &b, &x) <= 1.01e-11 * norm(&b));
    }
}

#[test]
fn restarts_reach_the_same_solution() {
    let mut random = random(42);
    let matrix = gram(&mut random, 40, 40, 5.0);
    let b = vector(&mut random, 40);
    let (report, x) = solve(&matrix, &b, 7);
    assert_eq!(report.ending, KrylovEnding::Converged);
    assert!(report.iterations > 7);
    assert!(distance(&x, &dense_solution(&matrix, &b)) < 1e-9);
}

struct Diagonal(Vec<f64>);

impl Preconditioner for Diagonal {
    fn apply(&mut self, r: &[f64], z: &mut [f64]) {
        for ((z, r), d) in z.iter_mut().zip(r).zip(&self.0) {
            *z = r / d;
        }
    }
    fn restrict(&mut self, _active: &[bool]) {}
}

#[test]
fn the_preconditioner_stands_on_the_right() {
    let diagonal: Vec<f64> = (1..=60).map(|i| f64::from(i * i)).collect();
    let matrix = SparseMatrix::diagonal_matrix(&diagonal);
    let b = vector(&mut random(5), 60);
    let mut x = vec![0.0; 60];
    let mut workspace = GmresWorkspace::default();
    let stopping = Stopping { relative: 1e-12, ..Stopping::default() };
    let mut exact = Diagonal(diagonal);
    let report = gmres(&mut &matrix, &mut exact, &b, &mut x, 20, &stopping, &mut workspace);
    assert_eq!((report.ending, report.iterations), (KrylovEnding::Converged, 1));
    assert!(residual(&matrix, &b, &x) <= 1.01e-12 * norm(&b));
}

#[test]
fn singular_and_poisoned_systems_end_honestly() {
    let matrix = SparseMatrix::from_dense(2, 2, &[0.0, 1.0, 0.0, 0.0]);
    let (report, _) = solve(&matrix, &[1.0, 1.0], 2);
    assert_ne!(report.ending, KrylovEnding::Converged);
    let mut random = random(9);
    let singular = gram(&mut random, 20, 8, 0.0);
    let mut b = vec![0.0; 20];
    singular.multiply(&vector(&mut random, 20), &mut b);
    let (report, x) = solve(&singular, &b, 20);
    assert_eq!(report.ending, KrylovEnding::Converged);
    assert!(residual(&singular, &b, &x) <= 1e-10 * norm(&b));
    let (report, _) = solve(&SparseMatrix::identity(0), &[], 3);
    assert_eq!(report.ending, KrylovEnding::Converged);
    let mut x = [0.0];
    let mut workspace = GmresWorkspace::default();
    let one = SparseMatrix::identity(1);
    let stopping = Stopping::default();
    let report = gmres(&mut &one, &mut Identity, &[f64::NAN], &mut x, 0, &stopping, &mut workspace);
    assert_eq!(report.ending, KrylovEnding::NotFinite);
}
