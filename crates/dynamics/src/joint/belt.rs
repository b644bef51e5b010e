//! A belt or a rope around wheels, on which it sticks or slips.

use std::f64::consts::TAU;
use std::sync::Arc;

use glam::DVec3;
use stickslip_contact::Pose;

use super::belt_constraint::{BeltConstraint, Post};
use super::belt_path::{Guide, Lay, are_apart};
use super::builder::Builder;
use super::check::{finite, unit};
use super::constraint::SharedConstraint;
use super::frames::Frame;
use super::recipe::{JointSource, Recipe};
use crate::parts::BodyId;

/// A belt without mass that pulls and does not push, around wheels and through eyes.
///
/// Its length L, straight pieces and arcs, is at most what it is at rest. On a wheel, or
/// through an eye, that it turns around by φ it sticks up to the capstan's ratio of tensions,
/// |ln(T₂/T₁)| ≤ μφ (Euler and Eytelwein). Wheels are to lie in one plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Belt {
    /// What it runs around, in its order. The first body among these is the second body of
    /// the joint. The ends of an open belt are points, or drums that it is wound onto.
    pub path: Vec<BeltPoint>,
    /// Whether it has two ends, or runs around two wheels and back.
    pub open: bool,
    /// Its length at rest (m); 0 for the one that it begins with.
    pub length: f64,
}

/// What a [`Belt`] runs around: a wheel, or with radius 0 a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeltPoint {
    /// The body that it is on; `None` for the world.
    pub body: Option<BodyId>,
    /// The point, or the centre of the wheel, at the initial poses (m).
    pub point: DVec3,
    /// The belt winds about this axis by the right hand.
    pub axis: DVec3,
    /// Radius of the wheel (m).
    pub radius: f64,
    /// Coefficient μ of friction between belt and wheel.
    pub friction: f64,
    /// Whole turns around a wheel besides; of a drum how often the belt is wound onto it.
    pub turns: f64,
}

impl BeltPoint {
    /// A point of a body, or of the world.
    pub fn at(body: Option<BodyId>, point: DVec3) -> Self {
        Self { body, point, axis: DVec3::ZERO, radius: 0.0, friction: 0.0, turns: 0.0 }
    }

    /// A wheel.
    pub fn wheel(body: Option<BodyId>, point: DVec3, axis: DVec3, radius: f64) -> Self {
        Self { axis, radius, ..Self::at(body, point) }
    }

    fn check(&self) -> Result<Guide, String> {
        let centre = finite("a point of the route", self.point)?;
        for (what, value) in
            [("radius", self.radius), ("friction", self.friction), ("turns", self.turns)]
        {
            if !(value.is_finite() && value >= 0.0) {
                return Err(format!("{what} of its route is {value}, but must be ≥ 0"));
            }
        }
        if self.radius == 0.0 {
            return match self.turns {
                0.0 => Ok(Guide { centre, axis: DVec3::ZERO, radius: 0.0 }),
                _ => Err("turns of its route need a wheel with a radius".into()),
            };
        }
        Ok(Guide { centre, axis: unit("the axis of a wheel", self.axis)?, radius: self.radius })
    }
}

impl Recipe for Belt {
    const NAME: &'static str = "belt";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self {
            path: source.route("route")?,
            open: source.truth("open")?,
            length: source.at_least_zero("length")?,
        })
    }

    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
        if !(self.length.is_finite() && self.length >= 0.0) {
            return Err(format!("its length is {}, but must be ≥ 0", self.length));
        }
        let guides = self.path.iter().map(BeltPoint::check).collect::<Result<Vec<_>, _>>()?;
        if guides.len() < 2 {
            return Err("its route has fewer than two points".into());
        }
        let wheels = guides.iter().filter(|guide| guide.radius > 0.0).count();
        if !self.open && (wheels, guides.len()) != (2, 2) {
            return Err("a belt that is not open runs around two wheels, and nothing else".into());
        }
        in_one_plane(&guides)?;
        let round = (!self.open).then(|| (&guides[1], &guides[0]));
        let mut next = guides.iter().zip(&guides[1..]).chain(round);
        if next.any(|(first, second)| !are_apart(first, second)) {
            return Err("wheels or points that follow each other on its route overlap".into());
        }
        let bodies = || self.path.iter().filter_map(|point| point.body);
        if bodies().next().map(|body| body.0) != Some(on.second) {
            return Err("the second body is not the first one on its route".into());
        }
        let lay = Lay::new(&guides, !self.open, None);
        let last = guides.len() - 1;
        let is_end = |at: usize| self.open && (at == 0 || at == last);
        let inner = |at: &usize| !is_end(*at);
        if (0..=last).filter(inner).any(|at| self.path[at].turns.fract() != 0.0) {
            return Err("only drums at its ends have parts of turns".into());
        }
        if (0..=last).any(|at| is_end(at) && self.path[at].friction > 0.0) {
            return Err("its ends are fixed, and have no friction".into());
        }
        let post = |at: usize| {
            let (point, guide) = (&self.path[at], guides[at]);
            let place = Pose::at(guide.centre);
            // A drum remembers where the belt first left it.
            let mark = match is_end(at) {
                true => {
                    let piece = if at == 0 { lay.stretches.first() } else { lay.stretches.last() };
                    piece.map_or(DVec3::ZERO, |piece| piece.along.cross(guide.axis))
                }
                false => DVec3::ZERO,
            };
            Post {
                frame: Frame::new(point.body.map(|body| body.0), place, on.bodies),
                axis: guide.axis,
                mark,
                radius: guide.radius,
                friction: point.friction,
                turned: lay.angles[at] + TAU * point.turns,
            }
        };
        let posts: Vec<Post> = (0..guides.len()).map(post).collect();
        let round = posts.iter().map(|post| post.radius * post.turned).sum::<f64>();
        let length = if self.length > 0.0 { self.length } else { lay.straight() + round };
        let compliance = on.compliance;
        Ok(Arc::new(BeltConstraint { posts, closed: !self.open, length, compliance }))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        None
    }

    fn other_bodies(&self) -> Vec<(&'static str, BodyId)> {
        let mut all: Vec<BodyId> = Vec::new();
        for body in self.path.iter().filter_map(|point| point.body) {
            if !all.contains(&body) {
                all.push(body);
            }
        }
        all.into_iter().skip(1).map(|body| ("a body of the route", body)).collect()
    }

    fn bodies_mut(&mut self) -> Vec<&mut BodyId> {
        self.path.iter_mut().filter_map(|point| point.body.as_mut()).collect()
    }
}

/// Wheels stand across one plane, in which all points are: to a thousandth of their distances.
fn in_one_plane(guides: &[Guide]) -> Result<(), String> {
    let Some(wheel) = guides.iter().find(|guide| guide.radius > 0.0) else { return Ok(()) };
    let size = guides.iter().map(|guide| guide.centre.distance(wheel.centre)).fold(0.0, f64::max);
    for guide in guides {
        let tilted = guide.radius > 0.0 && guide.axis.cross(wheel.axis).length() > 1e-3;
        let aside = wheel.axis.dot(guide.centre - wheel.centre).abs() > 1e-3 * size;
        if tilted || aside {
            return Err("its wheels and points do not lie in one plane".into());
        }
    }
    Ok(())
}
