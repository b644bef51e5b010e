//! Gears, about the origin with axis z.

use std::f64::consts::TAU;

use glam::DVec3;

use super::rings::{Ends, join};
use super::{length, less, parts};
use crate::mesh::{MeshError, Surface};

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
                let (sin, cos) = libm::sincos(TAU * (tooth as f64 + place) / teeth as f64);
                DVec3::new(radius * cos, radius * sin, 0.0)
            })
        })
        .collect();
    let side = DVec3::Z * half_width;
    let ring = |offset: DVec3| outline.iter().map(|&point| point + offset).collect();
    join(&[ring(-side), ring(side)], &Ends::Caps(-side, side))
}
