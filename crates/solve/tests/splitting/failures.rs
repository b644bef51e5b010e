//! How methods end that do not succeed, and the failures that are documented.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{Kind, Problem, ProblemData, Request, Settings, Status, registry};

use crate::samples::{attempt, generated, solve};

#[test]
fn probe() {
    for shape in ["shape=sphere", "shape=box"] {
        for mu in [0.1, 0.3, 0.5, 0.8, 1.0, 1.5, 3.0] {
            let problem = generated(
                "pile",
                1,
                &["bodies=20", shape, "mass_ratio=5", "compliance=0.01", &format!("mu={mu}")],
            );
            for solver in ["cpg", "pgs"] {
                let request = Request {
                    tolerance: Some(1e-8),
                    max_iterations: Some(3000),
                    history: true,
                    ..Request::default()
                };
                let outcome = solve(solver, &[], &request, &problem);
                let rises = outcome
                    .history
                    .windows(2)
                    .filter(|pair| pair[1].residual > pair[0].residual)
                    .count();
                println!(
                    "{shape} mu {mu} {solver}: {} n={} it {} res {:e} rises {rises}",
                    outcome.status,
                    problem.size(),
                    outcome.counts.iterations,
                    outcome.residuals.decisive()
                );
            }
        }
    }
}
