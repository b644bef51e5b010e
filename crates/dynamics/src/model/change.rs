//! Numbers of a model that derivatives shift and put back.

use super::{Body, BodyId, Model, ModelError};
use crate::joint::{Joint, JointDescription, JointId};

impl Model {
    /// A body whose mass is to be changed.
    pub(crate) fn body_mut(&mut self, body: BodyId) -> &mut Body {
        &mut self.bodies[body.0]
    }

    /// Puts another description in the place of that of a joint between the same bodies.
    pub(crate) fn replace_joint(
        &mut self,
        joint: JointId,
        description: JointDescription,
    ) -> Result<(), ModelError> {
        self.joints[joint.0] = self.joints[joint.0].described_as(description, &mut self.bodies)?;
        Ok(())
    }

    /// Puts a joint back.
    pub(crate) fn put_joint(&mut self, joint: JointId, old: Joint) {
        self.joints[joint.0] = old;
    }
}
