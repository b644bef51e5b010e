//! What can go wrong, and the exit code it gives.

use std::path::PathBuf;

use stickslip_dynamics::{ModelError, StepError};
use stickslip_experiments::registry::UnknownExperiment;
use stickslip_experiments::report::WriteError;
use stickslip_problems::files::FileError;
use stickslip_problems::generate::{GenerateError, UnknownGenerator};
use stickslip_scene::recording::RecordingError;
use stickslip_scene::{SceneError, StateFileError};
use stickslip_solve::registry::UnknownSolver;
use stickslip_solve::{Kind, OptionError, ProblemError, Refusal};
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
    /// The bounds of its own were asked of a cone problem, which has none.
    #[error(
        "--bounds fixed takes the lo and hi of boxed problems (blcp), but {name} is of kind {kind}"
    )]
    ConeBounds {
        /// The problem.
        name: String,
        /// Its kind.
        kind: Kind,
    },
    /// No such experiment.
    #[error(transparent)]
    Experiment(#[from] UnknownExperiment),
    /// A seed that would change nothing.
    #[error("{0} draws no random numbers: --seed would change nothing")]
    IdleSeed(&'static str),
    /// A part of a single experiment.
    #[error("--part divides all experiments, and {0} is one")]
    PartOfOne(&'static str),
    /// A mesh file could not be read.
    #[error(transparent)]
    MeshFile(#[from] stickslip_geometry::files::FileError),
    /// A mesh or a file of questions is not what it should be.
    #[error("{}: {what}", .path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        what: String,
    },
    /// A model file could not be read.
    #[error(transparent)]
    Import(#[from] stickslip_import::ImportError),
    /// Something was asked of a model, and there is none.
    #[error("{flag} is for model files (.xml, .urdf), but {name} is none")]
    OnlyModels {
        /// What was given.
        flag: &'static str,
        /// What was named.
        name: String,
    },
    /// A package without a folder.
    #[error("--package {0}: expected NAME=DIR")]
    Package(String),
    /// A scene could not be read.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A recording could not be read.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// A saved state could not be read or written.
    #[error(transparent)]
    State(#[from] StateFileError),
    /// A scene and what was asked of it do not make a simulation.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A scene could not be played as far as was asked.
    #[error(transparent)]
    Step(#[from] StepError),
    /// A scene makes no problems in the steps that were played.
    #[error(
        "nothing touches in the first {steps} steps of {scene}, so there is no problem to solve"
    )]
    NothingTouches {
        /// The scene.
        scene: String,
        /// How many steps.
        steps: usize,
    },
    /// A saved state of another scene.
    #[error("{} holds a state of scene {found}, not of {expected}", .path.display())]
    OtherScene {
        /// The file.
        path: PathBuf,
        /// Its scene.
        found: String,
        /// The scene that is run.
        expected: String,
    },
    /// A parameter of a scene has no number.
    #[error("parameter {name}={value}: expected a finite number")]
    Parameter {
        /// The parameter.
        name: String,
        /// What was given.
        value: String,
    },
    /// Neither a parameter of the scene nor an option of its solver.
    #[error("scene {scene} has no parameter \"{key}\"{hint} for the solver: {reason}")]
    NoParameter {
        /// The scene.
        scene: String,
        /// What was set.
        key: String,
        /// The nearest known name, and that it is no option of the solver either.
        hint: String,
        /// Why the solver does not take it.
        reason: String,
    },
    /// The solver does not take what the friction model makes.
    #[error("{reason}")]
    Unfit {
        /// What the simulation said.
        reason: String,
        /// A friction model that goes with the solver.
        friction: &'static str,
        /// The solver.
        solver: &'static str,
    },
    /// A file of another kind than the command takes.
    #[error("{} is {what}, not {expected}", .path.display())]
    OtherKind {
        /// The file.
        path: PathBuf,
        /// What it is.
        what: &'static str,
        /// What it should be.
        expected: &'static str,
        /// The command that takes it.
        command: &'static str,
    },
    /// No such section of scene files.
    #[error("scene files have no section \"{name}\"{hint}")]
    Section {
        /// What was asked for.
        name: String,
        /// The nearest known name.
        hint: String,
    },
    /// Nothing to help with.
    #[error("there is no command \"{word}\"{hint}")]
    Topic {
        /// What was asked for.
        word: String,
        /// The nearest known name.
        hint: String,
    },
    /// No name for a scene.
    #[error("\"{0}\" cannot be the name of a scene")]
    SceneName(String),
    /// No such friction model.
    #[error("there is no friction model \"{name}\"; known are {known}")]
    FrictionModel {
        /// What was asked for.
        name: String,
        /// All of them.
        known: String,
    },
    /// A graphics card is not there, or does not take the scene.
    #[error(transparent)]
    Card(#[from] stickslip_gpu::GpuError),
    /// No such stepper.
    #[error("there is no stepper \"{name}\"; known are {known}")]
    Stepper {
        /// What was asked for.
        name: String,
        /// All of them.
        known: String,
    },
    /// Ranks cannot begin.
    #[error(transparent)]
    Ranks(#[from] stickslip_cluster::ClusterError),
    /// Something that ranks have no part in.
    #[error("{0} does not go with --ranks")]
    NotOnRanks(&'static str),
    /// Ranks as processes are not there.
    #[error("--ranks mpi: {0}")]
    NoMpi(&'static str),
    /// The viewer cannot show or serve.
    #[error("{0}")]
    View(String),
    /// A film cannot be made.
    #[error("no film can be made: {0}")]
    Film(String),
    /// A film of the page needs a browser.
    #[error("no film can be made: Chromium is not there, which draws it")]
    NoBrowser,
    /// An output file has the wrong ending.
    #[error("{} should end in .{expected}: that is what is written there", .path.display())]
    Extension {
        /// The file.
        path: PathBuf,
        /// The ending it should have.
        expected: &'static str,
    },
    /// An output file is another one too, or what is read.
    #[error("{} is named twice: it can be one file only", .0.display())]
    Twice(PathBuf),
    /// An output file exists already.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// There is nothing to read.
    #[error("the scene has no sensors; [[sensor]] adds one (stickslip list keys sensor)")]
    NoSensors,
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

impl From<WriteError> for Failure {
    fn from(WriteError { path, reason }: WriteError) -> Self {
        Self::Write { path, reason }
    }
}
