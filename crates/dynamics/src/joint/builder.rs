//! What every kind of joint is made from.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;

use super::axis::Axis;
use super::check::{finite, unit};
use super::frames::{Frame, Frames};
use crate::parts::{Body, BodyId, Compliance};

/// The bodies of a joint at their initial poses.
pub(super) struct Builder<'a> {
    /// The first body; `None` for the world.
    pub(super) first: Option<usize>,
    /// The second body.
    pub(super) second: usize,
    /// Compliance of the held directions.
    pub(super) compliance: Compliance,
    /// All bodies.
    pub(super) bodies: &'a [Body],
}

impl Builder<'_> {
    /// The same frame on both bodies, given in the world.
    pub(super) fn frames(&self, anchor: DVec3, orientation: DQuat) -> Frames {
        let world = Pose::new(anchor, orientation);
        Frames::new(self.first_frame(world), self.second_frame(world))
    }

    /// A frame on the first body, and on the second the same turned by a rotation in the
    /// axes of the world.
    pub(super) fn turned_frames(
        &self,
        anchor: DVec3,
        orientation: DQuat,
        turned: DQuat,
    ) -> Result<Frames, String> {
        if (turned.length() - 1.0).abs() > 1e-6 || !turned.is_finite() {
            return Err("the turn is not a unit quaternion".into());
        }
        // Turning by nothing would round.
        if turned == DQuat::IDENTITY {
            return Ok(self.frames(anchor, orientation));
        }
        let first = Pose::new(anchor, orientation);
        let second = Pose::new(anchor, (turned * orientation).normalize());
        Ok(Frames::new(self.first_frame(first), self.second_frame(second)))
    }

    /// The same frame on both bodies, with its x axis along a given one.
    pub(super) fn frames_along(&self, anchor: DVec3, axis: DVec3) -> Result<Frames, String> {
        let orientation = DQuat::from_rotation_arc(DVec3::X, unit("the axis", axis)?);
        Ok(self.frames(finite("the anchor", anchor)?, orientation))
    }

    /// The body that carries the axles of wheels; not every one may be the world.
    pub(super) fn carrier(&self, carrier: Option<BodyId>) -> Result<Option<usize>, String> {
        if self.first.is_none() && carrier.is_none() {
            return Err("the first body and the carrier are both the world".into());
        }
        Ok(carrier.map(|body| body.0))
    }

    /// A frame on the first body, given in the world.
    pub(super) fn first_frame(&self, world: Pose) -> Frame {
        Frame::new(self.first, world, self.bodies)
    }

    /// A frame on the second body, given in the world.
    pub(super) fn second_frame(&self, world: Pose) -> Frame {
        Frame::new(Some(self.second), world, self.bodies)
    }

    /// Frames on any two bodies, at the origin of the world.
    pub(super) fn turning_frames(
        &self,
        first: Option<usize>,
        second: Option<usize>,
        orientation: DQuat,
    ) -> Frames {
        let world = Pose::new(DVec3::ZERO, orientation);
        Frames::new(Frame::new(first, world, self.bodies), Frame::new(second, world, self.bodies))
    }

    /// An axis held with the compliance of the joint.
    pub(super) fn held(&self) -> Axis {
        Axis { compliance: self.compliance, ..Axis::HELD }
    }

    /// Six axes held with the compliance of the joint.
    pub(super) fn all_held(&self) -> [Axis; 6] {
        std::array::from_fn(|_| self.held())
    }
}
