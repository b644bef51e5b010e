//! How far a point is from a shape.

use glam::DVec3;
use parry3d_f64::query::PointQuery;
use parry3d_f64::shape::{Ball, Capsule, Cuboid, Cylinder, Triangle};

use crate::{Pose, Shape, ShapeKind};

impl Shape {
    /// Signed distance (m) of a point to the surface of the shape at `pose`,
    /// negative inside. Exact for convex shapes and meshes; for a height field
    /// that to the plane of the triangle above or below, and ∞ beside it.
    pub fn signed_distance(&self, pose: &Pose, point: DVec3) -> f64 {
        distance(self.kind(), pose.local_point(point))
    }
}

/// In the shape's own frame.
fn distance(kind: ShapeKind<'_>, point: DVec3) -> f64 {
    let to = |shape: &dyn PointQuery| {
        let found = shape.project_local_point(point, false);
        let away = (point - found.point).length();
        if found.is_inside { -away } else { away }
    };
    match kind {
        ShapeKind::Sphere { radius } => to(&Ball::new(radius)),
        ShapeKind::Cuboid { half_extents } => to(&Cuboid::new(half_extents)),
        ShapeKind::Capsule { radius, half_length } => to(&Capsule::new_y(half_length, radius)),
        ShapeKind::Cylinder { radius, half_length } => to(&Cylinder::new(half_length, radius)),
        ShapeKind::HalfSpace { normal } => normal.dot(point),
        ShapeKind::ConvexHull { vertices, triangles } => to_triangles(vertices, triangles, point),
        ShapeKind::Terrain { vertices, triangles, grid } => match grid {
            Some(grid) => above(vertices, grid, point),
            None => to_triangles(vertices, triangles, point),
        },
        ShapeKind::Compound { parts } => {
            let each = parts.iter().map(|(pose, part)| part.signed_distance(pose, point));
            each.fold(f64::INFINITY, f64::min)
        }
    }
}

/// To the nearest triangle, by whose side the sign goes. On an edge or corner
/// several are equally near; the one that the point looks at most squarely tells.
fn to_triangles(vertices: &[DVec3], triangles: &[[u32; 3]], point: DVec3) -> f64 {
    let (mut nearest, mut squarest, mut sign) = (f64::INFINITY, 0.0, 1.0);
    for corners in triangles {
        let [a, b, c] = corners.map(|corner| vertices[corner as usize]);
        let found = Triangle::new(a, b, c).project_local_point(point, false).point;
        let away = point - found;
        let length = away.length();
        let square = away.dot((b - a).cross(c - a).normalize_or_zero());
        let tie = (length - nearest).abs() <= 1e-12 * (1.0 + length);
        if (length < nearest && !tie) || (tie && square.abs() > squarest) {
            (nearest, squarest) = (length.min(nearest), square.abs());
            sign = if square < 0.0 { -1.0 } else { 1.0 };
        }
    }
    sign * nearest
}

/// Height over the triangle of a height field, as a distance to its plane.
fn above(vertices: &[DVec3], (rows, columns): (usize, usize), point: DVec3) -> f64 {
    let (first, last) = (vertices[0], vertices[vertices.len() - 1]);
    let share = |axis: usize, count: usize| {
        (point[axis] - first[axis]) / (last[axis] - first[axis]) * (count - 1) as f64
    };
    let (x, z) = (share(0, columns), share(2, rows));
    if !(0.0..=(columns - 1) as f64).contains(&x) || !(0.0..=(rows - 1) as f64).contains(&z) {
        return f64::INFINITY;
    }
    let (j, i) = ((x as usize).min(columns - 2), (z as usize).min(rows - 2));
    let at = |i: usize, j: usize| vertices[i * columns + j];
    // The diagonal runs from the next row to the next column.
    let [a, b, c] = if (x - j as f64) + (z - i as f64) <= 1.0 {
        [at(i, j), at(i + 1, j), at(i, j + 1)]
    } else {
        [at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)]
    };
    let normal = (b - a).cross(c - a).normalize();
    normal.dot(point - a)
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec2};

    use super::*;

    #[test]
    fn distances_are_those_of_formulas() {
        let pose = Pose::new(DVec3::new(1.0, 2.0, 3.0), DQuat::from_rotation_z(0.5));
        let at = |local: DVec3| pose.point(local);
        let ball = Shape::sphere(0.5).expect("a ball");
        let cuboid = Shape::cuboid(DVec3::new(1.0, 2.0, 3.0)).expect("a box");
        let plane = Shape::half_space(DVec3::Y).expect("a half-space");
        let corners: Vec<DVec3> = (0..8)
            .map(|at| DVec3::new((at & 1) as f64, (at >> 1 & 1) as f64, (at >> 2) as f64))
            .map(|corner| (corner - 0.5) * DVec3::new(2.0, 4.0, 6.0))
            .collect();
        let hull = Shape::convex_hull(&corners).expect("a hull");
        let field = Shape::height_field(&[vec![0.0, 1.0], vec![0.0, 1.0]], DVec2::new(1.0, 1.0));
        let field = field.expect("a slope");
        for (shape, point, expected) in [
            (&ball, DVec3::X * 2.0, 1.5),
            (&ball, DVec3::X * 0.2, -0.3),
            (&cuboid, DVec3::new(0.5, 0.0, 0.0), -0.5),
            (&cuboid, DVec3::new(4.0, 6.0, 0.0), 5.0),
            (&hull, DVec3::new(0.5, 0.0, 0.0), -0.5),
            (&hull, DVec3::new(4.0, 6.0, 0.0), 5.0),
            (&plane, DVec3::new(7.0, -2.0, 1.0), -2.0),
            (&field, DVec3::new(0.2, 0.7, 0.1), 0.0),
            (&field, DVec3::new(-0.2, 1.3, 0.1), 0.5_f64.sqrt()),
            (&field, DVec3::new(0.2, -0.3, -0.3), -0.5_f64.sqrt()),
            (&field, DVec3::new(0.6, 0.0, 0.0), f64::INFINITY),
        ] {
            let found = shape.signed_distance(&pose, at(point));
            let close = found == expected || (found - expected).abs() < 1e-12;
            assert!(close, "{shape:?} {point}: {found} {expected}");
        }
    }
}
