//! What can go wrong.

/// Why a world on a device could not be made or stepped.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// No driver, no card, or no compiler of kernels.
    #[error("no graphics card can be used: {reason}")]
    NoDevice {
        /// What is missing.
        reason: String,
    },
    /// The driver refused a call.
    #[error("the graphics card failed in {call}: {reason}")]
    Device {
        /// What was asked of it.
        call: &'static str,
        /// What it answered.
        reason: String,
    },
    /// The kernels do not compile.
    #[error("the kernels do not compile: {reason}")]
    Compile {
        /// What the compiler says.
        reason: String,
    },
    /// More memory than there is.
    #[error(
        "{bodies} bodies need {needed_mib} MiB on the graphics card, and {free_mib} MiB are free: about {fits} bodies fit"
    )]
    OutOfMemory {
        /// Bodies of the world.
        bodies: usize,
        /// What they need.
        needed_mib: usize,
        /// What there is.
        free_mib: usize,
        /// How many would fit.
        fits: usize,
    },
    /// More pairs than there is room for: a contact would be left out.
    #[error("{needed} pairs may touch, and there is room for {room}")]
    TooManyPairs {
        /// Pairs found.
        needed: usize,
        /// Pairs that fit.
        room: usize,
    },
    /// NaN or infinity.
    #[error("the motion of body {body} is no longer finite")]
    NotFinite {
        /// Its number.
        body: usize,
    },
    /// A description that makes no sense or has no kernel.
    #[error("{reason}")]
    Refused {
        /// What it is.
        reason: String,
    },
}
