//! One axis to turn about.

use std::sync::Arc;

use glam::DVec3;

use super::axis::Axis;
use super::builder::Builder;
use super::constraint::SharedConstraint;
use super::recipe::{AxisUnit, JointSource, Recipe};
use super::six_axes::SixAxes;

/// Turns about one axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Hinge {
    /// A point on the axis.
    pub anchor: DVec3,
    /// The axis, from the first body's point of view: a positive angle
    /// turns the second body by the right-hand rule.
    pub axis: DVec3,
    /// What the angle (rad) may do.
    pub rotation: Axis,
}

impl Recipe for Hinge {
    const NAME: &'static str = "hinge";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self {
            anchor: source.point("anchor")?,
            axis: source.direction("axis")?,
            rotation: source.loose_axis(AxisUnit::Angle)?,
        })
    }

    /// Everything held but the rotation about the frame's x axis.
    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
        self.rotation.check().map_err(|reason| format!("rotation: {reason}"))?;
        let mut axes = on.all_held();
        axes[3] = self.rotation.clone();
        Ok(Arc::new(SixAxes::new(on.frames_along(self.anchor, self.axis)?, axes)))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        Some([self.anchor; 2])
    }
}
