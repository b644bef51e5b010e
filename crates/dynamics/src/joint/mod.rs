//! What joins bodies: from descriptions to rows of constraints.

mod description;

pub use description::{Axis, JointDescription, JointId, JointKind, Motor, MotorMode};

use crate::model::{Body, ModelError};
use crate::rows::{Bodies, RowBuffer};

/// A checked joint with its anchors in the frames of its bodies.
#[derive(Clone, Debug)]
pub struct Joint {
    description: JointDescription,
}

#[allow(unused_variables)]
impl Joint {
    /// Checks a description against the bodies it names.
    pub(crate) fn new(description: JointDescription, bodies: &[Body]) -> Result<Self, ModelError> {
        Ok(Self { description })
    }

    /// As it was described.
    pub fn description(&self) -> &JointDescription {
        &self.description
    }

    /// Numbers that the joint carries from step to step (unwound angles);
    /// these are their values at the beginning.
    pub fn initial_memory(&self) -> [f64; 2] {
        [0.0; 2]
    }

    /// Brings the memory up to date with the poses at the beginning of a step.
    pub(crate) fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {}

    /// Adds the joint's rows for a step of `h` seconds that begins at `time`.
    pub(crate) fn write_rows(
        &self,
        bodies: &Bodies<'_>,
        memory: &[f64; 2],
        time: f64,
        h: f64,
        rows: &mut RowBuffer,
    ) {
    }

    /// Number of rows while it is whole.
    pub fn row_count(&self) -> usize {
        0
    }

    /// Force (N) that the held directions carried in a step.
    pub fn holding_force(&self, impulses: &[f64], h: f64) -> f64 {
        0.0
    }
}
