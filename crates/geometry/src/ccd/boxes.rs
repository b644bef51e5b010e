//! Algorithm 1 as it is printed: boxes of (t, u, v) (§2.2.4–2.2.5, Eq. 102–103).
//!
//! F is linear in each variable, so the eight values at the corners of a box bound
//! it. Boxes whose bounds leave out 0 are dropped, boxes with bounds narrower than δ
//! are taken for contact, all others are halved across the variable that moves F
//! most; the earliest box goes first. Kept beside [`inclusion`](super::inclusion) to compare
//! with: sliding features fill space with boxes, so their number has a limit, at
//! which the earliest time that is still open is told.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use glam::DVec3;

use super::inclusion::Limits;
use super::motion::Motion;
use super::query::Answer;

/// Boxes looked at before giving up.
const MAX_BOXES: usize = 1 << 15;
/// Bounds the error of F where coordinates are below 1.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// [lower, upper] in t, u and v.
#[derive(Clone, Copy, Debug)]
struct Domain {
    lower: DVec3,
    upper: DVec3,
}

impl PartialEq for Domain {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Domain {}

impl PartialOrd for Domain {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Domain {
    /// The heap gives the greatest first: that is the earliest, and of equals the smallest.
    fn cmp(&self, other: &Self) -> Ordering {
        let width = |domain: &Self| domain.upper - domain.lower;
        other
            .lower
            .x
            .total_cmp(&self.lower.x)
            .then_with(|| width(other).element_product().total_cmp(&width(self).element_product()))
    }
}

/// The first contact by Algorithm 1.
pub(super) fn first_contact<const N: usize>(motion: &Motion<N>, limits: Limits) -> Answer {
    let mut heap = BinaryHeap::from([Domain { lower: DVec3::ZERO, upper: DVec3::ONE }]);
    for _ in 0..MAX_BOXES {
        let Some(domain) = heap.pop() else {
            return Answer::Apart;
        };
        // Half of the square of (u, v) is no triangle.
        if N == 3 && domain.lower.y + domain.lower.z > 1.0 {
            continue;
        }
        let values = corner_values(motion, &domain);
        let lower = values.iter().fold(DVec3::INFINITY, |all, &value| all.min(value));
        let upper = values.iter().fold(DVec3::NEG_INFINITY, |all, &value| all.max(value));
        let reach = DVec3::splat(limits.separation + ROUNDING);
        if lower.cmpgt(reach).any() || upper.cmplt(-reach).any() {
            continue;
        }
        if (upper - lower).max_element() <= limits.delta.max(ROUNDING) {
            return Answer::Touch(domain.lower.x);
        }
        heap.extend(halves(&domain, &values));
    }
    heap.pop().map_or(Answer::Apart, |domain| Answer::Touch(domain.lower.x))
}

/// F at the corners, t, u and v as the bits 1, 2 and 4 of the place.
fn corner_values<const N: usize>(motion: &Motion<N>, domain: &Domain) -> [DVec3; 8] {
    let pick = |place: usize, bit: usize, axis: usize| {
        if place & bit == 0 { domain.lower[axis] } else { domain.upper[axis] }
    };
    let times = [motion.at(domain.lower.x), motion.at(domain.upper.x)];
    std::array::from_fn(|place| {
        let corners = &times[place & 1];
        let (u, v) = (pick(place, 2, 1), pick(place, 4, 2));
        let (origin, first, last) = (corners[0], corners[1], corners[N - 1]);
        origin + (first - origin) * u + (last - origin) * v
    })
}

/// Halves across the variable along which F changes most.
fn halves(domain: &Domain, values: &[DVec3; 8]) -> [Domain; 2] {
    let change = [1, 2, 4].map(|bit| {
        let across = (0..8).filter(|place| place & bit == 0);
        across.map(|at| (values[at | bit] - values[at]).abs().max_element()).fold(0.0, f64::max)
    });
    let axis = (0..3).max_by(|&a, &b| change[a].total_cmp(&change[b])).unwrap_or(0);
    let middle = (domain.lower[axis] + domain.upper[axis]) / 2.0;
    let (mut first, mut second) = (*domain, *domain);
    first.upper[axis] = middle;
    second.lower[axis] = middle;
    [first, second]
}
