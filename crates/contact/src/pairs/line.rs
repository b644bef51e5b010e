//! Capsules against balls and each other, by the closest points of their lines.

use glam::DVec3;

use super::convex_convex::along_each_other;
use super::sphere_sphere::sphere_sphere;
use crate::manifold::Manifold;

/// A line with a radius.
pub(crate) type Rounded = ([DVec3; 2], f64);

/// A ball against a capsule: against the ball at the closest point of its line.
pub(crate) fn sphere_capsule(sphere: (DVec3, f64), capsule: Rounded, reach: f64) -> Manifold {
    let ([start, end], radius) = capsule;
    let along = end - start;
    let share = (along.dot(sphere.0 - start) / along.length_squared()).clamp(0.0, 1.0);
    sphere_sphere(sphere, (start + share * along, radius), reach)
}

/// Two capsules: two points where they lie along each other, one otherwise.
pub(crate) fn capsule_capsule(first: Rounded, second: Rounded, reach: f64) -> Manifold {
    let (on_first, on_second) = closest_points(first.0, second.0);
    let single = sphere_sphere((on_first, first.1), (on_second, second.1), reach);
    if single.points().is_empty() || on_first == on_second {
        return single;
    }
    let core_reach = reach + first.1 + second.1;
    match along_each_other(first.0, second.0, single.normal, core_reach) {
        Some(both) => both.rounded(first.1, second.1),
        None => single,
    }
}

/// Closest points of two segments (Ericson 2005, §5.1.9).
pub(crate) fn closest_points(one: [DVec3; 2], two: [DVec3; 2]) -> (DVec3, DVec3) {
    let (d1, d2, r) = (one[1] - one[0], two[1] - two[0], one[0] - two[0]);
    let (a, e, f) = (d1.length_squared(), d2.length_squared(), d2.dot(r));
    let (b, c) = (d1.dot(d2), d1.dot(r));
    let determinant = a * e - b * b;
    let mut s = if determinant > 1e-14 * a * e {
        ((b * f - c * e) / determinant).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let mut t = (b * s + f) / e;
    if t < 0.0 {
        t = 0.0;
        s = (-c / a).clamp(0.0, 1.0);
    } else if t > 1.0 {
        t = 1.0;
        s = ((b - c) / a).clamp(0.0, 1.0);
    }
    (one[0] + s * d1, two[0] + t * d2)
}
