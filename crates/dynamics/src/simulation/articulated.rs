//! Trees of joints of a simulation, out and in.

use super::Simulation;
use crate::rows::Bodies;
use crate::tree::Articulated;

impl Simulation {
    /// The trees that the joints of the model form, whatever coordinates it is stepped in,
    /// where everything is now; joints that have broken join nothing.
    pub fn articulated(&self) -> Vec<Articulated> {
        let mut trees = Articulated::without(self.model(), &self.state.joints);
        trees.iter_mut().for_each(|tree| tree.set_state(&self.state));
        trees
    }

    /// Puts the bodies of a tree of this model where the tree says, and gives them its
    /// velocities. What touched those that are elsewhere now wakes, and those contacts are
    /// forgotten.
    pub fn set_articulated(&mut self, tree: &Articulated) {
        let mut moved = Vec::new();
        for body in tree.links() {
            let (own, other) = (&mut self.state.bodies[body.0], &tree.bodies()[body.0]);
            if own.pose != other.pose {
                moved.push(body.0);
            }
            (own.pose, own.velocity) = (other.pose, other.velocity);
            own.angular_velocity = other.angular_velocity;
            (own.still, own.before) = (0.0, None);
        }
        self.leave_contacts(&moved);
        let bodies =
            Bodies { bodies: self.world.model.bodies(), states: &self.state.bodies, vertices: &[] };
        for (joint, counted) in tree.counted() {
            let memory = &mut self.state.joints[joint.0].coordinates;
            *memory = counted;
            self.world.model.joints()[joint.0].track(&bodies, memory);
        }
        self.stepper.state_replaced();
    }
}
