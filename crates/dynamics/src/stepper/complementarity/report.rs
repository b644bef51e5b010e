//! What a step tells of its contacts and islands.

use glam::DVec3;
use stickslip_solve::{Label, SectionShape};

use super::linearisation::Linearisation;
use crate::collide::Collision;
use crate::friction::{FrictionModel, Load};
use crate::report::{ContactReport, ContactState, IslandReport};
use crate::rows::{Bodies, ContactRows};
use crate::world::World;

/// The section of a contact as its model makes it; without friction a disc.
fn section(model: FrictionModel, rows: &ContactRows) -> SectionShape {
    if rows.has_tangents() {
        rows.friction_shape.shape(model.section())
    } else {
        SectionShape::Disc
    }
}

impl Linearisation {
    /// Adds what acted in every contact of bodies that it `tells` of.
    pub fn report_contacts(
        &mut self,
        world: &mut World,
        collision: &Collision,
        share: f64,
        tells: impl Fn(usize) -> bool,
    ) {
        self.places.clear();
        for at in 0..self.contacts.len() {
            let [(first, _), (second, _)] = collision.parties(&self.contacts[at]);
            self.places.push(world.contacts.len());
            if tells(first) && tells(second) {
                let report = self.contact_report(world, collision, at, share);
                world.contacts.push(report);
            }
        }
    }

    /// What acted in one contact.
    pub fn contact_report(
        &self,
        world: &World,
        collision: &Collision,
        place: usize,
        share: f64,
    ) -> ContactReport {
        let bodies = Bodies {
            bodies: world.model.bodies(),
            states: &world.state.bodies,
            vertices: &world.state.vertices.velocities,
        };
        let (contact, rows) = (&self.contacts[place], &self.contact_rows[place]);
        let [(first, _), (second, _)] = collision.parties(contact);
        let (mut impulse, mut moment, mut velocity) = (DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
        for at in rows.first..rows.first + rows.count {
            let row = &self.rows.rows()[at];
            let term = self.rows.terms(row).iter().find(|term| term.mover == second);
            let mut term = term.copied().unwrap_or_default();
            if second >= world.model.bodies().len() && at < rows.first + 3 {
                // The rows of a contact are those of its frame, on the second side.
                term.linear = rows.frame.col(at - rows.first);
            }
            if at < rows.first + 3 {
                impulse += share * self.impulses[at] * term.linear;
                // Trees turn their axes as they move on.
                let speed = self.trees.speed(at).unwrap_or_else(|| self.rows.speed(row, &bodies));
                // Tangents aim at how surfaces run over their bodies.
                let runs = if at > rows.first { row.target } else { 0.0 };
                velocity += (speed - runs) * term.linear;
            } else {
                moment += share * self.impulses[at] * term.angular;
            }
        }
        ContactReport {
            first,
            second,
            shapes: collision.shapes(contact),
            point: contact.point,
            normal: contact.normal,
            gap: contact.gap,
            impulse,
            moment,
            velocity,
            friction: rows.mu,
            tangent: rows.frame.y_axis,
            section: section(world.settings.friction, rows),
            state: self.contact_state(world.settings.friction, rows),
        }
    }

    /// Whether a contact holds, slips or lets go, from its impulses. Methods
    /// that end a little inside the bound count as being there.
    fn contact_state(&self, model: FrictionModel, rows: &ContactRows) -> ContactState {
        const NEARLY: f64 = 1.0 - 1e-6;
        let normal = self.impulses[rows.first];
        if normal <= 0.0 {
            return ContactState::Separating;
        }
        if !rows.has_tangents() {
            // Without friction nothing holds.
            return ContactState::Slipping;
        }
        let tangents = rows.first + 1..rows.first + 3;
        let (first, second) = (self.impulses[tangents.start], self.impulses[tangents.start + 1]);
        let labelled = self.labels[tangents].iter().any(|&label| label != Label::Free);
        let load = if model.load() == Load::LastStep { rows.load } else { normal };
        let slides = {
            let size = rows.bound.unwrap_or(rows.mu * load);
            rows.friction_shape.gauge(model.section(), [first, second]) >= NEARLY * size
        };
        if labelled || slides || self.spins(model, rows, NEARLY * normal) {
            ContactState::Slipping
        } else {
            ContactState::Sticking
        }
    }

    /// Whether the moment of torsion and the tangents reach the ellipsoid of
    /// this load together.
    fn spins(&self, model: FrictionModel, rows: &ContactRows, load: f64) -> bool {
        if !(model.holds_moments() && rows.torsion > 0.0 && rows.mu > 0.0) {
            return false;
        }
        let [first, second, moment] = [1, 2, 3].map(|at| self.impulses[rows.first + at]);
        let slide = rows.friction_shape.gauge(model.section(), [first, second]) / rows.mu;
        libm::hypot(slide, moment / rows.torsion) >= load
    }

    /// The islands of the last (sub-)step; none before the first.
    pub fn island_reports(&self) -> impl Iterator<Item = IslandReport<'_>> {
        let islands = self.islands.all().iter().zip(&self.resting).zip(&self.slots);
        islands.map(move |((island, &asleep), slot)| IslandReport {
            bodies: &island.bodies,
            rows: island.rows.len(),
            asleep,
            solved: if asleep { None } else { slot.solved() },
            began: if asleep { None } else { slot.began() },
            liquid: false,
            row_indices: &island.rows,
            joint_rows: &self.joint_rows,
            contact_rows: &self.contact_rows,
            contact_places: &self.places,
        })
    }
}
