//! A step of bodies and of the liquids among them.
//!
//! Bodies go first, as `complementarity` steps them. Their shapes at the end of
//! the step, with their velocities, are the walls of every liquid. Where forces
//! move bodies, the pressure pushes them, and both are one problem (`pushing`).
//! Liquids do not see each other, and no soft bodies.

mod pushing;
mod relaxation;
mod solids;

use std::time::Instant;

use stickslip_liquid::{
    DEFAULT_SOLVER, DEFAULT_TOLERANCE, Liquid, LiquidReport, LiquidState, LiquidStepError,
    default_options,
};
use stickslip_solve::{Label, Request, Solver, registry};

use self::pushing::Pushing;
use self::solids::BodySolids;
use super::ignored_settings::budget;
use super::{Complementarity, StepSpan, Stepper};
use crate::model::{Model, ModelError, Motion};
use crate::report::{IslandReport, StepReport};
use crate::settings::SolverChoice;
use crate::state::BodyState;
use crate::step_error::StepError;
use crate::world::World;

/// The stepper; keeps its memory from step to step.
pub(crate) struct Fluid {
    bodies: Complementarity,
    liquids: Vec<Liquid>,
    /// Whether the walls of the liquids must be looked at before the next step.
    walls_moved: bool,
    /// Where there are bodies that liquids push.
    pushing: Option<Pushing>,
}

/// The liquids of a model at the beginning.
pub(crate) fn liquid_states(model: &Model, bodies: &[BodyState]) -> Vec<LiquidState> {
    let solids = BodySolids::new(model.bodies(), bodies);
    model.liquids().iter().map(|liquid| LiquidState::new(liquid, &solids)).collect()
}

/// The solver that the settings choose, or the best one for liquids.
fn solver(choice: &SolverChoice) -> Result<Solver, ModelError> {
    let wrong = |reason: String| ModelError::Setting { key: "solver", reason };
    let (name, options) = match &choice.name {
        Some(name) => (name.as_str(), choice.options.clone()),
        None => (DEFAULT_SOLVER, default_options()),
    };
    let entry = registry::find(name).map_err(|error| wrong(error.to_string()))?;
    entry.build(&options).map_err(|error| wrong(error.to_string()))
}

impl Fluid {
    /// For a world at its initial state.
    pub(crate) fn new(world: &World) -> Result<Self, ModelError> {
        let choice = &world.settings.solver;
        let mut liquids = Vec::new();
        for (description, state) in world.model.liquids().iter().zip(&world.state.liquids) {
            let wrong =
                |reason: String| ModelError::Liquid { name: description.name.clone(), reason };
            if state.particles.is_empty() {
                return Err(wrong("region holds no liquid: it is thin, or full of solids".into()));
            }
            let request = Request {
                tolerance: Some(choice.tolerance.unwrap_or(DEFAULT_TOLERANCE)),
                max_iterations: choice.max_iterations,
                ..Request::default()
            };
            let liquid = Liquid::new(description.clone(), solver(choice)?, request);
            let mut liquid = liquid.map_err(|error| wrong(error.to_string()))?;
            liquid.set_pushes(solids::movers(world.model.bodies()).next().is_some());
            liquids.push(liquid);
        }
        let pushing = Pushing::new(world.model.bodies()).filter(|_| !liquids.is_empty());
        Ok(Self { bodies: Complementarity::new(world)?, liquids, walls_moved: true, pushing })
    }
}

impl Fluid {
    /// One sub-step of `h` seconds.
    fn substep(
        &mut self,
        world: &mut World,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        if let Self { bodies, liquids, pushing: Some(pushing), .. } = self {
            return pushing.substep(bodies, liquids, world, h, report);
        }
        self.bodies.substep(world, h, report)?;
        let moving = |motion: &Motion| *motion != Motion::Static;
        let bodies = world.model.bodies();
        self.walls_moved |= bodies.iter().any(|body| moving(&body.description.motion));
        let step = world.state.step + 1;
        let begun = Instant::now();
        report.liquid = LiquidReport::default();
        if self.walls_moved {
            let solids = BodySolids::new(bodies, &world.state.bodies);
            self.liquids.iter_mut().for_each(|liquid| liquid.place(&solids));
            self.walls_moved = false;
        }
        for (liquid, state) in self.liquids.iter_mut().zip(&mut world.state.liquids) {
            liquid.request.history = world.keep_history;
            let settings = &world.settings;
            let found = liquid
                .step(state, settings.gravity, h, settings.warm_start)
                .map_err(|error| step_error(error, step))?;
            add(report, &found, liquid);
        }
        report.times.integrate_s += begun.elapsed().as_secs_f64() - report.liquid.solve_s;
        Ok(())
    }
}

impl Stepper for Fluid {
    fn step(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        span.in_substeps(world, |world, h| self.substep(world, h, report))
    }

    fn solver_name<'a>(&self, world: &'a World) -> &'a str {
        let named = world.settings.solver.name.as_deref();
        match world.model.liquids() {
            [] => self.bodies.solver_name(world),
            _ => named.unwrap_or(DEFAULT_SOLVER),
        }
    }

    fn state_replaced(&mut self) {
        self.bodies.state_replaced();
        self.walls_moved = true;
    }

    fn ignored_settings(&self, world: &World) -> Vec<String> {
        let mut all: Vec<String> = budget(&world.settings).into_iter().collect();
        if world.model.liquids().is_empty() {
            return all;
        }
        let soft = world.model.soft_bodies().iter().map(|soft| &soft.description.name);
        all.extend(soft.map(|name| format!("what liquids push on \"{name}\"")));
        all
    }

    fn islands<'a>(&'a self, world: &'a World) -> Box<dyn Iterator<Item = IslandReport<'a>> + 'a> {
        let liquids = self.liquids.iter().filter_map(|liquid| {
            let solved = liquid.solved()?;
            Some(IslandReport {
                bodies: &[],
                rows: solved.0.size(),
                asleep: false,
                solved: Some(solved),
                began: None,
                liquid: true,
                row_indices: &[],
                joint_rows: &[],
                contact_rows: &[],
                contact_places: &[],
            })
        });
        Box::new(self.bodies.islands(world).chain(liquids))
    }
}

fn step_error(error: LiquidStepError, step: u64) -> StepError {
    match error {
        LiquidStepError::Refused { refusal, .. } => StepError::Refused { step, refusal },
        other => StepError::Problem { step, reason: other.to_string() },
    }
}

/// Adds a liquid to the figures of the step.
fn add(report: &mut StepReport, found: &LiquidReport, liquid: &Liquid) {
    report.liquid += *found;
    report.constraints += found.cells;
    report.islands += 1;
    report.solves += 1;
    report.failed_solves += found.failed;
    report.rows += found.cells;
    let labels = liquid.solved().and_then(|solved| solved.1.labels.as_deref());
    let tight = |labels: &[Label]| labels.iter().filter(|&&label| label != Label::Free).count();
    report.tight += labels.map_or(0, tight);
    report.iterations += found.iterations;
    report.inner_iterations += found.inner_iterations;
    report.residual_max = report.residual_max.max(found.residual);
    report.times.solve_s += found.solve_s;
}
