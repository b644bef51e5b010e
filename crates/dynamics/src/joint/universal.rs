//! Two hinges in a cross.

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec3};

use super::axis::Axis;
use super::axis_rows::Moment;
use super::builder::Builder;
use super::check::{finite, unit};
use super::coordinates::{Coordinates, Placement};
use super::frames::Frames;
use super::law::{Law, RowCounts, SharedLaw};
use super::recipe::{JointSource, Recipe};
use super::rotation::{Angle, unwind};
use crate::rows::{Bodies, RowBuffer};

/// Two hinges in a cross: the axes stay perpendicular.
#[derive(Clone, Debug, PartialEq)]
pub struct Universal {
    /// Where the axes meet.
    pub anchor: DVec3,
    /// Axis fixed to the first body.
    pub first_axis: DVec3,
    /// Axis fixed to the second body, perpendicular to the first.
    pub second_axis: DVec3,
}

impl Recipe for Universal {
    const NAME: &'static str = "universal";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self {
            anchor: source.point("anchor")?,
            first_axis: source.direction("first_axis")?,
            second_axis: source.direction("second_axis")?,
        })
    }

    /// The axes need to be perpendicular to a millionth.
    fn build(&self, on: &Builder<'_>) -> Result<SharedLaw, String> {
        let anchor = finite("the anchor", self.anchor)?;
        let x = unit("the first axis", self.first_axis)?;
        let y = unit("the second axis", self.second_axis)?;
        let cosine = x.dot(y);
        if cosine.abs() > 1e-6 {
            return Err(format!("the axes are not perpendicular: their cosine is {cosine}"));
        }
        let y = (y - cosine * x).normalize();
        let orientation = DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y)));
        Ok(Arc::new(UniversalLaw { frames: on.frames(anchor, orientation), held: on.held() }))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        Some([self.anchor; 2])
    }
}

/// Three travels held, and the axes a₁ on the first body and a₂ on the second
/// kept perpendicular: φ = a₁·a₂ with φ̇ = (a₂×a₁)·(ω₂ − ω₁).
///
/// In the frame of the joint a₁ = x and a₂ = y.
#[derive(Debug)]
struct UniversalLaw {
    frames: Frames,
    held: Axis,
}

impl UniversalLaw {
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

impl Law for UniversalLaw {
    fn row_counts(&self) -> RowCounts {
        RowCounts { travels: 3, turns: 1, drives: 0 }
    }

    fn holds_a_point(&self) -> bool {
        true
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        let turns = Self::turns(self.frames.relative(bodies).rotation);
        *memory = std::array::from_fn(|at| unwind(turns[at], memory[at]));
    }

    /// R = Rx(α) Ry(β) turns by α about a₁ = x and by β about a₂ = Rx(α) y, so
    /// that Ω = x α̇ + a₂ β̇. Off the constraint, the rates are those of Ω in
    /// the plane of both axes.
    fn coordinates(&self, bodies: &Bodies<'_>, memory: &[f64; 2]) -> Coordinates {
        let relative = self.frames.relative(bodies);
        let turns = Self::turns(relative.rotation);
        let second = relative.rotation * DVec3::Y;
        let gradients = [DVec3::X - second * second.x, second - DVec3::X * second.x];
        let at = |at: usize| relative.turn(unwind(turns[at], memory[at]), gradients[at]);
        vec![at(0), at(1)]
    }

    fn placement(&self, coordinates: &[(f64, f64)]) -> Option<Placement> {
        let &[(first, first_rate), (second, second_rate)] = coordinates else { return None };
        let cross = DQuat::from_rotation_x(first);
        Some(Placement {
            frames: self.frames,
            offset: DVec3::ZERO,
            rotation: cross * DQuat::from_rotation_y(second),
            travel: DVec3::ZERO,
            spin: DVec3::X * first_rate + cross * DVec3::Y * second_rate,
            memory: [first, second],
        })
    }

    fn write_rows(&self, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let relative = self.frames.relative(moment.bodies);
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            let travel = relative.travel(relative.frame.direction(axis));
            self.held.write_holding(&travel, true, moment.h, rows);
        }
        let (value, gradient) = Self::skew(relative.rotation);
        self.held.write_holding(&relative.turn(value, gradient), true, moment.h, rows);
    }
}
