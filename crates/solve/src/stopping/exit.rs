//! The rules that end an iteration, by name.

use crate::outcome::Status;

/// Which rule ended an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The residual is at most the tolerance.
    Absolute,
    /// The residual hardly falls any more.
    Relative,
    /// The iterate does not move any more.
    Stagnation,
    /// The residual grew without bound.
    Divergence,
    /// As many iterations as were allowed.
    Limit,
    /// The direction of the method does not lead downhill.
    NonDescent,
    /// No step downhill makes the merit smaller.
    LocalMinimum,
    /// The merit is below the number asked for.
    MeritAbsolute,
    /// The merit hardly changes from one iterate to the next.
    MeritRelative,
}

impl Exit {
    /// The status that it is reported as.
    pub fn status(self) -> Status {
        match self {
            Self::Absolute | Self::MeritAbsolute => Status::Converged,
            Self::Relative
            | Self::Stagnation
            | Self::NonDescent
            | Self::LocalMinimum
            | Self::MeritRelative => Status::Stagnated,
            Self::Divergence => Status::Diverged,
            Self::Limit => Status::MaxIterations,
        }
    }

    /// Whether another x may be better to go on from.
    pub(super) fn leads_nowhere(self) -> bool {
        matches!(self.status(), Status::Stagnated | Status::Diverged)
    }

    /// The name of the figure, of value 1, that tells of it.
    pub(super) fn figure(self) -> &'static str {
        match self {
            Self::Absolute => "exit_absolute",
            Self::Relative => "exit_relative",
            Self::Stagnation => "exit_stagnation",
            Self::Divergence => "exit_divergence",
            Self::Limit => "exit_limit",
            Self::NonDescent => "exit_non_descent",
            Self::LocalMinimum => "exit_local_minimum",
            Self::MeritAbsolute => "exit_merit_absolute",
            Self::MeritRelative => "exit_merit_relative",
        }
    }
}
