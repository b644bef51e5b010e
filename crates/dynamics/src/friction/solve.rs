//! Solving the problem that a model made.

use stickslip_solve::{Outcome, Problem, Refusal, Request, Solver};

use super::model::{FrictionModel, Load};

/// Solves it in the memory of an earlier outcome.
pub(crate) fn solve(
    model: FrictionModel,
    solver: &mut Solver,
    problem: &Problem,
    request: &Request,
    outcome: &mut Outcome,
) -> Result<(), Refusal> {
    if model.load() == Load::NormalFirst {
        *outcome = solver.solve_normal_first(problem, request)?;
        Ok(())
    } else {
        solver.solve_into(problem, request, outcome)
    }
}
