//! Screw, nut and gear, about the origin with axis z.
//!
//! A right-handed thread of pitch p: the radius at angle θ and height z is
//! r + depth · w(z/p − θ/2π), with the wave w of period 1 rising from −½ to ½ and
//! falling again.

use std::f64::consts::TAU;

use glam::DVec3;

use super::rings::{Ends, circle, join};
use super::{length, less, parts};
use crate::mesh::{MeshError, Surface};

/// A thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thread {
    /// Mean radius.
    pub radius: f64,
    /// From the bottom of the groove to the top of the ridge.
    pub depth: f64,
    /// Advance of a turn.
    pub pitch: f64,
    /// Half the length along the axis.
    pub half_length: f64,
    /// Points in a turn.
    pub around: usize,
    /// Rings in a pitch.
    pub rings: usize,
}

impl Thread {
    fn check(&self) -> Result<(), MeshError> {
        length("radius", self.radius)?;
        less("depth", self.depth, self.radius)?;
        length("pitch", self.pitch)?;
        length("half_length", self.half_length)?;
        parts("around", self.around, 3)?;
        parts("rings", self.rings, 3)?;
        parts("rings along the axis", self.along(), 1)?;
        Ok(())
    }

    fn along(&self) -> usize {
        // Not one ring more for a length that rounding has made a little longer. Saturates,
        // and is then refused.
        let rings = 2.0 * self.half_length / self.pitch * self.rings as f64;
        (rings * (1.0 - 1e-9)).ceil().max(1.0) as usize
    }

    fn heights(&self) -> impl DoubleEndedIterator<Item = f64> {
        let (along, half) = (self.along(), self.half_length);
        (0..=along).map(move |k| half * (2.0 * k as f64 / along as f64 - 1.0))
    }

    fn ring(&self, height: f64, grown: f64) -> Vec<DVec3> {
        circle(self.around, height, |angle| {
            let phase = (height / self.pitch - angle / TAU).rem_euclid(1.0);
            let wave = 0.5 - (2.0 * phase - 1.0).abs();
            self.radius + grown + self.depth * wave
        })
    }
}

/// A rod with a thread outside.
///
/// # Errors
/// Where a length or a number of parts is none, or the thread is as deep as the rod.
pub fn screw(thread: &Thread) -> Result<Surface, MeshError> {
    thread.check()?;
    let rings: Vec<_> = thread.heights().map(|height| thread.ring(height, 0.0)).collect();
    let top = DVec3::Z * thread.half_length;
    join(&rings, &Ends::Caps(-top, top))
}

/// A round nut with the thread inside, wider than the screw of the same thread by
/// `clearance`.
///
/// # Errors
/// As [`screw`], and where the outer radius leaves no wall.
pub fn nut(thread: &Thread, clearance: f64, outer_radius: f64) -> Result<Surface, MeshError> {
    thread.check()?;
    length("clearance", clearance)?;
    length("outer_radius", outer_radius)?;
    less("radius of the thread", thread.radius + thread.depth / 2.0 + clearance, outer_radius)?;
    let outside =
        [-1.0, 1.0].map(|end| circle(thread.around, end * thread.half_length, |_| outer_radius));
    let inside = thread.heights().rev().map(|height| thread.ring(height, clearance));
    let rings: Vec<_> = outside.into_iter().chain(inside).collect();
    join(&rings, &Ends::Loop)
}

/// A gear with straight trapezoidal teeth: 2/5 of a pitch at their foot, 1/5 at
/// their top.
///
/// # Errors
/// Where a length is none, the teeth are as high as the wheel, or there are fewer than 3.
pub fn gear(
    teeth: usize,
    root_radius: f64,
    tip_radius: f64,
    half_width: f64,
) -> Result<Surface, MeshError> {
    let teeth = parts("teeth", teeth, 3)?;
    length("half_width", half_width)?;
    length("tip_radius", tip_radius)?;
    less("root_radius", root_radius, tip_radius)?;
    let outline: Vec<DVec3> = (0..teeth)
        .flat_map(|tooth| {
            let corners =
                [(-0.3, root_radius), (-0.1, tip_radius), (0.1, tip_radius), (0.3, root_radius)];
            corners.map(|(place, radius)| {
                let (sin, cos) = (TAU * (tooth as f64 + place) / teeth as f64).sin_cos();
                DVec3::new(radius * cos, radius * sin, 0.0)
            })
        })
        .collect();
    let side = DVec3::Z * half_width;
    let ring = |offset: DVec3| outline.iter().map(|&point| point + offset).collect();
    join(&[ring(-side), ring(side)], &Ends::Caps(-side, side))
}
