//! Motors for joints that have none: what a URDF names in `<transmission>` and
//! `<ros2_control>`, and what a scene asks for.

use stickslip_dynamics::Activation;

use super::drive::{Actuator, Transmission};
use super::{JointType, Mechanism};
use crate::error::hint;
use crate::facts::Configuration;

/// A position servo that nobody gives a stiffness reaches its limit so far from where it is
/// commanded to be (rad or m).
const REACH: f64 = 0.1;
/// Its damping over its stiffness (s), where none is given.
const DAMPING: f64 = 0.1;
/// A speed servo reaches its limit at a speed so far from what it is commanded (rad/s or m/s).
const SLIP: f64 = 0.1;
/// Stiffness (N·m/rad or N/m) and damping of servos that know no limit.
const STIFFNESS: f64 = 1000.0;

/// What a motor is commanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriveMode {
    /// A position, held by a spring and a damper.
    Position,
    /// A velocity, held by a damper.
    Velocity,
    /// A force or torque.
    Force,
}

impl DriveMode {
    /// Every mode with its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("position", Self::Position), ("velocity", Self::Velocity), ("force", Self::Force)];

    /// What an interface of ROS drives: names such as `position`, `effort` and
    /// `hardware_interface/VelocityJointInterface`.
    pub(crate) fn of_interface(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let is = |word: &str| name.contains(word);
        match () {
            () if is("position") => Some(Self::Position),
            () if is("velocity") => Some(Self::Velocity),
            () if is("effort") => Some(Self::Force),
            () => None,
        }
    }
}

/// A motor for a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct JointDrive {
    /// Name of the joint.
    pub joint: String,
    /// What it is commanded.
    pub mode: DriveMode,
    /// N·m/rad or N/m; follows the limit where none is given.
    pub stiffness: Option<f64>,
    /// N·m·s/rad or N·s/m; follows the stiffness, or the limit.
    pub damping: Option<f64>,
    /// Largest force or torque; that of the joint where none is given.
    pub limit: Option<f64>,
}

impl JointDrive {
    /// With gains that follow the limit of the joint.
    pub fn new(joint: impl Into<String>, mode: DriveMode) -> Self {
        Self { joint: joint.into(), mode, stiffness: None, damping: None, limit: None }
    }
}

impl Mechanism {
    /// The names of hinges and slides without a motor, other than those that follow another.
    pub fn idle_joints(&self) -> Vec<String> {
        let driven = |at: usize| {
            let on =
                |on: Transmission| matches!(on, Transmission::Joint { joint, .. } if joint == at);
            self.actuators.iter().any(|actuator| on(actuator.on))
        };
        let follows = |at: usize| {
            let urdf = self.joints[at].urdf.as_ref();
            urdf.is_some_and(|urdf| urdf.mimic.is_some())
        };
        let single = |at: &usize| {
            matches!(self.joints[*at].kind, JointType::Hinge | JointType::Slide)
                && !driven(*at)
                && !follows(*at)
        };
        (0..self.joints.len())
            .filter(single)
            .filter_map(|at| self.joints[at].name.clone())
            .collect()
    }

    /// Gives a joint a motor; position servos begin by holding the joint where it begins.
    ///
    /// # Errors
    /// A sentence where there is no such joint, or where it has no single coordinate.
    pub fn drive(&mut self, drive: &JointDrive, start: &mut Configuration) -> Result<(), String> {
        let named = |name: &Option<String>| name.as_deref() == Some(drive.joint.as_str());
        let at = self.joints.iter().position(|joint| named(&joint.name)).ok_or_else(|| {
            let known = self.joints.iter().filter_map(|joint| joint.name.as_deref());
            let hint = hint(&drive.joint, known);
            format!("there is no joint \"{}\"{hint}", drive.joint)
        })?;
        let joint = &self.joints[at];
        if !matches!(joint.kind, JointType::Hinge | JointType::Slide) {
            return Err(format!("joint \"{}\" has no single coordinate to drive", drive.joint));
        }
        let effort = joint.urdf.as_ref().and_then(|urdf| urdf.effort);
        let limit = drive.limit.or(effort.filter(|effort| *effort > 0.0));
        let stiffness = drive.stiffness.unwrap_or(limit.map_or(STIFFNESS, |limit| limit / REACH));
        let (gain, bias) = match drive.mode {
            DriveMode::Position => {
                let damping = drive.damping.unwrap_or(DAMPING * stiffness);
                (stiffness, [0.0, -stiffness, -damping])
            }
            DriveMode::Velocity => {
                let plain = limit.map_or(STIFFNESS, |limit| limit / SLIP);
                let damping = drive.damping.unwrap_or(plain);
                (damping, [0.0, 0.0, -damping])
            }
            DriveMode::Force => (1.0, [0.0; 3]),
        };
        let signals = match drive.mode {
            DriveMode::Position => joint.limits,
            DriveMode::Velocity => {
                let most = joint.urdf.as_ref().and_then(|urdf| urdf.velocity);
                most.filter(|most| *most > 0.0).map(|most| [-most, most])
            }
            DriveMode::Force => limit.map(|limit| [-limit, limit]),
        };
        let begins = start.qpos[joint.coordinate];
        start.ctrl.push(if drive.mode == DriveMode::Position { begins } else { 0.0 });
        self.actuators.push(Actuator {
            name: Some(drive.joint.clone()),
            on: Transmission::Joint { joint: at, in_parent: false },
            gear: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            gain: [gain, 0.0, 0.0],
            gain_is_affine: false,
            bias,
            bias_is_affine: drive.mode != DriveMode::Force,
            control_range: signals,
            force_range: limit.map(|limit| [-limit, limit]),
            activation: Activation::Direct,
            place: joint.place.clone(),
        });
        Ok(())
    }
}
