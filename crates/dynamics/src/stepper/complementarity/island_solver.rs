//! Solving one island.

use stickslip_solve::{Label, Outcome, Problem, Refusal, Request, Solver, Start};

use super::island_problem::{self, IslandView};
use crate::friction::{self, Form, FrictionModel};
use crate::model::ModelError;
use crate::settings::SolverChoice;

/// Most iterations of a solve that is only to show the way to the next round.
const ROUGH_ITERATIONS: usize = 120;

/// A solver as the settings choose it.
pub fn build(choice: &SolverChoice, form: Form) -> Result<Solver, ModelError> {
    let name = choice.name.as_deref();
    let name = name.unwrap_or_else(|| form.model.preferred_solver_for(form.anisotropy));
    let wrong = |reason: String| ModelError::Setting { key: "solver", reason };
    let entry = choice.registry.find(name).map_err(|error| wrong(error.to_string()))?;
    entry.accepts.check_kind(entry.name, form.kind()).map_err(|refusal| {
        wrong(format!("{refusal}; another friction model makes another kind"))
    })?;
    form.check_section(entry.name, &entry.accepts).map_err(wrong)?;
    entry.build(&choice.options).map_err(|error| wrong(error.to_string()))
}

/// Problem, solver and result of one island. Which slot an island gets does
/// not change a bit of its result: solvers keep memory, not history.
pub struct IslandSlot {
    problem: Option<Problem>,
    solver: Solver,
    request: Request,
    /// The residual that the settings ask for, and the most iterations.
    tolerance: Option<f64>,
    max_iterations: Option<usize>,
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
            tolerance: choice.tolerance,
            max_iterations: choice.max_iterations,
            outcome: Outcome::default(),
            impulses: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Writes the island's problem into the slot.
    pub fn assemble(&mut self, view: &IslandView<'_>, form: Form) -> Result<(), String> {
        island_problem::fill(&mut self.problem, view, form).map_err(|error| error.to_string())
    }

    /// Solves it. `start` gives impulses and index sets of the island's rows
    /// to begin with; a residual of `least` is enough, and what does not come
    /// near it soon is left to the next round.
    pub fn solve(
        &mut self,
        view: &IslandView<'_>,
        model: FrictionModel,
        start: Option<impl Iterator<Item = (f64, Label)>>,
        least: Option<f64>,
        history: bool,
    ) -> Result<(), Refusal> {
        let Some(problem) = &self.problem else { return Ok(()) };
        self.request.history = history;
        self.request.tolerance = self.tolerance;
        self.request.max_iterations = self.max_iterations;
        if let Some(least) = least {
            let most =
                self.max_iterations.map_or(ROUGH_ITERATIONS, |own| own.min(ROUGH_ITERATIONS));
            self.request.max_iterations = Some(most);
            let own = self.request.tolerance_for(problem);
            self.request.tolerance = Some(own.max(least));
        }
        match start {
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
        friction::solve(model, &mut self.solver, problem, &self.request, &mut self.outcome)?;
        let outcome = &self.outcome;
        self.impulses.resize(view.island.rows.len(), 0.0);
        self.labels.clear();
        self.impulses.copy_from_slice(&outcome.x);
        self.labels.extend(outcome.labels.iter().flatten());
        self.labels.resize(view.island.rows.len(), Label::Free);
        Ok(())
    }

    /// Whether the residual is what the settings ask for.
    pub fn is_exact(&self) -> bool {
        let Some(problem) = &self.problem else { return true };
        let asked = self.tolerance;
        let tolerance = asked.unwrap_or_else(|| Request::default().tolerance_for(problem));
        self.outcome.residuals.decisive() <= tolerance
    }

    /// Impulses of the island's rows.
    pub fn impulses(&self) -> &[f64] {
        &self.impulses
    }

    /// Index sets of the island's rows.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Index sets that the last solve began with; none where it began cold.
    pub fn began(&self) -> Option<&[Label]> {
        self.request.start.labels.as_deref()
    }

    /// The problem and what came out of it.
    pub fn solved(&self) -> Option<(&Problem, &Outcome)> {
        Some((self.problem.as_ref()?, &self.outcome))
    }
}
