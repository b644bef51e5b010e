//! Cables: chains of capsules with the stiffness of a rod.

mod chain;
mod description;
mod nodes;
#[cfg(test)]
mod tests;

pub use description::{Cable, CableDescription, CableEnd, CableJoint, CableRest};

use crate::model::{Model, ModelError};
use chain::Chain;

impl Model {
    /// Adds a cable: its segments and the joints between them. The error names
    /// the cable and what is wrong with it, and leaves the model as it was.
    ///
    /// ```no_run
    /// use glam::DVec3;
    /// use stickslip_dynamics::{CableDescription, CableEnd, Model};
    ///
    /// let mut model = Model::default();
    /// let path = vec![DVec3::Y * 5.0, DVec3::ZERO];
    /// let mut rope = CableDescription::new("rope", path, 20, 0.01, 2.5);
    /// rope.first_end = CableEnd::World;
    /// let cable = model.add_cable(rope)?;
    /// assert_eq!((cable.bodies.len(), cable.joints.len()), (20, 20));
    /// # Ok::<(), stickslip_dynamics::ModelError>(())
    /// ```
    pub fn add_cable(&mut self, description: CableDescription) -> Result<Cable, ModelError> {
        let chain = Chain::new(&description, self.bodies().len())
            .map_err(|reason| ModelError::Cable { name: description.name.clone(), reason })?;
        let mut model = self.clone();
        let bodies = (0..description.segments)
            .map(|at| model.add_body(chain.segment(at)?))
            .collect::<Result<Vec<_>, _>>()?;
        let joints = chain
            .joints(&bodies)
            .into_iter()
            .map(|joint| model.add_joint(joint))
            .collect::<Result<Vec<_>, _>>()?;
        let cable = Cable { name: description.name, bodies, joints };
        model.note_cable(cable.clone());
        *self = model;
        Ok(cable)
    }
}
