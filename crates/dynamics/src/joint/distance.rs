//! Two points at a distance.

use std::sync::Arc;

use glam::DVec3;
use stickslip_contact::Pose;

use super::axis::{Axis, Motor, Passive};
use super::builder::Builder;
use super::check::finite;
use super::constraint::SharedConstraint;
use super::frames::Frames;
use super::recipe::{AxisUnit, JointSource, Recipe};
use super::tendon::{Piece, TendonConstraint};

/// Keeps two points at a distance, or springs and drives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// Point on the first body.
    pub first_anchor: DVec3,
    /// Point on the second body.
    pub second_anchor: DVec3,
    /// Range of the distance (m): lo = hi for a rod, lo = 0 for a rope; `None` for a
    /// rod of the length at the beginning, or for any length where there is a
    /// spring or a motor.
    pub range: Option<[f64; 2]>,
    /// Spring, damper and armature of the distance.
    pub passive: Option<Passive>,
    /// What drives the distance.
    pub motors: Vec<Motor>,
}

impl Distance {
    /// Two points with a range of distances, or a rod.
    pub fn between(first_anchor: DVec3, second_anchor: DVec3, range: Option<[f64; 2]>) -> Self {
        Self { first_anchor, second_anchor, range, passive: None, motors: Vec::new() }
    }
}

impl Recipe for Distance {
    const NAME: &'static str = "distance";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self {
            first_anchor: source.point("first_anchor")?,
            second_anchor: source.point("second_anchor")?,
            range: source.range("range")?,
            passive: source.spring(AxisUnit::Length)?,
            motors: source.motors(AxisUnit::Length)?,
        })
    }

    /// Without a range, spring and motor the distance at the beginning is held.
    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
        let Self { first_anchor, second_anchor, range, .. } = *self;
        let first = Pose::at(finite("the first anchor", first_anchor)?);
        let second = Pose::at(finite("the second anchor", second_anchor)?);
        let is_rod = self.passive.is_none() && self.motors.is_empty();
        let distance = first_anchor.distance(second_anchor);
        let range = range.or_else(|| is_rod.then_some([distance; 2]));
        if let Some([lo, hi]) = range.filter(|[lo, hi]| *lo < 0.0 || *hi <= 0.0) {
            return Err(format!("the range [{lo}, {hi}] of the distance is not positive"));
        }
        // No distance is below zero: a stop there would only keep the points
        // from passing through one another.
        let stops = |[lo, hi]: [f64; 2]| [if lo == 0.0 { f64::NEG_INFINITY } else { lo }, hi];
        let length = Axis {
            limits: range.map(stops),
            passive: self.passive,
            motors: self.motors.clone(),
            ..on.held()
        };
        length.check().map_err(|reason| format!("range: {reason}"))?;
        let frames = Frames::new(on.first_frame(first), on.second_frame(second));
        Ok(Arc::new(TendonConstraint::new(vec![Piece { frames, factor: 1.0 }], length, distance)))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        Some([self.first_anchor, self.second_anchor])
    }
}
