//! Terrains over a grid of heights.

use glam::{DVec2, DVec3};

use super::super::Shape;
use super::super::error::{ShapeError, positive, unfit};
use super::super::form::ShapeSource;
use super::Terrain;

/// Its name in files.
pub(in crate::shape) const NAME: &str = "terrain";

/// A height field from what a source says.
pub(in crate::shape) fn read<S: ShapeSource>(source: &S) -> Result<Shape, S::Error> {
    let (heights, extent) = (source.grid("heights")?, source.pair("extent")?);
    Shape::height_field(&heights, extent).map_err(|error| source.refuse(error))
}

impl Shape {
    /// Terrain y = height over a grid in x and z, centred at the origin:
    /// `heights[i][j]` at x = (j/(columns−1) − ½)·extent.x, z = (i/(rows−1) − ½)·extent.y.
    /// Solid below, as far down as anything may sink.
    pub fn height_field(heights: &[Vec<f64>], extent: DVec2) -> Result<Self, ShapeError> {
        positive("the x extent of a height field", extent.x)?;
        positive("the z extent of a height field", extent.y)?;
        let rows = heights.len();
        let columns = heights.first().map_or(0, Vec::len);
        if rows < 2 || columns < 2 {
            return unfit(format!(
                "a height field needs 2 × 2 heights, but has {rows} × {columns}"
            ));
        }
        let mut vertices = Vec::with_capacity(rows * columns);
        for (i, row) in heights.iter().enumerate() {
            if row.len() != columns {
                return unfit(format!("row {i} has {} heights, row 0 has {columns}", row.len()));
            }
            for (j, &height) in row.iter().enumerate() {
                if !height.is_finite() {
                    return unfit(format!("the height in row {i}, column {j} is {height}"));
                }
                let x = (j as f64 / (columns - 1) as f64 - 0.5) * extent.x;
                let z = (i as f64 / (rows - 1) as f64 - 0.5) * extent.y;
                vertices.push(DVec3::new(x, height, z));
            }
        }
        let mut triangles = Vec::with_capacity(2 * (rows - 1) * (columns - 1));
        for i in 0..rows - 1 {
            for j in 0..columns - 1 {
                let corner = (i * columns + j) as u32;
                let below = corner + columns as u32;
                triangles.push([corner, below, corner + 1]);
                triangles.push([corner + 1, below, below + 1]);
            }
        }
        Ok(Self::of(Terrain::assemble(vertices, triangles, Some((rows, columns)))?))
    }
}
