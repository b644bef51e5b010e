//! From a world at t to a world at t + h.
//!
//! A stepper is a folder here and an implementation of [`Stepper`]. Each fills
//! the same reports; what it remembers from step to step is either in the
//! state or changes no bit of the result.

mod asynchronous;
mod barrier;
mod complementarity;
mod fluid;
mod penalty;
mod surfaces;

pub(crate) use asynchronous::Asynchronous;
pub(crate) use barrier::{Barrier, crossings};
pub(crate) use complementarity::Complementarity;
pub use complementarity::{GivenContact, GivenStep};
pub(crate) use fluid::{Fluid, liquid_states};
pub(crate) use penalty::Penalty;

use crate::report::{IslandReport, StepReport};
use crate::step_error::StepError;
use crate::world::World;

/// A way to step.
pub(crate) trait Stepper: Send {
    /// Moves the state of the world on by `h` seconds. After an error the
    /// state is unusable.
    fn substep(
        &mut self,
        world: &mut World,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError>;

    /// Another state was put in the place of that of the last step.
    fn state_replaced(&mut self);

    /// Bodies that were solved together in the last sub-step.
    fn islands<'a>(&'a self, world: &'a World) -> Box<dyn Iterator<Item = IslandReport<'a>> + 'a>;

    /// What the model or its settings ask for that has no part in steps of this kind.
    fn passed_over(&self, _world: &World) -> Vec<String> {
        Vec::new()
    }
}
