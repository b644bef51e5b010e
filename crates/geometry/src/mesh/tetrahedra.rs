//! A mesh of tetrahedra.

use std::collections::HashMap;

use glam::DVec3;
use robust::{Coord3D, orient3d};
use thiserror::Error;

use super::check::MAX_REPORTED;
use super::surface::{MeshError, Surface, check_elements, check_points};

/// Points and tetrahedra; numbers are in range and coordinates finite.
#[derive(Clone, Debug, PartialEq)]
pub struct Tetrahedra {
    points: Vec<DVec3>,
    cells: Vec<[u32; 4]>,
}

/// What may be wrong with a mesh of tetrahedra.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum CellDefect {
    /// Four points in one plane.
    #[error("tetrahedron {0} has no volume")]
    Flat(u32),
    /// The last point lies on the wrong side of the others.
    #[error("tetrahedron {0} is inside out")]
    Inverted(u32),
    /// A triangle between three cells or more.
    #[error("the face {0}–{1}–{2} belongs to {3} tetrahedra")]
    ManyCells(u32, u32, u32, usize),
}

impl Tetrahedra {
    /// Checks points and cells.
    ///
    /// # Errors
    /// Names the first point or tetrahedron that is wrong.
    pub fn new(points: Vec<DVec3>, cells: Vec<[u32; 4]>) -> Result<Self, MeshError> {
        check_points(&points)?;
        check_elements("tetrahedron", &cells, points.len())?;
        Ok(Self { points, cells })
    }

    /// The points.
    pub fn points(&self) -> &[DVec3] {
        &self.points
    }

    /// The cells; (x₁−x₀)·((x₂−x₀)×(x₃−x₀)) > 0 where they are not inside out.
    pub fn cells(&self) -> &[[u32; 4]] {
        &self.cells
    }

    /// The corners of a cell.
    pub fn corners(&self, cell: usize) -> [DVec3; 4] {
        self.cells[cell].map(|at| self.points[at as usize])
    }

    /// Signed volume of a cell.
    pub fn volume(&self, cell: usize) -> f64 {
        let [a, b, c, d] = self.corners(cell);
        (b - a).dot((c - a).cross(d - a)) / 6.0
    }

    /// Signed volume of all cells.
    pub fn total_volume(&self) -> f64 {
        (0..self.cells.len()).map(|cell| self.volume(cell)).sum()
    }

    /// What is wrong, the first few of each kind; signs of volumes are exact.
    pub fn defects(&self) -> Vec<CellDefect> {
        let coord = |point: DVec3| Coord3D { x: point.x, y: point.y, z: point.z };
        let turn = |cell: usize| {
            let [a, b, c, d] = self.corners(cell).map(coord);
            // Positive where d lies below the plane of a, b and c.
            -orient3d(a, b, c, d)
        };
        let cells = || 0..self.cells.len();
        let flat = cells().filter(|&cell| turn(cell) == 0.0).take(MAX_REPORTED);
        let mut found: Vec<_> = flat.map(|cell| CellDefect::Flat(cell as u32)).collect();
        let inverted = cells().filter(|&cell| turn(cell) < 0.0).take(MAX_REPORTED);
        found.extend(inverted.map(|cell| CellDefect::Inverted(cell as u32)));
        let mut many: Vec<_> =
            self.faces().into_iter().filter(|(_, (count, _))| *count > 2).collect();
        many.sort_unstable_by_key(|(face, _)| *face);
        found.extend(
            many.into_iter()
                .take(MAX_REPORTED)
                .map(|([a, b, c], (count, _))| CellDefect::ManyCells(a, b, c, count)),
        );
        found
    }

    /// The triangles that belong to one cell only, facing outwards, with the points
    /// of the mesh (also those inside).
    ///
    /// # Errors
    /// Where there is none, because all cells are doubled.
    pub fn boundary(&self) -> Result<Surface, MeshError> {
        let mut outer: Vec<[u32; 3]> = self
            .faces()
            .into_values()
            .filter_map(|(count, face)| (count == 1).then_some(face))
            .collect();
        outer.sort_unstable();
        Surface::new(self.points.clone(), outer)
    }

    /// Each triangle by its sorted points: how many cells have it, and how the first
    /// one sees it from inside, clockwise.
    fn faces(&self) -> HashMap<[u32; 3], (usize, [u32; 3])> {
        let mut faces = HashMap::new();
        for &[a, b, c, d] in &self.cells {
            for face in [[b, c, d], [a, d, c], [a, b, d], [a, c, b]] {
                let mut sorted = face;
                sorted.sort_unstable();
                faces.entry(sorted).or_insert((0, face)).0 += 1;
            }
        }
        faces
    }
}
