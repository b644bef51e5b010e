//! Cylinders.

use std::f64::consts::PI;

use glam::{DMat3, DVec3};

use super::Shape;
use super::bounds::around;
use super::error::{ShapeError, positive};
use super::form::{Form, Role, ShapeSource};
use super::kind::ShapeKind;
use crate::Pose;
use crate::cores::{self, Core};
use crate::mass::MassProperties;

/// Its name in files.
pub(super) const NAME: &str = "cylinder";

/// A cylinder from what a source says.
pub(super) fn read<S: ShapeSource>(source: &S) -> Result<Shape, S::Error> {
    let (radius, length) = (source.positive("radius")?, source.positive("length")?);
    Shape::cylinder(radius, 0.5 * length).map_err(|error| source.refuse(error))
}

/// Along the y axis.
#[derive(Debug)]
struct Cylinder {
    radius: f64,
    half_length: f64,
}

impl Shape {
    /// A cylinder along the y axis.
    pub fn cylinder(radius: f64, half_length: f64) -> Result<Self, ShapeError> {
        Ok(Self::of(Cylinder {
            radius: positive("the radius of a cylinder", radius)?,
            half_length: positive("the half length of a cylinder", half_length)?,
        }))
    }
}

impl Form for Cylinder {
    fn kind(&self) -> ShapeKind<'_> {
        ShapeKind::Cylinder { radius: self.radius, half_length: self.half_length }
    }

    fn role(&self) -> Role<'_> {
        Role::Convex(Core::Cylinder(cores::Cylinder(self.radius, self.half_length)), 0.0)
    }

    /// A disc reaches r √(1 − a²) along a world axis that its own axis meets at a = cos.
    fn bounds(&self, pose: &Pose) -> (DVec3, DVec3) {
        let axis = DMat3::from_quat(pose.orientation).y_axis;
        let disc = (DVec3::ONE - axis * axis).max(DVec3::ZERO);
        let reach = axis.abs() * self.half_length + self.radius * disc.map(f64::sqrt);
        around(pose.position, reach)
    }

    fn mass(&self, density: f64) -> Option<MassProperties> {
        Some(mass(density, self.radius, self.half_length))
    }
}

/// I_y = m r²/2, I_x = I_z = m (r²/4 + h²/3), h half the height
pub(super) fn mass(density: f64, radius: f64, half_length: f64) -> MassProperties {
    let mass = density * PI * radius * radius * 2.0 * half_length;
    let across = mass * (radius * radius / 4.0 + half_length * half_length / 3.0);
    MassProperties::centred(mass, DVec3::new(across, mass * radius * radius / 2.0, across))
}
