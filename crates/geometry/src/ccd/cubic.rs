//! Times at which the four points lie in one plane (§2.2.2–2.2.3, Eq. 91–101).
//!
//! f(t) = det[d₀(t), d₁(t), d₂(t)] over three corners of the polygon of differences
//! is a cubic, with the Bernstein coefficients
//!
//! b₀ = det(000), b₁ = ⅓(det(100) + det(010) + det(001)), b₂ = ⅓(det(011) + …), b₃ = det(111)
//!
//! where a digit tells whether a corner is taken at its start or at its end. An
//! interval on which all coefficients have one sign, by more than their rounding,
//! has no root. Halving leaves short intervals around the roots, in which the
//! features may touch, and there [`inclusion`](super::inclusion) looks whether
//! they do. Where the points lie in one plane all the time, that is everywhere.

use glam::DVec3;

use super::inclusion::{self, Limits};
use super::motion::Motion;
use super::query::Answer;

/// Bounds the error of a determinant of vectors with coordinates below 1, of the
/// mean of three, and of all means of means that halving takes.
const ROUNDING: f64 = 128.0 * f64::EPSILON;
/// Intervals are halved down to 2 to the minus this.
const DEPTH: u32 = 10;

/// The first contact, looked for near the roots of the cubic only.
pub(super) fn first_contact<const N: usize>(motion: &Motion<N>, limits: Limits) -> Answer {
    let mut search = Search { motion, limits, pending: None };
    match search.halve(coefficients(motion), 0, 1 << DEPTH) {
        Answer::Apart => search.finish(),
        touch => touch,
    }
}

struct Search<'a, const N: usize> {
    motion: &'a Motion<N>,
    limits: Limits,
    /// Neighbouring intervals that may hold roots, in units of 2⁻ᴰᴱᴾᵀᴴ.
    pending: Option<(u32, u32)>,
}

impl<const N: usize> Search<'_, N> {
    /// Looks at the roots in an interval, in units of 2⁻ᴰᴱᴾᵀᴴ.
    fn halve(&mut self, b: [f64; 4], from: u32, to: u32) -> Answer {
        let least = b.iter().fold(f64::INFINITY, |all, &value| all.min(value));
        let most = b.iter().fold(f64::NEG_INFINITY, |all, &value| all.max(value));
        if least > ROUNDING || most < -ROUNDING {
            return Answer::Apart;
        }
        // Zero for all that rounding tells: halving would find nothing more.
        let flat = least > -ROUNDING && most < ROUNDING;
        if flat || to - from == 1 {
            return self.add(from, to);
        }
        let (left, right) = divide(b);
        let middle = (from + to) / 2;
        match self.halve(left, from, middle) {
            Answer::Apart => self.halve(right, middle, to),
            touch => touch,
        }
    }

    /// Joins an interval to those before it, or looks at these first.
    fn add(&mut self, from: u32, to: u32) -> Answer {
        match &mut self.pending {
            Some((_, end)) if *end == from => {
                *end = to;
                Answer::Apart
            }
            _ => {
                let answer = self.finish();
                self.pending = Some((from, to));
                answer
            }
        }
    }

    fn finish(&mut self) -> Answer {
        let Some((from, to)) = self.pending.take() else {
            return Answer::Apart;
        };
        let time = |place: u32| f64::from(place) / f64::from(1_u32 << DEPTH);
        inclusion::first_contact(self.motion, self.limits, time(from), time(to))
    }
}

fn coefficients<const N: usize>(motion: &Motion<N>) -> [f64; 4] {
    let (s, e) = (&motion.start, &motion.end);
    let [a, b, c] = [0, 1, N - 1];
    let det = |x: DVec3, y: DVec3, z: DVec3| x.dot(y.cross(z));
    [
        det(s[a], s[b], s[c]),
        (det(e[a], s[b], s[c]) + det(s[a], e[b], s[c]) + det(s[a], s[b], e[c])) / 3.0,
        (det(s[a], e[b], e[c]) + det(e[a], s[b], e[c]) + det(e[a], e[b], s[c])) / 3.0,
        det(e[a], e[b], e[c]),
    ]
}

/// The coefficients on both halves (de Casteljau).
fn divide(b: [f64; 4]) -> ([f64; 4], [f64; 4]) {
    let middle = |x: f64, y: f64| (x + y) / 2.0;
    let [b01, b12, b23] = [middle(b[0], b[1]), middle(b[1], b[2]), middle(b[2], b[3])];
    let [b012, b123] = [middle(b01, b12), middle(b12, b23)];
    let b0123 = middle(b012, b123);
    ([b[0], b01, b012, b0123], [b0123, b123, b23, b[3]])
}
