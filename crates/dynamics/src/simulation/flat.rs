//! The motion of all bodies as one array.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;

use super::Simulation;
use crate::model::ModelError;

/// Numbers of a body: position, rotation w x y z, velocity, angular velocity.
const NUMBERS: usize = 13;

impl Simulation {
    /// Position of the centre of mass, rotation w x y z, velocity and angular
    /// velocity of every body, one after the other: 13 numbers each.
    pub fn flat_state(&self) -> Vec<f64> {
        let mut numbers = Vec::with_capacity(NUMBERS * self.state.bodies.len());
        for body in &self.state.bodies {
            let DQuat { x, y, z, w } = body.pose.orientation;
            numbers.extend(body.pose.position.to_array());
            numbers.extend([w, x, y, z]);
            numbers.extend(body.velocity.to_array());
            numbers.extend(body.angular_velocity.to_array());
        }
        numbers
    }

    /// Puts all bodies where the numbers say, in the layout of
    /// [`Self::flat_state`]. Rotations are brought to unit length. Bodies that
    /// forces do not move must stay where they are. The error names the body.
    pub fn set_flat_state(&mut self, numbers: &[f64]) -> Result<(), ModelError> {
        let expected = NUMBERS * self.state.bodies.len();
        if numbers.len() != expected {
            return Err(ModelError::Setting {
                key: "state",
                reason: format!("has {} numbers, but must have {expected}", numbers.len()),
            });
        }
        let mut bodies = self.state.bodies.clone();
        let descriptions = self.world.model.bodies();
        for ((state, body), own) in bodies.iter_mut().zip(descriptions).zip(numbers.chunks(NUMBERS))
        {
            let wrong = |reason: &str| {
                let name = body.description.name.clone();
                Err(ModelError::Body { name, reason: reason.into() })
            };
            if !own.iter().all(|number| number.is_finite()) {
                return wrong("a number of its state is not finite");
            }
            let vector = |at: usize| DVec3::new(own[at], own[at + 1], own[at + 2]);
            let rotation = DQuat::from_xyzw(own[4], own[5], own[6], own[3]);
            if rotation.length() < 1e-9 {
                return wrong("its rotation has no length");
            }
            // One that is of unit length already keeps its bits.
            let is_unit = (rotation.length_squared() - 1.0).abs() < 1e-15;
            let orientation = if is_unit { rotation } else { rotation.normalize() };
            let pose = Pose::new(vector(0), orientation);
            let (velocity, angular_velocity) = (vector(7), vector(10));
            if !body.is_dynamic() {
                let stays = pose == state.pose
                    && velocity == state.velocity
                    && angular_velocity == state.angular_velocity;
                if !stays {
                    return wrong("forces do not move it, so that its state cannot be set");
                }
                continue;
            }
            if (pose, velocity, angular_velocity)
                != (state.pose, state.velocity, state.angular_velocity)
            {
                (state.pose, state.velocity, state.angular_velocity) =
                    (pose, velocity, angular_velocity);
                (state.still, state.before) = (0.0, None);
            }
        }
        self.state.bodies = bodies;
        self.stepper.state_replaced();
        Ok(())
    }
}
