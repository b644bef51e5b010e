//! Faces that cross or touch, by exact predicates.
//!
//! Closed triangles that share no point meet where a side of one meets the other.
//! Triangles that share a point meet elsewhere where the side opposite to it does;
//! triangles that share a side, where they are folded flat onto each other.

use glam::{DVec2, DVec3};
use rayon::prelude::*;
use robust::{Coord, Coord3D, orient2d, orient3d};

use super::Surface;
use crate::Bounds;
use crate::tree::Tree;

/// All pairs of faces of a surface that cross or touch where they share nothing, ascending.
pub(super) fn self_intersections(surface: &Surface) -> Vec<[u32; 2]> {
    crossing_faces(surface.points(), surface.faces(), |_, _| true)
}

/// All pairs of faces that cross or touch where they share nothing, ascending, among
/// those of which `may_meet` says that it matters. Nothing is rounded. Numbers of points
/// must be in range; coordinates that are not finite meet nothing.
pub fn crossing_faces(
    points: &[DVec3],
    faces: &[[u32; 3]],
    may_meet: impl Fn(usize, usize) -> bool + Sync,
) -> Vec<[u32; 2]> {
    let corners = |face: usize| faces[face].map(|at| points[at as usize]);
    let bounds = |face| Bounds::around(corners(face));
    let tree = Tree::new((0..faces.len()).map(bounds));
    let cross = |first: usize, second: usize| {
        cross([faces[first], faces[second]], [corners(first), corners(second)])
    };
    (0..faces.len())
        .into_par_iter()
        .with_min_len(64)
        .flat_map_iter(|face| {
            let mut found = Vec::new();
            tree.overlapping(&bounds(face), |other| {
                let later = other as usize;
                if later > face && may_meet(face, later) && cross(face, later) {
                    found.push([face as u32, other]);
                }
            });
            found.sort_unstable();
            found
        })
        .collect()
}

fn cross([a, b]: [[u32; 3]; 2], [x, y]: [[DVec3; 3]; 2]) -> bool {
    let shared: Vec<(usize, usize)> =
        (0..3).flat_map(|i| (0..3).map(move |j| (i, j))).filter(|&(i, j)| a[i] == b[j]).collect();
    let opposite = |corner: usize| [(corner + 1) % 3, (corner + 2) % 3];
    match shared.as_slice() {
        [] => {
            (0..3).any(|side| segment_meets(opposite(side).map(|at| x[at]), &y))
                || (0..3).any(|side| segment_meets(opposite(side).map(|at| y[at]), &x))
        }
        [(i, j)] => {
            segment_meets(opposite(*i).map(|at| x[at]), &y)
                || segment_meets(opposite(*j).map(|at| y[at]), &x)
        }
        [(i, j), (k, l)] => {
            let (far_first, far_second) = (x[3 - i - k], y[3 - j - l]);
            is_folded([x[*i], x[*k]], far_first, far_second)
        }
        // The same three points, or a face that names a point twice: reported elsewhere.
        _ => false,
    }
}

/// Whether two triangles over the same side lie flat on each other.
fn is_folded(side: [DVec3; 2], first: DVec3, second: DVec3) -> bool {
    if sign3(side[0], side[1], first, second) != 0 {
        return false;
    }
    // In the plane of the side and both corners: on the same side of it?
    let axis = widest(&[side[0], side[1], first]);
    let flat = |point| project(point, axis);
    let of = |point: DVec3| sign2(flat(side[0]), flat(side[1]), flat(point));
    of(first) * of(second) > 0
}

/// Whether a closed segment and a closed triangle have a point in common.
fn segment_meets(segment: [DVec3; 2], triangle: &[DVec3; 3]) -> bool {
    let [a, b, c] = *triangle;
    let ends = segment.map(|end| sign3(a, b, c, end));
    if ends == [0, 0] {
        return segment_meets_flat(segment, triangle);
    }
    if ends[0] * ends[1] > 0 {
        return false;
    }
    // The line goes through the triangle where it passes all sides the same way.
    let [from, to] = segment;
    let sides = [sign3(from, to, a, b), sign3(from, to, b, c), sign3(from, to, c, a)];
    sides.iter().all(|&side| side >= 0) || sides.iter().all(|&side| side <= 0)
}

/// The same where all five points lie in one plane.
fn segment_meets_flat(segment: [DVec3; 2], triangle: &[DVec3; 3]) -> bool {
    let axis = widest(triangle);
    let ends = segment.map(|point| project(point, axis));
    let corners = triangle.map(|point| project(point, axis));
    let turn = sign2(corners[0], corners[1], corners[2]);
    let inside = |point: DVec2| {
        turn != 0 && (0..3).all(|k| turn * sign2(corners[k], corners[(k + 1) % 3], point) >= 0)
    };
    ends.into_iter().any(inside)
        || (0..3).any(|k| segments_meet(ends, [corners[k], corners[(k + 1) % 3]]))
}

fn segments_meet(a: [DVec2; 2], b: [DVec2; 2]) -> bool {
    let box_of = |[x, y]: [DVec2; 2]| (x.min(y), x.max(y));
    let ((low, high), (other_low, other_high)) = (box_of(a), box_of(b));
    low.cmple(other_high).all()
        && other_low.cmple(high).all()
        && sign2(a[0], a[1], b[0]) * sign2(a[0], a[1], b[1]) <= 0
        && sign2(b[0], b[1], a[0]) * sign2(b[0], b[1], a[1]) <= 0
}

/// An axis along which the triangle is not seen edge-on, where it has an area.
fn widest(triangle: &[DVec3; 3]) -> usize {
    let areas = [0, 1, 2].map(|axis| {
        let [a, b, c] = triangle.map(|point| project(point, axis));
        (b - a).perp_dot(c - a).abs()
    });
    (0..3).max_by(|&i, &j| areas[i].total_cmp(&areas[j])).unwrap_or(0)
}

fn project(point: DVec3, axis: usize) -> DVec2 {
    DVec2::new(point[(axis + 1) % 3], point[(axis + 2) % 3])
}

fn sign(value: f64) -> i32 {
    i32::from(value > 0.0) - i32::from(value < 0.0)
}

fn sign2(a: DVec2, b: DVec2, c: DVec2) -> i32 {
    let coord = |point: DVec2| Coord { x: point.x, y: point.y };
    sign(orient2d(coord(a), coord(b), coord(c)))
}

fn sign3(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> i32 {
    let coord = |point: DVec3| Coord3D { x: point.x, y: point.y, z: point.z };
    sign(orient3d(coord(a), coord(b), coord(c), coord(d)))
}
