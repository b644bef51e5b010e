//! Reading out what happens.

use glam::DVec3;
use stickslip_solve::Outcome;

use super::island_solver::preferred;
use super::{Simulation, motion};
use crate::joint::JointId;
use crate::model::BodyId;
use crate::report::ContactReport;
use crate::rows::Bodies;

impl Simulation {
    /// The contacts of the last step.
    pub fn contacts(&self) -> &[ContactReport] {
        &self.contacts
    }

    /// Name of the solver: that of the settings, or the best for their friction model.
    pub fn solver_name(&self) -> &str {
        let named = self.settings.solver.name.as_deref();
        named.unwrap_or_else(|| preferred(self.settings.friction))
    }

    /// Kinetic plus potential energy (J), heights measured from the origin.
    pub fn energy(&self) -> f64 {
        self.model
            .bodies()
            .iter()
            .zip(&self.state.bodies)
            .filter(|(body, _)| body.is_dynamic())
            .map(|(body, state)| motion::energy(body, state, self.settings.gravity))
            .sum()
    }

    /// Linear momentum of all dynamic bodies (N·s), and their angular momentum
    /// about the origin (N·m·s).
    pub fn momentum(&self) -> (DVec3, DVec3) {
        let mut total = (DVec3::ZERO, DVec3::ZERO);
        for (body, state) in self.model.bodies().iter().zip(&self.state.bodies) {
            let linear = body.mass.mass * state.velocity;
            let inertia = motion::world_inertia(state.pose.orientation, &body.mass.inertia);
            total.0 += linear;
            total.1 += state.pose.position.cross(linear) + inertia * state.angular_velocity;
        }
        total
    }

    /// Sum of the contact forces on a body in the last step (N): mean over the
    /// last (sub-)step.
    pub fn contact_force(&self, body: BodyId) -> DVec3 {
        let h = self.settings.time_step / self.settings.substeps as f64;
        let sum: DVec3 = self
            .contacts
            .iter()
            .map(|contact| match body.0 {
                at if at == contact.second => contact.impulse,
                at if at == contact.first => -contact.impulse,
                _ => DVec3::ZERO,
            })
            .sum();
        sum / h
    }

    /// Impulses of the rows of a joint in the last step (N·s or N·m·s), on
    /// the second body; empty for a joint that does not exist.
    pub fn joint_impulses(&self, joint: JointId) -> &[f64] {
        match (self.joint_starts.get(joint.0), self.joint_starts.get(joint.0 + 1)) {
            (Some(&begin), Some(&end)) => &self.state.joint_impulses[begin..end],
            _ => &[],
        }
    }

    /// What the solver told about each island in the last step.
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        self.problems().map(|(_, outcome)| outcome)
    }

    /// Notes what acted in every contact.
    pub(super) fn report_contacts(&mut self) {
        let bodies = Bodies {
            bodies: self.model.bodies(),
            states: &self.next.bodies,
            inverse_inertias: &self.inverse_inertias,
        };
        self.contacts.clear();
        for (contact, rows) in self.collision.contacts().iter().zip(&self.contact_rows) {
            let [(first, _), (second, _)] = self.collision.parties(contact);
            let (mut impulse, mut velocity) = (DVec3::ZERO, DVec3::ZERO);
            for row in rows.first..rows.first + rows.count.min(3) {
                let constraint = &self.rows.rows()[row];
                let direction = constraint
                    .terms()
                    .iter()
                    .find(|term| term.body == second)
                    .map_or(DVec3::ZERO, |term| term.linear);
                impulse += self.impulses[row] * direction;
                velocity += constraint.speed(&bodies) * direction;
            }
            self.contacts.push(ContactReport {
                first,
                second,
                point: contact.point,
                normal: contact.normal,
                gap: contact.gap,
                impulse,
                velocity,
            });
        }
    }
}
