//! Solving the problem that a model made.

use stickslip_solve::{
    DirectionForm, Outcome, Problem, Refusal, Request, Residuals, Solver, Start, Status,
};

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
    } else if model.has_slacks() {
        *outcome = solve_directions(solver, problem, request)?;
        Ok(())
    } else {
        solver.solve_into(problem, request, outcome)
    }
}

/// How much smaller than asked for the residual in directions is to be: it is
/// another measure of the same impulses.
const STRICTER: f64 = 0.1;

/// Solves a problem of polygons in their directions. The status is judged by
/// the residual of the given problem at the impulses that come back.
fn solve_directions(
    solver: &mut Solver,
    problem: &Problem,
    request: &Request,
) -> Result<Outcome, Refusal> {
    let name = solver.entry().name;
    let unfit = |reason: String| Refusal::Unfit { solver: name, reason };
    let form = DirectionForm::new(problem).map_err(|error| unfit(error.to_string()))?;
    let tolerance = request.tolerance_for(problem);
    let length = problem.b().iter().map(|b| b * b).sum::<f64>().sqrt();
    let mut w = vec![0.0; problem.size()];
    let start = request.start.x.as_ref().map(|x| {
        problem.velocity(x, &mut w);
        form.start(x, &w)
    });
    let within = Request {
        tolerance: Some(STRICTER * tolerance * length / (problem.size() as f64).sqrt()),
        start: Start { x: start, labels: None },
        history: false,
        iterates: false,
        ..request.clone()
    };
    let found = solver.solve(form.problem(), &within)?;
    let x = form.impulses(&found.x);
    problem.velocity(&x, &mut w);
    let residuals = Residuals::measure(problem, &x, &w);
    let status = match found.status {
        _ if residuals.decisive() <= tolerance => Status::Converged,
        Status::Converged => Status::Stagnated,
        status => status,
    };
    Ok(Outcome { x, w, residuals, status, tolerance, labels: None, ..found })
}
