//! What is commanded from outside: motors, and where kinematic bodies go.

use stickslip_contact::Pose;

use super::Simulation;
use crate::control::{Control, ControlDescription, ControlMode, Lead};
use crate::model::{BodyId, ModelError, Motion};

impl Simulation {
    /// Every motor that can be commanded from outside.
    pub fn controls(&self) -> &[ControlDescription] {
        &self.world.controls
    }

    /// Tells the motor of that name a value, in the mode it is in: its own,
    /// unless another one was set. It holds until it is commanded otherwise.
    pub fn set_control(&mut self, name: &str, value: f64) -> Result<(), ModelError> {
        let at = self.model().control_named(name)?;
        self.set_control_value(at, value)
    }

    /// The same by the place of the motor among [`Self::controls`].
    pub fn set_control_value(&mut self, at: usize, value: f64) -> Result<(), ModelError> {
        let mode = self.control_mode(at)?;
        self.set_control_at(at, mode.with(value))
    }

    /// Tells a motor what to do, or leaves it to its schedule.
    pub fn set_control_at(&mut self, at: usize, control: Control) -> Result<(), ModelError> {
        let description = self.control_description(at)?;
        control
            .check(&description.motor)
            .map_err(|reason| ModelError::Control { name: description.name.clone(), reason })?;
        let joint = self.model().joints()[description.joint.0].description();
        if self.state.controls[at] != control {
            // What is commanded something new does not sleep on.
            for (_, body) in joint.named_bodies() {
                self.state.bodies[body.0].still = 0.0;
            }
        }
        self.state.controls[at] = control;
        Ok(())
    }

    /// The mode that a motor is in.
    pub fn control_mode(&self, at: usize) -> Result<ControlMode, ModelError> {
        let own = ControlMode::of(&self.control_description(at)?.motor);
        Ok(self.state.controls[at].parts().map_or(own, |(mode, _)| mode))
    }

    /// What a motor holds in the next step: what it was commanded, or else the
    /// value of its schedule at the end of that step.
    pub fn control_value(&self, at: usize) -> Result<f64, ModelError> {
        let schedule = &self.control_description(at)?.motor.target;
        let scheduled = || schedule.at(self.state.time + self.settings().time_step);
        Ok(self.state.controls[at].parts().map_or_else(scheduled, |(_, value)| value))
    }

    fn control_description(&self, at: usize) -> Result<&ControlDescription, ModelError> {
        let count = self.world.controls.len();
        self.world.controls.get(at).ok_or_else(|| ModelError::Control {
            name: at.to_string(),
            reason: format!("there are {count} controls"),
        })
    }

    /// Leads a kinematic body to a pose, which it reaches at the end of the
    /// next step: straight and by the shortest turn. It rests there until it is
    /// led on, and no longer follows its script.
    pub fn lead(&mut self, body: BodyId, pose: Pose) -> Result<(), ModelError> {
        let description = match self.model().bodies().get(body.0) {
            Some(body) => &body.description,
            None => {
                let bodies = self.model().bodies().len();
                return Err(ModelError::NoBody { body: body.0, bodies });
            }
        };
        let wrong = |reason: &str| {
            Err(ModelError::Body { name: description.name.clone(), reason: reason.into() })
        };
        if !matches!(description.motion, Motion::Kinematic(_)) {
            return wrong("is not kinematic, so that nobody can lead it");
        }
        let length = pose.orientation.length();
        if !(pose.is_finite() && length > 0.0) {
            return wrong("the pose to lead it to is not finite, or its rotation has no length");
        }
        let (now, then) = (self.state.time, self.state.time + self.settings().time_step);
        let end = Pose::new(pose.position, pose.orientation.normalize());
        let begin = (now, self.state.bodies[body.0].pose);
        let lead = Lead { body: body.0, begin, end: (then, end) };
        match self.state.leads.binary_search_by_key(&body.0, |lead| lead.body) {
            Ok(at) => self.state.leads[at] = lead,
            Err(at) => self.state.leads.insert(at, lead),
        }
        Ok(())
    }
}
