//! Shapes as flat faces and round outlines.

use glam::DVec3;
use stickslip_contact::{Pose, ShapeKind};

/// Something to be drawn, in world coordinates.
pub enum Piece {
    /// A flat polygon, anticlockwise seen from outside.
    Face(Vec<DVec3>),
    /// A ball.
    Ball(DVec3, f64),
}

/// Sides of a drawn cylinder.
const SIDES: usize = 16;

/// The pieces of a shape at a pose; half-spaces have none.
pub fn pieces(kind: ShapeKind<'_>, pose: &Pose, out: &mut Vec<Piece>) {
    match kind {
        ShapeKind::Sphere { radius } => out.push(Piece::Ball(pose.position, radius)),
        ShapeKind::Cuboid { half_extents } => cuboid(half_extents, pose, out),
        ShapeKind::Capsule { radius, half_length } => {
            tube(radius, half_length, pose, out);
            for end in [-half_length, half_length] {
                out.push(Piece::Ball(pose.point(DVec3::Y * end), radius));
            }
        }
        ShapeKind::Cylinder { radius, half_length } => {
            tube(radius, half_length, pose, out);
            let rim = |height: f64| (0..SIDES).map(move |at| spoke(at, radius, height));
            out.push(Piece::Face(rim(half_length).rev().map(|point| pose.point(point)).collect()));
            out.push(Piece::Face(rim(-half_length).map(|point| pose.point(point)).collect()));
        }
        ShapeKind::ConvexHull { vertices, triangles }
        | ShapeKind::Terrain { vertices, triangles, .. } => {
            out.extend(triangles.iter().map(|triangle| {
                Piece::Face(triangle.map(|at| pose.point(vertices[at as usize])).to_vec())
            }));
        }
        ShapeKind::HalfSpace { .. } => {}
        ShapeKind::Compound { parts } => {
            for (place, shape) in parts {
                pieces(shape.kind(), &pose.compose(place), out);
            }
        }
    }
}

fn cuboid(half: DVec3, pose: &Pose, out: &mut Vec<Piece>) {
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            // Turning the other two axes by the side keeps the face anticlockwise.
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            let corner = |(a, b): (f64, f64)| {
                let mut point = DVec3::ZERO;
                point[axis] = side * half[axis];
                point[u] = a * side * half[u];
                point[v] = b * half[v];
                pose.point(point)
            };
            let around = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            out.push(Piece::Face(around.map(corner).to_vec()));
        }
    }
}

/// A point of the rim of a cylinder along y.
fn spoke(at: usize, radius: f64, height: f64) -> DVec3 {
    let (sin, cos) = (std::f64::consts::TAU * at as f64 / SIDES as f64).sin_cos();
    DVec3::new(radius * cos, height, radius * sin)
}

fn tube(radius: f64, half_length: f64, pose: &Pose, out: &mut Vec<Piece>) {
    for at in 0..SIDES {
        let corners = [
            spoke(at, radius, -half_length),
            spoke(at, radius, half_length),
            spoke(at + 1, radius, half_length),
            spoke(at + 1, radius, -half_length),
        ];
        out.push(Piece::Face(corners.map(|point| pose.point(point)).to_vec()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_contact::Shape;

    /// Every face looks away from the middle of a convex shape.
    #[test]
    fn faces_look_outwards() {
        let shapes = [
            Shape::cuboid(DVec3::new(0.5, 1.0, 2.0)),
            Shape::cylinder(0.7, 1.3),
            Shape::capsule(0.4, 0.9),
        ];
        for shape in shapes {
            let mut out = Vec::new();
            pieces(shape.expect("valid").kind(), &Pose::IDENTITY, &mut out);
            for piece in &out {
                if let Piece::Face(corners) = piece {
                    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[1]);
                    let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
                    assert!(normal.dot(middle) > 0.0, "{corners:?}");
                }
            }
        }
    }
}
