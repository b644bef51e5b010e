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
//! - slack spring: −k(q⁺ − hi) beyond hi and −k(q⁺ − lo) below lo, one row each, of one
//!   sign;
//! - spring, damper and inertia: λ = −h k(q⁺ − q₀) − h d q̇⁺ − I h q̈, where h q̈ is
//!   q̇⁺ − q̇⁻ + h J̇v with q̇⁻ the speed before the step and q̇⁺ = J v⁺ with the J of its
//!   beginning, is q̇⁺ + ε λ + γ (q − q₀)/h − I ε (q̇⁻ − h J̇v) = 0 with
//!   ε = 1/(h²k + h d + I) and γ = h²k ε.
//!
//! Steps whose rows are written in their middle (`Integrator::Midpoint`) are of second order:
//! with D = J̇v the change of a rate on the way, a held coordinate that is to be at rest at
//! the end has q̇ = −½h D here, and is off by ⅛h² D here where it is not at the ends;
//! springs, dampers and servos act on the mean of both ends. Inertia I has
//! h q̈ = q̇⁺ − q̇⁻ + ½h(D⁻ + D⁺), where D⁺ is D after the step's change of velocities: taken as
//! D⁻ and what the last step changed, which joints with one such axis keep. Position and
//! velocity motors, stops and dry friction are as in other steps.
//!
//! Steps of two kicks are of second order, too (`stepper/complementarity/refine/kicks`). Springs,
//! dampers and servos that a step follows act on the mean of both ends,
//! −k(q + ½h q̇) − d q̇ with the mean speed q̇, in both kicks. Those that are too stiff for that act
//! in the first kick at the end, −k(q + h q̇) − d q̇, and in the second, where q is that of the
//! end, as if for half a step more, −k(q + ½h q̇) − d q̇ with the speed q̇ of the end.
//! Motors aim at their targets of the middle, and then of the end.
//!
//! Told from outside, a motor holds a constant speed or position, or acts with
//! a force f: λ = f·h, the row being held at that impulse.
//!
//! Velocity motors and dry friction creep by the ε of [`Compliance::JOINT`], so
//! that two of them on one shaft still have one solution.

use glam::DVec3;

use super::axis::{Axis, Motor, MotorMode};
use super::frames::Measured;
use super::passive_rows::{Give, Kind};
use super::{Interval, Rule};
use crate::control::Control;
use crate::parts::{Compliance, Schedule};
use crate::rows::{Bodies, NewRow, Role, RowBuffer};

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
    /// Where the bodies are in it.
    pub(super) rule: Rule,
    /// What the motors of the joint are commanded from outside.
    pub(super) controls: &'a [Control],
    /// By how much the step is expected to change the drift of an axis with an armature.
    pub(super) jump: f64,
}

impl<'a> Moment<'a> {
    /// In a step.
    pub(super) fn new(
        bodies: &'a Bodies<'a>,
        memory: &'a [f64; 2],
        Interval { time, h, rule }: Interval,
        controls: &'a [Control],
    ) -> Self {
        Self { bodies, memory, time, h, rule, controls, jump: 0.0 }
    }

    /// The same for a constraint that keeps what the last step changed of its drift.
    pub(super) fn with_jump(&self) -> Self {
        Self { jump: if self.is_middle() { self.memory[1] } else { 0.0 }, ..*self }
    }

    /// How the rate of a coordinate changes (1/s²) on the way that bodies go with their
    /// velocities: J̇ v, and in the middle of a step J α with the change of free spins
    /// α = −I⁻¹(ω×Iω).
    pub(super) fn drift(&self, coordinate: &impl Measured) -> f64 {
        if self.rule == Rule::Carried {
            return 0.0;
        }
        let drift = coordinate.drift(self.bodies);
        if self.rule != (Rule::Middle { gyroscopic: true }) {
            return drift;
        }
        let spins = |body: usize| {
            let (body, state) = (&self.bodies.bodies[body], &self.bodies.states[body]);
            let turn = state.pose.orientation;
            let spin = turn.inverse() * state.angular_velocity;
            let change = body.inverse_inertia * spin.cross(body.mass.inertia * spin);
            [DVec3::ZERO, -(turn * change)]
        };
        drift + coordinate.along(&spins)
    }

    pub(super) fn is_middle(&self) -> bool {
        matches!(self.rule, Rule::Middle { .. })
    }

    /// The time at which motors take their speeds and forces (s).
    fn aim(&self) -> f64 {
        match self.rule {
            Rule::FirstKick => self.time + 0.5 * self.h,
            Rule::SecondKick => self.time,
            _ => self.time + self.h,
        }
    }

    /// Where a scheduled position is, and how fast it goes on.
    fn course(&self, target: &Schedule) -> (f64, f64) {
        let (now, h) = (target.at(self.time), self.h);
        match self.rule {
            Rule::SecondKick => {
                let near = NEAR * h;
                let around = target.at(self.time + near) - target.at(self.time - near);
                (now, around / (2.0 * near))
            }
            _ => (now, (target.at(self.time + h) - now) / h),
        }
    }
}

/// How fast what is beyond a stop comes back at most (m/s or rad/s): a joint may begin far beyond.
const RETURN_SPEED: f64 = 2.0;

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
    pub(super) fn driving_count(&self, kind: Kind) -> usize {
        let passive = self.passive.map_or(0, |passive| passive.row_count(kind));
        self.motors.len() + usize::from(self.friction > 0.0) + passive
    }

    /// Whether rows drive the axis or rub on it.
    pub(super) fn is_driven(&self) -> bool {
        !self.motors.is_empty() || self.friction > 0.0 || self.passive.is_some()
    }

    /// Adds the rows that hold or stop the axis; `is_error` says whether the
    /// distance from where it is held counts as joint error.
    pub(super) fn write_holding(
        &self,
        coordinate: &impl Measured,
        is_error: bool,
        moment: &Moment<'_>,
        rows: &mut RowBuffer,
    ) {
        let h = moment.h;
        let (epsilon, gamma) = self.compliance.row(h);
        if let Some(value) = self.held_at() {
            let mut row = rows.add(epsilon, gamma);
            coordinate.add_to(&mut row, 1.0);
            row.error = coordinate.value() - value;
            row.is_held = is_error;
            let give = Give::of(&row, moment);
            if give.role == Role::Followed {
                give.write(&mut row);
            }
            if moment.is_middle() {
                let drift = moment.drift(coordinate);
                row.error -= h * h / 8.0 * drift;
                row.target = -0.5 * h * drift;
            }
            return;
        }
        for (sign, stop) in self.stops() {
            let gap = sign * (coordinate.value() - stop);
            let back = match self.compliance {
                Compliance::Spring { .. } => gamma.min(h * RETURN_SPEED / gap.abs()),
                // Its γ is meant as it is written.
                Compliance::Row { .. } => gamma,
            };
            let share = if gap > 0.0 { 1.0 } else { back };
            let mut row = rows.add(epsilon, share);
            coordinate.add_to(&mut row, sign);
            row.error = gap;
            row.lo = 0.0;
        }
    }

    /// Adds the rows of motors, friction, springs, dampers and armature; the motors
    /// take their controls from the front. Speeds are those of `plain`, whose rate
    /// is that along or about the axis itself; positions are those of `coordinate`.
    pub(super) fn write_driving(
        &self,
        (coordinate, plain, kind): (&impl Measured, &impl Measured, Kind),
        controls: &mut std::slice::Iter<'_, Control>,
        moment: &Moment<'_>,
        rows: &mut RowBuffer,
    ) {
        for motor in &self.motors {
            let control = controls.next().copied().unwrap_or_default();
            motor.write_row(coordinate, plain, control, moment, rows);
        }
        if self.friction > 0.0 {
            add_resisting_row(plain, self.friction, moment.h, rows);
        }
        if let Some(passive) = &self.passive {
            passive.write_rows(coordinate, plain, kind, moment, rows);
        }
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
        let h = moment.h;
        match (control, &self.mode) {
            (Control::Position(signal), MotorMode::Servo(servo)) => {
                servo.write_row(signal, coordinate, plain, moment, rows);
            }
            (Control::Scheduled, MotorMode::Servo(servo)) => {
                servo.write_row(self.target.at(moment.aim()), coordinate, plain, moment, rows);
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
                add_resisting_row(plain, self.limit, h, rows).target = self.target.at(moment.aim());
            }
            (_, MotorMode::Position(compliance)) => {
                let (epsilon, gamma) = compliance.row(h);
                let mut row = rows.add(epsilon, gamma);
                coordinate.add_to(&mut row, 1.0);
                let (now, rate) = match control {
                    Control::Position(held) => (held, 0.0),
                    _ => moment.course(&self.target),
                };
                row.error = coordinate.value() - now;
                row.target = rate;
                (row.lo, row.hi) = (-self.limit * h, self.limit * h);
                Give::of(&row, moment).write(&mut row);
            }
        }
    }
}

/// Adds a row that resists motion with a force up to `limit`.
pub(super) fn add_resisting_row<'a>(
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

/// The part of a step around its end in which the speed of a scheduled position is taken.
const NEAR: f64 = 1e-3;
