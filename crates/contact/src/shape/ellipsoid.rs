//! Ellipsoids.

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
pub(super) const NAME: &str = "ellipsoid";

/// An ellipsoid from what a source says.
pub(super) fn read<S: ShapeSource>(source: &S) -> Result<Shape, S::Error> {
    Shape::ellipsoid(source.sizes("radii")?).map_err(|error| source.refuse(error))
}

/// Along the axes. It touches as what it is, and is seen as a polyhedron.
#[derive(Debug)]
struct Ellipsoid {
    radii: DVec3,
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Shape {
    /// An ellipsoid with its three radii along the axes; a ball where they are the same. It
    /// touches as what it is; rays, signed distances and viewers see a polyhedron of
    /// 960 triangles.
    pub fn ellipsoid(radii: DVec3) -> Result<Self, ShapeError> {
        for radius in radii.to_array() {
            positive("a radius of an ellipsoid", radius)?;
        }
        if radii == DVec3::splat(radii.x) {
            return Self::sphere(radii.x);
        }
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        cores::Ellipsoid(radii).outline(&mut vertices, &mut triangles);
        Ok(Self::of(Ellipsoid { radii, vertices, triangles }))
    }
}

impl Form for Ellipsoid {
    fn kind(&self) -> ShapeKind<'_> {
        ShapeKind::ConvexHull { vertices: &self.vertices, triangles: &self.triangles }
    }

    fn role(&self) -> Role<'_> {
        Role::Convex(Core::Ellipsoid(cores::Ellipsoid(self.radii)), 0.0)
    }

    /// It reaches |r∘Rᵀe| along a world axis e.
    fn bounds(&self, pose: &Pose) -> (DVec3, DVec3) {
        let rotation = DMat3::from_quat(pose.orientation);
        let reach = DVec3::AXES.map(|axis| (self.radii * (rotation.transpose() * axis)).length());
        around(pose.position, reach.into())
    }

    /// m = 4/3 π ρ a b c, I_x = m (b² + c²)/5
    fn mass(&self, density: f64) -> Option<MassProperties> {
        let mass = density * 4.0 / 3.0 * PI * self.radii.element_product();
        let square = self.radii * self.radii;
        let inertia = (DVec3::splat(square.element_sum()) - square) * (mass / 5.0);
        Some(MassProperties::centred(mass, inertia))
    }
}
