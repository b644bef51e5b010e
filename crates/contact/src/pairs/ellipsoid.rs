//! Ellipsoids against ellipsoids and balls.
//!
//! Two convex cores A and B are apart by the largest s(n) = n·(b − a) over all directions n,
//! with a the point of A farthest along n and b that of B farthest along −n; s < 0 where
//! they overlap. Its gradient along the sphere is the part t of b − a across n, and its
//! second derivative there −(H_A + H_B + s) with H = ∇²h of the support functions: Newton's
//! method finds n from where the general search left it, to rounding. The search
//! alone stops where its polyhedron inside the difference of both is near enough,
//! which leaves the normal of round surfaces to the root of that.

use glam::{DMat3, DVec3};

use super::closest::{Closest, Found, Search};
use crate::cores::Core;
use crate::feature;
use crate::manifold::Manifold;
use crate::solid::Solid;

/// Newton's method ends after so many steps, of which five are enough as a rule.
const STEPS: usize = 20;

/// The contact of two cores, of which at least one is an ellipsoid and the other one too
/// or a point.
pub(crate) fn ellipsoids(
    first: &Solid,
    second: &Solid,
    reach: f64,
    search: &mut Search,
) -> Manifold {
    let core_reach = reach + first.radius + second.radius;
    let start = match search.closest(first, second, core_reach) {
        Found::Apart => return Manifold::NONE,
        Found::Near(closest) => closest.normal,
        Found::Nothing => (second.position - first.position).normalize_or(DVec3::X),
    };
    let Closest { first: one, second: two, normal, distance } = refined(first, second, start);
    if distance > core_reach {
        return Manifold::NONE;
    }
    let manifold = Manifold::single(normal, (one + two) / 2.0, distance, feature::local(0, 0));
    manifold.rounded(first.radius, second.radius)
}

/// The points farthest along a normal and against it.
fn along(first: &Solid, second: &Solid, normal: DVec3) -> Closest {
    let (one, two) = (first.support(normal), second.support(-normal));
    Closest { first: one, second: two, normal, distance: normal.dot(two - one) }
}

fn refined(first: &Solid, second: &Solid, start: DVec3) -> Closest {
    let size = first.size().max(second.size());
    let mut best = along(first, second, start);
    for _ in 0..STEPS {
        let normal = best.normal;
        let gap = best.second - best.first;
        let across = gap - normal * best.distance;
        if across.length() <= 1e-15 * size {
            break;
        }
        let bend = bend_of(first, normal) + bend_of(second, -normal);
        let Some(turn) = newton(&bend, best.distance, normal, across) else { break };
        // A step too far is halved until it gains. Near the end the distance no longer tells,
        // but the way across does.
        let gains = |next: &Closest| {
            let gap = next.second - next.first;
            let is_straighter =
                (gap - next.normal * next.distance).length() < 0.5 * across.length();
            next.distance > best.distance
                || (is_straighter && next.distance >= best.distance - 1e-14 * size)
        };
        let halved = (0..6).map(|halving| {
            let share = 0.5_f64.powi(halving) * turn.length().recip().min(1.0);
            along(first, second, (normal + turn * share).normalize())
        });
        let Some(next) = halved.into_iter().find(gains) else { break };
        best = next;
    }
    best
}

/// δ across n with (H + s) δ = t; none where that is no ascent.
fn newton(bend: &DMat3, distance: f64, normal: DVec3, across: DVec3) -> Option<DVec3> {
    let (u, v) = normal.any_orthonormal_pair();
    let [a, b, c] = [u.dot(*bend * u), u.dot(*bend * v), v.dot(*bend * v)];
    let (a, c) = (a + distance, c + distance);
    let determinant = a * c - b * b;
    if !(a > 0.0 && determinant > 0.0) {
        return None;
    }
    let (x, y) = (u.dot(across), v.dot(across));
    let turn = u * ((c * x - b * y) / determinant) + v * ((a * y - b * x) / determinant);
    turn.is_finite().then_some(turn).filter(|turn| *turn != DVec3::ZERO)
}

/// ∇²h of a core in the world; a point has none.
fn bend_of(solid: &Solid, direction: DVec3) -> DMat3 {
    match solid.core {
        Core::Ellipsoid(core) => {
            solid.rotation * core.bend(solid.local(direction)) * solid.rotation.transpose()
        }
        _ => DMat3::ZERO,
    }
}
