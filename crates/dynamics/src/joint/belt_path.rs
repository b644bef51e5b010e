//! How a belt lies around wheels.
//!
//! From a wheel with centre c₁, axis a₁ and radius r₁ to the next, the belt runs along d and
//! winds about both axes by the right hand: it touches them at q = c + r d×a. In the plane
//! across n = a₁, with ρ = r a·n and m the distance of the centres in it, q₂ − q₁ is along d
//! where
//!
//! d = cos β D̂ + sin β n×D̂,  sin β = (ρ₁ − ρ₂)/m,  D = c₂ − c₁,
//!
//! and a point is a wheel of radius 0. On a wheel the belt turns by the angle φ from d of the
//! span that arrives to d of the one that leaves; where that is negative it has lifted off.

use std::f64::consts::{PI, TAU};

use glam::DVec3;
use stickslip_geometry::rotation;

/// Arcs are drawn in pieces of at most this angle (rad).
const PIECE: f64 = PI / 18.0;

/// A wheel where it is, or a point: then without an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guide {
    pub(super) centre: DVec3,
    /// Unit vector; zero for a point.
    pub(super) axis: DVec3,
    pub(super) radius: f64,
}

impl Guide {
    /// Points of a belt on it, between these angles from where it runs along `along`.
    fn arc(&self, along: DVec3, [from, to]: [f64; 2]) -> Vec<DVec3> {
        if self.radius == 0.0 || from == to {
            return vec![self.centre + self.radius * along.cross(self.axis)];
        }
        let pieces = ((to - from) / PIECE).ceil();
        let point = |at: usize| {
            let angle = from + (to - from) * at as f64 / pieces;
            let turned = rotation::about(self.axis, angle) * along;
            self.centre + self.radius * turned.cross(self.axis)
        };
        (0..=pieces as usize).map(point).collect()
    }
}

/// Turns upon turns look like two; what is not wound on is not there.
fn seen(angle: f64) -> f64 {
    if angle > TAU { TAU + angle % TAU } else { angle.max(0.0) }
}

/// A straight piece from one guide to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// The guides at its ends.
    pub(super) guides: [usize; 2],
    /// Where it leaves the first and meets the second.
    pub(super) ends: [DVec3; 2],
    /// Along it, in the plane of the wheels.
    pub(super) along: DVec3,
}

/// A belt as it lies.
#[derive(Clone, Debug)]
pub(super) struct Lay {
    /// Its straight pieces in their order.
    pub(super) stretches: Vec<Stretch>,
    /// The angle by which it turns on each guide (rad); 0 where it has lifted off.
    pub(super) angles: Vec<f64>,
}

impl Lay {
    /// Around these guides; of an open belt the first and the last are its ends. `near` are
    /// angles that those of the guides are near to, or none where the belt is laid first.
    pub(super) fn new(guides: &[Guide], closed: bool, near: Option<&[f64]>) -> Self {
        let mut touched: Vec<usize> = (0..guides.len()).collect();
        loop {
            let lay = Self::around(guides, &touched, closed, near);
            // The one that it has left farthest, if any.
            let least = touched
                .iter()
                .copied()
                .min_by(|&a, &b| lay.angles[a].total_cmp(&lay.angles[b]).then(a.cmp(&b)));
            match least.filter(|&at| lay.angles[at] < 0.0) {
                Some(at) => touched.retain(|&other| other != at),
                None => return lay,
            }
        }
    }

    fn around(guides: &[Guide], touched: &[usize], closed: bool, near: Option<&[f64]>) -> Self {
        let pairs = touched.windows(2).map(|pair| [pair[0], pair[1]]);
        let last = touched.first().zip(touched.last()).filter(|_| closed);
        let pairs = pairs.chain(last.map(|(&first, &last)| [last, first]));
        let stretches: Vec<Stretch> = pairs.map(|pair| Stretch::between(guides, pair)).collect();
        let mut angles = vec![0.0; guides.len()];
        let wrap = if closed { stretches.last() } else { None };
        let arriving = wrap.into_iter().chain(&stretches);
        let leaving = stretches.iter().skip(usize::from(!closed));
        for (arrives, leaves) in arriving.zip(leaving) {
            let at = leaves.guides[0];
            let axis = guides[at].axis;
            let turned = arrives.along.cross(leaves.along);
            let cosine = arrives.along.dot(leaves.along);
            angles[at] = if axis == DVec3::ZERO {
                libm::atan2(turned.length(), cosine)
            } else {
                let angle = libm::atan2(axis.dot(turned), cosine);
                match near {
                    Some(near) => angle + TAU * ((near[at] - angle) / TAU).round(),
                    // Straight on is no turn, in spite of rounding.
                    None if angle < -1e-9 => angle + TAU,
                    None => angle,
                }
            };
        }
        Self { stretches, angles }
    }

    /// Σ of the straight pieces and of r φ.
    pub(super) fn length(&self, guides: &[Guide]) -> f64 {
        let round = guides.iter().zip(&self.angles).map(|(guide, angle)| guide.radius * angle);
        self.straight() + round.sum::<f64>()
    }

    /// Corners of a line along it, from one end to the other or around; `wound` are the angles
    /// by which an open belt is wound onto drums at its ends.
    pub(super) fn corners(&self, guides: &[Guide], closed: bool, wound: [f64; 2]) -> Vec<DVec3> {
        let Some(first) = self.stretches.first() else { return Vec::new() };
        let mut corners = guides[first.guides[0]].arc(first.along, [-seen(wound[0]), 0.0]);
        for (at, piece) in self.stretches.iter().enumerate() {
            let guide = piece.guides[1];
            let ends = !closed && at + 1 == self.stretches.len();
            let angle = if ends { wound[1] } else { self.angles[guide] };
            corners.extend(guides[guide].arc(piece.along, [0.0, seen(angle)]));
        }
        corners
    }

    /// Σ of the straight pieces.
    pub(super) fn straight(&self) -> f64 {
        self.stretches.iter().map(|piece| piece.ends[0].distance(piece.ends[1])).sum()
    }
}

impl Stretch {
    fn between(guides: &[Guide], pair: [usize; 2]) -> Self {
        let [first, second] = pair.map(|at| guides[at]);
        let normal = if first.axis == DVec3::ZERO { second.axis } else { first.axis };
        let whole = second.centre - first.centre;
        let flat = whole - normal * normal.dot(whole);
        let distance = flat.length();
        let radius = |guide: &Guide| guide.radius * guide.axis.dot(normal);
        let sine = ((radius(&first) - radius(&second)) / distance).clamp(-1.0, 1.0);
        let ahead = flat.normalize_or(DVec3::X);
        let along = match normal == DVec3::ZERO {
            true => ahead,
            false => (1.0 - sine * sine).sqrt() * ahead + sine * normal.cross(ahead),
        };
        let touch = |guide: &Guide| guide.centre + guide.radius * along.cross(guide.axis);
        Self { guides: pair, ends: [touch(&first), touch(&second)], along }
    }
}

/// The angle about an axis from one direction to another, nearest to `near`.
pub(super) fn turned(from: DVec3, to: DVec3, axis: DVec3, near: f64) -> f64 {
    let angle = libm::atan2(axis.dot(from.cross(to)), from.dot(to));
    angle + TAU * ((near - angle) / TAU).round()
}

/// Whether two guides are apart enough for a straight piece between them.
pub(super) fn are_apart(first: &Guide, second: &Guide) -> bool {
    let across = if first.axis == DVec3::ZERO { second.axis } else { first.axis };
    let same = first.axis.dot(second.axis) > 0.0;
    let least =
        if same { (first.radius - second.radius).abs() } else { first.radius + second.radius };
    let whole = second.centre - first.centre;
    (whole - across * across.dot(whole)).length() > least
}
