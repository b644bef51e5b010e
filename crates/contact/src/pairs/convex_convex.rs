//! Any two convex parts.
//!
//! The direction of contact is that of a flat face wherever a face separates
//! the cores as well as the exact closest points do, up to a small bias: face
//! normals are the same from step to step where the closest points of faces
//! that touch are not even unique. Only otherwise the closest points decide.

use glam::DVec3;

use super::closest::{Closest, Found, Search};
use super::face::face_contact;
use crate::cores::FLAT_EDGE;
use crate::feature;
use crate::manifold::{Candidates, Manifold};
use crate::solid::Solid;

/// A face is preferred if it separates less by this share of the size.
pub(crate) const FACE_BIAS: f64 = 1e-5;

/// Names of points that belong to no face.
const EDGES: u16 = 0x7000;
const CLOSEST: u16 = 0x7800;

/// Contacts between two convex parts at most `reach` apart.
pub(crate) fn convex_convex(
    first: &Solid,
    second: &Solid,
    reach: f64,
    search: &mut Search,
) -> Manifold {
    let core_reach = reach + first.radius + second.radius;
    let of_first = best_face(first, second, core_reach);
    let of_second = best_face(second, first, core_reach);
    if of_first.1.max(of_second.1) > core_reach {
        return Manifold::NONE;
    }
    let bias = FACE_BIAS * first.size().max(second.size());
    let second_is_better = of_second.1 > of_first.1 + bias;
    let (face, separation) = if second_is_better { of_second } else { of_first };
    let by_face = if separation.is_infinite() {
        Manifold::NONE
    } else if second_is_better {
        face_contact(second, face, first, core_reach, true).flipped()
    } else {
        face_contact(first, face, second, core_reach, false)
    };
    let manifold = if by_face.is_certain(separation, bias) {
        by_face
    } else {
        match search.closest(first, second, core_reach) {
            Found::Apart => return Manifold::NONE,
            Found::Near(closest) => {
                if separation >= closest.distance - bias && by_face.reaches(&closest, bias) {
                    by_face
                } else {
                    without_face(first, second, core_reach, &closest)
                }
            }
            Found::Nothing => by_face,
        }
    };
    manifold.rounded(first.radius, second.radius)
}

impl Manifold {
    /// Whether no other direction can separate the cores better than this face does.
    ///
    /// Apart, a corner of the one above a face of the other is as close as they
    /// come. Overlapping by |s|, a direction m at an angle α to the normal
    /// separates at most m·(b − a) for any a, b of the two cores; with a and b
    /// at opposite ends of a disc of radius ρ in the patch that is
    /// s cos α − 2ρ sin α ≤ s as long as 2ρ ≥ |s|. A convex polygon holds a disc
    /// of radius area/perimeter.
    fn is_certain(&self, separation: f64, bias: f64) -> bool {
        let gaps = || self.points().iter().map(|point| point.gap);
        let (least, most) =
            (gaps().fold(f64::INFINITY, f64::min), gaps().fold(-f64::INFINITY, f64::max));
        if least > separation + bias {
            return false;
        }
        separation >= 0.0 || (most <= separation + bias && 2.0 * self.disc() >= -separation)
    }

    /// area/perimeter of the first three points; 0 where there are fewer.
    fn disc(&self) -> f64 {
        let [a, b, c, ..] = self.points() else { return 0.0 };
        let [u, v, w] = [b.point - a.point, c.point - b.point, a.point - c.point];
        u.cross(w).length() / 2.0 / (u.length() + v.length() + w.length())
    }

    /// Whether cores that are apart come as close at these points as they do
    /// anywhere: not so where the closest corner has been clipped away.
    pub(crate) fn reaches(&self, closest: &Closest, bias: f64) -> bool {
        let least = self.points().iter().map(|point| point.gap).fold(f64::INFINITY, f64::min);
        least <= closest.distance.max(0.0) + bias
    }
}

/// The face of one core that separates it best from another, and how far;
/// any that is beyond reach will do.
fn best_face(one: &Solid, other: &Solid, reach: f64) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    let bias = FACE_BIAS * one.size();
    // No face separates by more than from a ball inside: most need no closer look.
    let (centre, inner) = other.inner();
    let centre = one.local(centre - one.position);
    let bound = |face: usize| {
        let (normal, offset) = one.core.face(face);
        normal.dot(centre) - offset - inner
    };
    let faces = 0..one.core.face_count();
    let mut likely = (0, f64::NEG_INFINITY);
    for face in faces.clone() {
        let bound = bound(face);
        if bound > likely.1 {
            likely = (face, bound);
        }
    }
    if likely.1 == f64::NEG_INFINITY {
        return best;
    }
    let separation = |face: usize| {
        let (normal, offset) = one.face(face);
        normal.dot(other.support(-normal)) - offset
    };
    let least = separation(likely.0);
    if least > reach {
        return (likely.0, least);
    }
    for face in faces {
        if best.1 <= reach && bound(face) >= least.max(best.1) - bias {
            let separation = separation(face);
            if separation > best.1 + bias {
                best = (face, separation);
            }
        }
    }
    best
}

/// Two points where straight edges lie along each other, and one otherwise.
pub(crate) fn without_face(
    first: &Solid,
    second: &Solid,
    reach: f64,
    closest: &Closest,
) -> Manifold {
    let normal = closest.normal;
    if let (Some(one), Some(two)) = (first.edge(normal), second.edge(-normal))
        && let Some(manifold) = along_each_other(one, two, normal, reach)
    {
        return manifold;
    }
    let middle = (closest.first + closest.second) / 2.0;
    Manifold::single(normal, middle, closest.distance, feature::local(0, CLOSEST))
}

/// The ends of the overlap of two nearly parallel edges.
pub(crate) fn along_each_other(
    one: [DVec3; 2],
    two: [DVec3; 2],
    normal: DVec3,
    reach: f64,
) -> Option<Manifold> {
    let (along, length) = (one[1] - one[0]).normalize_and_length();
    let other = two[1] - two[0];
    if along.cross(other).length() > FLAT_EDGE * other.length() {
        return None;
    }
    let place = |point: DVec3| along.dot(point - one[0]);
    let (start, end) = (place(two[0]), place(two[1]));
    let (low, high) = (start.min(end).max(0.0), start.max(end).min(length));
    if high - low <= FLAT_EDGE * length.min(other.length()) {
        return None;
    }
    let mut candidates = Candidates::<2>::new();
    for (id, at) in [(EDGES, low), (EDGES + 1, high)] {
        let on_one = one[0] + along * at;
        let on_two = two[0] + other * ((at - start) / (end - start));
        let gap = normal.dot(on_two - on_one);
        if gap <= reach {
            candidates.push(0, id, (on_one + on_two) / 2.0, gap);
        }
    }
    Some(Manifold::reduced(normal, candidates.as_slice()))
}
