//! How fast the last steps of Newton's method on the cone are.

use stickslip_solve::{Kind, Request, Section, Start, Status};

use crate::samples::{several, solve, solve_from};

/// Alart and Curnier's equations are smooth where contacts slide, and the
/// error is squared from step to step.
#[test]
fn cone_newton_is_quadratic() {
    let mut seen = 0;
    for seed in 0..6 {
        let problem = several(Kind::Ncp, seed, 4, 3, &Section::default());
        let reference = solve("cone-ip", &[], &problem);
        let x = reference.x.iter().enumerate().map(|(at, x)| x + 1e-2 * (at as f64).sin());
        let start = Start { x: Some(x.collect()), labels: None };
        let request =
            Request { start, history: true, tolerance: Some(1e-14), ..Request::default() };
        let outcome = solve_from("cone-newton", &["first_weight=1e-12"], &request, &problem);
        let residuals: Vec<f64> = outcome.history.iter().map(|point| point.residual).collect();
        assert!(outcome.residuals.decisive() < 1e-12, "seed {seed}: {residuals:?}");
        for pair in residuals.windows(2).filter(|pair| pair[0] < 1e-2 && pair[0] > 1e-7) {
            assert!(pair[1] < 10.0 * pair[0] * pair[0] + 1e-14, "seed {seed}: {residuals:?}");
            seen += 1;
        }
    }
    assert!(seen >= 6, "{seen}");
}

/// λ_t = 0, where the slack form of the equations has no Jacobian, is a point
/// like any other here: a contact that rests without friction, from zero.
#[test]
fn no_friction_impulse_is_no_obstacle() {
    let mut problem = several(Kind::Ncp, 1, 1, 3, &Section::default()).data().clone();
    problem.matrix = Some(stickslip_linalg::SparseMatrix::identity(3));
    problem.b = vec![-1.0, 0.0, 0.0];
    let problem = stickslip_solve::Problem::new(problem).expect("well formed");
    let start = Start { x: Some(vec![0.5, 0.0, 0.0]), labels: None };
    let request = Request { start, ..Request::default() };
    for solver in ["cone-newton", "cone-ip"] {
        let outcome = solve_from(solver, &[], &request, &problem);
        assert_eq!(outcome.status, Status::Converged, "{solver}");
        assert!((outcome.x[0] - 1.0).abs() < 1e-7, "{solver}");
    }
}
