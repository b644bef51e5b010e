//! A vertex over a triangle of a surface, and two edges that cross.

use glam::DVec3;
use stickslip_geometry::distance::{PointTriangle, point_triangle};

use super::Between;
use crate::pairs::face::CLIP_TOLERANCE;
use crate::shape::{NONE, Terrain};

/// A surface that rises by less than this (as a sine, 12°) towards the other still counts
/// as lying on it: it will when it has turned that far.
pub(super) const SLOPE: f64 = 0.2;
/// Edges at a smaller angle (as a sine) have a noisy common normal, which must then
/// lead away from both surfaces truly.
const CROSSED: f64 = 0.1;
/// Edges at a smaller angle (as a sine) are parallel: their ends meet the other's faces.
const PARALLEL: f64 = 1e-3;
/// An edge counts as crossed this share of its length beyond its ends.
const ENDS: f64 = 1e-6;

/// How a vertex is above or below a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Over {
    /// Away from the surface.
    pub(super) normal: DVec3,
    pub(super) gap: f64,
    pub(super) place: Where,
}

/// Where a vertex is, seen from a triangle; in this order one is taken before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Where {
    /// Above or below the triangle itself.
    Over,
    /// Beside an edge or a corner that sticks out.
    Beside,
    /// Behind an edge that bends inwards.
    Behind,
}

/// A point near a triangle of a surface, in the frame of the surface; none where
/// another triangle is nearer.
///
/// Above a triangle and below it, its normal counts; beside an edge or a corner that sticks
/// out, the direction to the point. Below two triangles that meet in a valley the point is
/// below both.
pub(super) fn vertex_over_triangle(
    surface: &Terrain,
    triangle: u32,
    point: DVec3,
    skin: f64,
) -> Option<Over> {
    let corners = surface.corners(triangle);
    let normal = surface.normal(triangle);
    let height = normal.dot(point - corners[0]);
    let over = |place: Where| Some(Over { normal, gap: height, place });
    let nearest = point_triangle(point, corners);
    let distance = nearest.distance();
    let beside = (distance * distance - height * height).max(0.0).sqrt();
    let tolerance = CLIP_TOLERANCE * (corners[1] - corners[0]).length();
    let away =
        || Some(Over { normal: nearest.vector / distance, gap: distance, place: Where::Beside });
    match nearest.region {
        PointTriangle::Inside => over(Where::Over),
        _ if beside <= tolerance => over(Where::Over),
        PointTriangle::Side(side) => {
            let neighbour = surface.neighbours(triangle)[side];
            if neighbour == NONE {
                return if height >= 0.0 { away() } else { None };
            }
            let [a, b] =
                [side, (side + 1) % 3].map(|at| surface.triangles()[triangle as usize][at]);
            let third = surface.triangles()[neighbour as usize]
                .into_iter()
                .find(|&corner| corner != a && corner != b)?;
            let across = surface.vertices()[third as usize] - (point - nearest.vector);
            if surface.sticks_out(triangle, neighbour) {
                return if nearest.vector.dot(across) <= 0.0 { away() } else { None };
            }
            let other = surface.normal(neighbour);
            let behind = other.dot(point - surface.corners(neighbour)[0]) < 0.0;
            let bends = normal.dot(other) < 1.0 - 1e-12;
            if bends && behind && beside <= skin { over(Where::Behind) } else { None }
        }
        PointTriangle::Corner(corner) => {
            let vertex = surface.triangles()[triangle as usize][corner];
            let leads_away = |&other: &u32| {
                let across = surface.vertices()[other as usize] - corners[corner];
                nearest.vector.dot(across) <= 0.0
            };
            if surface.joined(vertex).iter().all(leads_away) { away() } else { None }
        }
    }
}

/// Whether a surface rises from a vertex along a normal, or falls only a little: then it
/// is this vertex that touches what lies against the normal.
pub(super) fn is_lowest(surface: &Terrain, vertex: u32, normal: DVec3) -> bool {
    let here = surface.vertices()[vertex as usize];
    surface.joined(vertex).iter().all(|&other| {
        let edge = surface.vertices()[other as usize] - here;
        normal.dot(edge) >= -SLOPE * edge.length()
    })
}

/// An edge with what lies beside it, all in one frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ridge {
    pub(super) ends: [DVec3; 2],
    /// Across the edge towards the third corners of the triangles beside it, of unit
    /// length; one twice at a rim.
    pub(super) sides: [DVec3; 2],
    /// The normals beside it; one twice at a rim.
    pub(super) normals: [DVec3; 2],
}

/// An edge that sticks out, seen from where its surface has this place.
pub(super) fn ridge(surface: &Terrain, edge: u32, place: &Between) -> Ridge {
    let edge = surface.edge(edge);
    let at = |vertex: u32| place.point(surface.vertices()[vertex as usize]);
    let [a, b] = edge.ends;
    let (start, end) = (at(a), at(b));
    let along = (end - start).normalize_or_zero();
    let side = |triangle: u32| {
        let corners = surface.triangles()[triangle as usize];
        let third = corners.into_iter().find(|&corner| corner != a && corner != b);
        let across = third.map_or(DVec3::ZERO, |third| at(third) - start);
        across.reject_from_normalized(along).normalize_or_zero()
    };
    let first = side(edge.beside[0]);
    let second = if edge.beside[1] == NONE { first } else { side(edge.beside[1]) };
    let [one, other] = edge.beside;
    let beside = [one, if other == NONE { one } else { other }];
    let normals = beside.map(|triangle| place.rotation * surface.normal(triangle));
    Ridge { ends: [start, end], sides: [first, second], normals }
}

/// Two edges that cross.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// Midway between them.
    pub(super) point: DVec3,
    /// From the first to the second.
    pub(super) normal: DVec3,
    pub(super) gap: f64,
    /// How long the edges are.
    pub(super) span: f64,
    /// The depth below each of the faces beside the edges is at least this share of the
    /// depth along the normal.
    pub(super) share: f64,
}

/// Where two edges cross; none where they do not face each other.
pub(super) fn crossing(first: &Ridge, second: &Ridge) -> Option<Crossing> {
    let (u, v) = (first.ends[1] - first.ends[0], second.ends[1] - second.ends[0]);
    let across = u.cross(v);
    let (square, sine) = (across.length_squared(), across.length() / (u.length() * v.length()));
    if sine.is_nan() || sine <= PARALLEL {
        return None;
    }
    let between = second.ends[0] - first.ends[0];
    let s = between.cross(v).dot(across) / square;
    let t = between.cross(u).dot(across) / square;
    let crosses = |place: f64| (-ENDS..=1.0 + ENDS).contains(&place);
    if !crosses(s) || !crosses(t) {
        return None;
    }
    let slope = if sine > CROSSED { SLOPE } else { PARALLEL };
    let outward = |ridge: &Ridge| ridge.normals[0] + ridge.normals[1];
    let towards = across.dot(outward(first) - outward(second)).signum();
    let normal = across * (towards / square.sqrt());
    let leads_away = normal.dot(outward(first)) >= 0.0
        && normal.dot(outward(second)) <= 0.0
        && first.sides.iter().all(|side| normal.dot(*side) <= slope)
        && second.sides.iter().all(|side| normal.dot(*side) >= -slope);
    if !leads_away {
        return None;
    }
    let on_first = first.ends[0] + u * s;
    let on_second = second.ends[0] + v * t;
    let shares = first.normals.iter().map(|face| normal.dot(*face));
    let shares = shares.chain(second.normals.iter().map(|face| -normal.dot(*face)));
    Some(Crossing {
        point: (on_first + on_second) / 2.0,
        normal,
        gap: normal.dot(on_second - on_first),
        span: u.length().max(v.length()),
        share: shares.fold(1.0, f64::min),
    })
}
