//! What is not as right as asked after the plain step.

use stickslip_contact::ShapeKind;

use super::super::super::linearisation::Linearisation;
use super::super::super::stages;
use super::super::Refinement;
use super::{Course, Obstacle};
use crate::collide::Collision;
use crate::motion;
use crate::parts::{Body, Material};
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

    /// Notes which bodies two kicks do not suit, so that their steps are those of
    /// `converge.rs`: what is a mesh or touches one, whose features change
    /// within a step, and everything where friction depends on more than the load of the
    /// moment or surfaces run.
    pub(in super::super) fn note_unsuited(&mut self, world: &World, collision: &Collision) {
        let unsuited = &mut self.kicks.unsuited;
        unsuited.clear();
        unsuited.resize(self.begin.len(), has_other_friction(world).then_some(Obstacle::Friction));
        for contact in collision.contacts() {
            let bodies = collision.parties(contact).map(|party| party.0);
            let is_rough = |&body: &usize| world.model.bodies().get(body).is_some_and(has_mesh);
            if bodies.iter().any(is_rough) {
                for body in bodies {
                    if let Some(marked) = unsuited.get_mut(body) {
                        *marked = Some(Obstacle::Mesh);
                    }
                }
            }
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
        for (island, &resting) in plain.islands.all().iter().zip(&plain.resting) {
            let moves = |&body: &usize| {
                let (begin, end) = (&self.begin[body], &world.state.bodies[body]);
                let spin = end.angular_velocity - begin.angular_velocity;
                let change = end.velocity - begin.velocity;
                change.length() + spin.length() * collision.reach(body)
            };
            let stirs = |change: f64| 0.5 * change > QUIET * allowed;
            if resting || !island.bodies.iter().map(moves).any(stirs) {
                continue;
            }
            // Islands with trees take no kicks.
            let kicked = |&body: &usize| world.forest.link(body).is_none();
            let obstacle = match island.bodies.iter().all(kicked) {
                true => island.bodies.iter().find_map(|&body| self.kicks.unsuited[body]),
                false => None,
            };
            for &body in &island.bodies {
                match obstacle {
                    None => self.missed[body] = true,
                    Some(obstacle) => self.kicks.courses[body] = obstacle.into(),
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
        if let Some(obstacle) = self.members.iter().find_map(|&body| self.kicks.unsuited[body]) {
            return Err(obstacle.into());
        }
        let goes_on = self.members.iter().any(|&body| self.goes_on[body]);
        if goes_on || plain.tautness(world, h, |body| self.is_member[body]) > TAUT {
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

/// Whether friction is more than Coulomb's with one coefficient for two materials.
fn has_other_friction(world: &World) -> bool {
    let model = &world.model;
    let turns =
        |material: &Material| material.surface.torsion > 0.0 || material.surface.rolling > 0.0;
    model.materials.has_laws()
        || model.materials.materials().iter().any(turns)
        || model.bodies().iter().any(|body| body.description.surface_motion.is_some())
}
