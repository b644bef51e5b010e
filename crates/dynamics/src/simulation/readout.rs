//! Reading out what happens.

use glam::DVec3;
use stickslip_solve::Label;

use super::island_problem::ContactRows;
use super::island_solver::preferred;
use super::{Simulation, motion, polyhedral};
use crate::joint::JointId;
use crate::model::BodyId;
use crate::report::{ContactReport, ContactState, IslandReport, RowKind};
use crate::rows::Bodies;
use crate::settings::FrictionModel;

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

    /// Kinetic energy of a body (J): ½ m v² + ½ ω·Iω; 0 for one that does not exist.
    pub fn kinetic_energy(&self, body: BodyId) -> f64 {
        let state = self.state.bodies.get(body.0);
        state.map_or(0.0, |state| motion::energy(&self.model.bodies()[body.0], state, DVec3::ZERO))
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

    /// The islands of the last (sub-)step; none before the first.
    pub fn islands(&self) -> impl Iterator<Item = IslandReport<'_>> {
        let islands = self.islands.all().iter().zip(&self.resting).zip(&self.slots);
        islands.map(|((island, &asleep), slot)| IslandReport {
            bodies: &island.bodies,
            rows: island.rows.len(),
            asleep,
            solved: if asleep { None } else { slot.solved() },
        })
    }

    /// What the rows of an island's problem stand for, in their order; empty
    /// for an island that does not exist.
    pub fn row_kinds(&self, island: usize) -> Vec<RowKind> {
        let Some(island) = self.islands.all().get(island) else { return Vec::new() };
        let facets = polyhedral::facets(self.settings.friction);
        let (mut kinds, mut facet_rows) = (Vec::new(), 0);
        for &row in &island.rows {
            let contact = self.contact_rows.partition_point(|contact| contact.first <= row);
            let contact = contact.checked_sub(1).map(|at| &self.contact_rows[at]);
            match (contact.map(|contact| row - contact.first), facets) {
                (None, _) => kinds.push(RowKind::Joint),
                (Some(0), _) => kinds.push(RowKind::Normal),
                // Facets and a slack in place of two tangents, after all other rows.
                (Some(1), Some(facets)) => facet_rows += facets + 1,
                (Some(2), Some(_)) => {}
                _ => kinds.push(RowKind::Friction),
            }
        }
        kinds.resize(kinds.len() + facet_rows, RowKind::Friction);
        kinds
    }

    /// The points of the first and the second body that a joint joins (m).
    pub fn joint_anchors(&self, joint: JointId) -> Option<[DVec3; 2]> {
        let joint = self.model.joints().get(joint.0)?;
        Some(joint.anchors(self.model.bodies(), &self.state.bodies))
    }

    /// Force (N) with which a joint held in the last (sub-)step; see
    /// [`crate::Joint::holding_force`].
    pub fn joint_force(&self, joint: JointId) -> f64 {
        let h = self.settings.time_step / self.settings.substeps as f64;
        let holding = self.model.joints().get(joint.0);
        holding.map_or(0.0, |held| held.holding_force(self.joint_impulses(joint), h))
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
            let (mut impulse, mut moment, mut velocity) = (DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
            for row in rows.first..rows.first + rows.count {
                let constraint = &self.rows.rows()[row];
                let term = constraint.terms().iter().find(|term| term.body == second);
                let term = term.copied().unwrap_or_default();
                if row < rows.first + 3 {
                    impulse += self.impulses[row] * term.linear;
                    velocity += constraint.speed(&bodies) * term.linear;
                } else {
                    moment += self.impulses[row] * term.angular;
                }
            }
            self.contacts.push(ContactReport {
                first,
                second,
                point: contact.point,
                normal: contact.normal,
                gap: contact.gap,
                impulse,
                moment,
                velocity,
                friction: rows.mu,
                state: self.contact_state(rows),
            });
        }
    }

    /// Whether a contact holds, slips or lets go, from its impulses. Methods
    /// that end a little inside the bound count as being there.
    fn contact_state(&self, rows: &ContactRows) -> ContactState {
        const NEARLY: f64 = 1.0 - 1e-6;
        let normal = self.impulses[rows.first];
        if normal <= 0.0 {
            return ContactState::Separating;
        }
        if rows.count < 3 {
            // Without friction nothing holds.
            return ContactState::Slipping;
        }
        let tangents = rows.first + 1..rows.first + 3;
        let (first, second) = (self.impulses[tangents.start], self.impulses[tangents.start + 1]);
        let labelled = self.labels[tangents].iter().any(|&label| label != Label::Free);
        let model = self.settings.friction;
        let load = match model {
            FrictionModel::BoxFixed | FrictionModel::Prism { .. } | FrictionModel::Cylinder => {
                rows.load
            }
            _ => normal,
        };
        // The gauge of the bound's shape: 1 on it.
        let gauge = match model {
            FrictionModel::Cone | FrictionModel::ConvexCone | FrictionModel::Cylinder => {
                first.hypot(second)
            }
            FrictionModel::Polyhedral { facets } | FrictionModel::Prism { facets } => {
                polyhedral::gauge(facets, first, second)
            }
            _ => first.abs().max(second.abs()),
        };
        if labelled || gauge >= NEARLY * rows.mu * load {
            ContactState::Slipping
        } else {
            ContactState::Sticking
        }
    }
}
