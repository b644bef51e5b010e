//! From a world at t to a world at t + h.
//!
//! A stepper is a folder here and an implementation of [`Stepper`]. Each fills
//! the same reports; what it remembers from step to step is either in the
//! state or changes no bit of the result. What a stepper does not take is
//! refused before the first step, and all refusals are in [`accepts`].

mod accepts;
mod asynchronous;
mod auto;
mod barrier;
mod complementarity;
mod fluid;
mod ignored_settings;
mod outside;
mod penalty;
pub mod small_steps;
mod surfaces;

pub(crate) use accepts::accepts;
pub(crate) use barrier::crossings;
pub(crate) use complementarity::replay;
pub(crate) use complementarity::replay::Record;
pub use complementarity::{GivenContact, GivenStep};
pub(crate) use fluid::liquid_states;
pub use outside::Engine;
pub(crate) use outside::Outside;

use asynchronous::Asynchronous;
use auto::Auto;
use barrier::Barrier;
use complementarity::Complementarity;
use fluid::Fluid;
use penalty::Penalty;
use small_steps::SmallSteps;

use crate::model::ModelError;
use crate::report::{IslandReport, StepReport};
use crate::settings::StepperKind;
use crate::state::State;
use crate::step_error::StepError;
use crate::world::{Push, World};

/// A way to step.
pub(crate) trait Stepper: Send {
    /// Moves the state of the world on by a whole step. After an error the
    /// state is unusable.
    fn step(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        report: &mut StepReport,
    ) -> Result<(), StepError>;

    /// Name of what solves its steps: a solver of the registry, or its own method.
    fn solver_name<'a>(&self, world: &'a World) -> &'a str;

    /// Another state was put in the place of that of the last step.
    fn state_replaced(&mut self);

    /// Bodies that were solved together in the last sub-step.
    fn islands<'a>(&'a self, world: &'a World) -> Box<dyn Iterator<Item = IslandReport<'a>> + 'a>;

    /// What the model or its settings ask for that has no part in steps of this kind.
    fn ignored_settings(&self, _world: &World) -> Vec<String> {
        Vec::new()
    }
}

/// Says anew what acts on the bodies, by the state of the moment.
pub(crate) type Forces<'a> = dyn FnMut(&State, &mut [Push]) + 'a;

/// The step that is asked of a stepper.
pub(crate) struct StepSpan<'a> {
    /// Its length (s).
    pub h: f64,
    /// Into how many equal parts the settings divide it.
    pub substeps: usize,
    /// Says anew what acts on the bodies before each sub-step, if anything does.
    pub forces: Option<&'a mut Forces<'a>>,
}

impl StepSpan<'_> {
    /// Whether anything says forces anew before each sub-step.
    pub(crate) fn has_forces(&self) -> bool {
        self.forces.is_some()
    }

    /// Asks what acts on the bodies in the sub-step that begins now.
    pub(crate) fn ask_forces(&mut self, world: &mut World) {
        if let Some(forces) = &mut self.forces {
            forces(&world.state, &mut world.pushes);
        }
    }

    /// The loop of a stepper whose sub-steps are those of the settings.
    pub(crate) fn in_substeps(
        &mut self,
        world: &mut World,
        mut substep: impl FnMut(&mut World, f64) -> Result<(), StepError>,
    ) -> Result<(), StepError> {
        let h = self.h / self.substeps as f64;
        (0..self.substeps).try_for_each(|_| {
            self.ask_forces(world);
            substep(world, h)
        })
    }
}

/// The stepper that the settings choose, for a world at its initial state that
/// [`accepts`] takes.
pub(crate) fn build(world: &World) -> Result<Box<dyn Stepper>, ModelError> {
    Ok(match world.settings.stepper {
        StepperKind::Complementarity => Box::new(Complementarity::new(world)?),
        StepperKind::Fluid => Box::new(Fluid::new(world)?),
        StepperKind::Barrier => Box::new(Barrier::new(world)?),
        StepperKind::Penalty => Box::new(Penalty::new(world)?),
        StepperKind::Asynchronous => Box::new(Asynchronous::new(world)?),
        StepperKind::SmallSteps => Box::new(SmallSteps::new(world)),
        StepperKind::Auto => Box::new(Auto::new(world)?),
    })
}
