//! Nothing moves.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::builder::Builder;
use super::check::finite;
use super::constraint::SharedConstraint;
use super::recipe::{JointSource, Recipe};
use super::six_axes::SixAxes;

/// Holds everything.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixed {
    /// Where the bodies are joined.
    pub anchor: DVec3,
}

impl Recipe for Fixed {
    const NAME: &'static str = "fixed";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self { anchor: source.point("anchor")? })
    }

    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
        let frames = on.frames(finite("the anchor", self.anchor)?, DQuat::IDENTITY);
        Ok(Arc::new(SixAxes::new(frames, on.all_held())))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        Some([self.anchor; 2])
    }
}
