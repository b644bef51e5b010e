//! What is not as right as asked after the plain step.

use stickslip_contact::ShapeKind;

use super::super::super::linearisation::Linearisation;
use super::super::super::stages;
use super::super::Refinement;
use crate::collide::Collision;
use crate::motion;
use crate::parts::{Body, Material};
use crate::world::World;

/// An island whose plain step is off by less than this share of the accuracy per second
/// stays as it is.
const QUIET: f64 = 0.5;

impl Refinement {
    /// Bodies without rows fly as free bodies do.
    pub(in super::super) fn fly(&mut self, world: &mut World, plain: &Linearisation, h: f64) {
        let bodies = plain.islands.columns();
        for body in 0..self.begin.len() {
            if bodies[body] == usize::MAX && world.model.bodies()[body].is_dynamic() {
                let mut state = self.begin[body];
                let forces = stages::forces(world, body);
                let constants = &world.model.bodies()[body];
                motion::fly(constants, &mut state, forces, world.settings.gyroscopic, h);
                world.state.bodies[body] = state;
            }
        }
    }

    /// Notes which bodies two kicks do not suit, so that their steps are those of
    /// `converge.rs`: what joints hold, what is a mesh or touches one, whose features change
    /// within a step, and everything where friction depends on more than the load of the
    /// moment or surfaces run.
    pub(in super::super) fn note_unsuited(&mut self, world: &World, collision: &Collision) {
        let unsuited = &mut self.kicks.unsuited;
        unsuited.clear();
        unsuited.resize(self.begin.len(), has_other_friction(world));
        for (at, joint) in self.joint_bodies.iter().enumerate() {
            if !world.state.joints[at].broken {
                joint.iter().for_each(|&body| unsuited[body] = true);
            }
        }
        for contact in collision.contacts() {
            let bodies = collision.parties(contact).map(|party| party.0);
            let is_rough = |&body: &usize| world.model.bodies().get(body).is_some_and(has_mesh);
            if bodies.iter().any(is_rough) {
                for body in bodies {
                    if let Some(marked) = unsuited.get_mut(body) {
                        *marked = true;
                    }
                }
            }
        }
    }

    /// Marks islands of contacts alone whose plain step, off by ½h |Δv| or so, is not as right as asked.
    pub(in super::super) fn mark_restless(
        &mut self,
        world: &World,
        collision: &Collision,
        plain: &Linearisation,
        allowed: f64,
    ) {
        for (island, &resting) in plain.islands.all().iter().zip(&plain.resting) {
            if resting || island.bodies.iter().any(|&body| self.kicks.unsuited[body]) {
                continue;
            }
            let moves = |&body: &usize| {
                let (begin, end) = (&self.begin[body], &world.state.bodies[body]);
                let spin = end.angular_velocity - begin.angular_velocity;
                let change = end.velocity - begin.velocity;
                change.length() + spin.length() * collision.reach(body)
            };
            if island.bodies.iter().map(moves).any(|change| 0.5 * change > QUIET * allowed) {
                island.bodies.iter().for_each(|&body| self.missed[body] = true);
            }
        }
    }

    /// Whether two kicks can step the members.
    pub(in super::super) fn takes_kicks(&self) -> bool {
        !self.members.iter().any(|&body| self.kicks.unsuited[body])
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

/// Whether friction is more than Coulomb's with one coefficient for two materials.
fn has_other_friction(world: &World) -> bool {
    let model = &world.model;
    let turns =
        |material: &Material| material.surface.torsion > 0.0 || material.surface.rolling > 0.0;
    model.materials.has_laws()
        || model.materials.materials().iter().any(turns)
        || model.bodies().iter().any(|body| body.description.surface_motion.is_some())
}
