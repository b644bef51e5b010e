//! What one axis of a joint may do: limits, motor, friction.

use crate::parts::{Compliance, Schedule, at_least_zero};

/// What a motor holds.
#[derive(Clone, Debug, PartialEq)]
pub enum MotorMode {
    /// The speed of the schedule (m/s or rad/s), as hard as the limit allows.
    Velocity,
    /// The position of the schedule (m or rad), through a spring.
    Position(Compliance),
    /// Nothing by itself: a force that follows a signal, which is the value of
    /// the schedule or the position that it is commanded from outside.
    Servo(Servo),
}

/// The force f = g s + b − k q − d q̇ of a signal s, cut at its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Servo {
    /// g: N or N·m of a signal of 1.
    pub gain: f64,
    /// b (N or N·m).
    pub bias: f64,
    /// k ≥ 0 (N/m or N·m/rad).
    pub stiffness: f64,
    /// d ≥ 0 (N·s/m or N·m·s/rad).
    pub damping: f64,
    /// Signals beyond are taken as its ends.
    pub signals: [f64; 2],
    /// Forces beyond are taken as its ends.
    pub forces: [f64; 2],
    /// How the signal follows what it is commanded.
    pub activation: Activation,
}

/// How the signal a of a servo follows what it is commanded, u: from step to step, after each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Activation {
    /// a = u.
    #[default]
    Direct,
    /// a ← a + h u, within a range; begins at a value.
    Integrator {
        /// Least and most a.
        range: [f64; 2],
        /// At the beginning.
        start: f64,
    },
    /// ȧ = (u − a)/τ, within a range: a ← a + (u − a) min(1, h/τ), or with exact steps
    /// a ← a + (u − a)(1 − e^{−h/τ}).
    Filter {
        /// τ (s).
        time: f64,
        /// Whether steps are exact.
        exact: bool,
        /// Least and most a.
        range: [f64; 2],
        /// At the beginning.
        start: f64,
    },
}

impl Activation {
    /// Whether it has a state.
    pub fn has_state(&self) -> bool {
        *self != Self::Direct
    }

    /// At the beginning.
    pub fn start(&self) -> f64 {
        match *self {
            Self::Direct => 0.0,
            Self::Integrator { start, .. } | Self::Filter { start, .. } => start,
        }
    }

    /// The signal after a step of `h` seconds with u.
    pub fn after(&self, signal: f64, told: f64, h: f64) -> f64 {
        match *self {
            Self::Direct => told,
            Self::Integrator { range: [low, high], .. } => (signal + h * told).clamp(low, high),
            Self::Filter { time, exact, range: [low, high], .. } => {
                let share = if exact { -libm::expm1(-h / time) } else { (h / time).min(1.0) };
                (signal + share * (told - signal)).clamp(low, high)
            }
        }
    }

    fn check(&self) -> Result<(), String> {
        let range = match *self {
            Self::Direct => return Ok(()),
            Self::Integrator { range, .. } => range,
            Self::Filter { time, range, .. } => {
                if !(time.is_finite() && time > 0.0) {
                    return Err(format!("time is {time}, but must be > 0"));
                }
                range
            }
        };
        let [low, high] = range;
        if low.is_nan() || high.is_nan() || low > high {
            return Err(format!("activation range [{low}, {high}] is not in order"));
        }
        match self.start().is_finite() {
            true => Ok(()),
            false => Err(format!("activation begins at {}", self.start())),
        }
    }
}

impl Servo {
    /// A force that is the signal itself, at most `limit`.
    pub fn force(limit: f64) -> Self {
        let signals = [f64::NEG_INFINITY, f64::INFINITY];
        let forces = [-limit, limit];
        let activation = Activation::Direct;
        Self { gain: 1.0, bias: 0.0, stiffness: 0.0, damping: 0.0, signals, forces, activation }
    }

    /// Whether the numbers make sense; says which one does not.
    fn check(&self) -> Result<(), String> {
        at_least_zero("stiffness", self.stiffness)?;
        at_least_zero("damping", self.damping)?;
        for (what, value) in [("gain", self.gain), ("bias", self.bias)] {
            if !value.is_finite() {
                return Err(format!("{what} is {value}, but must be finite"));
            }
        }
        for (what, [low, high]) in [("signals", self.signals), ("forces", self.forces)] {
            if low.is_nan() || high.is_nan() || low > high {
                return Err(format!("{what} [{low}, {high}] are not in order"));
            }
        }
        self.activation.check()
    }
}

/// What acts on an axis without being commanded: a spring, a damper, and the inertia
/// of what turns with the axis alone, such as a rotor behind a gear.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Passive {
    /// k (N/m or N·m/rad).
    pub stiffness: f64,
    /// Where the spring rests (m or rad): at one value, or slack between two. A bound
    /// at ±∞ is none.
    pub rest: [f64; 2],
    /// d (N·s/m or N·m·s/rad).
    pub damping: f64,
    /// I (kg or kg·m²). For plain steps: `Settings::accuracy` is refused beside it, since
    /// the speed before the step is not known in later rounds.
    pub armature: f64,
}

impl Passive {
    /// Whether the numbers make sense; says which one does not.
    fn check(&self) -> Result<(), String> {
        at_least_zero("stiffness", self.stiffness)?;
        at_least_zero("damping", self.damping)?;
        at_least_zero("armature", self.armature)?;
        let [low, high] = self.rest;
        if low.is_nan() || high.is_nan() || low > high {
            return Err(format!("rest [{low}, {high}] is not in order"));
        }
        if low == high && !low.is_finite() {
            return Err(format!("rest is {low}, but must be finite"));
        }
        match self.stiffness + self.damping + self.armature > 0.0 {
            true => Ok(()),
            false => Err("stiffness, damping and armature are all 0".into()),
        }
    }
}

/// Drives one axis of a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Motor {
    /// What is held.
    pub mode: MotorMode,
    /// Its value over time.
    pub target: Schedule,
    /// Largest force (N) or torque (N·m); infinite if it may be anything.
    pub limit: f64,
}

/// What one axis of a joint may do.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Range of the coordinate (m or rad); `None` where it is free, lo = hi where it is held.
    /// A stop at ±∞ is none.
    pub limits: Option<[f64; 2]>,
    /// Compliance of the held axis or of the stops.
    pub compliance: Compliance,
    /// What drives the axis, side by side.
    pub motors: Vec<Motor>,
    /// Dry friction: largest force (N) or torque (N·m) against motion.
    pub friction: f64,
    /// Spring, damper and inertia of the axis, where there are any.
    pub passive: Option<Passive>,
    /// Value of the coordinate at the initial poses (m or rad).
    pub reference: f64,
}

impl Axis {
    /// Whether it resists acceleration by an armature.
    pub(super) fn has_armature(&self) -> bool {
        self.passive.is_some_and(|passive| passive.armature > 0.0)
    }

    /// May do anything.
    pub const FREE: Self = Self::within(None);
    /// Held at zero.
    pub const HELD: Self = Self::within(Some([0.0, 0.0]));

    const fn within(limits: Option<[f64; 2]>) -> Self {
        Self {
            limits,
            compliance: Compliance::JOINT,
            motors: Vec::new(),
            friction: 0.0,
            passive: None,
            reference: 0.0,
        }
    }

    /// The value at which the axis is held, if it is.
    pub(super) fn held_at(&self) -> Option<f64> {
        self.limits.filter(|[lo, hi]| lo == hi).map(|[lo, _]| lo)
    }

    /// Whether the numbers make sense; says which one does not.
    pub(super) fn check(&self) -> Result<(), String> {
        self.compliance.check()?;
        if let Some([lo, hi]) = self.limits {
            if lo.is_nan() || hi.is_nan() || lo > hi {
                return Err(format!("the limits [{lo}, {hi}] are not in order"));
            }
            if lo == f64::INFINITY || hi == f64::NEG_INFINITY {
                return Err(format!("the limits [{lo}, {hi}] leave no room"));
            }
        }
        at_least_zero("friction", self.friction)?;
        if self.held_at().is_some() && self.is_driven() {
            return Err("an axis that is held can have neither motor nor friction".into());
        }
        if let Some(passive) = &self.passive {
            passive.check()?;
        }
        if !self.reference.is_finite() {
            return Err(format!("the reference is {}, but must be finite", self.reference));
        }
        self.motors.iter().try_for_each(Motor::check)
    }
}

impl Motor {
    /// Whether the numbers of a motor make sense.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.limit.is_nan() || self.limit < 0.0 {
            return Err(format!("the limit of the motor is {}, but must be ≥ 0", self.limit));
        }
        let finite = |&(time, value): &(f64, f64)| time.is_finite() && value.is_finite();
        if let Some(point) = self.target.points().iter().position(|point| !finite(point)) {
            return Err(format!("point {point} of the motor's target is not finite"));
        }
        match self.mode {
            MotorMode::Velocity => Ok(()),
            MotorMode::Servo(servo) => {
                servo.check().map_err(|reason| format!("the servo's {reason}"))
            }
            MotorMode::Position(compliance) => {
                compliance.check().map_err(|reason| format!("the motor's {reason}"))
            }
        }
    }
}
