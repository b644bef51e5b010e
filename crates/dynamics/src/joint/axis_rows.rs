//! The rows of one axis: what holds it, stops it, drives it and rubs on it.
//!
//! With q the coordinate of the axis, and k, d or ε, γ from its compliance:
//!
//! - held at q*:  φ = q − q*, any λ;
//! - stops:       0 ≤ w ⊥ λ ≥ 0 with φ = q − lo and with φ = hi − q. The rows
//!   are always there, and before the stop is reached γ = 1: w = q̇ + φ/h lets the
//!   axis come exactly to the stop within the step, and no row appears or
//!   vanishes while it moves. Beyond the stop γ is that of the compliance;
//! - velocity motor: q̇ = u(t + h), |λ| ≤ limit·h;
//! - position motor: the spring −k(q⁺ − q*⁺) − d(q̇⁺ − q̇*), taken implicitly,
//!   becomes q̇ − q̇* + ε λ + γ(q − q*(t))/h = 0 with q̇* = (q*(t + h) − q*(t))/h,
//!   |λ| ≤ limit·h;
//! - servo: the force F − k q⁺ − d q̇⁺ of a signal, taken implicitly, becomes
//!   q̇ + ε λ + γ q/h − h F ε = 0 with ε = 1/(h²k + h d) and γ = h²k ε; without k and d
//!   the row is held at the impulse h F. λ/h stays in the range of the servo;
//! - dry friction:  q̇ = 0, |λ| ≤ friction·h;
//! - spring, damper and inertia: λ = −h k(q⁺ − q₀) − h d q̇⁺ − I(q̇⁺ − q̇⁻), with q̇⁻ the speed
//!   before the step, is q̇⁺ + ε λ + γ (q − q₀)/h − I ε q̇⁻ = 0 with ε = 1/(h²k + h d + I)
//!   and γ = h²k ε.
//!
//! Told from outside, a motor holds a constant speed or position, or acts with
//! a force f: λ = f·h, the row being held at that impulse.
//!
//! Velocity motors and dry friction creep by the ε of [`Compliance::JOINT`], so
//! that two of them on one shaft still have one solution.

use super::axis::{Axis, Motor, MotorMode, Passive, Servo};
use super::frames::Measured;
use crate::control::Control;
use crate::parts::Compliance;
use crate::rows::{Bodies, NewRow, RowBuffer};

/// How things are when a step begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<'a> {
    /// The bodies and where they are.
    pub(super) bodies: &'a Bodies<'a>,
    /// What the joint remembers.
    pub(super) memory: &'a [f64; 2],
    /// The time (s).
    pub(super) time: f64,
    /// Length of the step (s).
    pub(super) h: f64,
    /// What the motors of the joint are told from outside.
    pub(super) controls: &'a [Control],
}

impl Axis {
    /// Stops that can be reached.
    fn stops(&self) -> impl Iterator<Item = (f64, f64)> {
        let [lo, hi] = self.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        [(1.0, lo), (-1.0, hi)].into_iter().filter(|(_, stop)| stop.is_finite())
    }

    /// Number of rows that hold or stop the axis.
    pub(super) fn holding_count(&self) -> usize {
        if self.held_at().is_some() { 1 } else { self.stops().count() }
    }

    /// Number of rows that drive the axis or rub on it.
    pub(super) fn driving_count(&self) -> usize {
        usize::from(self.motor.is_some())
            + usize::from(self.friction > 0.0)
            + usize::from(self.passive.is_some())
    }

    /// Adds the rows that hold or stop the axis; `is_error` says whether the
    /// distance from where it is held counts as joint error.
    pub(super) fn write_holding(
        &self,
        coordinate: &impl Measured,
        is_error: bool,
        h: f64,
        rows: &mut RowBuffer,
    ) {
        let (epsilon, gamma) = self.compliance.row(h);
        if let Some(value) = self.held_at() {
            let mut row = rows.add(epsilon, gamma);
            coordinate.add_to(&mut row, 1.0);
            row.error = coordinate.value() - value;
            row.is_held = is_error;
            return;
        }
        for (sign, stop) in self.stops() {
            let gap = sign * (coordinate.value() - stop);
            let mut row = rows.add(epsilon, if gap > 0.0 { 1.0 } else { gamma });
            coordinate.add_to(&mut row, sign);
            row.error = gap;
            row.lo = 0.0;
        }
    }

    /// Adds the rows of motor and friction. Speeds are those of `plain`, whose
    /// rate is that along or about the axis itself; positions are those of
    /// `coordinate`.
    pub(super) fn write_driving(
        &self,
        coordinate: &impl Measured,
        plain: &impl Measured,
        control: Control,
        moment: &Moment<'_>,
        rows: &mut RowBuffer,
    ) {
        if let Some(motor) = &self.motor {
            motor.write_row(coordinate, plain, control, moment, rows);
        }
        if self.friction > 0.0 {
            add_resisting_row(plain, self.friction, moment.h, rows);
        }
        if let Some(passive) = &self.passive {
            passive.write_row(coordinate, moment, rows);
        }
    }
}

impl Passive {
    fn write_row(&self, coordinate: &impl Measured, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let h = moment.h;
        let elastic = h * h * self.stiffness;
        let epsilon = 1.0 / (elastic + h * self.damping + self.armature);
        let mut row = rows.add(epsilon, elastic * epsilon);
        coordinate.add_to(&mut row, 1.0);
        row.error = coordinate.value() - self.rest;
        if self.armature > 0.0 {
            row.target = self.armature * epsilon * coordinate.rate(moment.bodies);
        }
    }
}

impl Servo {
    fn write_row(
        &self,
        signal: f64,
        coordinate: &impl Measured,
        plain: &impl Measured,
        h: f64,
        rows: &mut RowBuffer,
    ) {
        let [low, high] = self.forces.map(|force| force * h);
        let [first, last] = self.signals;
        let force = self.gain * signal.clamp(first, last) + self.bias;
        let elastic = h * h * self.stiffness;
        let give = elastic + h * self.damping;
        if give == 0.0 {
            let impulse = (force * h).clamp(low, high);
            let mut row = add_resisting_row(plain, f64::INFINITY, h, rows);
            (row.lo, row.hi) = (impulse, impulse);
            return;
        }
        let mut row = rows.add(1.0 / give, elastic / give);
        coordinate.add_to(&mut row, 1.0);
        row.error = coordinate.value();
        row.target = h * force / give;
        (row.lo, row.hi) = (low, high);
    }
}

impl Motor {
    fn write_row(
        &self,
        coordinate: &impl Measured,
        plain: &impl Measured,
        control: Control,
        moment: &Moment<'_>,
        rows: &mut RowBuffer,
    ) {
        let Moment { time, h, .. } = *moment;
        match (control, &self.mode) {
            (Control::Position(signal), MotorMode::Servo(servo)) => {
                servo.write_row(signal, coordinate, plain, h, rows);
            }
            (Control::Scheduled, MotorMode::Servo(servo)) => {
                servo.write_row(self.target.at(time + h), coordinate, plain, h, rows);
            }
            (Control::Velocity(speed), _) => {
                add_resisting_row(plain, self.limit, h, rows).target = speed;
            }
            (Control::Force(force), _) => {
                let impulse = force.clamp(-self.limit, self.limit) * h;
                let mut row = add_resisting_row(plain, self.limit, h, rows);
                (row.lo, row.hi) = (impulse, impulse);
            }
            (_, MotorMode::Velocity) => {
                add_resisting_row(plain, self.limit, h, rows).target = self.target.at(time + h);
            }
            (_, MotorMode::Position(compliance)) => {
                let (epsilon, gamma) = compliance.row(h);
                let mut row = rows.add(epsilon, gamma);
                coordinate.add_to(&mut row, 1.0);
                let (now, then) = match control {
                    Control::Position(held) => (held, held),
                    _ => (self.target.at(time), self.target.at(time + h)),
                };
                row.error = coordinate.value() - now;
                row.target = (then - now) / h;
                (row.lo, row.hi) = (-self.limit * h, self.limit * h);
            }
        }
    }
}

/// Adds a row that resists motion with a force up to `limit`.
fn add_resisting_row<'a>(
    plain: &impl Measured,
    limit: f64,
    h: f64,
    rows: &'a mut RowBuffer,
) -> NewRow<'a> {
    let mut row = rows.add(Compliance::JOINT.row(h).0, 0.0);
    plain.add_to(&mut row, 1.0);
    (row.lo, row.hi) = (-limit * h, limit * h);
    row
}
