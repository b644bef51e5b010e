//! What every cone solver owes its caller.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{
    FrictionContact, Kind, OptionValues, Problem, ProblemData, Refusal, Request, Start, Status,
    registry,
};

use crate::laws::{solve, solve_with, solvers};

fn contact(kind: Kind, entries: &[f64], b: &[f64], mu: f64) -> Option<Problem> {
    let a = SparseMatrix::from_dense(3, 3, entries);
    let mut data = ProblemData::assembled("contact", kind, a, b.to_vec());
    data.contacts =
        vec![FrictionContact { normal: 0, tangents: vec![1, 2], mu, ..FrictionContact::default() }];
    Problem::new(data).ok()
}

const REGULAR: [f64; 9] = [2.0, 0.3, 0.1, 0.3, 1.0, 0.2, 0.1, 0.2, 1.5];

#[test]
fn nothing_panics_and_no_status_lies() {
    let numbers = [0.0, f64::MIN_POSITIVE, 1e-160, 1.0, -1.0, 1e200, -1e200];
    for kind in [Kind::Ncp, Kind::Ccp] {
        for solver in solvers(kind) {
            let entry = registry::find(solver).expect("registered");
            for a in numbers {
                for b in numbers {
                    for mu in [0.0, 1e-200, 0.5, 1e200] {
                        let entries = [a, 0.0, 0.0, 0.0, a, 0.0, 0.0, 0.0, a];
                        let problem = contact(kind, &entries, &[b, -b, 1.0], mu);
                        let problem = problem.expect("finite");
                        let request = Request { max_iterations: Some(50), ..Request::default() };
                        let mut method = entry.build(&OptionValues::new()).expect("defaults");
                        match method.solve(&problem, &request) {
                            Ok(outcome) => {
                                let small = outcome.residuals.decisive() <= outcome.tolerance;
                                assert_eq!(outcome.status == Status::Converged, small);
                            }
                            Err(refusal) => {
                                let known = matches!(refusal, Refusal::Diagonal { .. })
                                    || (solver == "admm"
                                        && matches!(refusal, Refusal::Unfit { .. }));
                                assert!(known, "{refusal}");
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_solution_as_start_is_recognised_and_a_near_one_is_quick() {
    let problem = contact(Kind::Ncp, &REGULAR, &[-1.0, 0.9, -0.4], 0.5).expect("finite");
    for solver in ["cone-ip", "cone-newton"] {
        let cold = solve(solver, &problem);
        let from = |x: Vec<f64>| {
            let start = Start { x: Some(x), labels: None };
            solve_with(solver, &problem, &Request { start, ..Request::default() })
        };
        assert_eq!(from(cold.x.clone()).counts.iterations, 0, "{solver}");
        let near = from(cold.x.iter().map(|x| x * 1.001).collect());
        assert_eq!(near.status, Status::Converged, "{solver}");
        assert!(near.counts.iterations <= 6, "{solver}: {:?}", near.counts);
    }
}

#[test]
fn a_history_ends_at_the_residual_and_changes_nothing() {
    let problem = contact(Kind::Ncp, &REGULAR, &[-1.0, 0.9, -0.4], 0.5).expect("finite");
    for solver in solvers(Kind::Ncp) {
        let request = Request { history: true, ..Request::default() };
        let outcome = solve_with(solver, &problem, &request);
        let last = outcome.history.last().expect("at least one point");
        assert!(last.residual <= 1e-8, "{solver}: {last:?}");
        assert_eq!(last.iteration, outcome.counts.iterations, "{solver}");
        let plain = solve_with(solver, &problem, &Request::default());
        assert_eq!(plain.x, outcome.x, "{solver}");
    }
}

#[test]
fn too_few_iterations_are_said_and_the_best_iterate_is_kept() {
    let problem = contact(Kind::Ncp, &REGULAR, &[-1.0, 0.9, -0.4], 0.5).expect("finite");
    let request = Request { max_iterations: Some(2), ..Request::default() };
    let outcome = solve_with("cone-ip", &problem, &request);
    assert_eq!(outcome.status, Status::MaxIterations);
    assert!(outcome.residuals.decisive() <= 1.0 + 1e-12, "no worse than zero");
}
