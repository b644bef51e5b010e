//! What there is to say about a valid problem.

use std::fmt::Write;

use serde::Serialize;
use stickslip_solve::{Problem, Request, Residuals};

use super::Finding;
use crate::commands::describe;
use crate::json::Residual;
use crate::table::scientific;

/// The facts of a problem.
#[derive(Serialize)]
pub struct Facts {
    problem: String,
    kind: &'static str,
    size: usize,
    nonzeros: usize,
    contacts: usize,
    symmetric: bool,
    solution: Option<Solution>,
}

#[derive(Serialize)]
struct Solution {
    solves: bool,
    residual: Residual,
}

/// Size, symmetry, and what the solution in the file is worth.
pub fn praise(problem: &Problem) -> Finding {
    let symmetry = match problem.asymmetry() {
        None => "A is symmetric".into(),
        Some((row, col, gap)) => format!(
            "A is not symmetric: entries ({row}, {col}) and ({col}, {row}) differ by {}",
            scientific(gap)
        ),
    };
    let mut text = format!("   {}: {}; {symmetry}\n", problem.name(), describe(problem));
    let residuals = solution_residuals(problem);
    if let Some(residuals) = &residuals {
        let natural = residuals.natural;
        let verdict = if solves(problem, residuals) { "solves" } else { "does not solve" };
        let _ = writeln!(
            text,
            "   its solution {verdict} it: natural {} at row {}",
            scientific(natural.value),
            natural.row
        );
    }
    let facts = Facts {
        problem: problem.name().into(),
        kind: problem.kind().name(),
        size: problem.size(),
        nonzeros: problem.stored(),
        contacts: problem.contacts().len(),
        symmetric: problem.asymmetry().is_none(),
        solution: residuals.map(|residuals| Solution {
            solves: solves(problem, &residuals),
            residual: Residual::new(&residuals),
        }),
    };
    Finding { text, damage: None, facts: super::Facts::Problem(facts) }
}

fn solution_residuals(problem: &Problem) -> Option<Residuals> {
    let solution = problem.data().solution.as_ref()?;
    let mut w = vec![0.0; problem.size()];
    problem.velocity(solution, &mut w);
    Some(Residuals::measure(problem, solution, &w))
}

/// By the tolerance that a solver would have to reach.
fn solves(problem: &Problem, residuals: &Residuals) -> bool {
    residuals.decisive() <= Request::default().tolerance_for(problem)
}
