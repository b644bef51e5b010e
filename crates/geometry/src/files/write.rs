//! Meshes as text: OBJ, PLY and VTK. Numbers are written so that reading them gives
//! the same bits.

use std::fmt::Write;

use glam::DVec3;

use crate::mesh::{Surface, Tetrahedra};

fn add_points(text: &mut String, prefix: &str, points: &[DVec3]) {
    for point in points {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{prefix}{:?} {:?} {:?}", point.x, point.y, point.z);
    }
}

/// Wavefront OBJ.
pub fn obj_text(surface: &Surface) -> String {
    let mut text = String::new();
    add_points(&mut text, "v ", surface.points());
    for face in surface.faces() {
        let [a, b, c] = face.map(|at| at + 1);
        let _ = writeln!(text, "f {a} {b} {c}");
    }
    text
}

/// Stanford PLY, text, with double precision.
pub fn ply_text(surface: &Surface) -> String {
    let (points, faces) = (surface.points().len(), surface.faces().len());
    let mut text = format!(
        "ply\nformat ascii 1.0\nelement vertex {points}\nproperty double x\nproperty double y\n\
         property double z\nelement face {faces}\nproperty list uchar uint vertex_indices\nend_header\n"
    );
    add_points(&mut text, "", surface.points());
    for [a, b, c] in surface.faces() {
        let _ = writeln!(text, "3 {a} {b} {c}");
    }
    text
}

/// VTK (legacy text), as an unstructured grid of triangles.
pub fn vtk_surface_text(surface: &Surface) -> String {
    vtk(surface.points(), surface.faces(), 5)
}

/// VTK (legacy text), as an unstructured grid of tetrahedra.
pub fn vtk_tetrahedra_text(tetrahedra: &Tetrahedra) -> String {
    vtk(tetrahedra.points(), tetrahedra.cells(), 10)
}

fn vtk<const N: usize>(points: &[DVec3], cells: &[[u32; N]], kind: u32) -> String {
    let mut text = format!(
        "# vtk DataFile Version 3.0\nstickslip\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS {} double\n",
        points.len()
    );
    add_points(&mut text, "", points);
    let _ = writeln!(text, "CELLS {} {}", cells.len(), cells.len() * (N + 1));
    for cell in cells {
        let numbers = cell.map(|at| at.to_string()).join(" ");
        let _ = writeln!(text, "{N} {numbers}");
    }
    let _ = writeln!(text, "CELL_TYPES {}", cells.len());
    text + &format!("{kind}\n").repeat(cells.len())
}
