//! Where a ray first meets a shape.

use glam::DVec3;
use parry3d_f64::query::{Ray, RayCast};
use parry3d_f64::shape::{Ball, Capsule, Cuboid, Cylinder, HalfSpace, Triangle};

use crate::{Pose, Shape, ShapeKind};

/// Where a ray meets a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// From the origin, along the direction (m).
    pub distance: f64,
    /// Where (m).
    pub point: DVec3,
    /// Unit normal of the surface there, against the ray.
    pub normal: DVec3,
}

impl Shape {
    /// The first point of the shape's surface at `pose` that a ray meets within
    /// `reach` metres. `direction` has unit length. A ray that begins inside
    /// meets the surface from within; a half-space is met from outside alone.
    pub fn cast_ray(
        &self,
        pose: &Pose,
        origin: DVec3,
        direction: DVec3,
        reach: f64,
    ) -> Option<RayHit> {
        let (start, heading) = (pose.local_point(origin), pose.local_direction(direction));
        let (distance, normal) = cast(self.kind(), start, heading, reach)?;
        let normal = pose.direction(normal).normalize_or(-direction);
        let normal = if normal.dot(direction) > 0.0 { -normal } else { normal };
        Some(RayHit { distance, point: origin + distance * direction, normal })
    }
}

/// Distance and normal, in the shape's own frame.
fn cast(kind: ShapeKind<'_>, start: DVec3, heading: DVec3, reach: f64) -> Option<(f64, DVec3)> {
    let meets = |shape: &dyn RayCast| {
        let ray = Ray::new(start, heading);
        let hit = shape.cast_local_ray_and_get_normal(&ray, reach, false)?;
        Some((hit.time_of_impact, hit.normal))
    };
    match kind {
        ShapeKind::Sphere { radius } => meets(&Ball::new(radius)),
        ShapeKind::Cuboid { half_extents } => meets(&Cuboid::new(half_extents)),
        ShapeKind::Capsule { radius, half_length } => meets(&Capsule::new_y(half_length, radius)),
        ShapeKind::Cylinder { radius, half_length } => meets(&Cylinder::new(half_length, radius)),
        ShapeKind::HalfSpace { normal } => {
            meets(&HalfSpace::new(normal)).filter(|_| start.dot(normal) >= 0.0)
        }
        ShapeKind::ConvexHull { vertices, triangles }
        | ShapeKind::Terrain { vertices, triangles, .. } => {
            let corners = |corner: u32| vertices[corner as usize];
            nearest(
                triangles.iter().filter_map(|&[a, b, c]| {
                    meets(&Triangle::new(corners(a), corners(b), corners(c)))
                }),
            )
        }
        ShapeKind::Compound { parts } => nearest(parts.iter().filter_map(|(pose, part)| {
            let (start, heading) = (pose.local_point(start), pose.local_direction(heading));
            let (distance, normal) = cast(part.kind(), start, heading, reach)?;
            Some((distance, pose.direction(normal)))
        })),
    }
}

fn nearest(hits: impl Iterator<Item = (f64, DVec3)>) -> Option<(f64, DVec3)> {
    hits.min_by(|one, two| one.0.total_cmp(&two.0))
}
