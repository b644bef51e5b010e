//! Terrains of any triangles.

use glam::DVec3;

use super::super::Shape;
use super::super::error::{ShapeError, finite};
use super::super::form::ShapeSource;
use super::Terrain;

/// Its name in files.
pub(in crate::shape) const NAME: &str = "mesh";

/// A mesh from what a source says: a solid one from elsewhere, or a terrain of the
/// triangles that it lists.
pub(in crate::shape) fn read<S: ShapeSource>(source: &S) -> Result<Shape, S::Error> {
    if let Some(shape) = source.mesh()? {
        return Ok(shape);
    }
    let (triangles, vertices) = (source.triangles("triangles")?, source.points("vertices")?);
    Shape::triangle_mesh(&vertices, &triangles).map_err(|error| source.refuse(error))
}

impl Shape {
    /// Triangle terrain; a triangle is solid on the side opposite its normal
    /// (vertices anticlockwise seen from outside), down to half the way to the
    /// next triangle behind it, or to half the size of the mesh where none is.
    pub fn triangle_mesh(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Result<Self, ShapeError> {
        finite("mesh vertex", vertices)?;
        Ok(Self::of(Terrain::assemble(vertices.to_vec(), triangles.to_vec(), None)?))
    }
}
