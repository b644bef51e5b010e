//! Two points at a distance.

use std::sync::Arc;

use glam::DVec3;
use stickslip_contact::Pose;

use super::axis::Axis;
use super::axis_rows::Moment;
use super::builder::Builder;
use super::check::finite;
use super::coordinates::Coordinates;
use super::frames::Frames;
use super::law::{Law, RowCounts, SharedLaw};
use super::recipe::{JointSource, Recipe};
use crate::rows::{Bodies, RowBuffer};

/// Keeps two points at a distance.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// Point on the first body.
    pub first_anchor: DVec3,
    /// Point on the second body.
    pub second_anchor: DVec3,
    /// Range of the distance (m): lo = hi for a rod, lo = 0 for a rope;
    /// `None` for a rod of the length at the beginning.
    pub range: Option<[f64; 2]>,
}

impl Recipe for Distance {
    const NAME: &'static str = "distance";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self {
            first_anchor: source.point("first_anchor")?,
            second_anchor: source.point("second_anchor")?,
            range: source.range("range")?,
        })
    }

    /// Without a range the distance at the beginning is held.
    fn build(&self, on: &Builder<'_>) -> Result<SharedLaw, String> {
        let Self { first_anchor, second_anchor, range } = *self;
        let first = Pose::at(finite("the first anchor", first_anchor)?);
        let second = Pose::at(finite("the second anchor", second_anchor)?);
        let distance = first_anchor.distance(second_anchor);
        let [lo, hi] = range.unwrap_or([distance; 2]);
        if lo < 0.0 || hi <= 0.0 {
            return Err(format!("the range [{lo}, {hi}] of the distance is not positive"));
        }
        // No distance is below zero: a stop there would only keep the points
        // from passing through one another.
        let lo = if lo == 0.0 { f64::NEG_INFINITY } else { lo };
        let length = Axis { limits: Some([lo, hi]), ..on.held() };
        length.check().map_err(|reason| format!("range: {reason}"))?;
        let frames = Frames::new(on.first_frame(first), on.second_frame(second));
        Ok(Arc::new(DistanceLaw { frames, length, initial: distance }))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        Some([self.first_anchor, self.second_anchor])
    }
}

/// |d| with d = p₂ − p₁, held or between stops: a rod, a rope or a strut.
/// d|d|/dt is the travel along n = d/|d|, as n·ṅ = 0.
#[derive(Debug)]
struct DistanceLaw {
    frames: Frames,
    length: Axis,
    initial: f64,
}

impl Law for DistanceLaw {
    fn row_counts(&self) -> RowCounts {
        RowCounts { travels: self.length.holding_count(), turns: 0, drives: 0 }
    }

    fn initial_memory(&self) -> [f64; 2] {
        [self.initial, 0.0]
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        memory[0] = self.frames.relative(bodies).offset.length();
    }

    fn coordinates(&self, bodies: &Bodies<'_>, _memory: &[f64; 2]) -> Coordinates {
        let relative = self.frames.relative(bodies);
        vec![relative.travel(relative.offset.normalize_or(DVec3::X))]
    }

    fn write_rows(&self, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let relative = self.frames.relative(moment.bodies);
        // Points that coincide have no direction; any will part them.
        let direction = relative.offset.normalize_or(DVec3::X);
        self.length.write_holding(&relative.travel(direction), true, moment.h, rows);
    }
}
