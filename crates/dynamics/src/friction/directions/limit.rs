//! Where the axes of a section come from (SIGGRAPH 2022 course, §6.4), and
//! limit surfaces that are sampled by direction (§6.1.4).

use std::f64::consts::TAU;

use glam::DVec3;
use stickslip_solve::sets::Polygon;

use super::{Encounter, Limit, LimitShape, REST};
use crate::parts::at_least_zero;

/// What the first axis of a section follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Frame {
    /// The structure of the surface that a pair names first.
    #[default]
    First,
    /// The structure of the other one.
    Second,
    /// The slip at the beginning of the step; anything while at rest.
    Sliding,
}

impl Frame {
    /// Every one by its name in scene files.
    pub const ALL: [(&'static str, Self); 3] =
        [("first", Self::First), ("second", Self::Second), ("sliding", Self::Sliding)];

    pub(super) fn needs_structure(self) -> [bool; 2] {
        [self == Self::First, self == Self::Second]
    }

    pub(super) fn tangent(self, at: &Encounter<'_>) -> Option<DVec3> {
        match self {
            Self::First => at.structures[0],
            Self::Second => at.structures[1],
            Self::Sliding if at.slip.length() > REST => Some(at.slip.normalize()),
            Self::Sliding => Some(at.tangent),
        }
    }
}

/// The largest force on the second per load in equally spaced directions, the
/// first of them along the first axis; between them its edges are straight.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitSurface {
    /// Radius in every direction, counter-clockwise about the normal.
    pub radii: Vec<f64>,
    /// Where the axes come from.
    pub frame: Frame,
}

impl LimitSurface {
    /// Shoots rays at a limit surface: `radius` gives how far it reaches in the
    /// direction (cos α, sin α).
    pub fn shoot(rays: usize, frame: Frame, radius: impl Fn([f64; 2]) -> f64) -> Self {
        Self { radii: directions(rays).map(radius).collect(), frame }
    }

    pub(super) fn is_mirrored(&self) -> bool {
        let half = self.radii.len() / 2;
        let alike = |(one, two): (&f64, &f64)| (one - two).abs() <= 1e-9 * one.max(*two);
        self.radii.len().is_multiple_of(2)
            && self.radii[..half].iter().zip(&self.radii[half..]).all(alike)
    }

    pub(super) fn check(&self) -> Result<(), String> {
        if self.radii.len() < 3 {
            let count = self.radii.len();
            return Err(format!("a limit surface of {count} radii; it needs at least 3"));
        }
        for radius in &self.radii {
            at_least_zero("a radius", *radius)?;
        }
        let corners = self.corners();
        let polygon = Polygon::hull(&corners).map_err(|error| error.to_string())?;
        if polygon.check_origin().is_err() {
            return Err("the limit surface does not hold the origin".into());
        }
        let inside = |corner: &[f64; 2]| polygon.gauge(*corner) < 1.0 - 1e-9;
        match corners.iter().position(inside) {
            Some(at) => Err(format!(
                "radius {at} ends inside what the others span; a limit surface must be convex"
            )),
            None => Ok(()),
        }
    }

    pub(super) fn limit(&self, at: &Encounter<'_>) -> Option<Limit> {
        Some(Limit { tangent: self.frame.tangent(at)?, shape: LimitShape::Hull(self.corners()) })
    }

    fn corners(&self) -> Vec<[f64; 2]> {
        let rays = directions(self.radii.len()).zip(&self.radii);
        rays.map(|([x, y], radius)| [radius * x, radius * y]).collect()
    }
}

/// Equally spaced unit vectors.
pub(crate) fn directions(count: usize) -> impl Iterator<Item = [f64; 2]> {
    (0..count).map(move |at| {
        let (sine, cosine) = libm::sincos(TAU * at as f64 / count as f64);
        [cosine, sine]
    })
}
