//! What a joint does to the body that hangs on it.
//!
//! Every row of the joint acts on its second body by its own Jacobian, so with
//! the impulses λ of the last (sub-)step of h seconds
//!
//! ```text
//! f = Σ λ J_linear / h,   τ = Σ λ J_angular / h − (a − c) × f
//! ```
//!
//! about the anchor a, for a body with its centre of mass at c.

use glam::DVec3;

use super::Simulation;
use crate::joint::{Interval, JointId, JointRow, Rule};
use crate::rows::{Bodies, RowBuffer};

impl Simulation {
    /// Force (N) or torque (N·m) of motors, springs and dry friction of a joint on its second
    /// body in the last (sub-)step, along the coordinate that it leaves free; the sum of
    /// them where it leaves several free.
    pub fn joint_effort(&self, joint: JointId) -> f64 {
        let Some(held) = self.model().joints().get(joint.0) else { return 0.0 };
        let rows = self.joint_impulses(joint).iter().enumerate();
        let drives = rows.filter(|(at, _)| held.row(*at) == JointRow::Drive);
        drives.map(|(_, impulse)| impulse).sum::<f64>() / self.substep_seconds()
    }

    /// Force (N) and torque about the second anchor (N·m) of a joint on its
    /// second body in the last (sub-)step, motors and friction in it included,
    /// along axes as the bodies stand now; zero for a joint that is broken or
    /// does not exist.
    pub fn joint_load(&self, joint: JointId) -> [DVec3; 2] {
        let (Some(held), Some(memory)) =
            (self.model().joints().get(joint.0), self.state.joints.get(joint.0))
        else {
            return [DVec3::ZERO; 2];
        };
        if memory.broken {
            return [DVec3::ZERO; 2];
        }
        let bodies =
            Bodies { bodies: self.model().bodies(), states: &self.state.bodies, vertices: &[] };
        let (h, mut rows) = (self.substep_seconds(), RowBuffer::default());
        let controls = self.world.joint_signals(joint.0);
        let step = Interval { time: self.state.time, h, rule: Rule::Ends };
        held.write_rows(&bodies, &memory.coordinates, step, controls, &mut rows);
        let second = held.description().second.0;
        let (mut force, mut torque) = (DVec3::ZERO, DVec3::ZERO);
        for (row, impulse) in rows.rows().iter().zip(self.joint_impulses(joint)) {
            for term in rows.terms(row).iter().filter(|term| term.mover == second) {
                force += impulse / h * term.linear;
                torque += impulse / h * term.angular;
            }
        }
        let [_, anchor] = held.anchors(&self.state.bodies);
        let arm = anchor - self.state.bodies[second].pose.position;
        [force, torque - arm.cross(force)]
    }
}
