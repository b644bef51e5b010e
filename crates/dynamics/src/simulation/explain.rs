//! Why a step was not solved, in words that name the place.

use std::fmt;

use stickslip_solve::{Outcome, Problem, Status, registry};

use super::Simulation;
use crate::row_source::RowSource;

/// An island whose problem was not solved in the last sub-step.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The solver.
    pub solver: String,
    /// How it ended.
    pub status: Status,
    /// Iterations that it made.
    pub iterations: usize,
    /// What is left, and what was asked for.
    pub residual: f64,
    /// The tolerance.
    pub tolerance: f64,
    /// Rows of the problem.
    pub rows: usize,
    /// The row that is farthest from solved, where it comes from and how far.
    pub worst: Option<(RowSource, f64)>,
    /// The worst row in words.
    pub place: String,
    /// What to try.
    pub advice: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} after {} iterations on {} rows, residual {:.1e} where {:.1e} was asked for",
            self.solver,
            self.status.name(),
            self.iterations,
            self.rows,
            self.residual,
            self.tolerance
        )?;
        if let Some((_, value)) = self.worst {
            write!(f, "; worst is {} ({value:.1e})", self.place)?;
        }
        write!(f, "; {}", self.advice)
    }
}

impl Simulation {
    /// The islands of the last sub-step whose problems were not solved.
    pub fn failures(&self) -> Vec<Failure> {
        let unsolved = |island: crate::report::IslandReport<'_>| {
            let (problem, outcome) = island.solved?;
            if outcome.status == Status::Converged {
                return None;
            }
            let worst = outcome.residuals.natural;
            let source = island.row_sources().get(worst.row).copied();
            Some(Failure {
                solver: outcome.solver.into(),
                status: outcome.status,
                iterations: outcome.counts.iterations,
                residual: outcome.residuals.decisive(),
                tolerance: outcome.tolerance,
                rows: problem.size(),
                worst: source.map(|source| (source, worst.value)),
                place: source.map_or_else(
                    || format!("row {}", worst.row),
                    |source| source.describe(self.model(), self.contacts()),
                ),
                advice: advice(problem, outcome),
            })
        };
        self.islands().filter_map(unsolved).collect()
    }
}

fn advice(problem: &Problem, outcome: &Outcome) -> String {
    let preferred = if problem.kind().is_cone() { "cone-ip" } else { registry::PREFERRED[0] };
    let other = (outcome.solver != preferred).then_some(preferred);
    let more = match outcome.status {
        Status::MaxIterations => "allow more iterations (max_iterations)",
        Status::Diverged => "take a smaller time step",
        _ => "ask for less (tolerance), or take a smaller time step",
    };
    match other {
        Some(solver) => format!("try the solver {solver}, or {more}"),
        None => more.into(),
    }
}
