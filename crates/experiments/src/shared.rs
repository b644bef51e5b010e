//! Work that several experiments share, in pieces that can be done side by side
//! before them: the plays of scenes, and what the solvers make of their frames.

use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::ho;

/// A scene that several experiments look at.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    scene: usize,
    /// Whether somebody asks for more than the play.
    solves: bool,
}

impl Piece {
    /// Those that are worth it for these experiments.
    pub fn of(experiments: &[&'static Experiment]) -> Vec<Self> {
        match experiments.iter().filter(|it| Self::is_asked_by(it)).count() {
            0 | 1 => Vec::new(),
            _ => {
                let solves = experiments.iter().any(|it| ho::SOLVING.contains(&it.name));
                (0..ho::SCENES.len()).map(|scene| Self { scene, solves }).collect()
            }
        }
    }

    /// Whether an experiment looks at shared scenes.
    pub fn is_asked_by(experiment: &Experiment) -> bool {
        ho::SHARING.contains(&experiment.name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ho::SCENES[self.scene].stage.scene
    }

    /// Does it; whoever needs it later has it.
    pub fn make(self, context: &Context) -> Result<(), ExperimentError> {
        if self.solves {
            return ho::contest::hold_one(context, self.scene).map(|_| ());
        }
        ho::SCENES[self.scene].stage.play(context, ho::contest::pick(context)).map(|_| ())
    }
}
