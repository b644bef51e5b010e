//! A half-space against a convex part.

use glam::DVec3;

use crate::cores::Core;
use crate::feature;
use crate::manifold::{Candidates, Manifold, Point};
use crate::solid::Solid;

/// The corners of the side that looks at the plane normal·x = offset, at most
/// `reach` above it. The half-space comes first.
pub(crate) fn half_space(
    normal: DVec3,
    offset: f64,
    solid: &Solid,
    reach: f64,
    scratch: &mut Vec<Point>,
) -> Manifold {
    let core_reach = reach + solid.radius;
    let candidate = |feature: u32, corner: DVec3| {
        let gap = normal.dot(corner) - offset;
        (gap <= core_reach).then_some(Point { feature, point: corner - normal * (gap / 2.0), gap })
    };
    if normal.dot(solid.support(-normal)) - offset > core_reach {
        return Manifold::NONE;
    }
    let manifold = if let Core::Hull(hull) = solid.core {
        // The corner farthest down need not belong to the face that looks down most.
        scratch.clear();
        scratch.extend(hull.vertices().iter().enumerate().filter_map(|(index, &vertex)| {
            candidate(index as u32 & 0x0fff_ffff, solid.world(vertex))
        }));
        Manifold::reduced(normal, scratch)
    } else {
        let face = solid.facing(-normal);
        let mut candidates = Candidates::<64>::new();
        for corner in solid.corners(face, -normal).corners() {
            if let Some(point) = candidate(feature::local(face as u32, corner.id), corner.point) {
                candidates.add(point);
            }
        }
        Manifold::reduced(normal, candidates.as_slice())
    };
    manifold.rounded(0.0, solid.radius)
}
