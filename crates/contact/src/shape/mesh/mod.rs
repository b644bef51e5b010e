//! Solids of any form, bounded by a closed surface of triangles.

mod build;

use glam::{DMat3, DVec3};
use stickslip_geometry::sdf::{Field, Grid, MeshField};

use super::bounds::{around, box_reach};
use super::form::{Form, Role};
use super::kind::ShapeKind;
use super::terrain::Terrain;
use crate::Pose;
use crate::mass::MassProperties;

/// How a closed surface touches others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solidity {
    /// As it is: its vertices, edges and faces meet those of the other.
    Features,
    /// As its convex hull.
    Convex,
    /// As convex parts that together are about as large.
    Decompose {
        /// Voxels along the longest side, 8 to 512.
        resolution: u32,
    },
    /// As a grid of signed distances that vertices and faces of the other are held
    /// against.
    Field {
        /// Cells along the longest side, 4 to 512.
        resolution: u32,
    },
}

/// A solid with its surface, its distances and its mass.
#[derive(Debug)]
pub(crate) struct SolidMesh {
    surface: Terrain,
    /// The exact signed distance, for what is deep inside.
    exact: MeshField,
    /// A grid of it: coarse, to know quickly what is deep inside; or as fine as
    /// asked for, where contacts are found by it.
    grid: Grid,
    by_field: bool,
    /// Of density 1.
    mass: MassProperties,
}

impl SolidMesh {
    /// Its triangles.
    pub(crate) fn surface(&self) -> &Terrain {
        &self.surface
    }

    /// The field that contacts are found by, where they are.
    pub(crate) fn field(&self) -> Option<WholeField<'_>> {
        self.by_field.then_some(WholeField { grid: &self.grid, exact: &self.exact })
    }

    /// A grid that says roughly how deep inside a point is.
    pub(crate) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The exact signed distance.
    pub(crate) fn exact(&self) -> &MeshField {
        &self.exact
    }
}

/// A grid, and around it the exact distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WholeField<'a> {
    grid: &'a Grid,
    exact: &'a MeshField,
}

impl WholeField<'_> {
    /// Distance between the nodes of the grid.
    pub(crate) fn spacing(&self) -> f64 {
        self.grid.spacing()
    }
}

impl Field for WholeField<'_> {
    fn sample(&self, point: DVec3) -> (f64, DVec3) {
        if self.grid.bounds().contains(point) {
            self.grid.sample(point)
        } else {
            self.exact.sample(point)
        }
    }
}

impl Form for SolidMesh {
    fn kind(&self) -> ShapeKind<'_> {
        let (vertices, triangles) = (self.surface.vertices(), self.surface.triangles());
        ShapeKind::Terrain { vertices, triangles, grid: None }
    }

    fn role(&self) -> Role<'_> {
        Role::Mesh(self)
    }

    fn bounds(&self, pose: &Pose) -> (DVec3, DVec3) {
        let extent = self.surface.extent();
        let rotation = DMat3::from_quat(pose.orientation);
        let half = (extent.upper - extent.lower) / 2.0;
        around(pose.point((extent.lower + extent.upper) / 2.0), box_reach(&rotation, half))
    }

    fn mass(&self, density: f64) -> Option<MassProperties> {
        let MassProperties { mass, centre, inertia } = self.mass;
        Some(MassProperties { mass: density * mass, centre, inertia: inertia * density })
    }
}
