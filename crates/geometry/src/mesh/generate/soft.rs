//! Cloth and tetrahedra.

use glam::{DVec2, DVec3};

use super::{length, parts};
use crate::mesh::{MeshError, Surface, Tetrahedra};

/// Cells of a tetrahedral box at most.
const MOST_CELLS: usize = 1 << 22;

/// A rectangle in the plane z = 0 about the origin, each cell cut along one of its
/// diagonals in turns.
///
/// # Errors
/// Where a length or a number of parts is none.
pub fn cloth(half: DVec2, cut: [usize; 2]) -> Result<Surface, MeshError> {
    for axis in 0..2 {
        length("half", half[axis])?;
        parts("cut", cut[axis], 1)?;
    }
    let at = |i: usize, j: usize| (i + (cut[0] + 1) * j) as u32;
    let place = |axis: usize, k: usize| half[axis] * (2.0 * k as f64 / cut[axis] as f64 - 1.0);
    let points = (0..=cut[1])
        .flat_map(|j| (0..=cut[0]).map(move |i| DVec3::new(place(0, i), place(1, j), 0.0)))
        .collect();
    let mut faces = Vec::with_capacity(2 * cut[0] * cut[1]);
    for j in 0..cut[1] {
        for i in 0..cut[0] {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            faces.extend(match (i + j) % 2 {
                0 => [[a, b, c], [a, c, d]],
                _ => [[a, b, d], [b, c, d]],
            });
        }
    }
    Surface::new(points, faces)
}

/// A box about the origin, six tetrahedra a cell: one for each order of the three
/// axis steps from the cell's lower corner to its upper one. Point (i, j, k) has the number
/// i + (nx + 1)(j + (ny + 1) k).
///
/// # Errors
/// Where a length or a number of parts is none.
pub fn tetrahedral_box(half: DVec3, cut: [usize; 3]) -> Result<Tetrahedra, MeshError> {
    for axis in 0..3 {
        length("half", half[axis])?;
        parts("cut", cut[axis], 1)?;
    }
    if cut.iter().product::<usize>() > MOST_CELLS {
        let value = cut.iter().product::<usize>() as f64;
        return Err(MeshError::Parameter { what: "cut", value, expected: "at most 2²² cells" });
    }
    let stride = [1, cut[0] + 1, (cut[0] + 1) * (cut[1] + 1)];
    let place = |axis: usize, k: usize| half[axis] * (2.0 * k as f64 / cut[axis] as f64 - 1.0);
    let mut points = Vec::with_capacity(stride[2] * (cut[2] + 1));
    for k in 0..=cut[2] {
        for j in 0..=cut[1] {
            points.extend((0..=cut[0]).map(|i| DVec3::new(place(0, i), place(1, j), place(2, k))));
        }
    }
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut cells = Vec::new();
    for k in 0..cut[2] {
        for j in 0..cut[1] {
            for i in 0..cut[0] {
                let corner = i + stride[1] * j + stride[2] * k;
                for (number, order) in orders.into_iter().enumerate() {
                    let first = corner + stride[order[0]];
                    let second = first + stride[order[1]];
                    let third = second + stride[order[2]];
                    // Odd orders turn the other way.
                    let even = [0, 3, 4].contains(&number);
                    let last = if even { [second, third] } else { [third, second] };
                    cells.push([corner, first, last[0], last[1]].map(|at| at as u32));
                }
            }
        }
    }
    Tetrahedra::new(points, cells)
}

/// A ball about the origin: a cube of tetrahedra, each of whose shells becomes a sphere.
///
/// # Errors
/// Where the radius is no length or the number of cells along a diameter none.
pub fn tetrahedral_ball(radius: f64, cut: usize) -> Result<Tetrahedra, MeshError> {
    length("radius", radius)?;
    let cube = tetrahedral_box(DVec3::ONE, [cut; 3])?;
    let round = |point: &DVec3| {
        let (shell, distance) = (point.abs().max_element(), point.length());
        if distance > 0.0 { *point * (radius * shell / distance) } else { DVec3::ZERO }
    };
    let points: Vec<DVec3> = cube.points().iter().map(round).collect();
    Tetrahedra::new(points, cube.cells().to_vec())
}
