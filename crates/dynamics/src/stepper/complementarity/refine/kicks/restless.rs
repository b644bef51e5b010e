//! What is not as right as asked after the plain step.

use super::super::super::linearisation::Linearisation;
use super::super::super::stages;
use super::super::Refinement;
use crate::collide::Collision;
use crate::motion;
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

    /// Notes which bodies joints hold: their steps are those of `converge.rs`.
    pub(in super::super) fn note_joints(&mut self, world: &World) {
        let mut bodies = world.model.bodies().iter();
        self.kicks.surfaces_run = bodies.any(|body| body.description.surface_motion.is_some());
        self.kicks.jointed.clear();
        self.kicks.jointed.resize(self.begin.len(), false);
        for (at, joint) in self.joint_bodies.iter().enumerate() {
            if !world.state.joints[at].broken {
                joint.iter().for_each(|&body| self.kicks.jointed[body] = true);
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
            if resting || island.bodies.iter().any(|&body| self.kicks.jointed[body]) {
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
        !self.kicks.surfaces_run && !self.members.iter().any(|&body| self.kicks.jointed[body])
    }
}
