//! Two hinges in a cross.

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec3};
use stickslip_geometry::rotation;

use super::Rule;
use super::axis::{Axis, Motor};
use super::axis_rows::Moment;
use super::builder::Builder;
use super::check::{finite, unit};
use super::constraint::{Constraint, RowCounts, SharedConstraint};
use super::coordinates::{Coordinates, Placement};
use super::frames::{Coordinate, Frame, Frames, Measured, Relative};
use super::passive_rows::Kind;
use super::recipe::{AxisUnit, JointSource, Recipe};
use super::rotation::unwind;
use crate::parts::Compliance;
use crate::rows::{Bodies, RowBuffer};
use crate::tree::{Direction, HeldRow, Passage, Step};

/// Two hinges in a cross: the axes stay perpendicular.
#[derive(Clone, Debug, PartialEq)]
pub struct Universal {
    /// Where the axes meet.
    pub anchor: DVec3,
    /// Axis fixed to the first body.
    pub first_axis: DVec3,
    /// Axis fixed to the second body, perpendicular to the first.
    pub second_axis: DVec3,
    /// What the turn about the first axis (rad) may do.
    pub first_rotation: Axis,
    /// What the turn about the second axis (rad) may do.
    pub second_rotation: Axis,
}

impl Universal {
    /// Both turns free.
    pub fn free(anchor: DVec3, first_axis: DVec3, second_axis: DVec3) -> Self {
        let (first_rotation, second_rotation) = (Axis::FREE, Axis::FREE);
        Self { anchor, first_axis, second_axis, first_rotation, second_rotation }
    }
}

impl Recipe for Universal {
    const NAME: &'static str = "universal";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self {
            anchor: source.point("anchor")?,
            first_axis: source.direction("first_axis")?,
            second_axis: source.direction("second_axis")?,
            first_rotation: source.free_axis("first_rotation", AxisUnit::Angle)?,
            second_rotation: source.free_axis("second_rotation", AxisUnit::Angle)?,
        })
    }

    /// The axes need to be perpendicular to a millionth.
    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
        let anchor = finite("the anchor", self.anchor)?;
        let x = unit("the first axis", self.first_axis)?;
        let y = unit("the second axis", self.second_axis)?;
        let cosine = x.dot(y);
        if cosine.abs() > 1e-6 {
            return Err(format!("the axes are not perpendicular: their cosine is {cosine}"));
        }
        let y = (y - cosine * x).normalize();
        let orientation = DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y)));
        let turns = [self.first_rotation.clone(), self.second_rotation.clone()];
        for (turn, name) in turns.iter().zip(["first", "second"]) {
            turn.check().map_err(|reason| format!("{name} rotation: {reason}"))?;
        }
        let frames = on.frames(anchor, orientation);
        Ok(Arc::new(UniversalConstraint { frames, held: on.held(), turns }))
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
struct UniversalConstraint {
    frames: Frames,
    held: Axis,
    /// The turns about a₁ and about a₂.
    turns: [Axis; 2],
}

impl UniversalConstraint {
    /// The turn of a₂ about a₁, and that of the second body about a₂, up to
    /// whole turns.
    fn turns(rotation: DQuat) -> [f64; 2] {
        let (second_axis, first_axis) = (rotation * DVec3::Y, rotation.inverse() * DVec3::X);
        [libm::atan2(second_axis.z, second_axis.y), libm::atan2(first_axis.z, first_axis.x)]
    }

    /// Both turns, nearest to what is remembered.
    ///
    /// R = Rx(α) Ry(β) turns by α about a₁ = x and by β about a₂ = Rx(α) y, so that
    /// Ω = x α̇ + a₂ β̇. With c = a₁·a₂, which is zero on the constraint,
    /// α̇ = (a₁ − c a₂)·Ω/(1 − c²) and β̇ = (a₂ − c a₁)·Ω/(1 − c²).
    fn both(&self, relative: &Relative, memory: &[f64; 2]) -> [Coordinate; 2] {
        let turns = Self::turns(relative.rotation);
        let second = relative.rotation * DVec3::Y;
        let square = (1.0 - second.x * second.x).max(f64::MIN_POSITIVE);
        let gradients = [DVec3::X - second * second.x, second - DVec3::X * second.x];
        std::array::from_fn(|at| {
            let reference = self.turns[at].reference;
            let mut value = unwind(turns[at], memory[at] - reference);
            // Adding zero would turn −0 into 0.
            if reference != 0.0 {
                value += reference;
            }
            relative.turn(value, gradients[at] / square)
        })
    }
}

impl Constraint for UniversalConstraint {
    fn row_counts(&self) -> RowCounts {
        let stops: usize = self.turns.iter().map(Axis::holding_count).sum();
        let drives = self.turns.iter().map(|turn| turn.driving_count(Kind::Plain)).sum();
        RowCounts { travels: 3, turns: 1 + stops, drives }
    }

    fn holds_a_point(&self) -> bool {
        true
    }

    fn has_armature(&self) -> bool {
        self.turns.iter().any(Axis::has_armature)
    }

    fn initial_memory(&self) -> [f64; 2] {
        [0, 1].map(|at| self.turns[at].reference)
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        let turns = self.both(&self.frames.relative(bodies), memory);
        *memory = turns.map(|turn| turn.value);
    }

    fn motors(&self) -> Vec<(usize, &Motor)> {
        let turns = self.turns.iter().zip([3, 4]);
        turns.flat_map(|(turn, at)| turn.motors.iter().map(move |motor| (at, motor))).collect()
    }

    fn coordinates(&self, bodies: &Bodies<'_>, memory: &[f64; 2]) -> Coordinates {
        let turns = self.both(&self.frames.relative(bodies), memory);
        turns.iter().map(|turn| (turn.value, turn.rate(bodies))).collect()
    }

    fn placement(&self, coordinates: &[(f64, f64)]) -> Option<Placement> {
        let &[(first, first_rate), (second, second_rate)] = coordinates else { return None };
        let memory = [first, second];
        let [first, second] = [0, 1].map(|at| memory[at] - self.turns[at].reference);
        let cross = rotation::about(DVec3::X, first);
        Some(Placement {
            frames: self.frames,
            offset: DVec3::ZERO,
            rotation: cross * rotation::about(DVec3::Y, second),
            travel: DVec3::ZERO,
            spin: DVec3::X * first_rate + cross * DVec3::Y * second_rate,
            memory,
        })
    }

    fn passage(&self) -> Result<Option<Passage>, &'static str> {
        if self.held.compliance != Compliance::JOINT {
            return Err("it holds with a compliance of its own");
        }
        if self.turns.iter().any(|turn| turn.held_at().is_some()) {
            return Err("one of its turns is held");
        }
        let [first, second] = [self.frames.first(), self.frames.second()].map(Frame::local);
        let steps = vec![Step::Turn(DVec3::X), Step::Turn(DVec3::Y)];
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(Direction::First);
        let directions = axes.into_iter().chain([Direction::Across]).enumerate();
        let held = directions.map(|(row, direction)| HeldRow { row, direction }).collect();
        Ok(Some(Passage { first, second, steps, held }))
    }

    fn write_rows(&self, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let relative = self.frames.relative(moment.bodies);
        if moment.rule == Rule::Carried {
            (0..4).for_each(|_| rows.add_none());
        } else {
            for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
                let travel = relative.travel(relative.frame.direction(axis));
                self.held.write_holding(&travel, true, moment, rows);
            }
            let second = relative.rotation * DVec3::Y;
            let skew = relative.tilt(second.x, DVec3::NEG_X, second);
            self.held.write_holding(&skew, true, moment, rows);
        }
        let turns = self.both(&relative, moment.memory);
        for (axis, turn) in self.turns.iter().zip(&turns) {
            axis.write_holding(turn, true, moment, rows);
        }
        let mut controls = moment.controls.iter();
        for (axis, turn) in self.turns.iter().zip(&turns) {
            axis.write_driving((turn, turn, Kind::Plain), &mut controls, moment, rows);
        }
    }
}
