//! The angle of a wheel about its axle, for gears and differentials.

use glam::{DQuat, DVec3};

use super::builder::Builder;
use super::frames::{Coordinate, Frames};
use super::rotation::{twist, unwind};
use crate::rows::Bodies;

/// A body that turns about an axis of a carrier.
#[derive(Debug)]
pub(super) struct Wheel {
    frames: Frames,
}

impl Wheel {
    /// A wheel about a unit axis. Its place does not matter.
    pub(super) fn new(
        on: &Builder<'_>,
        carrier: Option<usize>,
        body: Option<usize>,
        axis: DVec3,
    ) -> Self {
        let orientation = DQuat::from_rotation_arc(DVec3::X, axis);
        Self { frames: on.turning_frames(carrier, body, orientation) }
    }

    /// The angle, taken from among those that differ by whole turns so that it
    /// is nearest to `near`.
    pub(super) fn angle(&self, bodies: &Bodies<'_>, near: f64) -> Coordinate {
        let relative = self.frames.relative(bodies);
        let (raw, gradient) = twist(relative.rotation, DVec3::X);
        relative.spin(unwind(raw, near), gradient)
    }
}
