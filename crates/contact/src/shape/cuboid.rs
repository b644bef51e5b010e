//! Boxes.

use glam::{DMat3, DVec3};

use super::Shape;
use super::bounds::{around, box_reach};
use super::error::{ShapeError, positive};
use super::form::{Form, Role, ShapeSource};
use super::kind::ShapeKind;
use crate::Pose;
use crate::cores::{self, Core};
use crate::mass::MassProperties;

/// Its name in files.
pub(super) const NAME: &str = "box";

/// A box from what a source says.
pub(super) fn read<S: ShapeSource>(source: &S) -> Result<Shape, S::Error> {
    Shape::cuboid(0.5 * source.sizes("size")?).map_err(|error| source.refuse(error))
}

#[derive(Debug)]
struct Cuboid {
    half: DVec3,
}

impl Shape {
    /// A box, by half its edge lengths.
    pub fn cuboid(half_extents: DVec3) -> Result<Self, ShapeError> {
        positive("the x half extent of a box", half_extents.x)?;
        positive("the y half extent of a box", half_extents.y)?;
        positive("the z half extent of a box", half_extents.z)?;
        Ok(Self::of(Cuboid { half: half_extents }))
    }
}

impl Form for Cuboid {
    fn kind(&self) -> ShapeKind<'_> {
        ShapeKind::Cuboid { half_extents: self.half }
    }

    fn role(&self) -> Role<'_> {
        Role::Convex(Core::Cuboid(cores::Cuboid(self.half)), 0.0)
    }

    fn bounds(&self, pose: &Pose) -> (DVec3, DVec3) {
        around(pose.position, box_reach(&DMat3::from_quat(pose.orientation), self.half))
    }

    /// I_x = m/3 (h_y² + h_z²) by half extents
    fn mass(&self, density: f64) -> Option<MassProperties> {
        let mass = density * 8.0 * self.half.element_product();
        let squares = self.half * self.half;
        let inertia = mass / 3.0 * (DVec3::splat(squares.element_sum()) - squares);
        Some(MassProperties::centred(mass, inertia))
    }
}
