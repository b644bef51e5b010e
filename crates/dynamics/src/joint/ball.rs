//! A common point, and every rotation about it.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::axis::Axis;
use super::builder::Builder;
use super::check::finite;
use super::law::SharedLaw;
use super::recipe::{JointSource, Recipe};
use super::six_axes::SixAxes;

/// Holds a common point.
#[derive(Clone, Debug, PartialEq)]
pub struct Ball {
    /// The point.
    pub anchor: DVec3,
    /// Dry friction torque about each axis (N·m).
    pub friction: f64,
}

impl Recipe for Ball {
    const NAME: &'static str = "ball";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self { anchor: source.point("anchor")?, friction: source.at_least_zero("friction")? })
    }

    /// Three travels held; the rotations may rub.
    fn build(&self, on: &Builder<'_>) -> Result<SharedLaw, String> {
        let frames = on.frames(finite("the anchor", self.anchor)?, DQuat::IDENTITY);
        let (held, turn) = (on.held(), Axis { friction: self.friction, ..Axis::FREE });
        turn.check()?;
        let axes = [held.clone(), held.clone(), held, turn.clone(), turn.clone(), turn];
        Ok(Arc::new(SixAxes::new(frames, axes)))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        Some([self.anchor; 2])
    }
}
