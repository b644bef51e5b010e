//! What every kind of joint is made from.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;

use super::description::{Axis, JointDescription, JointKind};
use super::frames::{Frame, Frames};
use super::law::SharedLaw;
use super::{ball, differential, distance, fixed, gear, hinge, prismatic, six_dof, universal};
use crate::model::{Body, Compliance};

/// The bodies of a joint at their initial poses.
pub(super) struct Builder<'a> {
    /// The first body; `None` for the world.
    pub(super) first: Option<usize>,
    /// The second body.
    pub(super) second: usize,
    /// Compliance of the held directions.
    pub(super) compliance: Compliance,
    bodies: &'a [Body],
}

/// Makes the rows of a joint; one line per kind.
pub(super) fn build(description: &JointDescription, bodies: &[Body]) -> Result<SharedLaw, String> {
    let on = &Builder {
        first: description.first.map(|body| body.0),
        second: description.second.0,
        compliance: description.compliance,
        bodies,
    };
    match &description.kind {
        &JointKind::Ball { anchor, friction } => ball::build(on, anchor, friction),
        JointKind::Hinge { anchor, axis, rotation } => hinge::build(on, *anchor, *axis, rotation),
        JointKind::Prismatic { anchor, axis, travel } => {
            prismatic::build(on, *anchor, *axis, travel)
        }
        &JointKind::Universal { anchor, first_axis, second_axis } => {
            universal::build(on, anchor, first_axis, second_axis)
        }
        &JointKind::Fixed { anchor } => fixed::build(on, anchor),
        JointKind::SixDof { anchor, frame, axes } => six_dof::build(on, *anchor, *frame, axes),
        &JointKind::Distance { first_anchor, second_anchor, range } => {
            distance::build(on, first_anchor, second_anchor, range)
        }
        &JointKind::Gear { first_axis, second_axis, ratio, carrier } => {
            gear::build(on, first_axis, second_axis, ratio, carrier)
        }
        &JointKind::Differential { input_axis, output_axis, other_output, ratio, carrier } => {
            differential::build(on, input_axis, output_axis, other_output, ratio, carrier)
        }
    }
}

impl Builder<'_> {
    /// The same frame on both bodies, given in the world.
    pub(super) fn frames(&self, anchor: DVec3, orientation: DQuat) -> Frames {
        let world = Pose::new(anchor, orientation);
        Frames::new(self.first_frame(world), self.second_frame(world))
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
}
