//! The documents' scenes as a source of problems.
//!
//! `bpp` plays a scene. At steps spread over the play the problems of all
//! islands are kept, with friction bounds frozen at the normal impulses of that
//! step: boxed friction as both theses have it while they pivot (Ho 2022,
//! Eq 2.36; Lefebvre 2020, Eq 1.21). With compliance in every row such a problem
//! has one solution, so that all solvers have the same to find. They begin as
//! their document has it: see [`Begin`].

mod condition;
mod frame;
mod inventory;
mod memory;
mod play;

pub use condition::{Condition, condition};
pub use frame::{Begin, Frame, Solved};
pub use inventory::{Printed, Sentences, WHICH_CONDITION, inventory};
pub use memory::Memory;
pub use play::{Pick, Play};

use std::sync::Arc;

use stickslip_dynamics::{Accuracy, Compliance, MaterialId};
use stickslip_scene::{Overrides, Scene, find_builtin};

use crate::error::ExperimentError;
use crate::experiment::Context;

/// Plays that were played already.
static PLAYS: Memory<Play> = Memory::new();

/// A scene of a document, and how large it is.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// Its name among the built-in scenes.
    pub scene: &'static str,
    /// Its parameters when quick.
    pub small: &'static [(&'static str, f64)],
    /// Its parameters when full: none for the document's size.
    pub large: &'static [(&'static str, f64)],
    /// What the document's text sets otherwise than the scene does, at any size.
    pub text: &'static [(&'static str, f64)],
    /// The friction of everything, where the document has one for all.
    pub friction: Option<f64>,
    /// The most compliance that the document gives a contact (m/s per N·s).
    pub compliance: f64,
    /// Seconds that are played when quick.
    pub seconds: f64,
}

impl Stage {
    /// The scene, small when quick.
    pub fn read(&self, context: &Context) -> Result<Scene, ExperimentError> {
        let size = context.choose(self.small, self.large).iter().chain(self.text);
        let parameters = size.map(|&(key, value)| (key.into(), value)).collect();
        let overrides = Overrides { parameters, seed: context.seed };
        let mut scene = find_builtin(self.scene)?.source().read(&overrides)?;
        // The documents' steps are linear.
        scene.settings.accuracy = Accuracy::Off;
        scene.seconds = context.choose(self.seconds, scene.seconds);
        harden(&mut scene, self.compliance)?;
        if self.friction.is_some() {
            scene.model.materials.set_friction_everywhere(self.friction)?;
        }
        Ok(scene)
    }

    /// Plays it with `bpp`, and keeps the steps that `pick` says; once for all who
    /// ask for the same.
    pub fn play(&self, context: &Context, pick: Pick) -> Result<Arc<Play>, ExperimentError> {
        let key = format!("{self:?} {:?} {} {pick:?}", context.effort, context.seed);
        PLAYS.recall(key, || Play::new(self.read(context)?, pick))
    }
}

/// Makes surfaces that are softer than `most` as hard as that.
fn harden(scene: &mut Scene, most: f64) -> Result<(), ExperimentError> {
    let materials = &mut scene.model.materials;
    for id in 0..materials.materials().len() {
        let mut surface = materials.materials()[id].surface;
        let (epsilon, gamma) = surface.compliance.row(scene.settings.time_step);
        if epsilon > most {
            surface.compliance = Compliance::Row { epsilon: most, gamma };
            materials.set_surface(MaterialId(id), surface)?;
        }
    }
    Ok(())
}
