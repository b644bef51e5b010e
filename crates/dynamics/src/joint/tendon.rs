//! A string over points of many bodies.

use std::sync::Arc;

use glam::DVec3;
use stickslip_contact::Pose;

use super::axis::{Axis, Motor};
use super::axis_rows::Moment;
use super::builder::Builder;
use super::check::finite;
use super::constraint::{Constraint, RowCounts, SharedConstraint};
use super::coordinates::Coordinates;
use super::frames::{Coordinate, Frame, Frames, Measured};
use super::passive_rows::Kind;
use super::recipe::{AxisUnit, JointSource, Recipe};
use crate::parts::BodyId;
use crate::rows::{Bodies, NewRow, RowBuffer};

/// Holds, stops, springs or drives the length of a string that runs straight from
/// point to point: L = Σ |pᵢ₊₁ − pᵢ|/dᵢ over the pieces of all its branches, each with the
/// divisor d of its branch, as behind a pulley block.
#[derive(Clone, Debug, PartialEq)]
pub struct Tendon {
    /// The points in their order. The first body among them is the second body of
    /// the joint.
    pub path: Vec<TendonPoint>,
    /// What the length (m) may do.
    pub length: Axis,
}

/// One point of a [`Tendon`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TendonPoint {
    /// The body that it is on; `None` for the world.
    pub body: Option<BodyId>,
    /// Where it is at the initial poses (m).
    pub point: DVec3,
    /// A new branch begins here, whose length is divided by this.
    pub divisor: Option<f64>,
}

impl Recipe for Tendon {
    const NAME: &'static str = "tendon";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self { path: source.path("path")?, length: source.loose_axis(AxisUnit::Length)? })
    }

    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
        self.length.check().map_err(|reason| format!("the length: {reason}"))?;
        let frame = |point: &TendonPoint| -> Result<Frame, String> {
            let place = Pose::at(finite("a point of the path", point.point)?);
            Ok(Frame::new(point.body.map(|body| body.0), place, on.bodies))
        };
        let (mut pieces, mut divisor, mut length) = (Vec::new(), 1.0, 0.0);
        for (at, pair) in self.path.windows(2).enumerate() {
            let is_new = pair[1].divisor.is_some();
            if let Some(next) = pair[0].divisor {
                divisor = next;
            }
            if !(divisor.is_finite() && divisor > 0.0) {
                return Err(format!("the divisor {divisor} of its path is not positive"));
            }
            if is_new && (at + 2 == self.path.len() || pair[0].divisor.is_some()) {
                return Err("a branch of its path has one point only".into());
            }
            if !is_new {
                let frames = Frames::new(frame(&pair[0])?, frame(&pair[1])?);
                pieces.push(Piece { frames, factor: 1.0 / divisor });
                length += pair[0].point.distance(pair[1].point) / divisor;
            }
        }
        if pieces.is_empty() {
            return Err("its path has fewer than two points".into());
        }
        let bodies = || self.path.iter().filter_map(|point| point.body);
        if bodies().next().map(|body| body.0) != Some(on.second) {
            return Err("the second body is not the first one on its path".into());
        }
        let mut axis = self.length.clone();
        if axis.held_at().is_some() {
            axis.compliance = on.compliance;
        }
        Ok(Arc::new(TendonConstraint::new(pieces, axis, length)))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        None
    }

    fn other_bodies(&self) -> Vec<(&'static str, BodyId)> {
        let mut all: Vec<BodyId> = Vec::new();
        for body in self.path.iter().filter_map(|point| point.body) {
            if !all.contains(&body) {
                all.push(body);
            }
        }
        all.into_iter().skip(1).map(|body| ("a body of the path", body)).collect()
    }

    fn bodies_mut(&mut self) -> Vec<&mut BodyId> {
        self.path.iter_mut().filter_map(|point| point.body.as_mut()).collect()
    }
}

/// One straight piece c |p₂ − p₁|.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) frames: Frames,
    pub(super) factor: f64,
}

impl Piece {
    fn coordinate(&self, bodies: &Bodies<'_>) -> Coordinate {
        self.frames.relative(bodies).distance()
    }
}

/// Σ c |d|, held or between stops, sprung or driven: a rod, a rope, a strut or a string.
#[derive(Debug)]
pub(super) struct TendonConstraint {
    pieces: Vec<Piece>,
    length: Axis,
    initial: f64,
}

impl TendonConstraint {
    /// Pieces with the length that they have at the beginning.
    pub(super) fn new(pieces: Vec<Piece>, length: Axis, initial: f64) -> Self {
        Self { pieces, length, initial }
    }
}

/// The length at a moment.
struct Length<'a> {
    constraint: &'a TendonConstraint,
    bodies: &'a Bodies<'a>,
}

impl Length<'_> {
    fn pieces(&self) -> impl Iterator<Item = (f64, Coordinate)> + '_ {
        self.constraint.pieces.iter().map(|piece| (piece.factor, piece.coordinate(self.bodies)))
    }
}

impl Measured for Length<'_> {
    fn value(&self) -> f64 {
        self.pieces().map(|(factor, piece)| factor * piece.value).sum()
    }

    fn along(&self, motion: &dyn Fn(usize) -> [DVec3; 2]) -> f64 {
        self.pieces().map(|(factor, piece)| factor * piece.along(motion)).sum()
    }

    fn drift(&self, bodies: &Bodies<'_>) -> f64 {
        self.pieces().map(|(factor, piece)| factor * piece.drift(bodies)).sum()
    }

    fn add_to(&self, row: &mut NewRow<'_>, factor: f64) {
        self.pieces().for_each(|(own, piece)| piece.add_to(row, own * factor));
    }
}

impl Constraint for TendonConstraint {
    fn row_counts(&self) -> RowCounts {
        let drives = self.length.driving_count(Kind::Plain);
        RowCounts { travels: self.length.holding_count(), turns: 0, drives }
    }

    fn has_armature(&self) -> bool {
        self.length.has_armature()
    }

    fn drift(&self, moment: &Moment<'_>) -> Option<f64> {
        let length = Length { constraint: self, bodies: moment.bodies };
        self.length.has_armature().then(|| moment.drift(&length))
    }

    fn initial_memory(&self) -> [f64; 2] {
        [self.initial, 0.0]
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        let length = |piece: &Piece| piece.frames.relative(bodies).offset.length();
        memory[0] = self.pieces.iter().map(|piece| piece.factor * length(piece)).sum();
    }

    fn motors(&self) -> Vec<(usize, &Motor)> {
        self.length.motors.iter().map(|motor| (0, motor)).collect()
    }

    fn coordinates(&self, bodies: &Bodies<'_>, _memory: &[f64; 2]) -> Coordinates {
        let length = Length { constraint: self, bodies };
        vec![(length.value(), length.rate(bodies))]
    }

    fn lines(&self, bodies: &Bodies<'_>, _memory: &[f64; 2]) -> Vec<Vec<DVec3>> {
        let ends = |piece: &Piece| {
            let Piece { frames, .. } = piece;
            [frames.first(), frames.second()].map(|frame| frame.pose(bodies).position).to_vec()
        };
        self.pieces.iter().map(ends).collect()
    }

    fn write_rows(&self, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let (moment, length) =
            (&moment.with_jump(), Length { constraint: self, bodies: moment.bodies });
        self.length.write_holding(&length, true, moment, rows);
        let measured = (&length, &length, Kind::Plain);
        self.length.write_driving(measured, &mut moment.controls.iter(), moment, rows);
    }
}
