//! Balls.

use std::f64::consts::PI;

use glam::DVec3;

use super::Shape;
use super::bounds::around;
use super::error::{ShapeError, positive};
use super::form::{Form, Role, ShapeSource};
use super::kind::ShapeKind;
use crate::Pose;
use crate::cores::{Core, Point};
use crate::mass::MassProperties;

/// Its name in files.
pub(super) const NAME: &str = "sphere";

/// A ball from what a source says.
pub(super) fn read<S: ShapeSource>(source: &S) -> Result<Shape, S::Error> {
    Shape::sphere(source.positive("radius")?).map_err(|error| source.refuse(error))
}

#[derive(Debug)]
struct Sphere {
    radius: f64,
}

impl Shape {
    /// A ball.
    pub fn sphere(radius: f64) -> Result<Self, ShapeError> {
        Ok(Self::of(Sphere { radius: positive("the radius of a sphere", radius)? }))
    }
}

impl Form for Sphere {
    fn kind(&self) -> ShapeKind<'_> {
        ShapeKind::Sphere { radius: self.radius }
    }

    fn role(&self) -> Role<'_> {
        Role::Convex(Core::Point(Point), self.radius)
    }

    fn bounds(&self, pose: &Pose) -> (DVec3, DVec3) {
        around(pose.position, DVec3::splat(self.radius))
    }

    fn mass(&self, density: f64) -> Option<MassProperties> {
        Some(mass(density, self.radius))
    }
}

/// I = 2/5 m r²
pub(super) fn mass(density: f64, radius: f64) -> MassProperties {
    let mass = density * 4.0 / 3.0 * PI * radius.powi(3);
    MassProperties::centred(mass, DVec3::splat(0.4 * mass * radius * radius))
}
