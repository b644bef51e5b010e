//! Why ranks cannot begin, or go on.

use stickslip_dynamics::StepError;

use crate::comm::Lost;

/// Why a model cannot be stepped on ranks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Another stepper.
    #[error("ranks take stepper = \"small-steps\", unlike \"{0}\"")]
    Stepper(&'static str),
    /// Something that a model has and ranks do not take.
    #[error("ranks have no {what}, and there is \"{name}\"")]
    Part {
        /// What kind of thing it is.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A body that is not one shape.
    #[error("ranks take bodies of one shape, and \"{name}\" has {shapes}")]
    Shapes {
        /// The body.
        name: String,
        /// How many it has.
        shapes: usize,
    },
    /// Something besides joints that holds on to a body.
    #[error("{0}")]
    Held(String),
    /// A setting.
    #[error("ranks do not know {0}")]
    Setting(&'static str),
    /// Nothing to divide.
    #[error("there is no body that forces move")]
    Empty,
}

/// Why a run on ranks ended.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// It cannot begin.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A rank that others waited for has ended.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// The motion could not go on.
    #[error(transparent)]
    Step(#[from] StepError),
    /// A rank failed.
    #[error("rank {rank} failed: {reason}")]
    Panicked {
        /// Which one.
        rank: usize,
        /// What it said.
        reason: String,
    },
    /// Bodies were lost or doubled: an error of this program.
    #[error("step {step}: ranks hold {found} bodies instead of {expected}")]
    Count {
        /// The step, counted from 1.
        step: u64,
        /// How many there are.
        found: u64,
        /// How many there should be.
        expected: u64,
    },
    /// Ranks that were given different scenes.
    #[error("rank {rank} was given another scene than rank 0")]
    OtherScene {
        /// The first that differs.
        rank: usize,
    },
    /// A state of something else.
    #[error("the state has {found} bodies, and the scene {expected}")]
    OtherState {
        /// Bodies of the state.
        found: usize,
        /// Bodies of the scene.
        expected: usize,
    },
    /// A state that cannot be gone on from.
    #[error("the state has numbers that are not finite, or contacts of other shapes")]
    WrongState,
    /// What was asked for along the way failed, such as writing a file.
    #[error("{0}")]
    Outside(String),
}
