//! What one axis of a joint may do: limits, motor, friction.

use crate::parts::{Compliance, Schedule, at_least_zero};

/// What a motor holds.
#[derive(Clone, Debug, PartialEq)]
pub enum MotorMode {
    /// The speed of the schedule (m/s or rad/s), as hard as the limit allows.
    Velocity,
    /// The position of the schedule (m or rad), through a spring.
    Position(Compliance),
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
    /// Drives the axis.
    pub motor: Option<Motor>,
    /// Dry friction: largest force (N) or torque (N·m) against motion.
    pub friction: f64,
}

impl Axis {
    /// May do anything.
    pub const FREE: Self =
        Self { limits: None, compliance: Compliance::JOINT, motor: None, friction: 0.0 };
    /// Held at zero.
    pub const HELD: Self = Self { limits: Some([0.0, 0.0]), ..Self::FREE };

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
        if self.held_at().is_some() && (self.motor.is_some() || self.friction > 0.0) {
            return Err("an axis that is held can have neither motor nor friction".into());
        }
        self.motor.as_ref().map_or(Ok(()), Motor::check)
    }
}

impl Motor {
    /// Whether the numbers of a motor make sense.
    fn check(&self) -> Result<(), String> {
        if self.limit.is_nan() || self.limit < 0.0 {
            return Err(format!("the limit of the motor is {}, but must be ≥ 0", self.limit));
        }
        let finite = |&(time, value): &(f64, f64)| time.is_finite() && value.is_finite();
        if let Some(point) = self.target.points().iter().position(|point| !finite(point)) {
            return Err(format!("point {point} of the motor's target is not finite"));
        }
        match self.mode {
            MotorMode::Velocity => Ok(()),
            MotorMode::Position(compliance) => {
                compliance.check().map_err(|reason| format!("the motor's {reason}"))
            }
        }
    }
}
