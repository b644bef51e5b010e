//! Two hinges in a cross.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::axis::Moment;
use super::builder::Builder;
use super::check::{finite, unit};
use super::description::Axis;
use super::frames::Frames;
use super::law::{Law, Layout, SharedLaw};
use super::rotation::{Angle, unwind};
use crate::rows::{Bodies, RowBuffer};

/// Three travels held, and the axes a₁ on the first body and a₂ on the second
/// kept perpendicular: φ = a₁·a₂ with φ̇ = (a₂×a₁)·(ω₂ − ω₁).
///
/// In the frame of the joint a₁ = x and a₂ = y.
#[derive(Debug)]
struct Universal {
    frames: Frames,
    held: Axis,
}

/// The axes need to be perpendicular to a millionth.
pub(super) fn build(
    on: &Builder<'_>,
    anchor: DVec3,
    first_axis: DVec3,
    second_axis: DVec3,
) -> Result<SharedLaw, String> {
    let anchor = finite("the anchor", anchor)?;
    let x = unit("the first axis", first_axis)?;
    let y = unit("the second axis", second_axis)?;
    let cosine = x.dot(y);
    if cosine.abs() > 1e-6 {
        return Err(format!("the axes are not perpendicular: their cosine is {cosine}"));
    }
    let y = (y - cosine * x).normalize();
    let orientation = DQuat::from_mat3(&glam::DMat3::from_cols(x, y, x.cross(y)));
    Ok(Arc::new(Universal { frames: on.frames(anchor, orientation), held: on.held() }))
}

impl Universal {
    /// The turn of a₂ about a₁, and that of the second body about a₂, up to
    /// whole turns.
    fn turns(rotation: DQuat) -> [f64; 2] {
        let (second_axis, first_axis) = (rotation * DVec3::Y, rotation.inverse() * DVec3::X);
        [second_axis.z.atan2(second_axis.y), first_axis.z.atan2(first_axis.x)]
    }

    fn skew(rotation: DQuat) -> Angle {
        let second_axis = rotation * DVec3::Y;
        (second_axis.x, second_axis.cross(DVec3::X))
    }
}

impl Law for Universal {
    fn layout(&self) -> Layout {
        Layout { travels: 3, turns: 1, drives: 0 }
    }

    fn holds_a_point(&self) -> bool {
        true
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        let turns = Self::turns(self.frames.relative(bodies).rotation);
        *memory = std::array::from_fn(|at| unwind(turns[at], memory[at]));
    }

    fn write_rows(
        &self,
        bodies: &Bodies<'_>,
        _memory: &[f64; 2],
        moment: Moment,
        rows: &mut RowBuffer,
    ) {
        let relative = self.frames.relative(bodies);
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            let travel = relative.travel(relative.frame.direction(axis));
            self.held.write_holding(&travel, true, moment.h, rows);
        }
        let (value, gradient) = Self::skew(relative.rotation);
        self.held.write_holding(&relative.turn(value, gradient), true, moment.h, rows);
    }
}
