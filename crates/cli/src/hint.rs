//! What to try next after a failure.

use std::borrow::Cow;

use stickslip_dynamics::ModelError;
use stickslip_problems::files::FileError;
use stickslip_scene::SceneError;
use stickslip_solve::Refusal;

use crate::error::Failure;

/// What makes bounds constant.
const FREEZE: &str = "choose --bounds normal-first or fixed, or another solver";

/// A refusal among others, with what to try next.
pub fn explained(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Coupled { .. } => format!("{refusal}; {FREEZE}"),
        _ => refusal.to_string(),
    }
}

impl Failure {
    /// What to try next, where the message does not say it already.
    pub fn hint(&self) -> Option<Cow<'static, str>> {
        let said: &'static str = match self {
            Self::Unfit { friction, solver, .. } => {
                return Some(format!("with --friction {friction}, {solver} takes it").into());
            }
            Self::OtherKind { path, command, .. } => {
                let path = path.display();
                return Some(format!("`stickslip {command} {path}` takes it").into());
            }
            Self::Section { .. } => "`stickslip list keys` shows them all",
            Self::Topic { .. } => "`stickslip help` names all commands",
            Self::File(FileError::Io { .. }) => "is the path right, and a file?",
            Self::File(_) => "docs/guide/src/problems.md says what belongs where in a problem file",
            Self::Scene(SceneError::Unknown { .. }) => {
                "`stickslip list scenes` names the built-in scenes"
            }
            Self::Experiment(_) => {
                "`stickslip list experiments` names them all; `all` runs every one"
            }
            Self::NoParameter { .. } | Self::Parameter { .. } => {
                "`stickslip list scene NAME` shows a scene with its parameters"
            }
            Self::Option(_) => "`stickslip list solver NAME` shows the options of a solver",
            Self::Solver(_) => "`stickslip list solvers` names them all",
            Self::Model(ModelError::Setting { key: "solver", .. }) => {
                "`stickslip list solvers` names them all"
            }
            Self::Refused(Refusal::Coupled { .. }) => FREEZE,
            Self::Refused(_) => "`stickslip compare FILE` runs every solver that takes it",
            Self::NoSolver { .. } | Self::AllRefused { .. } => {
                "`stickslip list solvers` says which kinds each solver takes"
            }
            Self::NothingTouches { .. } => "play more of it with --steps",
            Self::NoBrowser => {
                "install Chromium, name it by CHROMIUM=PATH, or write FILE.gif, which needs none"
            }
            Self::Threads(_) => "ask for fewer with --threads",
            Self::ConeBounds { .. } => "--bounds normal-first has cones of fixed size",
            Self::Exists(_) => "choose another name, or add --force to replace it",
            Self::NoFolder(_) => "make it first, or write somewhere else",
            Self::Generator(_) | Self::Generate(_) => {
                "`stickslip list generators --verbose` shows what they take"
            }
            _ => return None,
        };
        Some(said.into())
    }
}
