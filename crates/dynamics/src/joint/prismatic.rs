//! One axis to slide along.

use std::sync::Arc;

use glam::DVec3;

use super::axis::Axis;
use super::builder::Builder;
use super::constraint::SharedConstraint;
use super::recipe::{AxisUnit, JointSource, Recipe};
use super::six_axes::SixAxes;

/// Slides along one axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Prismatic {
    /// A point on the axis.
    pub anchor: DVec3,
    /// The axis along which the second body moves at positive travel.
    pub axis: DVec3,
    /// What the travel (m) may do.
    pub travel: Axis,
}

impl Recipe for Prismatic {
    const NAME: &'static str = "prismatic";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self {
            anchor: source.point("anchor")?,
            axis: source.direction("axis")?,
            travel: source.loose_axis(AxisUnit::Length)?,
        })
    }

    /// Everything held but the travel along the frame's x axis.
    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
        self.travel.check().map_err(|reason| format!("travel: {reason}"))?;
        let mut axes = on.all_held();
        axes[0] = self.travel.clone();
        Ok(Arc::new(SixAxes::new(on.frames_along(self.anchor, self.axis)?, axes)))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        Some([self.anchor; 2])
    }
}
