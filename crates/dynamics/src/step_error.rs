//! Why a step could not be done.

/// Why a step could not be done; the state is that of before the step.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// NaN or infinity.
    #[error("the motion of body \"{name}\" is no longer finite in step {step}")]
    NotFinite {
        /// The body.
        name: String,
        /// The step that failed, counted from 1.
        step: u64,
    },
    /// Impulses that do not hold together have thrown a body out of the world.
    #[error(
        "step {step}: body \"{name}\" would move at {speed:.0e} m/s or rad/s: the motion is lost"
    )]
    Lost {
        /// The body.
        name: String,
        /// The larger of its speed and its spin.
        speed: f64,
        /// The step that failed, counted from 1.
        step: u64,
    },
    /// The problem of an island could not be stated.
    #[error("step {step}: {reason}")]
    Problem {
        /// The step that failed, counted from 1.
        step: u64,
        /// What is wrong.
        reason: String,
    },
    /// The solver does not take what the friction model makes.
    #[error("step {step}: {refusal}")]
    Refused {
        /// The step that failed, counted from 1.
        step: u64,
        /// The solver's reason.
        refusal: stickslip_solve::Refusal,
    },
}
