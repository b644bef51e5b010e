//! The univariate method as it is usually written (§2.2.2–2.2.3, Eq. 91–101): roots of
//! the cubic ((x₂−x₁)×(x₃−x₁))·(x₄−x₁) in plain floating point, and at each the
//! question whether the features meet there.

use stickslip_geometry::ccd::{Kind, Query};
use stickslip_geometry::glam::DVec3;

/// Edges whose directions differ by less (as a squared sine) are left to others.
const PARALLEL: f64 = 1e-12;
/// So far outside of a feature its rounded weights may say that a point is.
const OUTSIDE: f64 = 1e-9;

/// The first root in [0, 1] at which the features meet.
pub fn first_contact(query: &Query) -> Option<f64> {
    let at = |number: usize, time: f64| query.start[number].lerp(query.end[number], time);
    let side = |number: usize| {
        let begin = query.start[number] - query.start[0];
        (begin, query.end[number] - query.end[0] - begin)
    };
    let ((a, da), (b, db), (c, dc)) = (side(1), side(2), side(3));
    let (still, first, second) = (a.cross(b), da.cross(b) + a.cross(db), da.cross(db));
    let cubic =
        [still.dot(c), first.dot(c) + still.dot(dc), second.dot(c) + first.dot(dc), second.dot(dc)];
    roots(cubic).into_iter().find(|&time| {
        let points = [0, 1, 2, 3].map(|number| at(number, time));
        match query.kind {
            Kind::VertexFace => in_triangle(points),
            Kind::EdgeEdge => edges_cross(points),
        }
    })
}

/// Roots in [0, 1], ascending: between its extrema a cubic changes its sign at most once.
fn roots(cubic: [f64; 4]) -> Vec<f64> {
    let [c, b, a] = [cubic[1], 2.0 * cubic[2], 3.0 * cubic[3]];
    let square = (b * b - 4.0 * a * c).max(0.0).sqrt();
    let mut ends = vec![0.0, 1.0];
    let extrema = if a == 0.0 {
        [-c / b, f64::NAN]
    } else {
        [(-b - square) / (2.0 * a), (-b + square) / (2.0 * a)]
    };
    ends.extend(extrema.into_iter().filter(|time| (0.0..1.0).contains(time)));
    ends.sort_unstable_by(f64::total_cmp);
    let value = |t: f64| ((cubic[3] * t + cubic[2]) * t + cubic[1]) * t + cubic[0];
    let mut roots = Vec::new();
    for pair in ends.windows(2) {
        let (mut low, mut high) = (pair[0], pair[1]);
        let rises = value(high) > value(low);
        if value(low) * value(high) > 0.0 || value(low) == value(high) {
            continue;
        }
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if (value(middle) < 0.0) == rises { low = middle } else { high = middle }
        }
        roots.push((low + high) / 2.0);
    }
    roots
}

/// Whether a point of the plane of a triangle lies in it.
fn in_triangle([point, one, two, three]: [DVec3; 4]) -> bool {
    let normal = (two - one).cross(three - one);
    let square = normal.length_squared();
    let weights = [(two, three), (three, one), (one, two)]
        .map(|(from, to)| (from - point).cross(to - point).dot(normal) / square);
    weights.iter().all(|weight| *weight >= -OUTSIDE)
}

/// Whether two edges of one plane cross (Eq. 98–101).
fn edges_cross([one, two, three, four]: [DVec3; 4]) -> bool {
    let (first, second, between) = (two - one, four - three, three - one);
    let across = first.cross(second);
    let square = across.length_squared();
    if square < PARALLEL * first.length_squared() * second.length_squared() {
        return false;
    }
    let places = [between.cross(second), between.cross(first)].map(|it| it.dot(across) / square);
    places.iter().all(|place| (-OUTSIDE..=1.0 + OUTSIDE).contains(place))
}
