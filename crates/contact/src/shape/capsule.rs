//! Capsules: cylinders with round ends.

use glam::{DMat3, DVec3};

use super::bounds::around;
use super::error::{ShapeError, positive};
use super::form::{Form, Role, ShapeSource};
use super::kind::ShapeKind;
use super::{Shape, cylinder, sphere};
use crate::Pose;
use crate::cores::{Core, Line};
use crate::mass::MassProperties;

/// Its name in files.
pub(super) const NAME: &str = "capsule";

/// A capsule from what a source says.
pub(super) fn read<S: ShapeSource>(source: &S) -> Result<Shape, S::Error> {
    let (radius, length) = (source.positive("radius")?, source.positive("length")?);
    Shape::capsule(radius, 0.5 * length).map_err(|error| source.refuse(error))
}

/// Along the y axis; the caps lie beyond `half_length`.
#[derive(Debug)]
struct Capsule {
    radius: f64,
    half_length: f64,
}

impl Shape {
    /// A capsule along the y axis; `half_length` is half the straight part.
    pub fn capsule(radius: f64, half_length: f64) -> Result<Self, ShapeError> {
        Ok(Self::of(Capsule {
            radius: positive("the radius of a capsule", radius)?,
            half_length: positive("the half length of a capsule", half_length)?,
        }))
    }
}

impl Form for Capsule {
    fn kind(&self) -> ShapeKind<'_> {
        ShapeKind::Capsule { radius: self.radius, half_length: self.half_length }
    }

    fn role(&self) -> Role<'_> {
        let end = self.half_length * DVec3::Y;
        Role::Convex(Core::Line(Line(-end, end)), self.radius)
    }

    fn bounds(&self, pose: &Pose) -> (DVec3, DVec3) {
        let axis = DMat3::from_quat(pose.orientation).y_axis;
        around(pose.position, axis.abs() * self.half_length + DVec3::splat(self.radius))
    }

    /// A cylinder and two half balls, whose centres lie 3/8 r beyond its ends:
    /// I_x = I_cylinder + m_ball (2/5 r² + h² + 3/4 h r), m_ball of both halves
    fn mass(&self, density: f64) -> Option<MassProperties> {
        let Self { radius, half_length } = *self;
        let middle = cylinder::mass(density, radius, half_length);
        let caps = sphere::mass(density, radius);
        let lever = half_length * half_length + 0.75 * half_length * radius;
        let moved = DVec3::new(1.0, 0.0, 1.0) * (caps.mass * lever);
        Some(MassProperties {
            mass: middle.mass + caps.mass,
            centre: DVec3::ZERO,
            inertia: middle.inertia + caps.inertia + DMat3::from_diagonal(moved),
        })
    }
}
