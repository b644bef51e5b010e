//! The rows of what follows a law of force: springs, dampers, armature and servos. The
//! equations are above `axis_rows.rs`.

use super::axis::{Passive, Servo};
use super::axis_rows::{Moment, add_resisting_row};
use super::frames::Measured;
use crate::rows::RowBuffer;

/// How the speed of a coordinate and that about or along its axis go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// They are the same: springs and dampers share a row.
    Plain,
    /// They are not, as of the parts of a rotation vector: springs act on the
    /// coordinate, dampers and armature on the speed about the axis.
    Bent,
}

impl Passive {
    /// Whether spring, damper and armature are one row.
    fn is_whole(&self, kind: Kind) -> bool {
        kind == Kind::Plain && self.rest[0] == self.rest[1]
    }

    /// The ends of the spring with the signs of what they do: at one value of both.
    fn ends(&self) -> impl Iterator<Item = (f64, [f64; 2])> {
        let [low, high] = self.rest;
        let any = [f64::NEG_INFINITY, f64::INFINITY];
        let (all, count) = match low == high {
            true => ([(low, any); 2], 1),
            false => ([(low, [0.0, any[1]]), (high, [any[0], 0.0])], 2),
        };
        let acts = self.stiffness > 0.0;
        all.into_iter().take(count).filter(move |(rest, _)| rest.is_finite() && acts)
    }

    pub(super) fn row_count(&self, kind: Kind) -> usize {
        match self.is_whole(kind) {
            true => 1,
            false => self.ends().count() + usize::from(self.damping + self.armature > 0.0),
        }
    }

    pub(super) fn write_rows(
        &self,
        coordinate: &impl Measured,
        plain: &impl Measured,
        kind: Kind,
        moment: &Moment<'_>,
        rows: &mut RowBuffer,
    ) {
        if self.is_whole(kind) {
            self.write_row(coordinate, moment, rows);
            return;
        }
        for (rest, bounds) in self.ends() {
            let gamma = if moment.is_middle() { 4.0 } else { 1.0 };
            let mut row = rows.add(gamma / (moment.h * moment.h * self.stiffness), gamma);
            coordinate.add_to(&mut row, 1.0);
            row.error = coordinate.value() - rest;
            [row.lo, row.hi] = bounds;
            if moment.is_middle() {
                row.target = coordinate.rate(moment.bodies);
            }
        }
        if self.damping + self.armature > 0.0 {
            Self { stiffness: 0.0, ..*self }.write_row(plain, moment, rows);
        }
    }

    /// All of it in one row, with the spring at the first of its ends.
    fn write_row(&self, coordinate: &impl Measured, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let give = Give::new(self.stiffness, self.damping, moment);
        let epsilon = 1.0 / (give.sum() + self.armature);
        let mut row = rows.add(epsilon, give.whole * epsilon);
        coordinate.add_to(&mut row, 1.0);
        if self.stiffness > 0.0 {
            row.error = coordinate.value() - self.rest[0];
        }
        if self.armature > 0.0 {
            let drift = moment.drift(coordinate) + 0.5 * moment.jump;
            let before = coordinate.rate(moment.bodies) - moment.h * drift;
            row.target = self.armature * epsilon * before;
        }
        if moment.is_middle() {
            row.target += give.before() * epsilon * coordinate.rate(moment.bodies);
        }
    }
}

/// h²k and h d of a spring and a damper, and how much of them weighs on the speed to be
/// found: all of it where they act at the end of a step, −k q⁺ − d q̇⁺; where they act in its
/// middle on the mean of both ends, −k (q + ¼h(q̇⁺ − q̇⁻)) − ½d (q̇⁺ + q̇⁻), a quarter and a half.
struct Give {
    whole: f64,
    elastic: f64,
    loss: f64,
}

impl Give {
    fn new(stiffness: f64, damping: f64, moment: &Moment<'_>) -> Self {
        let (whole, loss) = (moment.h * moment.h * stiffness, moment.h * damping);
        match moment.is_middle() {
            false => Self { whole, elastic: whole, loss },
            true => Self { whole, elastic: 0.25 * whole, loss: 0.5 * loss },
        }
    }

    /// The factor of the speed to be found.
    fn sum(&self) -> f64 {
        self.elastic + self.loss
    }

    /// The factor of the speed before the step, of one in its middle.
    fn before(&self) -> f64 {
        self.elastic - self.loss
    }
}

impl Servo {
    pub(super) fn write_row(
        &self,
        signal: f64,
        coordinate: &impl Measured,
        plain: &impl Measured,
        moment: &Moment<'_>,
        rows: &mut RowBuffer,
    ) {
        let h = moment.h;
        let [low, high] = self.forces.map(|force| force * h);
        let [first, last] = self.signals;
        let force = self.gain * signal.clamp(first, last) + self.bias;
        let give = Give::new(self.stiffness, self.damping, moment);
        let sum = give.sum();
        if sum == 0.0 {
            let impulse = (force * h).clamp(low, high);
            let mut row = add_resisting_row(plain, f64::INFINITY, h, rows);
            (row.lo, row.hi) = (impulse, impulse);
            return;
        }
        let mut row = rows.add(1.0 / sum, give.whole / sum);
        coordinate.add_to(&mut row, 1.0);
        row.error = coordinate.value();
        row.target = h * force / sum;
        if moment.is_middle() {
            row.target += give.before() / sum * coordinate.rate(moment.bodies);
        }
        (row.lo, row.hi) = (low, high);
    }
}
