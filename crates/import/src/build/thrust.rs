//! Actuators that push and turn bodies: on sites, on balls and on free bodies.

use glam::DVec3;
use stickslip_dynamics::joint::Thruster;
use stickslip_dynamics::{BodyId, JointDescription};

use super::Builder;
use crate::error::ImportError;
use crate::facts::quaternion;
use crate::mechanism::{Actuator, JointType, Transmission};
use crate::remark::About;

/// Where and along what an actuator acts, in the axes of the mechanism's world.
struct Thrust {
    bodies: (Option<BodyId>, BodyId),
    anchor: DVec3,
    /// With whether it turns with the second body.
    force: (DVec3, bool),
    torque: (DVec3, bool),
}

impl Builder<'_> {
    /// Actuators that neither a hinge or slide nor a tendon takes.
    pub(super) fn add_thrusters(&mut self) -> Result<(), ImportError> {
        for (number, actuator) in self.mechanism.actuators.iter().enumerate() {
            let Some(thrust) = self.thrust(actuator)? else { continue };
            // The gear is in force and torque.
            let Some(motor) = self.servo(number, 1.0, None)? else { continue };
            let pose = self.placement.pose;
            let kind = Thruster {
                anchor: pose.point(thrust.anchor),
                force: pose.direction(thrust.force.0),
                torque: pose.direction(thrust.torque.0),
                force_turns: thrust.force.1,
                torque_turns: thrust.torque.1,
                motors: vec![motor],
            };
            let name = actuator.name.clone().unwrap_or_else(|| format!("actuator-{number}"));
            let name = format!("{}{name}", self.placement.prefix);
            let (first, second) = thrust.bodies;
            let mut joint = JointDescription::new(name, first, second, kind);
            joint.touching = true;
            self.model.add_joint(joint).map_err(|error| Self::refused(&actuator.place, error))?;
        }
        Ok(())
    }

    fn thrust(&mut self, actuator: &Actuator) -> Result<Option<Thrust>, ImportError> {
        let kinematics = &self.dynamics.kinematics;
        let [force, torque] =
            [DVec3::from_slice(&actuator.gear), DVec3::from_slice(&actuator.gear[3..])];
        let (joint, in_parent) = match actuator.on {
            Transmission::Tendon(_) => return Ok(None),
            Transmission::Site(site) => {
                let frame = kinematics.site(self.mechanism, site);
                // What stands is not pushed.
                let second = self.mover(self.mechanism.sites[site].body);
                return Ok(second.map(|second| Thrust {
                    bodies: (None, second),
                    anchor: frame.position,
                    force: (frame.direction(force), true),
                    torque: (frame.direction(torque), true),
                }));
            }
            Transmission::Joint { joint, in_parent } => (joint, in_parent),
        };
        let of = &self.mechanism.joints[joint];
        let (force, torque) = match of.kind {
            JointType::Hinge | JointType::Slide => return Ok(None),
            JointType::Ball => (DVec3::ZERO, force),
            JointType::Free => (force, torque),
        };
        if of.kind == JointType::Ball && actuator.bias_is_affine && actuator.bias[1] != 0.0 {
            let about = About {
                element: "actuator",
                place: &actuator.place,
                subject: "a position servo on a ball",
            };
            self.remarks.missing_at(&about, "balls are driven by torques and speeds here")?;
            return Ok(None);
        }
        let body = kinematics.bodies[of.body];
        let first = of.coordinate + if of.kind == JointType::Free { 3 } else { 0 };
        let turn = quaternion(&self.start.qpos[first..]);
        let torque = kinematics.turns[joint]
            * match in_parent {
                true => turn.inverse() * torque,
                false => torque,
            };
        let bodies = match (of.kind, self.ends.get(&joint)) {
            (JointType::Ball, Some(&ends)) => ends,
            _ => match self.mover(Some(of.body)) {
                Some(second) => (None, second),
                None => return Ok(None),
            },
        };
        let (force, torque) = ((force, false), (torque, !in_parent));
        Ok(Some(Thrust { bodies, anchor: body.position, force, torque }))
    }
}
