//! Inexact inner solves, bad options and hopeless problems end honestly.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{
    Kind, OptionValues, Problem, ProblemData, Request, Status, preconditioners, registry,
};

use crate::samples::{problem, solve};

const SOLVERS: [&str; 2] = ["bpp-pcg", "pgcg"];

#[test]
fn rough_inner_solves_never_claim_convergence() {
    let problem = problem("wall", 0, "bricks=12 bounds=frozen compliance=1e-4");
    for solver in SOLVERS {
        for settings in [
            "refine=false inexact=false inner_tolerance=1e-2",
            "refine=false inner_iterations=3",
            "inner_iterations=1",
            "inner_iterations=0",
            "refine=false inner_stop=absolute inner_tolerance=1e3",
        ] {
            // The check of the status is inside `solve`.
            let request = Request { max_iterations: Some(60), ..Request::default() };
            solve(solver, settings, &problem, &request);
            // With an exact factor three iterations are enough; without one,
            // and with cut steps, they are not.
            let steps = if solver == "pgcg" { "step=cut" } else { "" };
            let rough = format!("{settings} preconditioner=ic0-imaginary {steps}");
            let rough = solve(solver, &rough, &problem, &request);
            // The outer steps of `bpp-pcg` correct the last iterate, so that
            // rough solves add up to good ones.
            if solver == "pgcg" && settings.contains("refine=false") {
                assert_ne!(rough.status, Status::Converged, "{solver} {settings}");
            }
        }
    }
}

#[test]
fn singular_infeasible_and_indefinite_problems_end() {
    for (generator, settings) in [("psd", ""), ("degenerate", ""), ("infeasible", "")] {
        let problem = problem(generator, 2, settings);
        for solver in SOLVERS {
            let request = Request { max_iterations: Some(300), ..Request::default() };
            let found = solve(solver, "inner_iterations=500", &problem, &request);
            assert!(found.x.iter().all(|value| value.is_finite()), "{solver} {generator}");
            if generator == "infeasible" {
                assert_ne!(found.status, Status::Converged, "{solver}");
            }
        }
    }
    for entries in [[0.0, 1.0, 1.0, 0.0], [-1.0, 0.0, 0.0, -1.0], [0.0; 4]] {
        let matrix = SparseMatrix::from_dense(2, 2, &entries);
        let data = ProblemData::assembled("hopeless", Kind::Lcp, matrix, vec![-1.0, -2.0]);
        let problem = Problem::new(data).expect("well formed");
        for solver in SOLVERS {
            // Those of the bodies are refused: there are none.
            let of_matrices = preconditioners();
            for preconditioner in
                of_matrices.iter().filter(|known| !known.name.starts_with("body-space"))
            {
                let settings = format!("preconditioner={}", preconditioner.name);
                let request = Request { max_iterations: Some(50), ..Request::default() };
                solve(solver, &settings, &problem, &request);
            }
        }
    }
}

#[test]
fn coupled_bounds_are_taken_and_measured() {
    let problem = problem("cable", 0, "links=8 compliance=1e-3");
    assert!(problem.has_coupled_bounds());
    for solver in SOLVERS {
        let request = Request { max_iterations: Some(400), ..Request::default() };
        let settings = OptionValues::new();
        let mut solver =
            registry::find(solver).expect("registered").build(&settings).expect("fine");
        let found = solver.solve(&problem, &request).expect("accepted");
        let claimed = found.status == Status::Converged;
        assert_eq!(claimed, found.residuals.natural.value <= found.tolerance);
    }
}

#[test]
fn unknown_names_are_refused_with_a_hint() {
    for solver in SOLVERS {
        let build = |key: &str, value: &str| {
            let settings = OptionValues::new().set(key, value);
            let built = registry::find(solver).expect("registered").build(&settings);
            built.err().expect("refused").to_string()
        };
        assert!(build("preconditioner", "ic0-imaginry").contains("\"ic0-imaginary\""));
        assert!(build("ordering", "amd").contains("has no option"));
        assert!(build("rebuild", "often").contains("always, never, downdate, auto"));
        assert!(build("inner_tolerance", "NaN").contains("finite"));
    }
}
