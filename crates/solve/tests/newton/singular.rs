//! Jacobians that are singular, preconditioners that break down, and rows whose bounds
//! are equal.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{Kind, Problem, ProblemData, Status};

use crate::samples::{distance, lcp, path};

/// Two contacts that are the same: A_II is singular, next to nothing on its diagonal
/// mends it, and Newton's step ends at (½, ½).
#[test]
fn the_normal_map_raises_a_singular_block_by_next_to_nothing() {
    let problem = lcp(&[1.0, 1.0, 1.0, 1.0], &[-1.0, -1.0]);
    let outcome = path("normal-map-newton", &[], &problem, &[0.3, 0.3]);
    assert_eq!((outcome.status, outcome.counts.iterations), (Status::Converged, 1));
    assert_eq!(outcome.figures["raised_diagonals"], 1.0);
    assert!(distance(&outcome.x, &[0.5, 0.5]) < 1e-8, "{:?}", outcome.x);
}

/// w = (2 x₂ − 2, 0): without a diagonal A_II cannot be raised, and from z = x − w =
/// (5, 3), F = (4, 0), the step goes along −AᵀF = (0, −8), ½‖F‖²/‖AᵀF‖² = ⅛ of it.
#[test]
fn the_normal_map_steps_along_the_gradient_where_newton_has_no_step() {
    let problem = lcp(&[0.0, 2.0, 0.0, 0.0], &[-2.0, 0.0]);
    let outcome = path("normal-map-newton", &[], &problem, &[9.0, 3.0]);
    assert!(distance(&outcome.history[1].x, &[5.0, 2.0]) < 1e-12, "{:?}", outcome.history[1]);
}

/// A = [1 2; 2 1] has no Cholesky factor. The step is found without a preconditioner,
/// and that there was none is told.
#[test]
fn preconditioners_that_break_down_are_counted() {
    let problem = lcp(&[1.0, 2.0, 2.0, 1.0], &[-3.0, -3.0]);
    let outcome = path("minmap-newton", &["preconditioner=ic0"], &problem, &[1.2, 1.2]);
    assert_eq!((outcome.status, outcome.counts.iterations), (Status::Converged, 1));
    assert!(distance(&outcome.x, &[1.0, 1.0]) < 1e-9, "{:?}", outcome.x);
    assert_eq!(outcome.figures.get("preconditioner_breakdowns"), Some(&1.0));
}

/// x₂ = ½ whatever w₂ is, and 2 x₁ + ½ x₃ = 2.5, ½ x₁ + 3 x₃ = 1.85.
#[test]
fn rows_with_equal_bounds_stay_where_they_are() {
    let matrix = SparseMatrix::from_dense(3, 3, &[2.0, 1.0, 0.5, 1.0, 2.0, 0.3, 0.5, 0.3, 3.0]);
    let expected = [6.575 / 5.75, 0.5, 2.45 / 5.75];
    for b in [1.0, -9.0] {
        let data = ProblemData::assembled("fixed", Kind::Blcp, matrix.clone(), vec![-3.0, b, -2.0]);
        let (lo, hi) = (vec![0.0, 0.5, 0.0], vec![9.0, 0.5, 9.0]);
        let problem = Problem::new(ProblemData { lo, hi, ..data }).expect("well formed");
        for method in ["interior-point", "normal-map-newton", "minmap-newton", "fischer-newton"] {
            let outcome = path(method, &[], &problem, &[0.0, 0.5, 0.0]);
            assert_eq!(outcome.status, Status::Converged, "{method}, {b}");
            assert!(distance(&outcome.x, &expected) < 1e-7, "{method}, {b}: {:?}", outcome.x);
        }
    }
}
