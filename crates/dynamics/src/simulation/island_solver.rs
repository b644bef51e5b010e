//! Solving one island.

use stickslip_solve::registry;
use stickslip_solve::{Label, Outcome, Problem, Refusal, Request, Solver, Start, Status};

use super::island_problem::{self, IslandView};
use super::polyhedral;
use crate::model::ModelError;
use crate::settings::{FrictionModel, SolverChoice};

/// The solver for a friction model when nobody names one.
pub fn preferred(model: FrictionModel) -> &'static str {
    match model {
        FrictionModel::Cone | FrictionModel::ConvexCone => "cone-ip",
        FrictionModel::Cylinder => "prox-gs",
        // Unsymmetric, and too stiff for the tableau of Lemke's method.
        FrictionModel::Polyhedral { .. } | FrictionModel::Prism { .. } => "fischer-newton",
        _ => "bpp",
    }
}

/// A solver as the settings choose it.
pub fn build(choice: &SolverChoice, model: FrictionModel) -> Result<Solver, ModelError> {
    let name = choice.name.as_deref().unwrap_or_else(|| preferred(model));
    let wrong = |reason: String| ModelError::Setting { key: "solver", reason };
    let entry = registry::find(name).map_err(|error| wrong(error.to_string()))?;
    entry.accepts.check_kind(entry.name, island_problem::kind(model)).map_err(|refusal| {
        wrong(format!("{refusal}; another friction model makes another kind"))
    })?;
    entry.build(&choice.options).map_err(|error| wrong(error.to_string()))
}

/// Problem, solver and result of one island. Which slot an island gets does
/// not change a bit of its result: solvers keep memory, not history.
pub struct IslandSlot {
    problem: Option<Problem>,
    solver: Solver,
    request: Request,
    outcome: Outcome,
    impulses: Vec<f64>,
    labels: Vec<Label>,
}

impl IslandSlot {
    /// A slot with its own solver.
    pub fn new(solver: Solver, choice: &SolverChoice) -> Self {
        Self {
            problem: None,
            solver,
            request: Request {
                tolerance: choice.tolerance,
                max_iterations: choice.max_iterations,
                ..Request::default()
            },
            outcome: Outcome::default(),
            impulses: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Writes the island's problem into the slot.
    pub fn assemble(&mut self, view: &IslandView<'_>, model: FrictionModel) -> Result<(), String> {
        island_problem::fill(&mut self.problem, view, model).map_err(|error| error.to_string())
    }

    /// Solves it. `start` gives impulses and index sets of the island's rows
    /// to begin with.
    pub fn solve(
        &mut self,
        view: &IslandView<'_>,
        model: FrictionModel,
        start: Option<impl Iterator<Item = (f64, Label)>>,
        history: bool,
    ) -> Result<(), Refusal> {
        let Some(problem) = &self.problem else { return Ok(()) };
        let facets = polyhedral::facets(model);
        self.request.history = history;
        match start.filter(|_| facets.is_none()) {
            None => self.request.start = Start::default(),
            Some(start) => {
                let x = self.request.start.x.get_or_insert_default();
                let labels = self.request.start.labels.get_or_insert_default();
                x.clear();
                labels.clear();
                for (impulse, label) in start {
                    x.push(impulse);
                    labels.push(label);
                }
            }
        }
        if model == FrictionModel::BoxNormalFirst {
            self.outcome = normal_first(&mut self.solver, problem, &self.request)?;
        } else {
            self.solver.solve_into(problem, &self.request, &mut self.outcome)?;
        }
        let outcome = &self.outcome;
        self.impulses.resize(view.island.rows.len(), 0.0);
        self.labels.clear();
        match facets {
            Some(facets) => {
                polyhedral::tangent_impulses(view, facets, &outcome.x, &mut self.impulses);
            }
            None => {
                self.impulses.copy_from_slice(&outcome.x);
                self.labels.extend(outcome.labels.iter().flatten());
            }
        }
        self.labels.resize(view.island.rows.len(), Label::Free);
        Ok(())
    }

    /// Impulses of the island's rows.
    pub fn impulses(&self) -> &[f64] {
        &self.impulses
    }

    /// Index sets of the island's rows.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// The problem and what came out of it.
    pub fn solved(&self) -> Option<(&Problem, &Outcome)> {
        Some((self.problem.as_ref()?, &self.outcome))
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
