//! The exact distance from a mesh, with a sign.

use std::collections::HashMap;

use glam::DVec3;

use super::Field;
use super::winding::Winding;
use crate::distance::{NearestPoint, PointTriangle, SurfaceTree};
use crate::mesh::Surface;

/// How inside is distinguished from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// By the normal of the nearest face, edge or point, weighted by angles: exact for
    /// closed, oriented surfaces that do not cross themselves.
    Normal,
    /// By the generalised winding number, above ½ inside: also for surfaces with holes,
    /// crossings and unshared points.
    Winding,
}

#[derive(Clone, Debug)]
enum Side {
    Normal { points: Vec<DVec3>, edges: HashMap<[u32; 2], DVec3>, faces: Vec<[u32; 3]> },
    Winding(Winding),
}

/// Distance from the nearest face.
#[derive(Clone, Debug)]
pub struct MeshField {
    surface: SurfaceTree,
    side: Side,
}

impl MeshField {
    /// Of a surface.
    pub fn new(surface: &Surface, sign: Sign) -> Self {
        let tree = SurfaceTree::new(surface.all_corners());
        let side = match sign {
            Sign::Winding => Side::Winding(Winding::new(&tree)),
            Sign::Normal => normals(surface),
        };
        Self { surface: tree, side }
    }

    /// The faces and their tree.
    pub fn surface(&self) -> &SurfaceTree {
        &self.surface
    }

    fn is_inside(&self, point: DVec3, nearest: &NearestPoint) -> bool {
        match &self.side {
            Side::Winding(winding) => winding.number(&self.surface, point) > 0.5,
            Side::Normal { points, edges, faces } => {
                let face = faces[nearest.face as usize];
                let normal = match nearest.region {
                    PointTriangle::Corner(corner) => points[face[corner] as usize],
                    PointTriangle::Side(side) => {
                        let [a, b] = [face[side], face[(side + 1) % 3]];
                        edges.get(&[a.min(b), a.max(b)]).copied().unwrap_or_default()
                    }
                    PointTriangle::Inside => self.normal(nearest.face),
                };
                normal.dot(point - nearest.point) < 0.0
            }
        }
    }

    fn normal(&self, face: u32) -> DVec3 {
        let [a, b, c] = self.surface.corners()[face as usize];
        (b - a).cross(c - a).normalize_or_zero()
    }
}

impl MeshField {
    fn sample_of(&self, point: DVec3, nearest: &NearestPoint) -> (f64, DVec3) {
        if nearest.distance == 0.0 {
            return (0.0, self.normal(nearest.face));
        }
        let sign = if self.is_inside(point, nearest) { -1.0 } else { 1.0 };
        (sign * nearest.distance, (point - nearest.point) * (sign / nearest.distance))
    }
}

impl Field for MeshField {
    fn sample(&self, point: DVec3) -> (f64, DVec3) {
        match self.surface.nearest(point, f64::INFINITY) {
            Some(nearest) => self.sample_of(point, &nearest),
            // A surface has a face, so only a point that is not finite is near none.
            None => (f64::NAN, DVec3::NAN),
        }
    }

    fn value_within(&self, point: DVec3, bound: f64) -> f64 {
        match self.surface.nearest(point, bound) {
            Some(nearest) => self.sample_of(point, &nearest).0,
            None => self.value(point),
        }
    }
}

/// Normals of faces, summed over the faces of an edge, and over those of a point
/// weighted by their angles there.
fn normals(surface: &Surface) -> Side {
    let mut points = vec![DVec3::ZERO; surface.points().len()];
    let mut edges: HashMap<[u32; 2], DVec3> = HashMap::new();
    for (number, face) in surface.faces().iter().enumerate() {
        let corners = surface.corners(number);
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for corner in 0..3 {
            let (here, next) = (face[corner], face[(corner + 1) % 3]);
            let to = |other: usize| corners[(corner + other) % 3] - corners[corner];
            let (first, second) = (to(1), to(2));
            let angle = libm::atan2(first.cross(second).length(), first.dot(second));
            points[here as usize] += normal * angle;
            *edges.entry([here.min(next), here.max(next)]).or_default() += normal;
        }
    }
    Side::Normal { points, edges, faces: surface.faces().to_vec() }
}
