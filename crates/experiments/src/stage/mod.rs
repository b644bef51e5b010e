//! The documents' scenes as a source of problems.
//!
//! `bpp` plays a scene. At steps spread over the play the problems of all
//! islands are kept, with boxed friction (Ho 2022, Eq 2.36; Lefebvre 2020,
//! Eq 1.21): with bounds that follow the normal impulses, and with bounds frozen
//! at those of the step, where compliance in every row leaves one solution for
//! all solvers to find. They begin as their document has it, and with its
//! bounds: see [`Begin`].

mod condition;
mod frame;
mod inventory;
mod memory;
mod play;

pub use condition::{Condition, condition};
pub use frame::{Begin, Frame, Island, Solved};
pub use inventory::{Printed, Sentences, WHICH_CONDITION, inventory};
pub use memory::Memory;
pub use play::{Pick, Play};

use std::sync::Arc;

use stickslip_dynamics::Accuracy;
use stickslip_scene::{Overrides, Scene, find_builtin};

use crate::error::ExperimentError;
use crate::experiment::Context;

/// The preset of most scenes that has what their document prints.
pub const DOCUMENT: Option<&str> = Some("document");

/// In full, a scene is played to its end.
pub const WHOLE: f64 = f64::INFINITY;

/// Plays that were played already.
static PLAYS: Memory<Play> = Memory::new();

/// A scene of a document, and how large it is.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// Its name among the built-in scenes.
    pub scene: &'static str,
    /// The preset with the values of the document, which tells where the scene
    /// differs from what is printed; the scene's own values where there is none.
    pub preset: Option<&'static str>,
    /// Its parameters when quick.
    pub small: &'static [(&'static str, f64)],
    /// Its parameters when full: none for the document's size.
    pub large: &'static [(&'static str, f64)],
    /// Seconds that are played when quick, and at most in full.
    pub seconds: [f64; 2],
}

impl Stage {
    /// The scene, small when quick.
    pub fn read(&self, context: &Context) -> Result<Scene, ExperimentError> {
        let source = find_builtin(self.scene)?.source();
        let preset = self.preset.map(|name| source.preset(name)).transpose()?;
        let mut parameters = preset.unwrap_or_default().values;
        let size = context.choose(self.small, self.large).iter();
        parameters.extend(size.map(|&(key, value)| (key.into(), value)));
        let mut scene = source.read(&Overrides { parameters, seed: context.seed })?;
        // The documents' steps are linear.
        scene.settings.accuracy = Accuracy::Off;
        scene.seconds = context.choose(self.seconds[0], scene.seconds.min(self.seconds[1]));
        Ok(scene)
    }

    /// Plays it with `bpp`, and keeps the steps that `pick` says; once for all who
    /// ask for the same.
    pub fn play(&self, context: &Context, pick: Pick) -> Result<Arc<Play>, ExperimentError> {
        let key = format!("{self:?} {:?} {} {pick:?}", context.effort, context.seed);
        PLAYS.recall(key, || Play::new(self.read(context)?, pick))
    }
}
