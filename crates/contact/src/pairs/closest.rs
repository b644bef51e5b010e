//! Closest points of two cores, or how far they overlap, by GJK and EPA.

use glam::DVec3;
use parry3d_f64::math::Pose as ParryPose;
use parry3d_f64::query::epa::EPA;
use parry3d_f64::query::gjk::{self, CsoPoint, GJKResult, VoronoiSimplex};

use crate::solid::Solid;

/// Closest points, or the points of least overlap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closest {
    pub(crate) first: DVec3,
    pub(crate) second: DVec3,
    /// From the first to the second.
    pub(crate) normal: DVec3,
    /// Negative where they overlap.
    pub(crate) distance: f64,
}

/// What is known of two cores.
pub(crate) enum Found {
    /// They are farther apart than asked for.
    Apart,
    Near(Closest),
    /// The search failed.
    Nothing,
}

/// Keeps the memory of the searches.
pub(crate) struct Search {
    /// Crossing edges of boxes are taken where they separate better than a face by this (m).
    pub(crate) face_preference: f64,
    expanding: EPA,
    simplex: VoronoiSimplex,
}

impl Default for Search {
    fn default() -> Self {
        Self { face_preference: 0.0, expanding: EPA::new(), simplex: VoronoiSimplex::new() }
    }
}

impl std::fmt::Debug for Search {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Search")
    }
}

impl Search {
    /// Looks for the closest points of two cores at most `reach` apart.
    pub(crate) fn closest(&mut self, first: &Solid, second: &Solid, reach: f64) -> Found {
        // Both solids know their places.
        let place = ParryPose::IDENTITY;
        let direction = (second.position - first.position).normalize_or(DVec3::X);
        let start = CsoPoint::from_shapes(&place, first, second, direction);
        self.simplex.reset(start);
        let mut found = gjk::closest_points(&place, first, second, reach, true, &mut self.simplex);
        if found == GJKResult::Intersection {
            let inside = self.expanding.closest_points(&place, first, second, &self.simplex);
            found = match inside {
                Some((one, two, normal)) => GJKResult::ClosestPoints(one, two, normal),
                None => return Found::Nothing,
            };
        }
        match found {
            GJKResult::ClosestPoints(one, two, normal) => {
                let distance = normal.dot(two - one);
                let usable = normal.is_normalized() && distance.is_finite();
                if !usable {
                    return Found::Nothing;
                }
                Found::Near(Closest { first: one, second: two, normal, distance })
            }
            GJKResult::NoIntersection(normal) => {
                // Also the answer to running out of iterations: only believed with its proof.
                let apart = normal.dot(second.support(-normal) - first.support(normal));
                if apart > reach { Found::Apart } else { Found::Nothing }
            }
            GJKResult::Intersection | GJKResult::Proximity(_) => Found::Nothing,
        }
    }
}
