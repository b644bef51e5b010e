//! Stepping a model.

use crate::model::{Model, ModelError};
use crate::report::{ContactReport, StepReport};
use crate::settings::Settings;
use crate::state::State;

/// Why a step could not be done; the last good state is kept.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StepError {
    /// NaN or infinity.
    #[error("body \"{name}\" has a state that is not finite after step {step}")]
    NotFinite {
        /// The body.
        name: String,
        /// The step that failed.
        step: u64,
    },
    /// The solver does not take what the friction model makes.
    #[error("{0}")]
    Solver(String),
}

/// A model in motion.
pub struct Simulation {
    model: Model,
    settings: Settings,
    state: State,
}

#[allow(unused_variables)]
impl Simulation {
    /// Puts a model at its initial state.
    pub fn new(model: Model, settings: Settings) -> Result<Self, ModelError> {
        todo!()
    }

    /// What is simulated.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How it is stepped.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Where everything is now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Goes back (or forward) to a state of this model.
    pub fn restore(&mut self, state: State) -> Result<(), ModelError> {
        todo!()
    }

    /// One step of the time step in the settings.
    pub fn step(&mut self) -> Result<StepReport, StepError> {
        todo!()
    }

    /// The contacts of the last step.
    pub fn contacts(&self) -> &[ContactReport] {
        todo!()
    }

    /// Kinetic plus potential energy (J), the height measured from the origin.
    pub fn energy(&self) -> f64 {
        todo!()
    }
}
