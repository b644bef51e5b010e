//! The rows of a belt.
//!
//! With the rates ℓ̇ᵢ of its straight pieces, between points that move with their wheels, the
//! length changes by L̇ = Σ ℓ̇ᵢ: what a wheel takes up it gives out. Tensions are
//!
//! Tᵢ = N ± ½ f₁ ± ½ f₂ …, with + behind the wheel and − before it,
//!
//! so that N is the mean of both ends, and fₖ what friction on wheel k adds:
//!
//! - length: φ = L₀ − L, 0 ≤ w ⊥ N ≥ 0, w = −L̇ …;
//! - friction: slip ½(Σ behind − Σ before) of ℓ̇ is 0, |fₖ| ≤ tanh(½μφ)(Tₖ₋₁ + Tₖ), which is
//!   Tₖ/Tₖ₋₁ within e^{±μφ}. Its bounds follow the impulses of the same solution
//!   (`stepper/complementarity/capstans.rs`).
//!
//! A loop around two wheels has T = N ± ½ f on its two spans, and slips on the wheel that
//! grips less.

use glam::DVec3;

use super::axis_rows::Moment;
use super::belt_path::{Guide, Lay, Stretch, turned};
use super::constraint::{Constraint, RowCounts};
use super::coordinates::Coordinates;
use super::frames::{Coordinate, Frame, Frames, Measured};
use crate::parts::Compliance;
use crate::rows::{Bodies, RowBuffer};

/// What a belt runs around, on its body.
#[derive(Debug)]
pub(super) struct Post {
    /// At the centre, turned as the world at the beginning.
    pub(super) frame: Frame,
    /// In the axes of the frame.
    pub(super) axis: DVec3,
    /// Where the belt first left a drum, seen from its centre, in the same axes.
    pub(super) mark: DVec3,
    pub(super) radius: f64,
    pub(super) friction: f64,
    /// The angle on it at the beginning, whole turns included (rad).
    pub(super) turned: f64,
}

/// See [`super::Belt`].
#[derive(Debug)]
pub(super) struct BeltConstraint {
    /// What it runs around.
    pub(super) posts: Vec<Post>,
    /// Whether it has no ends.
    pub(super) closed: bool,
    /// At rest (m).
    pub(super) length: f64,
    /// How it stretches.
    pub(super) compliance: Compliance,
}

impl BeltConstraint {
    fn lay(&self, bodies: &Bodies<'_>) -> (Vec<Guide>, Lay) {
        let guide = |post: &Post| {
            let pose = post.frame.pose(bodies);
            let axis = pose.direction(post.axis);
            Guide { centre: pose.position, axis, radius: post.radius }
        };
        let guides: Vec<Guide> = self.posts.iter().map(guide).collect();
        let near: Vec<f64> = self.posts.iter().map(|post| post.turned).collect();
        let lay = Lay::new(&guides, self.closed, Some(&near));
        (guides, lay)
    }

    /// By how much the places where the belt leaves the drums at its ends have turned on them.
    fn unwound(&self, lay: &Lay, bodies: &Bodies<'_>, memory: &[f64; 2]) -> [f64; 2] {
        let pieces = [lay.stretches.first(), lay.stretches.last()];
        let posts = [self.posts.first(), self.posts.last()];
        let mut angles = [0.0; 2];
        for (at, angle) in angles.iter_mut().enumerate() {
            let (Some(piece), Some(post)) = (pieces[at], posts[at]) else { continue };
            if post.mark != DVec3::ZERO {
                let pose = post.frame.pose(bodies);
                let (mark, axis) = (pose.direction(post.mark), pose.direction(post.axis));
                *angle = turned(mark, piece.along.cross(axis), axis, memory[at]);
            }
        }
        angles
    }

    /// The length, and the straight pieces between points that move with the wheels.
    fn run(&self, bodies: &Bodies<'_>, memory: &[f64; 2]) -> (f64, Vec<(usize, Coordinate)>) {
        let (guides, lay) = self.lay(bodies);
        let span = |piece: &Stretch| {
            let [one, two] = [0, 1]
                .map(|end| self.posts[piece.guides[end]].frame.moved_to(piece.ends[end], bodies));
            (piece.guides[0], Frames::new(one, two).relative(bodies).distance())
        };
        let spans = lay.stretches.iter().map(span).collect();
        let mut length = lay.length(&guides);
        if let [first, .., last] = guides.as_slice() {
            let [one, two] = self.wound(&lay, bodies, memory);
            length += first.radius * one + last.radius * two;
        }
        (length, spans)
    }

    /// The angles by which the belt is wound onto the drums at its ends.
    fn wound(&self, lay: &Lay, bodies: &Bodies<'_>, memory: &[f64; 2]) -> [f64; 2] {
        let ([first, .., last], false) = (self.posts.as_slice(), self.closed) else {
            return [0.0; 2];
        };
        // What has turned on at the first end is wound up, and at the last end unwound.
        let [one, two] = self.unwound(lay, bodies, memory);
        [first.turned + one, last.turned - two]
    }

    /// The wheels with rows of friction, in their order; of a loop the first stands for both.
    fn gripping(&self) -> impl Iterator<Item = usize> + '_ {
        let all = self.posts.iter().enumerate();
        let grips = all.filter(|(_, post)| post.friction > 0.0).map(|(at, _)| at);
        let slides = self.posts.iter().any(|post| post.friction == 0.0);
        let most = match (self.closed, slides) {
            (false, _) => usize::MAX,
            (true, false) => 1,
            (true, true) => 0,
        };
        grips.take(most)
    }
}

impl Constraint for BeltConstraint {
    fn row_counts(&self) -> RowCounts {
        RowCounts { travels: 1, turns: 0, drives: self.gripping().count() }
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        if !self.closed {
            let (_, lay) = self.lay(bodies);
            *memory = self.unwound(&lay, bodies, memory);
        }
    }

    fn coordinates(&self, bodies: &Bodies<'_>, memory: &[f64; 2]) -> Coordinates {
        let (length, spans) = self.run(bodies, memory);
        vec![(length, spans.iter().map(|(_, span)| span.rate(bodies)).sum())]
    }

    fn lines(&self, bodies: &Bodies<'_>, memory: &[f64; 2]) -> Vec<Vec<DVec3>> {
        let (guides, lay) = self.lay(bodies);
        vec![lay.corners(&guides, self.closed, self.wound(&lay, bodies, memory))]
    }

    fn has_capstans(&self) -> bool {
        self.gripping().next().is_some()
    }

    fn capstans(&self, bodies: &Bodies<'_>) -> Vec<f64> {
        let (_, lay) = self.lay(bodies);
        let grip = |at: usize| libm::tanh(0.5 * self.posts[at].friction * lay.angles[at]);
        match self.closed {
            true => vec![(0..self.posts.len()).map(grip).fold(1.0, f64::min)],
            false => self.gripping().map(grip).collect(),
        }
    }

    fn write_rows(&self, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let (length, spans) = self.run(moment.bodies, moment.memory);
        let slack = self.length - length;
        let (epsilon, gamma) = self.compliance.row(moment.h);
        let mut row = rows.add(epsilon, if slack > 0.0 { 1.0 } else { gamma });
        spans.iter().for_each(|(_, span)| span.add_to(&mut row, -1.0));
        (row.error, row.lo) = (slack, 0.0);
        for wheel in self.gripping() {
            let mut row = rows.add(Compliance::JOINT.row(moment.h).0, 0.0);
            for (from, span) in &spans {
                // From the first wheel of a loop one span leaves, and the other comes back.
                let behind = if self.closed { *from == wheel } else { *from >= wheel };
                span.add_to(&mut row, if behind { -0.5 } else { 0.5 });
            }
        }
    }
}
