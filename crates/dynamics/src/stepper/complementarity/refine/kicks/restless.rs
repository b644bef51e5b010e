//! What is not as right as asked after the plain step.

use stickslip_contact::{Contact, ShapeKind};

use super::super::super::linearisation::Linearisation;
use super::super::super::stages;
use super::super::Refinement;
use super::{Course, Kicks, Spring};
use crate::collide::Collision;
use crate::motion;
use crate::parts::Body;
use crate::world::World;

/// An island whose plain step is off by less than this share of the accuracy per second
/// stays as it is.
const QUIET: f64 = 0.5;

/// The largest (h ω)² of links under tension that kicks follow.
const TAUT: f64 = 0.25;

impl Refinement {
    /// Bodies without rows fly as free bodies do.
    pub(in super::super) fn fly(&mut self, world: &mut World, plain: &Linearisation, h: f64) {
        let bodies = plain.islands.columns();
        for body in 0..self.begin.len() {
            let is_alone = bodies[body] == usize::MAX && world.forest.link(body).is_none();
            if is_alone && world.moves(body) {
                let mut state = self.begin[body];
                let forces = stages::forces(world, body);
                let constants = &world.model.bodies()[body];
                motion::fly(constants, &mut state, forces, world.settings.gyroscopic, h);
                world.state.bodies[body] = state;
            }
        }
    }

    /// Looks at the contacts of the beginning. Notes which bodies are meshes that touch each
    /// other: their features change within a step, two kicks do not suit them, and their
    /// steps are those of `converge.rs`. And which move on springs, whose force the plain step
    /// takes from its end alone.
    pub(in super::super) fn note_contacts(
        &mut self,
        world: &World,
        collision: &Collision,
        accuracy: f64,
        h: f64,
    ) {
        let Kicks { meshes, sprung, .. } = &mut self.kicks;
        for marks in [&mut *meshes, &mut *sprung] {
            marks.clear();
            marks.resize(self.begin.len(), false);
        }
        let is_mesh = |&body: &usize| world.model.bodies().get(body).is_some_and(has_mesh);
        for contact in collision.contacts() {
            let bodies = collision.parties(contact).map(|party| party.0);
            if bodies.iter().any(|&body| body >= meshes.len()) {
                continue;
            }
            if bodies.iter().all(is_mesh) {
                bodies.into_iter().for_each(|body| meshes[body] = true);
            }
            if Spring::of(&world.model, collision, contact, h).is_some() {
                let states = bodies.map(|body| &self.begin[body]);
                let [one, two] = states.map(|state| state.velocity_at(contact.point));
                let speed = (two - one).dot(contact.normal);
                let is_closed = contact.gap.min(contact.gap + h * speed) < 0.0;
                if is_closed && speed.abs() > QUIET * accuracy {
                    bodies.into_iter().for_each(|body| sprung[body] = true);
                }
            }
        }
    }

    /// Notes which bodies roll so that their contacts turn. The plain step keeps J₀v = 0, and what
    /// rolls in a curve goes straight on in it, with no change of its velocity; where it has come to
    /// its contacts move by (J₁ − J₀)v.
    fn note_turning(&mut self, world: &World, collision: &Collision, plain: &Linearisation) {
        let Self { kicks: Kicks { turning, .. }, begin, found, .. } = self;
        turning.clear();
        turning.resize(begin.len(), 0.0);
        for (contact, rows) in plain.contacts.iter().zip(&plain.contact_rows) {
            let bodies = collision.parties(contact).map(|party| party.0);
            let is_loaded = plain.impulses[rows.first] > 0.0;
            if !is_loaded || bodies.iter().any(|&body| body >= turning.len()) {
                continue;
            }
            let Ok(end) = found.binary_search_by_key(&contact.key(), Contact::key) else {
                continue;
            };
            let end = &found[end];
            let [one, two] = bodies.map(|body| {
                let (start, now) = (&begin[body], &world.state.bodies[body]);
                let turn = (end.point - now.pose.position) - (contact.point - start.pose.position);
                now.angular_velocity.cross(turn)
            });
            let change = match rows.has_tangents() {
                true => (two - one).length(),
                false => (two - one).dot(contact.normal).abs(),
            };
            bodies.into_iter().for_each(|body| turning[body] = change.max(turning[body]));
        }
    }

    /// Marks islands whose plain step, off by ½h |Δv| or so, is not as right as asked.
    pub(in super::super) fn mark_restless(
        &mut self,
        world: &World,
        collision: &Collision,
        plain: &Linearisation,
        allowed: f64,
    ) {
        self.note_turning(world, collision, plain);
        for (island, &resting) in plain.islands.all().iter().zip(&plain.resting) {
            let moves = |&body: &usize| {
                let (begin, end) = (&self.begin[body], &world.state.bodies[body]);
                let spin = end.angular_velocity - begin.angular_velocity;
                let change = end.velocity - begin.velocity;
                let change = change.length() + spin.length() * collision.reach(body);
                change.max(self.kicks.turning[body])
            };
            let stirs = |change: f64| 0.5 * change > QUIET * allowed;
            let is_sprung = |&body: &usize| self.kicks.sprung[body];
            let is_restless =
                island.bodies.iter().map(moves).any(stirs) || island.bodies.iter().any(is_sprung);
            if resting || !is_restless || !island.meshes.is_empty() {
                continue;
            }
            // Islands with trees take no kicks.
            let kicked = |&body: &usize| world.forest.link(body).is_none();
            let of_mesh = |&body: &usize| self.kicks.meshes[body];
            let unsuited = island.bodies.iter().all(kicked) && island.bodies.iter().any(of_mesh);
            for &body in &island.bodies {
                match unsuited {
                    false => self.missed[body] = true,
                    true => self.kicks.courses[body] = Course::Mesh,
                }
            }
        }
    }

    /// Whether two kicks can step the members; if not, why. Clusters that began to look back
    /// because their kicks did not converge go on with that, and light links under a large
    /// tension shake in kicks.
    pub(in super::super) fn takes_kicks(
        &self,
        world: &World,
        plain: &Linearisation,
        h: f64,
    ) -> Result<(), Course> {
        if self.members.iter().any(|&body| self.kicks.meshes[body]) {
            return Err(Course::Mesh);
        }
        let keeps_history = self.members.iter().any(|&body| self.keeps_history[body]);
        if keeps_history || plain.tautness(world, h, |body| self.is_member[body]) > TAUT {
            return Err(Course::Unsettled);
        }
        Ok(())
    }
}

fn has_mesh(body: &Body) -> bool {
    body.colliders.iter().filter(|collider| !collider.visual).any(|collider| {
        !matches!(
            collider.shape.kind(),
            ShapeKind::Sphere { .. }
                | ShapeKind::Cuboid { .. }
                | ShapeKind::Capsule { .. }
                | ShapeKind::Cylinder { .. }
                | ShapeKind::ConvexHull { .. }
                | ShapeKind::HalfSpace { .. }
        )
    })
}
