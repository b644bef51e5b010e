//! Solving the problem that a model made.

use stickslip_solve::{Outcome, Problem, Refusal, Request, Solver, Status};

use super::{FrictionModel, Load};

/// Solves it in the memory of an earlier outcome.
pub(crate) fn solve(
    model: FrictionModel,
    solver: &mut Solver,
    problem: &Problem,
    request: &Request,
    outcome: &mut Outcome,
) -> Result<(), Refusal> {
    if model.load() == Load::NormalFirst {
        *outcome = normal_first(solver, problem, request)?;
        Ok(())
    } else {
        solver.solve_into(problem, request, outcome)
    }
}

/// A frictionless solve sets the bounds of the second one (T3 ii).
fn normal_first(
    solver: &mut Solver,
    problem: &Problem,
    request: &Request,
) -> Result<Outcome, Refusal> {
    let unfit = |error: stickslip_solve::ProblemError| Refusal::Unfit {
        solver: "box friction",
        reason: error.to_string(),
    };
    if !problem.has_coupled_bounds() {
        return solver.solve(problem, request);
    }
    let smooth = problem.without_friction().map_err(unfit)?;
    let first = solver.solve(&smooth, &Request { history: false, ..request.clone() })?;
    let frozen = problem.with_frozen_bounds(&first.x).map_err(unfit)?;
    let mut outcome = solver.solve(&frozen, request)?;
    outcome.counts += first.counts;
    if first.status != Status::Converged {
        outcome.status = first.status;
    }
    Ok(outcome)
}
