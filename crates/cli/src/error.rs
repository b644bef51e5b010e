//! What can go wrong, the exit code it gives, and what to try next.

use std::path::PathBuf;

use stickslip_solve::files::FileError;
use stickslip_solve::generate::{GenerateError, UnknownGenerator};
use stickslip_solve::registry::UnknownSolver;
use stickslip_solve::{FrictionBounds, Kind, OptionError, ProblemError, Refusal};
use thiserror::Error;

/// How the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// What was asked for was done.
    Done = 0,
    /// The solve or the check failed.
    Failed = 1,
    /// Bad usage or bad input.
    BadInput = 2,
}

/// Why a command could not do its work. Each ends the process with
/// [`Exit::BadInput`]; a solve that does not converge is no failure of this
/// kind but a result.
#[derive(Debug, Error)]
pub enum Failure {
    /// A problem file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// No such solver.
    #[error(transparent)]
    Solver(#[from] UnknownSolver),
    /// An option of a solver.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// No such generator.
    #[error(transparent)]
    Generator(#[from] UnknownGenerator),
    /// A generator refused.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The solver does not take the problem.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Changing the bounds made no valid problem.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// Threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Nothing in the registry takes the problem.
    #[error("no built-in solver takes {name}, a problem of kind {kind}")]
    NoSolver {
        /// The problem.
        name: String,
        /// Its kind.
        kind: Kind,
    },
    /// Every solver that was to be compared refused.
    #[error("none of the solvers takes {name}: {reasons}")]
    AllRefused {
        /// The problem.
        name: String,
        /// One reason per solver.
        reasons: String,
    },
    /// Frozen friction bounds were asked of a cone problem.
    #[error(
        "--bounds {} freezes the friction bounds of boxed problems (blcp), but {name} is of kind {kind}",
        .bounds.name()
    )]
    ConeBounds {
        /// The problem.
        name: String,
        /// Its kind.
        kind: Kind,
        /// What was asked for.
        bounds: FrictionBounds,
    },
    /// An output file has the wrong ending.
    #[error("{} should end in .{expected}: that is what is written there", .path.display())]
    Extension {
        /// The file.
        path: PathBuf,
        /// The ending it should have.
        expected: &'static str,
    },
    /// An output file exists already.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// The folder of an output file is not there.
    #[error("there is no folder {} to write to", .0.display())]
    NoFolder(PathBuf),
    /// An output file could not be written.
    #[error("cannot write {}: {reason}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: std::io::Error,
    },
}

impl Failure {
    /// What to try next, where the message does not say it already.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::File(FileError::Io { .. }) => Some("is the path right, and a file?"),
            Self::File(_) => Some("README.md says what belongs where in a problem file"),
            Self::Option(_) => Some("`stickslip list solver NAME` shows the options of a solver"),
            Self::Refused(_) => Some("`stickslip compare FILE` runs every solver that takes it"),
            Self::NoSolver { .. } | Self::AllRefused { .. } => {
                Some("`stickslip list solvers` says which kinds each solver takes")
            }
            Self::Threads(_) => Some("ask for fewer with --threads"),
            Self::ConeBounds { .. } => Some("leave --bounds away"),
            Self::Exists(_) => Some("choose another name, or add --force to replace it"),
            Self::NoFolder(_) => Some("make it first, or write somewhere else"),
            Self::Generator(_) | Self::Generate(_) => {
                Some("`stickslip list generators --verbose` shows what they take")
            }
            _ => None,
        }
    }
}
