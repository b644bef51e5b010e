//! What is stepped again in any case need not be solved at the beginning.
//!
//! Bodies that looked back in the last step do so again. Their rounds need a
//! place to begin at, and x + h (3/2 v − 1/2 v₋) is as near to the end as the
//! plain step would bring them, with impulses and index sets of the same kind
//! of step as the last. Only where that would lead into another body is the
//! plain step solved for them too: it stops them at the surface, whatever is
//! behind it.

use glam::DVec3;

use super::super::linearisation::{Linearisation, Span};
use super::Refinement;
use crate::rows::Bodies;
use crate::state::BodyState;
use crate::world::World;

impl Refinement {
    /// Decides which islands are solved by rounds alone. Comes before forces
    /// change the velocities.
    pub fn deferred(&mut self, world: &mut World, plain: &mut Linearisation, span: &Span) {
        self.keeps_history.fill(false);
        plain.deferred.clear();
        plain.deferred.resize(plain.islands.all().len(), false);
        if world.error_bounds.accuracy.is_none() {
            return;
        }
        self.note_soft(plain);
        for (island, &resting) in plain.islands.all().iter().zip(&plain.resting) {
            let before = |body: usize| self.begin[body].before.as_ref();
            let keeps_history = !resting
                && island.meshes.is_empty()
                && island.bodies.iter().all(|&body| world.forest.link(body).is_none())
                && island.bodies.iter().all(|&body| before(body).is_some())
                && island.bodies.iter().any(|&body| before(body).is_some_and(|it| it.counted));
            for &body in island.bodies.iter().filter(|_| keeps_history) {
                self.keeps_history[body] = true;
                self.lead(world, body);
            }
        }
        self.find_meetings(world, plain, span);
        for (island, deferred) in plain.islands.all().iter().zip(&mut plain.deferred) {
            *deferred = self.looks_back(&island.bodies)
                && !island.bodies.iter().any(|&body| self.meets[body]);
        }
        for body in (0..self.keeps_history.len()).filter(|&body| self.keeps_history[body]) {
            let begin = &self.begin[body];
            let state = &mut world.state.bodies[body];
            (state.velocity, state.angular_velocity) = (begin.velocity, begin.angular_velocity);
        }
    }

    /// Notes which bodies are in islands with soft bodies.
    fn note_soft(&mut self, plain: &Linearisation) {
        self.beside_soft.fill(false);
        for island in plain.islands.all().iter().filter(|island| !island.meshes.is_empty()) {
            island.bodies.iter().for_each(|&body| self.beside_soft[body] = true);
        }
    }

    /// Whether an island of these bodies looks back in any case.
    pub(super) fn looks_back(&self, island: &[usize]) -> bool {
        island.first().is_some_and(|&body| self.keeps_history[body])
    }

    /// Marks the bodies that would run into others by more than the margin.
    fn find_meetings(&mut self, world: &World, plain: &Linearisation, span: &Span) {
        self.meets.fill(false);
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        for (contact, rows) in plain.contacts.iter().zip(&plain.contact_rows) {
            let row = &plain.rows.rows()[rows.first];
            if !plain.rows.terms(row).iter().all(|term| self.is_refined(term.mover)) {
                continue;
            }
            let change = span.h * plain.rows.speed(row, &bodies);
            if change < 0.0 && contact.gap + change < -world.settings.margin {
                plain.rows.terms(row).iter().for_each(|term| self.meets[term.mover] = true);
            }
        }
    }

    /// Gives the bodies of islands that were put off the velocities to their guess.
    pub fn go_ahead(&self, world: &mut World, plain: &Linearisation) {
        let islands = plain.islands.all().iter().zip(&plain.deferred);
        for (island, _) in islands.filter(|(_, deferred)| **deferred) {
            island.bodies.iter().for_each(|&body| self.lead(world, body));
        }
    }

    fn lead(&self, world: &mut World, body: usize) {
        let begin = &self.begin[body];
        let state = &mut world.state.bodies[body];
        (state.velocity, state.angular_velocity) = extrapolated(begin);
    }
}

/// 3/2 v − 1/2 v₋, and the same of the spin.
fn extrapolated(begin: &BodyState) -> (DVec3, DVec3) {
    let on = |now: DVec3, then: DVec3| now + 0.5 * (now - then);
    match &begin.before {
        Some(before) => (
            on(begin.velocity, before.velocity),
            on(begin.angular_velocity, before.angular_velocity),
        ),
        None => (begin.velocity, begin.angular_velocity),
    }
}
