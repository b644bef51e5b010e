//! A query as a moving polygon of differences, at a size of one.
//!
//! A vertex p and a face x₀x₁x₂ touch when 0 lies in the triangle of xᵢ − p; the
//! edges a₀a₁ and b₀b₁ when 0 lies in the parallelogram of aᵢ − bⱼ. Both move
//! linearly, corner by corner: d(t) = (1 − t) d(0) + t d(1). So there is one
//! question, whether a polygon sweeps over the origin, and no far origin to
//! round at: each difference has a relative error of 2⁻⁵³.

use glam::DVec3;

use super::query::{Kind, Query};

/// A polygon whose N corners move, in order around it, scaled by a power of two
/// so that the largest coordinate lies in [½, 1).
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion<const N: usize> {
    pub(super) start: [DVec3; N],
    pub(super) end: [DVec3; N],
}

impl<const N: usize> Motion<N> {
    /// The corners at time t.
    pub(super) fn at(&self, t: f64) -> [DVec3; N] {
        std::array::from_fn(|corner| self.start[corner] * (1.0 - t) + self.end[corner] * t)
    }
}

/// Either polygon, with the power of two it was multiplied by.
pub(super) enum Scaled {
    /// All corners are at the origin all the time.
    Nothing,
    /// A vertex and a face.
    Triangle(Motion<3>, i32),
    /// Two edges.
    Parallelogram(Motion<4>, i32),
}

impl Scaled {
    /// The differences of a checked query.
    pub(super) fn new(query: &Query) -> Self {
        match query.kind {
            Kind::VertexFace => {
                let corners = |x: &[DVec3; 4]| [x[1] - x[0], x[2] - x[0], x[3] - x[0]];
                match scale(corners(&query.start), corners(&query.end)) {
                    Some((motion, exponent)) => Self::Triangle(motion, exponent),
                    None => Self::Nothing,
                }
            }
            Kind::EdgeEdge => {
                let corners = |x: &[DVec3; 4]| [x[0] - x[2], x[1] - x[2], x[1] - x[3], x[0] - x[3]];
                match scale(corners(&query.start), corners(&query.end)) {
                    Some((motion, exponent)) => Self::Parallelogram(motion, exponent),
                    None => Self::Nothing,
                }
            }
        }
    }
}

fn scale<const N: usize>(start: [DVec3; N], end: [DVec3; N]) -> Option<(Motion<N>, i32)> {
    let largest = start.iter().chain(&end).fold(0.0_f64, |all, d| all.max(d.abs().max_element()));
    if largest == 0.0 {
        return None;
    }
    let exponent = -(exponent_of(largest) + 1);
    let scaled = |corners: [DVec3; N]| corners.map(|d| times_power(d, exponent));
    Some((Motion { start: scaled(start), end: scaled(end) }, exponent))
}

/// e with 2ᵉ ≤ x < 2ᵉ⁺¹, for x > 0, subnormal or not.
fn exponent_of(x: f64) -> i32 {
    let biased = |x: f64| ((x.to_bits() >> 52) & 0x7ff) as i32;
    match biased(x) {
        0 => biased(x * 2.0_f64.powi(64)) - 1023 - 64,
        normal => normal - 1023,
    }
}

/// x · 2ᵉ, exact unless it is too small to matter beside 1: a power beyond the
/// range of numbers is taken in two halves.
pub(super) fn times_power(x: DVec3, exponent: i32) -> DVec3 {
    let half = exponent / 2;
    x * 2.0_f64.powi(half) * 2.0_f64.powi(exponent - half)
}
