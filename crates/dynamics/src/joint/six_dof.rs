//! Six axes, each with its own range, compliance, motor and friction.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::axis::Axis;
use super::builder::Builder;
use super::check::finite;
use super::constraint::SharedConstraint;
use super::recipe::{AxisUnit, JointSource, Recipe};
use super::six_axes::SixAxes;
use crate::parts::Compliance;

/// Says for each of the six axes what it may do: travel along x, y, z and
/// rotation about x, y, z of a frame on the first body.
///
/// Each axis is held with its own compliance. An axis softer than
/// [`Compliance::JOINT`] is a spring, whose deformation is no joint error.
/// Where two rotations are held at zero, the third is counted over many
/// turns; otherwise rotations are the parts of a rotation vector, which
/// ends at half a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct SixDof {
    /// Origin of the frame.
    pub anchor: DVec3,
    /// Orientation of the frame.
    pub frame: DQuat,
    /// How the second body is turned at the initial poses from where its turn counts
    /// as none, in the axes of the world.
    pub turned: DQuat,
    /// Travel x, y, z, then rotation x, y, z.
    pub axes: [Axis; 6],
}

/// The axes in messages, in files, and what they are.
const AXES: [(&str, &str, AxisUnit); 6] = [
    ("travel x", "travel_x", AxisUnit::Length),
    ("travel y", "travel_y", AxisUnit::Length),
    ("travel z", "travel_z", AxisUnit::Length),
    ("rotation x", "rotation_x", AxisUnit::Angle),
    ("rotation y", "rotation_y", AxisUnit::Angle),
    ("rotation z", "rotation_z", AxisUnit::Angle),
];

impl Recipe for SixDof {
    const NAME: &'static str = "six-dof";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        let frame = source.rotation("rotation")?;
        let anchor = source.point("anchor")?;
        let mut axes = [const { Axis::HELD }; 6];
        for (axis, (_, key, unit)) in axes.iter_mut().zip(AXES) {
            *axis = source.axis(key, unit)?;
        }
        Ok(Self { anchor, frame, turned: source.turn("turned")?, axes })
    }

    /// The axes as they are given. Where one is held softer than
    /// [`Compliance::JOINT`], it is a spring: its deformation is meant and is
    /// no error.
    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
        let Self { anchor, frame, turned, axes } = self;
        for (axis, (name, ..)) in axes.iter().zip(AXES) {
            axis.check().map_err(|reason| format!("{name}: {reason}"))?;
        }
        let is_unit = (frame.length() - 1.0).abs() <= 1e-6;
        if !is_unit {
            return Err("the frame is not a unit quaternion".into());
        }
        let anchor = finite("the anchor", *anchor)?;
        let frames = on.turned_frames(anchor, frame.normalize(), *turned)?;
        let is_error = std::array::from_fn(|at| !is_spring(&axes[at].compliance));
        Ok(Arc::new(SixAxes::new(frames, axes.clone()).with_errors(is_error)))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        Some([self.anchor; 2])
    }
}

fn is_spring(compliance: &Compliance) -> bool {
    match (*compliance, Compliance::JOINT) {
        (Compliance::Spring { stiffness, .. }, Compliance::Spring { stiffness: hard, .. }) => {
            stiffness < hard
        }
        _ => false,
    }
}
