//! The documents' scenes as a source of problems.
//!
//! `bpp` plays a scene. At steps spread over the play the problems of all
//! islands are kept, with friction bounds frozen at the normal impulses of that
//! step: boxed friction as both theses have it while they pivot (Ho 2022,
//! Eq 2.36; Lefebvre 2020, Eq 1.21). With compliance in every row such a problem
//! has one solution, so that all solvers have the same to find, and all of them
//! start cold.

mod condition;
mod frame;
mod inventory;
mod play;

pub use condition::condition;
pub use frame::{Frame, Solved, solve};
pub use inventory::{Printed, inventory};
pub use play::Play;

use stickslip_scene::{Overrides, Scene, find_builtin};

use crate::error::ExperimentError;
use crate::experiment::Context;

/// A scene of a document, and how large it is.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// Its name among the built-in scenes.
    pub scene: &'static str,
    /// Its parameters when quick.
    pub small: &'static [(&'static str, f64)],
    /// Its parameters when full: none for the document's size.
    pub large: &'static [(&'static str, f64)],
    /// Seconds that are played when quick.
    pub seconds: f64,
}

impl Stage {
    /// The scene, small when quick.
    pub fn read(&self, context: &Context) -> Result<Scene, ExperimentError> {
        let size = context.choose(self.small, self.large);
        let parameters = size.iter().map(|&(key, value)| (key.into(), value)).collect();
        let overrides = Overrides { parameters, seed: context.seed };
        let mut scene = find_builtin(self.scene)?.source().read(&overrides)?;
        // The documents' steps are linear.
        scene.settings.accuracy = None;
        scene.seconds = context.choose(self.seconds, scene.seconds);
        Ok(scene)
    }

    /// Plays it with `bpp`, and keeps about so many frames with tight rows.
    pub fn play(&self, context: &Context, frames: usize) -> Result<Play, ExperimentError> {
        Play::new(self.read(context)?, frames)
    }
}
