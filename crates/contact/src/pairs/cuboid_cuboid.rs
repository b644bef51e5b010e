//! Two boxes by separating axes (C4, SIGGRAPH 2022 course §2.1.3, with E5).
//!
//! s(l) = |d·l| − Σᵢ (h_A,i |aᵢ·l| + h_B,i |bᵢ·l|) over the fifteen axes aᵢ, bⱼ,
//! aᵢ × bⱼ; the largest s is the gap. Where the boxes are apart and their
//! closest features are corners, or an edge and a corner, no axis reaches the
//! true distance: the points then come from the closest points.

use glam::{DMat3, DVec3};

use super::closest::{Found, Search};
use super::convex_convex::{FACE_BIAS, without_face};
use super::face::CLIP_TOLERANCE;
use super::line::closest_points;
use crate::cores::{cuboid_corners, cuboid_face};
use crate::feature;
use crate::manifold::{Candidates, Manifold};
use crate::polygon::Polygon;
use crate::solid::Solid;

/// Edges within this angle (rad) are parallel, and their product no axis.
const PARALLEL: f64 = 1e-3;
/// Names of points where two edges cross.
const CROSSING: u16 = 0x6000;

/// Contacts of two boxes with these half extents, at most `reach` apart.
pub(crate) fn cuboid_cuboid(
    (first, a): (&Solid, DVec3),
    (second, b): (&Solid, DVec3),
    reach: f64,
    search: &mut Search,
) -> Manifold {
    let apart = first.local(second.position - first.position);
    // Column j is axis j of the second box seen from the first.
    let turn = first.rotation.transpose() * second.rotation;
    let bias = FACE_BIAS * a.min_element().min(b.min_element());
    let biases = [bias, bias.max(search.face_preference)];
    let axis = match best_axis(apart, &turn, (a, b), reach, biases) {
        Ok(axis) => axis,
        Err(separation) => return Manifold::apart(separation),
    };
    let manifold = match axis.kind {
        Kind::FirstFace(k) => {
            let sign = 1.0_f64.copysign(apart[k]);
            face_contact((first, a), (k, sign), (second, b), reach, false)
        }
        Kind::SecondFace(k) => {
            let sign = -1.0_f64.copysign(turn.col(k).dot(apart));
            face_contact((second, b), (k, sign), (first, a), reach, true).flipped()
        }
        Kind::Edges(i, j) => {
            let normal = turn.col(j).cross(DVec3::AXES[i]).normalize();
            let normal = if normal.dot(apart) < 0.0 { -normal } else { normal };
            crossing((first, a, i), (second, b, j), first.rotation * normal, axis.separation)
        }
    };
    let [_, bias] = biases;
    let least = manifold.points().iter().map(|point| point.gap).fold(f64::INFINITY, f64::min);
    if least <= axis.separation.max(0.0) + bias {
        return manifold;
    }
    match search.closest(first, second, reach) {
        Found::Near(closest) if !manifold.reaches(&closest, bias) => {
            without_face(first, second, reach, &closest)
        }
        _ => manifold,
    }
}

#[derive(Clone, Copy)]
enum Kind {
    FirstFace(usize),
    SecondFace(usize),
    Edges(usize, usize),
}

struct Axis {
    kind: Kind,
    separation: f64,
}

/// The axis of the largest separation; a separation beyond reach as an error. A later kind
/// must be better than an earlier one by a bias, that of faces or of edges, so that rounding
/// does not decide.
fn best_axis(
    apart: DVec3,
    turn: &DMat3,
    (a, b): (DVec3, DVec3),
    reach: f64,
    [of_faces, of_edges]: [f64; 2],
) -> Result<Axis, f64> {
    let abs = DMat3::from_cols(turn.x_axis.abs(), turn.y_axis.abs(), turn.z_axis.abs());
    let mut best = Axis { kind: Kind::FirstFace(0), separation: f64::NEG_INFINITY };
    let mut offer = |kind: Kind, separation: f64, bias: f64| {
        if separation > best.separation + bias {
            best = Axis { kind, separation };
        }
    };
    let of_first = apart.abs() - a - abs * b;
    let seen = turn.transpose() * apart;
    let of_second = seen.abs() - abs.transpose() * a - b;
    let widest = of_first.max(of_second).max_element();
    if widest > reach {
        return Err(widest);
    }
    for k in 0..3 {
        offer(Kind::FirstFace(k), of_first[k], of_faces);
    }
    for k in 0..3 {
        offer(Kind::SecondFace(k), of_second[k], of_faces);
    }
    for j in 0..3 {
        let (axis, size) = (turn.col(j), abs.col(j));
        for i in 0..3 {
            let square = 1.0 - axis[i] * axis[i];
            if square < PARALLEL * PARALLEL {
                continue;
            }
            // l = aᵢ × bⱼ is (0, −z, y) for i = 0 and so on around.
            let (u, v) = ((i + 1) % 3, (i + 2) % 3);
            let (p, q) = ((j + 1) % 3, (j + 2) % 3);
            let distance = (apart[v] * axis[u] - apart[u] * axis[v]).abs();
            let radius =
                a[u] * size[v] + a[v] * size[u] + b[p] * abs.col(q)[i] + b[q] * abs.col(p)[i];
            let separation = (distance - radius) / square.sqrt();
            if separation > reach {
                return Err(separation);
            }
            offer(Kind::Edges(i, j), separation, of_edges);
        }
    }
    Ok(best)
}

/// The incident face of one box above a face of another, in the frame of the latter.
fn face_contact(
    (reference, half): (&Solid, DVec3),
    (axis, sign): (usize, f64),
    (incident, other): (&Solid, DVec3),
    reach: f64,
    reference_is_second: bool,
) -> Manifold {
    let normal = reference.rotation.col(axis) * sign;
    let (facing, side) = cuboid_face(incident.local(-normal));
    let mut patch = Polygon::<8>::new();
    for corner in cuboid_corners(other, facing, side) {
        patch.push(reference.local(incident.world(corner) - reference.position));
    }
    for (plane, k) in [(0, (axis + 1) % 3), (2, (axis + 2) % 3)] {
        let tolerance = CLIP_TOLERANCE * half[k];
        patch.clip(DVec3::AXES[k], half[k], plane, tolerance);
        patch.clip(-DVec3::AXES[k], half[k], plane + 1, tolerance);
    }
    let number = |axis: usize, sign: f64| 2 * axis as u32 + u32::from(sign < 0.0);
    let faces = feature::faces(reference_is_second, number(axis, sign), number(facing, side));
    let mut candidates = Candidates::<8>::new();
    for corner in patch.corners() {
        let gap = sign * corner.point[axis] - half[axis];
        if gap <= reach {
            let point = reference.world(corner.point) - normal * (gap / 2.0);
            candidates.push(faces, corner.id, point, gap);
        }
    }
    Manifold::reduced(normal, candidates.as_slice())
}

/// Two edges that cross; empty where their closest points are not on them.
fn crossing(
    (first, a, i): (&Solid, DVec3, usize),
    (second, b, j): (&Solid, DVec3, usize),
    normal: DVec3,
    separation: f64,
) -> Manifold {
    let (one, one_id) = edge(first, a, i, normal);
    let (two, two_id) = edge(second, b, j, -normal);
    let (on_one, on_two) = closest_points(one, two);
    let strays = (on_two - on_one).reject_from_normalized(normal).length();
    if strays > CLIP_TOLERANCE * a.max_element().max(b.max_element()) {
        return Manifold::NONE;
    }
    let id = feature::local(0, CROSSING | one_id << 4 | two_id);
    Manifold::single(normal, (on_one + on_two) / 2.0, separation, id)
}

/// The edge along an axis that is farthest along a direction, and its number.
fn edge(solid: &Solid, half: DVec3, axis: usize, direction: DVec3) -> ([DVec3; 2], u16) {
    let signs = DVec3::ONE.copysign(solid.local(direction));
    let mut ends = [half * signs; 2];
    ends[0][axis] = -half[axis];
    ends[1][axis] = half[axis];
    let bit = |k: usize| u16::from(signs[k % 3] < 0.0);
    (ends.map(|end| solid.world(end)), 4 * axis as u16 + 2 * bit(axis + 1) + bit(axis + 2))
}
