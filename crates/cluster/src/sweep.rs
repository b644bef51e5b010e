//! What a sweep does with a pair, one point after the other in double precision.
//!
//! The equations are those of small steps (`stickslip_dynamics::small_steps`): a biased sweep
//! before bodies move, λ ← max(0, λ − m s (u + β φ) − (1 − s) λ), a relaxing one afterwards
//! without the error, with friction in a disc of radius μ λₙ, and restitution.

use glam::{DMat3, DVec3};
use stickslip_dynamics::small_steps::{PUSH_SPEED, TOUCHING};

use crate::bodies::Bodies;
use crate::moments::{Moment, axes, load};
use crate::point::Point;
use crate::record::Motion;

/// What a pass does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// The kept impulses act.
    WarmStart,
    /// Gaps are kept open, penetration is removed softly.
    Biased,
    /// No error is removed, and friction acts.
    Relaxing,
    /// Points that were struck leave with e times the speed that they came with; in the last
    /// pass they have left.
    Restitution {
        /// Whether this is the last one.
        ends: bool,
    },
}

/// What a pass has in common.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Length of the sub-step (s).
    pub h: f64,
    /// Normal speeds above this, which is negative, do not bounce (m/s).
    pub bounce_speed: f64,
}

/// Two bodies while their points are swept.
struct Two<'a> {
    motions: [Motion; 2],
    inverse_masses: [f64; 2],
    inverse_inertias: [&'a DMat3; 2],
}

impl<'a> Two<'a> {
    fn new(bodies: &'a Bodies, places: [usize; 2]) -> Self {
        let [one, two] = places.map(|place| &bodies.rows[place]);
        Self {
            motions: [one.motion, two.motion],
            inverse_masses: [one.inverse_mass, two.inverse_mass],
            inverse_inertias: [&one.inverse_inertia, &two.inverse_inertia],
        }
    }

    /// Relative velocity of a point.
    #[inline]
    fn slip(&self, point: &Point) -> DVec3 {
        let at = |side: usize| self.motions[side].v + self.motions[side].w.cross(point.arms[side]);
        at(1) - at(0)
    }

    /// A moment of impulse on the second, its opposite on the first.
    fn turn(&mut self, moment: DVec3) {
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            self.motions[side].w += *self.inverse_inertias[side] * (sign * moment);
        }
    }

    /// An impulse on the second, its opposite on the first.
    #[inline]
    fn strike(&mut self, point: &Point, impulse: DVec3) {
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let impulse = sign * impulse;
            let moment = point.arms[side].cross(impulse);
            let motion = &mut self.motions[side];
            motion.v += self.inverse_masses[side] * impulse;
            motion.w += *self.inverse_inertias[side] * moment;
        }
    }
}

/// One pass over a pair of this friction and restitution; says whether anything bounced.
pub fn sweep(
    pass: Pass,
    manner: Manner,
    (places, [friction, restitution]): ([u32; 2], [f64; 2]),
    (points, moments): (&mut [Point], &mut [Moment]),
    bodies: &mut Bodies,
) -> bool {
    let places = places.map(|place| place as usize);
    let mut two = Two::new(bodies, places);
    let mut bounced = false;
    match pass {
        Pass::WarmStart => {
            for point in &*points {
                two.strike(point, point.normal_impulse * point.normal + point.friction());
            }
            for (moment, first) in moments.iter().zip(&*points).filter(|own| own.0.points > 0) {
                two.turn(moment.vector(axes(first)));
            }
        }
        Pass::Biased => {
            for point in points {
                biased(&mut two, manner, point);
            }
        }
        Pass::Relaxing => {
            for point in points.iter_mut() {
                point.measure(&bodies.ways, places);
                relax(&mut two, manner, point);
            }
            for point in points.iter_mut() {
                rub(&mut two, friction, point);
            }
            for (at, own) in moments.iter_mut().enumerate().filter(|own| own.1.points > 0) {
                let (spin, axes) = (two.motions[1].w - two.motions[0].w, axes(&points[at]));
                let change = own.relax(axes, spin, load(&points[at..at + own.points]));
                two.turn(change);
            }
        }
        Pass::Restitution { ends } => {
            for point in points {
                bounced |= restitute(&mut two, manner, restitution, ends, point);
            }
        }
    }
    for (place, motion) in places.into_iter().zip(two.motions) {
        let row = &mut bodies.rows[place];
        if row.inverse_mass > 0.0 {
            row.motion = motion;
        }
    }
    bounced
}

fn push(two: &mut Two<'_>, point: &mut Point, total: f64) {
    let change = total - point.normal_impulse;
    point.normal_impulse = total;
    two.strike(point, change * point.normal);
}

fn biased(two: &mut Two<'_>, manner: Manner, point: &mut Point) {
    let gap = point.now;
    let speed = two.slip(point).dot(point.normal);
    let (bias, share) = match gap > 0.0 {
        true => (gap / manner.h, 1.0),
        false => ((point.rate * gap).max(-PUSH_SPEED), point.share),
    };
    let old = point.normal_impulse;
    let change = -point.normal_mass * share * (speed + bias) - (1.0 - share) * old;
    push(two, point, (old + change).max(0.0));
}

fn relax(two: &mut Two<'_>, manner: Manner, point: &mut Point) {
    if point.relaxes {
        let speed = two.slip(point).dot(point.normal) + point.now.max(0.0) / manner.h;
        let total = (point.normal_impulse - point.normal_mass * speed).max(0.0);
        push(two, point, total);
    }
}

fn rub(two: &mut Two<'_>, friction: f64, point: &mut Point) {
    let slip = two.slip(point);
    let (t, b) = (point.tangent, point.normal.cross(point.tangent));
    let [x0, y0] = point.tangent_impulse;
    let x = x0 - point.tangent_mass * slip.dot(t);
    let y = y0 - point.tangent_mass * slip.dot(b);
    let (size, radius) = ((x * x + y * y).sqrt(), friction * point.normal_impulse);
    let scale = if size > radius { radius / size } else { 1.0 };
    point.tangent_impulse = [scale * x, scale * y];
    two.strike(point, (scale * x - x0) * t + (scale * y - y0) * b);
}

fn restitute(
    two: &mut Two<'_>,
    manner: Manner,
    restitution: f64,
    ends: bool,
    point: &mut Point,
) -> bool {
    // What is still open is only braked, to arrive in the next sub-step.
    let touches = point.now < -f64::from(TOUCHING) * manner.h * point.approach;
    if !(restitution > 0.0 && point.is_struck(manner.bounce_speed) && touches) {
        return false;
    }
    let speed = two.slip(point).dot(point.normal) + restitution * point.approach;
    let total = (point.normal_impulse - point.normal_mass * speed).max(0.0);
    let changed = total != point.normal_impulse;
    push(two, point, total);
    if ends {
        point.approach = 0.0;
    }
    changed
}

/// Notes the normal speed of points that carry nothing yet.
pub fn note_approach(places: [u32; 2], points: &mut [Point], bodies: &Bodies) {
    let two = Two::new(bodies, places.map(|place| place as usize));
    for point in points.iter_mut().filter(|point| point.normal_impulse <= 0.0) {
        point.approach = two.slip(point).dot(point.normal);
    }
}
