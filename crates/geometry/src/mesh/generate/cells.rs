//! The skin of cells of a grid: boxes, and jacks.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;

use super::{length, less, parts};
use crate::mesh::{MeshError, Surface};

type Cell = [i64; 3];

/// The faces between cells that are there and cells that are not, as two triangles
/// each; `place` gives the coordinate of a grid line of an axis.
fn skin(cells: &BTreeSet<Cell>, place: impl Fn(usize, i64) -> f64) -> Result<Surface, MeshError> {
    let mut numbers: BTreeMap<Cell, u32> = BTreeMap::new();
    let mut points = Vec::new();
    let mut faces = Vec::new();
    for &cell in cells {
        for axis in 0..3 {
            for (out, beside) in [(0, -1), (1, 1)] {
                let mut other = cell;
                other[axis] += beside;
                if cells.contains(&other) {
                    continue;
                }
                let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                let corner = |du: i64, dv: i64| {
                    let mut at = cell;
                    at[axis] += out;
                    at[u] += du;
                    at[v] += dv;
                    at
                };
                let quad = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                let [a, b, c, d] = quad.map(|at| {
                    *numbers.entry(at).or_insert_with(|| {
                        let axes = [0, 1, 2].map(|axis| place(axis, at[axis]));
                        points.push(DVec3::from_array(axes));
                        (points.len() - 1) as u32
                    })
                });
                faces.extend(if out == 1 {
                    [[a, b, c], [a, c, d]]
                } else {
                    [[a, c, b], [a, d, c]]
                });
            }
        }
    }
    Surface::new(points, faces)
}

/// A box about the origin, each side cut into as many squares as asked for.
///
/// # Errors
/// Where a length or a number of parts is none.
pub fn box_surface(half: DVec3, cut: [usize; 3]) -> Result<Surface, MeshError> {
    for axis in 0..3 {
        length("half", half[axis])?;
        parts("cut", cut[axis], 1)?;
    }
    if cut.iter().product::<usize>() > 1 << 24 {
        let value = cut.iter().product::<usize>() as f64;
        return Err(MeshError::Parameter { what: "cut", value, expected: "at most 2²⁴ cells" });
    }
    let range = |axis: usize| 0..cut[axis] as i64;
    let on_skin =
        |cell: &Cell| (0..3).any(|axis| cell[axis] == 0 || cell[axis] == cut[axis] as i64 - 1);
    let inside = |at: Cell| (0..3).all(|axis| range(axis).contains(&at[axis]));
    let mut cells = BTreeSet::new();
    for x in range(0) {
        for y in range(1) {
            for z in range(2) {
                // Cells behind the skin only hide its inner side.
                let behind = (0..3).any(|axis| {
                    [-1, 1].into_iter().any(|step| {
                        let mut at = [x, y, z];
                        at[axis] += step;
                        inside(at) && on_skin(&at)
                    })
                });
                if on_skin(&[x, y, z]) || behind {
                    cells.insert([x, y, z]);
                }
            }
        }
    }
    let place = |axis: usize, line: i64| half[axis] * (2.0 * line as f64 / cut[axis] as f64 - 1.0);
    let full = cells.len() == cut.iter().product::<usize>();
    let skin = skin(&cells, place)?;
    if full { Ok(skin) } else { outer_part(&skin) }
}

/// The faces on the box around everything.
fn outer_part(surface: &Surface) -> Result<Surface, MeshError> {
    let bounds = surface.bounds();
    let on_side = |face: &[u32; 3]| {
        (0..3).any(|axis| {
            [bounds.lower[axis], bounds.upper[axis]]
                .into_iter()
                .any(|side| face.iter().all(|&at| surface.points()[at as usize][axis] == side))
        })
    };
    let kept = surface.faces().iter().copied().filter(on_side).collect();
    Ok(Surface::new(surface.points().to_vec(), kept)?.welded())
}

/// Three crossed bars with square ends, `reach` from the middle to each end.
///
/// # Errors
/// Where a length is none, or the bars are as thick as long.
pub fn jack(reach: f64, half_width: f64) -> Result<Surface, MeshError> {
    length("reach", reach)?;
    less("half_width", half_width, reach)?;
    let mut cells = BTreeSet::from([[1, 1, 1]]);
    for axis in 0..3 {
        for end in [0, 2] {
            let mut cell = [1, 1, 1];
            cell[axis] = end;
            cells.insert(cell);
        }
    }
    let lines = [-reach, -half_width, half_width, reach];
    skin(&cells, |_, line| lines[line as usize])
}
