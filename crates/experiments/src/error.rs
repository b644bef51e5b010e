//! Why an experiment could not be done.

use stickslip_dynamics::{ModelError, StepError};
use stickslip_problems::generate::{GenerateError, UnknownGenerator};
use stickslip_scene::SceneError;
use stickslip_solve::registry::UnknownSolver;
use stickslip_solve::{OptionError, ProblemError, Refusal};
use thiserror::Error;

/// Why an experiment could not be done. A result that differs from the
/// document is no error but a [`Verdict`](crate::Verdict).
#[derive(Debug, Error)]
pub enum ExperimentError {
    /// A generator refused.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// No such generator.
    #[error(transparent)]
    Generator(#[from] UnknownGenerator),
    /// No such solver.
    #[error(transparent)]
    Solver(#[from] UnknownSolver),
    /// An option of a solver or generator.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A solver does not take the problem.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A problem that is none.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A scene could not be read.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A scene makes no simulation.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A step of a simulation failed.
    #[error(transparent)]
    Step(#[from] StepError),
    /// A measurement that the verdict needs is missing.
    #[error("{0}")]
    Missing(String),
}
