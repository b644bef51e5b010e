//! What a sweep does with a pair, one point after the other in double precision.
//!
//! The equations are those of small steps (`stickslip_dynamics::small_steps`): a biased sweep
//! before bodies move, λ ← max(0, λ − m s (u + β φ) − (1 − s) λ), a relaxing one afterwards
//! without the error, with friction in a disc of radius μ λₙ, and restitution.

use glam::{DMat3, DVec3};
use stickslip_dynamics::small_steps::{PUSH_SPEED, TOUCHING};

use crate::bodies::{Bodies, Motion};
use crate::points::{Pair, Point};

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

impl Two<'_> {
    /// Relative velocity of a point.
    fn slip(&self, point: &Point) -> DVec3 {
        let at = |side: usize| self.motions[side].v + self.motions[side].w.cross(point.arms[side]);
        at(1) - at(0)
    }

    /// An impulse on the second, its opposite on the first.
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

/// One pass over a pair; says whether anything bounced.
pub fn sweep(
    pass: Pass,
    manner: Manner,
    pair: &Pair,
    points: &mut [Point],
    bodies: &mut Bodies,
) -> bool {
    let places = pair.places.map(|place| place as usize);
    let gap = |point: &Point| point.gap + point.moved(bodies, places);
    let mut two = Two {
        motions: places.map(|place| bodies.motions[place]),
        inverse_masses: places.map(|place| bodies.inverse_masses[place]),
        inverse_inertias: places.map(|place| &bodies.inverse_inertias[place]),
    };
    let mut bounced = false;
    match pass {
        Pass::WarmStart => {
            for point in &*points {
                two.strike(point, point.normal_impulse * point.normal + point.friction());
            }
        }
        Pass::Biased => {
            for point in points {
                let gap = gap(point);
                biased(&mut two, manner, gap, point);
            }
        }
        Pass::Relaxing => {
            for point in points.iter_mut() {
                let gap = gap(point);
                relax(&mut two, manner, gap, point);
            }
            for point in points {
                rub(&mut two, pair.friction, point);
            }
        }
        Pass::Restitution { ends } => {
            for point in points {
                let gap = gap(point);
                bounced |= restitute(&mut two, manner, (gap, pair.restitution), ends, point);
            }
        }
    }
    for (place, motion) in places.into_iter().zip(two.motions) {
        if bodies.inverse_masses[place] > 0.0 {
            bodies.motions[place] = motion;
        }
    }
    bounced
}

fn push(two: &mut Two<'_>, point: &mut Point, total: f64) {
    let change = total - point.normal_impulse;
    point.normal_impulse = total;
    two.strike(point, change * point.normal);
}

fn biased(two: &mut Two<'_>, manner: Manner, gap: f64, point: &mut Point) {
    let speed = two.slip(point).dot(point.normal);
    let (bias, share) = match gap > 0.0 {
        true => (gap / manner.h, 1.0),
        false => ((point.rate * gap).max(-PUSH_SPEED), point.share),
    };
    let old = point.normal_impulse;
    let change = -point.normal_mass * share * (speed + bias) - (1.0 - share) * old;
    push(two, point, (old + change).max(0.0));
}

fn relax(two: &mut Two<'_>, manner: Manner, gap: f64, point: &mut Point) {
    if point.relaxes {
        let speed = two.slip(point).dot(point.normal) + gap.max(0.0) / manner.h;
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
    (gap, restitution): (f64, f64),
    ends: bool,
    point: &mut Point,
) -> bool {
    // What is still open is only braked, to arrive in the next sub-step.
    let touches = gap < -f64::from(TOUCHING) * manner.h * point.approach;
    let is_struck = point.normal_impulse > 0.0 && point.approach < manner.bounce_speed;
    if !(restitution > 0.0 && is_struck && touches) {
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

/// Notes the normal speed of a point that carries nothing yet.
pub fn note_approach(pair: &Pair, points: &mut [Point], bodies: &Bodies) {
    let places = pair.places.map(|place| place as usize);
    let two = Two {
        motions: places.map(|place| bodies.motions[place]),
        inverse_masses: places.map(|place| bodies.inverse_masses[place]),
        inverse_inertias: places.map(|place| &bodies.inverse_inertias[place]),
    };
    for point in points.iter_mut().filter(|point| point.normal_impulse <= 0.0) {
        point.approach = two.slip(point).dot(point.normal);
    }
}
