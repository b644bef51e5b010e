//! What is set from outside while a model is stepped: motors, and where
//! kinematic bodies go. It is part of the state, so that a saved one goes on
//! alike.

use glam::DQuat;
use stickslip_contact::Pose;
use stickslip_geometry::rotation;

use crate::joint::{JointId, Motor, MotorMode};

/// What a motor is commanded from outside; until then its own schedule drives it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Control {
    /// Nothing: the schedule of the motor.
    #[default]
    Scheduled,
    /// Hold this speed (m/s or rad/s) with at most the motor's limit.
    Velocity(f64),
    /// Hold this position (m or rad) through the spring of the motor; of a
    /// servo, follow this signal.
    Position(f64),
    /// Act with this force (N) or torque (N·m), cut at the motor's limit.
    Force(f64),
}

/// What the value of a control means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlMode {
    /// A speed (m/s or rad/s).
    Velocity,
    /// A position (m or rad).
    Position,
    /// A force (N) or torque (N·m).
    Force,
}

impl ControlMode {
    /// Every mode.
    pub const ALL: [Self; 3] = [Self::Velocity, Self::Position, Self::Force];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Velocity => "velocity",
            Self::Position => "position",
            Self::Force => "force",
        }
    }

    /// The mode that a motor has by itself.
    pub fn of(motor: &Motor) -> Self {
        match motor.mode {
            MotorMode::Velocity => Self::Velocity,
            MotorMode::Position(_) | MotorMode::Servo(_) => Self::Position,
        }
    }

    /// A control of this mode.
    pub fn with(self, value: f64) -> Control {
        match self {
            Self::Velocity => Control::Velocity(value),
            Self::Position => Control::Position(value),
            Self::Force => Control::Force(value),
        }
    }
}

impl Control {
    /// Mode and value; none while the schedule drives.
    pub fn parts(self) -> Option<(ControlMode, f64)> {
        match self {
            Self::Scheduled => None,
            Self::Velocity(value) => Some((ControlMode::Velocity, value)),
            Self::Position(value) => Some((ControlMode::Position, value)),
            Self::Force(value) => Some((ControlMode::Force, value)),
        }
    }

    /// Whether a motor can do it; says why not.
    pub(crate) fn check(self, motor: &Motor) -> Result<(), String> {
        match (self, &motor.mode) {
            (Self::Position(_), MotorMode::Velocity) => {
                Err("its motor holds speeds and has no spring that could hold a position".into())
            }
            _ if self.parts().is_some_and(|(_, value)| !value.is_finite()) => {
                Err("the value is not finite".into())
            }
            _ => Ok(()),
        }
    }
}

/// A motor that can be commanded from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlDescription {
    /// The joint's name; with the axis behind a dot where several axes of it have
    /// motors, and from the second motor of an axis on with its number.
    pub name: String,
    /// The joint.
    pub joint: JointId,
    /// Which axis of the joint: 0 to 2 travel, 3 to 5 turn about x, y, z.
    pub axis: usize,
    /// The motor.
    pub motor: Motor,
}

/// Where a kinematic body is led: straight and by the shortest turn, at rest
/// afterwards. It then no longer follows its script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// The body.
    pub body: usize,
    /// When and where it begins.
    pub begin: (f64, Pose),
    /// When and where it ends.
    pub end: (f64, Pose),
}

impl Lead {
    /// Where the body is at a time. Sums of time steps miss the end by
    /// roundings, which must not keep the body creeping.
    pub fn pose(&self, time: f64) -> Pose {
        let ((begin, from), (end, to)) = (self.begin, self.end);
        let share = (time - begin) / (end - begin);
        if share >= 1.0 - 1e-9 {
            return to;
        }
        let share = share.max(0.0);
        let orientation: DQuat = rotation::between(from.orientation, to.orientation, share);
        Pose::new(from.position.lerp(to.position, share), orientation.normalize())
    }

    /// Whether every number is finite and time goes forward.
    pub(crate) fn is_sound(&self) -> bool {
        let times = self.begin.0.is_finite() && self.end.0.is_finite() && self.begin.0 < self.end.0;
        times && self.begin.1.is_finite() && self.end.1.is_finite()
    }
}
