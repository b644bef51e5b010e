//! What can be computed of a mechanism without stepping it: poses, masses,
//! forces, energies, what may touch.

mod dynamics;
mod forces;
mod json;
mod kinematics;
mod state;
mod touch;

pub use dynamics::Dynamics;
pub(crate) use dynamics::inverse_form;
pub use json::{at_state, description};
pub use kinematics::Kinematics;
pub(crate) use kinematics::quaternion;
pub(crate) use touch::may_touch_geoms;
pub use touch::{CollisionPair, may_touch};

use crate::mechanism::{JointType, Mechanism};

/// Coordinates, velocities and controls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Configuration {
    /// Coordinates of all joints.
    pub qpos: Vec<f64>,
    /// Velocities of all freedoms: those of free joints are the velocity of the
    /// origin in world axes and the angular velocity in the body's own.
    pub qvel: Vec<f64>,
    /// Controls of all actuators.
    pub ctrl: Vec<f64>,
    /// Signals of actuators that follow their controls with a state.
    pub act: Vec<f64>,
}

impl Configuration {
    /// All coordinates at their reference value, at rest.
    pub fn initial(mechanism: &Mechanism) -> Self {
        let (coordinates, freedoms) = mechanism.sizes();
        let mut qpos = Vec::with_capacity(coordinates);
        for joint in &mechanism.joints {
            match joint.kind {
                JointType::Free => {
                    let pose = mechanism.bodies[joint.body].pose;
                    let turn = pose.orientation;
                    qpos.extend(pose.position.to_array());
                    qpos.extend([turn.w, turn.x, turn.y, turn.z]);
                }
                JointType::Ball => qpos.extend([1.0, 0.0, 0.0, 0.0]),
                JointType::Hinge | JointType::Slide => qpos.push(joint.reference),
            }
        }
        Self {
            qpos,
            qvel: vec![0.0; freedoms],
            ctrl: vec![0.0; mechanism.actuators.len()],
            act: vec![0.0; mechanism.signals()],
        }
    }

    /// A sentence where the numbers of values are not those of the mechanism, or
    /// a value is no number.
    pub fn check(&self, mechanism: &Mechanism) -> Result<(), String> {
        let (coordinates, freedoms) = mechanism.sizes();
        for (what, values, wanted) in [
            ("qpos", &self.qpos, coordinates),
            ("qvel", &self.qvel, freedoms),
            ("ctrl", &self.ctrl, mechanism.actuators.len()),
            ("act", &self.act, mechanism.signals()),
        ] {
            if values.len() != wanted {
                let has = values.len();
                return Err(format!("{what} has {has} numbers, but the model needs {wanted}"));
            }
            if let Some(at) = values.iter().position(|value| !value.is_finite()) {
                return Err(format!("number {at} of {what} is not finite"));
            }
        }
        for joint in &mechanism.joints {
            let at = match joint.kind {
                JointType::Free => joint.coordinate + 3,
                JointType::Ball => joint.coordinate,
                _ => continue,
            };
            let length: f64 = self.qpos[at..at + 4].iter().map(|value| value * value).sum();
            if length < 1e-20 {
                return Err(format!("the quaternion at number {at} of qpos has no length"));
            }
        }
        Ok(())
    }
}
