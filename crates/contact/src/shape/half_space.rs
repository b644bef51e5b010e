//! Half-spaces.

use glam::DVec3;

use super::Shape;
use super::error::{ShapeError, unfit};
use super::form::{Form, Role, ShapeSource};
use super::kind::ShapeKind;
use crate::Pose;
use crate::mass::MassProperties;

/// Its name in files.
pub(super) const NAME: &str = "half-space";

/// A half-space from what a source says.
pub(super) fn read<S: ShapeSource>(source: &S) -> Result<Shape, S::Error> {
    let normal = source.direction("normal", DVec3::Y)?;
    Shape::half_space(normal).map_err(|error| source.refuse(error))
}

/// Solid where normal·x < 0.
#[derive(Debug)]
struct HalfSpace {
    normal: DVec3,
}

impl Shape {
    /// Everything below the plane through the origin with this outward normal.
    pub fn half_space(normal: DVec3) -> Result<Self, ShapeError> {
        match normal.try_normalize() {
            Some(normal) if normal.is_finite() => Ok(Self::of(HalfSpace { normal })),
            _ => unfit(format!("{normal} has no direction, so it is no normal of a half-space")),
        }
    }
}

impl Form for HalfSpace {
    fn kind(&self) -> ShapeKind<'_> {
        ShapeKind::HalfSpace { normal: self.normal }
    }

    fn role(&self) -> Role<'_> {
        Role::HalfSpace(self.normal)
    }

    fn bounds(&self, _pose: &Pose) -> (DVec3, DVec3) {
        (DVec3::NEG_INFINITY, DVec3::INFINITY)
    }

    fn mass(&self, _density: f64) -> Option<MassProperties> {
        None
    }
}
