//! The face of a surface that a point is held against.

use glam::DVec3;
use stickslip_geometry::Bounds;
use stickslip_geometry::distance::{Nearest, PointTriangle, point_triangle};

use super::Skin;

/// A face, seen from a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facing {
    pub(super) face: u32,
    pub(super) nearest: Nearest<PointTriangle>,
    /// Outward unit normal of the face.
    pub(super) outward: DVec3,
    distance: f64,
}

/// Distances that differ by less than this share are equal.
const TIE: f64 = 1e-9;

/// Below this a distance has no direction (m).
const TOUCHING: f64 = 1e-9;

impl Facing {
    /// Whether the point lies behind the plane of the face.
    pub(super) fn is_behind(&self) -> bool {
        self.nearest.vector.dot(self.outward) < 0.0
    }

    /// Whether the point lies more beside the face than before it.
    pub(super) fn is_beside(&self) -> bool {
        let height = self.nearest.vector.dot(self.outward).abs();
        self.distance > TOUCHING && height < 0.7 * self.distance
    }

    /// The direction from the surface to the point, and the gap between what is
    /// rounded by so much.
    pub(super) fn away_and_gap(&self, is_solid: bool, apart: f64) -> (DVec3, f64) {
        if is_solid && self.is_behind() {
            return (self.outward, -self.distance - apart);
        }
        let side = if self.is_behind() { -self.outward } else { self.outward };
        let straight = self.distance <= TOUCHING;
        let away = if straight { side } else { self.nearest.vector / self.distance };
        (away, self.distance - apart)
    }

    /// Shares of the corners in the nearest point.
    pub(super) fn weights(&self) -> [f64; 3] {
        [1, 2, 3].map(|at| -self.nearest.weights[at])
    }
}

impl Skin<'_> {
    /// Every face within a distance of a point.
    pub(super) fn each_near(&self, point: DVec3, limit: f64, mut visit: impl FnMut(Facing)) {
        let near = Bounds { lower: point, upper: point }.grown(limit);
        self.found.tree.overlapping(&near, |face| {
            let corners = self.surface.corners(face);
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
            let Some(outward) = normal.try_normalize() else { return };
            let nearest = point_triangle(point, corners);
            let distance = nearest.distance();
            if distance <= limit {
                visit(Facing { face, nearest, outward, distance });
            }
        });
    }

    /// The nearest face among those that are wanted. On an edge or corner several
    /// are equally near; the one that the point looks at most squarely tells.
    pub(super) fn nearest(
        &self,
        point: DVec3,
        limit: f64,
        wants: impl Fn(u32, &Facing) -> bool,
    ) -> Option<Facing> {
        let mut best: Option<Facing> = None;
        self.each_near(point, limit, |found| {
            if !wants(found.face, &found) {
                return;
            }
            let height = |it: &Facing| it.nearest.vector.dot(it.outward).abs();
            let wins = best.as_ref().is_none_or(|best| {
                let tie = (found.distance - best.distance).abs() <= TIE * limit;
                let squarer = height(&found) - height(best);
                match tie {
                    false => found.distance < best.distance,
                    true if squarer.abs() > TIE * limit => squarer > 0.0,
                    true => found.face < best.face,
                }
            });
            if wins {
                best = Some(found);
            }
        });
        best
    }
}
