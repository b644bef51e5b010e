//! Cloth and tetrahedra.

use std::f64::consts::TAU;

use glam::{DVec2, DVec3};

use super::{length, parts};
use crate::mesh::{MeshError, Surface, Tetrahedra};

/// Cells of a tetrahedral box at most.
const MAX_CELLS: usize = 1 << 22;

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
    if cut.iter().product::<usize>() > MAX_CELLS {
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

/// A cylinder about y, or a tube where the first radius, that of its bore, is not
/// zero: squares in shells that become circles, or rings. `cut` has the cells
/// across a diameter (of a tube: from bore to rim) and along the length.
///
/// # Errors
/// Where a length or a number of parts is none.
pub fn tetrahedral_cylinder(
    [bore, radius]: [f64; 2],
    half_length: f64,
    cut: [usize; 2],
) -> Result<Tetrahedra, MeshError> {
    length("radius", radius)?;
    length("length", half_length)?;
    if bore == 0.0 {
        let block = tetrahedral_box(DVec3::new(1.0, half_length, 1.0), [cut[0], cut[1], cut[0]])?;
        let round = |point: &DVec3| {
            let (shell, distance) =
                (point.x.abs().max(point.z.abs()), libm::hypot(point.x, point.z));
            let scale = if distance > 0.0 { radius * shell / distance } else { 0.0 };
            DVec3::new(scale * point.x, point.y, scale * point.z)
        };
        let points = block.points().iter().map(round).collect();
        return Tetrahedra::new(points, block.cells().to_vec());
    }
    super::less("bore", bore, radius)?;
    // A bar of cells from bore to rim that is bent until its ends meet.
    let around = (8 * cut[0]).max(16);
    let bar = tetrahedral_box(DVec3::new(0.5, half_length, 0.5), [cut[0], cut[1], around])?;
    let bend = |point: &DVec3| {
        let (out, turn) = (bore + (radius - bore) * (point.x + 0.5), point.z * TAU);
        DVec3::new(out * libm::cos(turn), point.y, out * libm::sin(turn))
    };
    let slice = (cut[0] + 1) * (cut[1] + 1);
    let points = bar.points()[..slice * around].iter().map(bend).collect();
    let join = |vertex: u32| vertex % (slice * around) as u32;
    let cells = bar.cells().iter().map(|cell| cell.map(join)).collect();
    Tetrahedra::new(points, cells)
}

/// Points along a path of straight parts, all as far apart along it.
///
/// # Errors
/// Where the path has no length or the number of pieces is none.
pub fn along(path: &[DVec3], pieces: usize) -> Result<Vec<DVec3>, MeshError> {
    parts("pieces", pieces, 1)?;
    let whole: f64 = path.windows(2).map(|pair| (pair[1] - pair[0]).length()).sum();
    length("path", whole)?;
    let mut points = Vec::with_capacity(pieces + 1);
    let (mut done, mut at) = (0.0, 0);
    for piece in 0..=pieces {
        let wanted = whole * piece as f64 / pieces as f64;
        let part = |at: usize| (path[at + 1] - path[at]).length();
        while at + 2 < path.len() && done + part(at) < wanted {
            done += part(at);
            at += 1;
        }
        let share = ((wanted - done) / part(at)).clamp(0.0, 1.0);
        points.push(path[at].lerp(path[at + 1], share));
    }
    Ok(points)
}
