//! The rows of what follows a law of force: springs, dampers, armature and servos. The
//! equations are above `axis_rows.rs`.

use super::Rule;
use super::axis::{Passive, Servo};
use super::axis_rows::{Moment, add_resisting_row};
use super::frames::Measured;
use crate::rows::{NewRow, Role, RowBuffer, follows};

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
            Give::of(&row, moment).write(&mut row);
        }
        if self.damping + self.armature > 0.0 {
            Self { stiffness: 0.0, ..*self }.write_row(plain, moment, rows);
        }
    }

    /// All of it in one row, with the spring at the first of its ends.
    fn write_row(&self, coordinate: &impl Measured, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let mut row = rows.add(0.0, 0.0);
        coordinate.add_to(&mut row, 1.0);
        let give = Give::new(self.stiffness, self.damping, moment, &row);
        let epsilon = 1.0 / (give.sum() + self.armature);
        (row.epsilon, row.gamma, row.role) = (epsilon, give.whole * epsilon, give.role);
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
/// middle on the mean of both ends, −k (q + ¼h(q̇⁺ − q̇⁻)) − ½d (q̇⁺ + q̇⁻), a quarter and a half;
/// half and all of it in kicks that act on the mean, −k (q + ½h q̇) − d q̇.
pub(super) struct Give {
    whole: f64,
    elastic: f64,
    loss: f64,
    /// Whether a step follows it, in steps of two kicks.
    pub(super) role: Role,
}

impl Give {
    /// Of a row that has its terms.
    fn new(stiffness: f64, damping: f64, moment: &Moment<'_>, row: &NewRow<'_>) -> Self {
        let (whole, loss) = (moment.h * moment.h * stiffness, moment.h * damping);
        Self::from_parts(whole, loss, moment, row)
    }

    /// Of a row that was written to act at the end of a step: ε = 1/(h²k + h d), γ = h²k ε.
    pub(super) fn of(row: &NewRow<'_>, moment: &Moment<'_>) -> Self {
        let sum = 1.0 / row.epsilon;
        Self::from_parts(row.gamma * sum, (1.0 - row.gamma) * sum, moment, row)
    }

    fn from_parts(whole: f64, loss: f64, moment: &Moment<'_>, row: &NewRow<'_>) -> Self {
        let kicks = matches!(moment.rule, Rule::FirstKick | Rule::SecondKick);
        let role = if kicks {
            let is_followed = follows(whole, loss, row.mobility(moment.bodies));
            if is_followed { Role::Followed } else { Role::Stiff }
        } else {
            Role::Constraint
        };
        let (elastic, loss) = match moment.rule {
            Rule::Middle { .. } => (0.25 * whole, 0.5 * loss),
            Rule::FirstKick if role == Role::Followed => (0.5 * whole, loss),
            Rule::SecondKick => (0.5 * whole, loss),
            _ => (whole, loss),
        };
        Self { whole, elastic, loss, role }
    }

    /// Writes it into a row that was written to act at the end of a step, in steps of two kicks.
    pub(super) fn write(&self, row: &mut NewRow<'_>) {
        let sum = self.sum();
        if self.role != Role::Constraint && sum.is_finite() {
            (row.epsilon, row.gamma, row.role) = (1.0 / sum, self.whole / sum, self.role);
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
        // Where the signal has a state, what it was commanded is cut instead.
        let signal = match self.activation.has_state() {
            true => signal,
            false => signal.clamp(self.signals[0], self.signals[1]),
        };
        let force = self.gain * signal + self.bias;
        if self.stiffness == 0.0 && self.damping == 0.0 {
            let impulse = (force * h).clamp(low, high);
            let mut row = add_resisting_row(plain, f64::INFINITY, h, rows);
            (row.lo, row.hi) = (impulse, impulse);
            return;
        }
        let mut row = rows.add(0.0, 0.0);
        coordinate.add_to(&mut row, 1.0);
        let give = Give::new(self.stiffness, self.damping, moment, &row);
        let sum = give.sum();
        (row.epsilon, row.gamma, row.role) = (1.0 / sum, give.whole / sum, give.role);
        row.error = coordinate.value();
        row.target = h * force / sum;
        if moment.is_middle() {
            row.target += give.before() / sum * coordinate.rate(moment.bodies);
        }
        (row.lo, row.hi) = (low, high);
    }
}
