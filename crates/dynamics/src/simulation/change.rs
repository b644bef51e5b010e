//! Bodies and joints that come and go between two steps.
//!
//! A change makes the model anew and hands the state over, so that what is not concerned goes on
//! as from a saved state: to the same bits.

use super::Simulation;
use super::hand_over::hand_over;
use crate::joint::{JointDescription, JointId};
use crate::model::{BodyId, BodyKey, JointKey, Model, ModelError, Motion};
use crate::parts::BodyDescription;

/// What is to be added and taken out; see [`Simulation::change`].
pub struct Change<'a> {
    simulation: &'a Simulation,
    /// With what was added; what goes is taken out at the end.
    model: Model,
    bodies: Vec<BodyId>,
    joints: Vec<JointId>,
}

impl Change<'_> {
    /// The model with all that was added so far, and still with all that goes.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Adds a body where its description says.
    pub fn add_body(&mut self, description: BodyDescription) -> Result<BodyId, ModelError> {
        if let Motion::Kinematic(drive) = &description.motion
            && !drive.is_still()
        {
            let reason = "its script would begin when the simulation did: add it without one, and \
                          lead it";
            return Err(ModelError::Body { name: description.name, reason: reason.into() });
        }
        self.model.add_body(description)
    }

    /// Adds a joint, described in world coordinates where its bodies are now; its coordinates
    /// count from there.
    pub fn add_joint(&mut self, description: JointDescription) -> Result<JointId, ModelError> {
        let states = &self.simulation.state.bodies;
        let mut poses = Vec::new();
        for (_, body) in description.named_bodies() {
            let (Some(of), Some(state)) = (self.model.bodies().get(body.0), states.get(body.0))
            else {
                // Added in this change, or none at all, which the joint finds out.
                continue;
            };
            if !poses.iter().any(|(known, _)| *known == body) {
                poses.push((body, of.frame(&state.pose)));
            }
        }
        self.model.add_joint_at(poses, description)
    }

    /// Takes a body out, with its joints.
    pub fn remove_body(&mut self, body: BodyId) -> Result<(), ModelError> {
        let bodies = self.model.bodies().len();
        if body.0 >= bodies {
            return Err(ModelError::NoBody { body: body.0, bodies });
        }
        self.bodies.push(body);
        Ok(())
    }

    /// Takes a joint out.
    pub fn remove_joint(&mut self, joint: JointId) -> Result<(), ModelError> {
        let joints = self.model.joints().len();
        if joint.0 >= joints {
            let (name, reason) = (joint.0.to_string(), format!("there are {joints} joints"));
            return Err(ModelError::Joint { name, reason });
        }
        self.joints.push(joint);
        Ok(())
    }
}

impl Simulation {
    /// Adds bodies and joints and takes others out, all together, before the next step. Places
    /// ([`BodyId`], [`JointId`]) stay what they are until the change is done; then those of what
    /// is left move up in their order, and keys ([`BodyKey`], [`JointKey`]) find them. What
    /// leaned on something that is gone wakes. Nothing changes where an error comes back.
    ///
    /// ```
    /// # use stickslip_dynamics::{BodyDescription, ColliderDescription, Model, Pose, Settings, Shape, Simulation};
    /// # use stickslip_dynamics::glam::DVec3;
    /// # let mut model = Model::default();
    /// # let ground = ColliderDescription::new(Shape::half_space(DVec3::Y)?);
    /// # model.add_body(BodyDescription::fixed("ground", Pose::IDENTITY, vec![ground]))?;
    /// # let mut simulation = Simulation::new(model, Settings::default())?;
    /// let ball = ColliderDescription::new(Shape::sphere(0.1)?);
    /// let ball = BodyDescription::dynamic("ball", Pose::at(DVec3::Y), vec![ball]);
    /// let ball = simulation.add_body(ball)?;
    /// simulation.run(60, |_, _| std::ops::ControlFlow::Continue(()))?;
    /// let at = simulation.model().body_with_key(ball).ok_or("it is there")?;
    /// assert!((simulation.state().bodies[at.0].pose.position.y - 0.1).abs() < 1e-3);
    /// simulation.remove_body(ball)?;
    /// assert_eq!(simulation.model().bodies().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn change<T>(
        &mut self,
        edit: impl FnOnce(&mut Change<'_>) -> Result<T, ModelError>,
    ) -> Result<T, ModelError> {
        if self.has_engine {
            let reason = "the engine that steps it knows its bodies from the beginning".into();
            return Err(ModelError::Setting { key: "stepper", reason });
        }
        let model = self.world.model.clone();
        let mut change = Change { simulation: self, model, bodies: vec![], joints: vec![] };
        let made = edit(&mut change)?;
        let Change { mut model, bodies, joints, .. } = change;
        let [of_bodies, of_joints] = model.remove(&bodies, &joints)?;
        let old = &self.world.model;
        let places =
            [of_bodies.of_first(old.bodies().len()), of_joints.of_first(old.joints().len())];
        let fresh = Self::begin(model, self.world.settings.clone(), None)?;
        *self = hand_over(self, fresh, &places);
        Ok(made)
    }

    /// Adds one body, as [`Self::change`] does.
    pub fn add_body(&mut self, description: BodyDescription) -> Result<BodyKey, ModelError> {
        self.change(|change| {
            let body = change.add_body(description)?;
            Ok(change.model.key_of_body(body))
        })
    }

    /// Adds one joint, described where its bodies are now, as [`Self::change`] does.
    pub fn add_joint(&mut self, description: JointDescription) -> Result<JointKey, ModelError> {
        self.change(|change| {
            let joint = change.add_joint(description)?;
            Ok(change.model.key_of_joint(joint))
        })
    }

    /// Takes one body out with its joints, as [`Self::change`] does.
    pub fn remove_body(&mut self, body: BodyKey) -> Result<(), ModelError> {
        let place = self.world.model.body_with_key(body);
        let place = place.ok_or_else(|| gone("body", format!("{body:?}")))?;
        self.change(|change| change.remove_body(place))
    }

    /// Takes one joint out, as [`Self::change`] does.
    pub fn remove_joint(&mut self, joint: JointKey) -> Result<(), ModelError> {
        let place = self.world.model.joint_with_key(joint);
        let place = place.ok_or_else(|| gone("joint", format!("{joint:?}")))?;
        self.change(|change| change.remove_joint(place))
    }
}

fn gone(what: &'static str, name: String) -> ModelError {
    ModelError::Unknown { what, name, hint: "; it was taken out, or is of another model".into() }
}
