//! Proofs of separation over intervals of time (§2.2.4–2.2.5, Alg. 1).
//!
//! Like Tight-Inclusion, this bounds the difference F(t, u, v) of two features over
//! boxes of its domain, rounding included, drops boxes whose bounds leave out
//! 0, and takes boxes by ascending t, so that nothing is ever missed and no time
//! is late. Two things differ, and they bound the work where many boxes of
//! (t, u, v) would be needed: coplanar and sliding features.
//!
//! 1. A box is an interval of t times the whole of u and v. F is linear in t at
//!    the corners of the polygon of differences and convex in between, so its
//!    corners bound it.
//! 2. F is bounded along the normal of a plane between the polygon and the
//!    origin, and not along the axes. One plane n gives at once the whole
//!    interval for which it separates: n·dᵢ(t) is linear in t. Where features
//!    turn, that is short, and the plane turns with them: with n linear in t
//!    from n₀ to n₁, n·dᵢ is a quadratic with the Bernstein coefficients
//!
//!    n₀·dᵢ(t₀), ½(n₀·dᵢ(t₁) + n₁·dᵢ(t₀)), n₁·dᵢ(t₁),
//!
//!    and positive where they are. The loss is of second order in t₁ − t₀.
//!
//! The interval that is left begins where the distance is at most δ: the time of
//! contact that is told.

use super::motion::Motion;
use super::polygon::{Nearest, nearest};
use super::query::Answer;
use glam::DVec3;

/// Bounds the error of n·d(t) for |n| ≤ 1 and coordinates of d below 1: 2⁻⁵³ for
/// the differences, 3·2⁻⁵³ each for the interpolation and the product, times √3,
/// and all of that again several times over.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// Time is cut short by this factor, for the roundings of a quotient.
const SHORTER: f64 = 1.0 - 8.0 * f64::EPSILON;
/// Proofs after which the time reached is told as that of contact.
const MAX_PROOFS: usize = 4096;
/// A plane that reaches less far than this, in parts of the whole, may better turn,
const SHORT: f64 = 1.0 / 16.0;
/// unless the last one brought the features nearer by this factor.
const CLOSING: f64 = 0.25;

/// Distances in units of the scaled motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Distance at which features touch.
    pub(super) separation: f64,
    /// Farther than that by δ they do not.
    pub(super) delta: f64,
}

/// The first time in [from, to] at which the polygon comes near the origin.
pub(super) fn first_contact<const N: usize>(
    motion: &Motion<N>,
    limits: Limits,
    from: f64,
    to: f64,
) -> Answer {
    let near = limits.separation + limits.delta;
    let needed = limits.separation * (1.0 + 1e-14) + ROUNDING;
    let mut t = from;
    let mut corners = motion.at(t);
    let mut here = nearest(&corners);
    let mut stride = to - from;
    let mut last_distance = f64::INFINITY;
    for _ in 0..MAX_PROOFS {
        if here.distance <= near {
            return Answer::Touch(t);
        }
        let reach = reach(motion, here.normal, needed, t, to);
        if reach > to {
            return Answer::Apart;
        }
        let closing = here.distance <= CLOSING * last_distance;
        last_distance = here.distance;
        if reach > t && (closing || reach - t >= SHORT * (to - from)) {
            t = reach;
            corners = motion.at(t);
            here = nearest(&corners);
            continue;
        }
        // Try intervals that shrink until the plane may as well stand still.
        let mut turned = None;
        stride = stride.max(4.0 * (reach - t));
        while t + stride > reach.max(t) {
            let later = (t + stride).min(to);
            let ahead = motion.at(later);
            let there = nearest(&ahead);
            if there.distance > near && is_apart(&corners, &here, &ahead, &there, needed) {
                turned = Some((later, ahead, there));
                break;
            }
            stride /= 4.0;
        }
        match turned {
            Some((later, _, _)) if later >= to => return Answer::Apart,
            Some((later, ahead, there)) => {
                (t, corners, here) = (later, ahead, there);
                stride *= 2.0;
            }
            None if reach > t => {
                t = reach;
                corners = motion.at(t);
                here = nearest(&corners);
            }
            None => return Answer::Touch(t),
        }
    }
    Answer::Touch(t)
}

/// How far from t on n·dᵢ > needed for all corners: beyond `to` where that holds
/// to the end, t or less where it does not even hold there.
fn reach<const N: usize>(motion: &Motion<N>, normal: DVec3, needed: f64, t: f64, to: f64) -> f64 {
    let mut reach = f64::INFINITY;
    for (start, end) in motion.start.iter().zip(&motion.end) {
        let (first, last) = (normal.dot(*start) - needed, normal.dot(*end) - needed);
        if first > 0.0 && last > 0.0 {
            continue;
        }
        let root = first / (first - last);
        if first > 0.0 {
            reach = reach.min(root * SHORTER);
        } else if !(last > 0.0 && t * SHORTER > root) {
            return t;
        }
    }
    // A plane that separates in the open interval up to its end says nothing of the end.
    if reach > to { f64::INFINITY } else { reach }
}

/// Whether a plane that turns from one time to another keeps the origin apart
/// from all that the polygon sweeps over in between.
fn is_apart<const N: usize>(
    from: &[DVec3; N],
    here: &Nearest,
    to: &[DVec3; N],
    there: &Nearest,
    needed: f64,
) -> bool {
    from.iter().zip(to).all(|(&from, &to)| {
        here.normal.dot(from) > needed
            && there.normal.dot(to) > needed
            && (here.normal.dot(to) + there.normal.dot(from)) / 2.0 > needed
    })
}
