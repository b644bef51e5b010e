//! Points over the area where two surfaces meet.
//!
//! The detector gives the corners of a patch, each with its gap. Springs at corners would
//! make a box stiffer against tilting than the pressure under it is, and a spring at the
//! deepest point alone lets it rock (SIGGRAPH 2022 course, §5.1). So the patch is cut into
//! triangles about its middle and these into quarters, and every quarter has a point with
//! the share of its area; the gap between the corners is linear. The shares sum to 1: under
//! a load f a patch gives way by f/k, whatever its corners are.

use glam::DVec3;
use stickslip_contact::tangents;

/// A corner as the detector gives it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) point: DVec3,
    pub(super) gap: f64,
    pub(super) feature: u64,
}

/// A point of a patch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    pub(super) point: DVec3,
    pub(super) gap: f64,
    /// Of the area of the patch.
    pub(super) share: f64,
}

/// Where a triangle is looked at: the middles of its four quarters.
const QUARTERS: [[f64; 3]; 4] = [
    [2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0],
    [1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0],
    [1.0 / 6.0, 1.0 / 6.0, 2.0 / 3.0],
    [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0],
];
/// So many points on a line.
const ON_LINE: usize = 4;
/// A patch narrower than this share of its length is a line.
const NARROW: f64 = 1e-6;

/// The points of a patch of corners with one normal, in an order that follows the names of
/// the corners.
pub(super) fn spots(normal: DVec3, corners: &mut [Corner]) -> Vec<Spot> {
    let middle = corners.iter().map(|corner| corner.point).sum::<DVec3>() / corners.len() as f64;
    in_turn(normal, middle, corners);
    let next = |at: usize| corners[(at + 1) % corners.len()];
    let area =
        |at: usize| 0.5 * (corners[at].point - middle).cross(next(at).point - middle).dot(normal);
    let areas: Vec<f64> = (0..corners.len()).map(area).collect();
    let whole: f64 = areas.iter().sum();
    let reach = corners.iter().map(|c| c.point.distance(middle)).fold(0.0, f64::max);
    if whole <= NARROW * reach * reach {
        return on_line(corners);
    }
    let gap = corners.iter().map(|corner| corner.gap).sum::<f64>() / corners.len() as f64;
    let mut spots = Vec::new();
    for (at, own) in areas.iter().enumerate() {
        for [a, b, c] in QUARTERS {
            spots.push(Spot {
                point: a * middle + b * corners[at].point + c * next(at).point,
                gap: a * gap + b * corners[at].gap + c * next(at).gap,
                share: 0.25 * own / whole,
            });
        }
    }
    spots
}

/// Sorts corners about the middle, from the one with the least name on.
fn in_turn(normal: DVec3, middle: DVec3, corners: &mut [Corner]) {
    let (first, second) = tangents(normal);
    let angle = |corner: &Corner| {
        let arm = corner.point - middle;
        libm::atan2(arm.dot(second), arm.dot(first))
    };
    corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)).then(a.feature.cmp(&b.feature)));
    let least = (0..corners.len()).min_by_key(|&at| corners[at].feature).unwrap_or(0);
    corners.rotate_left(least);
}

/// A point is one spot; of others the two that are farthest apart span the line.
fn on_line(corners: &[Corner]) -> Vec<Spot> {
    let from = corners[0];
    let far = |a: &&Corner, b: &&Corner| {
        let distance = |corner: &Corner| corner.point.distance_squared(from.point);
        distance(a).total_cmp(&distance(b))
    };
    let to = *corners.iter().max_by(far).unwrap_or(&from);
    if to.point == from.point {
        return vec![Spot { point: from.point, gap: from.gap, share: 1.0 }];
    }
    let share = 1.0 / ON_LINE as f64;
    let along = |at: usize| (at as f64 + 0.5) * share;
    (0..ON_LINE)
        .map(|at| Spot {
            point: from.point.lerp(to.point, along(at)),
            gap: from.gap + along(at) * (to.gap - from.gap),
            share,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(x: f64, z: f64, gap: f64, feature: u64) -> Corner {
        Corner { point: DVec3::new(x, 0.0, z), gap, feature }
    }

    /// The shares sum to 1, and what they weigh is the mean over the area.
    #[test]
    fn shares_are_those_of_areas() {
        let corners = [
            corner(2.0, 1.0, -0.3, 9),
            corner(0.0, 0.0, -0.1, 4),
            corner(0.0, 1.0, -0.1, 7),
            corner(2.0, 0.0, -0.3, 5),
        ];
        let found = spots(DVec3::Y, &mut corners.clone());
        let sum = |of: &dyn Fn(&Spot) -> f64| found.iter().map(|s| s.share * of(s)).sum::<f64>();
        assert!((sum(&|_| 1.0) - 1.0).abs() < 1e-15);
        assert!((sum(&|s| s.gap) + 0.2).abs() < 1e-15);
        assert!((sum(&|s| s.point.x) - 1.0).abs() < 1e-15);
        // Gaps are linear between the corners.
        for spot in &found {
            assert!((spot.gap + 0.1 + 0.1 * spot.point.x).abs() < 1e-15);
        }
        // The order follows the names, however the corners come.
        let mut turned = corners;
        turned.rotate_left(2);
        assert_eq!(spots(DVec3::Y, &mut turned), found);
    }

    #[test]
    fn lines_and_points_have_spots_too() {
        let mut line = [corner(0.0, 0.0, 0.0, 1), corner(1.0, 0.0, -0.4, 2)];
        let found = spots(DVec3::Y, &mut line);
        assert_eq!(found.len(), 4);
        assert!((found.iter().map(|s| s.share * s.gap).sum::<f64>() + 0.2).abs() < 1e-15);
        let point = spots(DVec3::Y, &mut line[..1]);
        assert_eq!(point, [Spot { point: DVec3::ZERO, gap: 0.0, share: 1.0 }]);
    }
}
