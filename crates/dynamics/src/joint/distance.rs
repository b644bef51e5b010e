//! Two points at a distance.

use std::sync::Arc;

use glam::DVec3;
use stickslip_contact::Pose;

use super::axis::Moment;
use super::builder::Builder;
use super::check::finite;
use super::description::Axis;
use super::frames::Frames;
use super::law::{Law, Layout, SharedLaw};
use crate::rows::{Bodies, RowBuffer};

/// |d| with d = p₂ − p₁, held or between stops: a rod, a rope or a strut.
/// d|d|/dt is the travel along n = d/|d|, as n·ṅ = 0.
#[derive(Debug)]
struct Distance {
    frames: Frames,
    length: Axis,
    initial: f64,
}

/// Without a range the distance at the beginning is held.
pub(super) fn build(
    on: &Builder<'_>,
    first_anchor: DVec3,
    second_anchor: DVec3,
    range: Option<[f64; 2]>,
) -> Result<SharedLaw, String> {
    let first = Pose::at(finite("the first anchor", first_anchor)?);
    let second = Pose::at(finite("the second anchor", second_anchor)?);
    let distance = first_anchor.distance(second_anchor);
    let [lo, hi] = range.unwrap_or([distance; 2]);
    if lo < 0.0 || hi <= 0.0 {
        return Err(format!("the range [{lo}, {hi}] of the distance is not positive"));
    }
    // No distance is below zero: a stop there would only keep the points from
    // passing through one another.
    let lo = if lo == 0.0 { f64::NEG_INFINITY } else { lo };
    let length = Axis { limits: Some([lo, hi]), ..on.held() };
    length.check().map_err(|reason| format!("range: {reason}"))?;
    let frames = Frames::new(on.first_frame(first), on.second_frame(second));
    Ok(Arc::new(Distance { frames, length, initial: distance }))
}

impl Law for Distance {
    fn layout(&self) -> Layout {
        Layout { travels: self.length.holding_count(), turns: 0, drives: 0 }
    }

    fn initial_memory(&self) -> [f64; 2] {
        [self.initial, 0.0]
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        memory[0] = self.frames.relative(bodies).offset.length();
    }

    fn write_rows(
        &self,
        bodies: &Bodies<'_>,
        _memory: &[f64; 2],
        moment: Moment,
        rows: &mut RowBuffer,
    ) {
        let relative = self.frames.relative(bodies);
        // Points that coincide have no direction; any will part them.
        let direction = relative.offset.normalize_or(DVec3::X);
        self.length.write_holding(&relative.travel(direction), true, moment.h, rows);
    }
}
