//! Steps that something outside of this crate makes, such as a graphics card.

use super::{StepSpan, Stepper};
use crate::report::{ContactReport, IslandReport, StepReport};
use crate::state::{BodyState, State};
use crate::step_error::StepError;
use crate::world::{Push, World};

/// Moves the bodies of a model by whole steps of [`crate::Settings::time_step`].
pub trait Engine: Send {
    /// Name of its method.
    fn name(&self) -> &str;

    /// A step begins from this state; `accuracy` as in [`Self::step`].
    fn begin(&mut self, _state: &State, _accuracy: Option<f64>) -> Result<(), String> {
        Ok(())
    }

    /// Moves all bodies on by a step and fills the report; `accuracy` is how far gaps may be
    /// from where they belong (m), where that is asked. An error is a sentence.
    fn step(
        &mut self,
        bodies: &mut [BodyState],
        accuracy: Option<f64>,
        report: &mut StepReport,
    ) -> Result<(), String>;

    /// What a step leaves besides bodies: contacts that the state keeps, and contacts that are
    /// reported; none where an engine keeps its own.
    fn tell(&self, state: &mut State, contacts: &mut Vec<ContactReport>) {
        state.contacts.clear();
        contacts.clear();
    }

    /// The bodies of the next step are others than the last one left.
    fn state_replaced(&mut self);
}

/// An engine as a stepper.
pub(crate) struct Outside(pub(crate) Box<dyn Engine>);

impl Stepper for Outside {
    fn step(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let step = world.state.step + 1;
        if span.has_forces() || world.pushes.iter().any(|push| *push != Push::default()) {
            let reason = format!("{} takes no forces from outside", self.0.name());
            return Err(StepError::Problem { step, reason });
        }
        let accuracy = world.error_bounds.accuracy;
        let begun = self.0.begin(&world.state, accuracy);
        let done = begun.and_then(|()| self.0.step(&mut world.state.bodies, accuracy, report));
        let done = done.map_err(|reason| StepError::Problem { step, reason });
        let done = done.and_then(|()| world.check_motion());
        if done.is_err() {
            self.0.state_replaced();
        }
        self.0.tell(&mut world.state, &mut world.contacts);
        world.state.time += span.h;
        done
    }

    fn solver_name<'a>(&self, _world: &'a World) -> &'a str {
        "soft-sweeps"
    }

    fn state_replaced(&mut self) {
        self.0.state_replaced();
    }

    fn islands<'a>(&'a self, _world: &'a World) -> Box<dyn Iterator<Item = IslandReport<'a>> + 'a> {
        Box::new(std::iter::empty())
    }
}
