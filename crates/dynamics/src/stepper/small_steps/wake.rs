//! What wakes sleeping bodies.

use super::SmallSteps;
use super::pairs::NONE;
use super::rest::{Rest, stands};
use crate::parts::Motion;
use crate::world::World;

impl SmallSteps {
    /// Wakes those that sleep and touch nothing, or not what carried them: somebody has put
    /// one of them elsewhere.
    pub(super) fn wake_floating(&self, world: &mut World) -> bool {
        let mut floats = self.rest.asleep.clone();
        let pairs = self.pairs.manifolds.iter().enumerate();
        for (pair, _) in pairs.filter(|(_, head)| **head != NONE) {
            self.pairs.bodies(pair).into_iter().for_each(|body| floats[body as usize] = false);
        }
        for memory in world.state.contacts.iter().filter(|memory| memory.load() > 0.0) {
            let (one, two, _) = memory.key;
            let found = self.pairs.colliders_of.binary_search(&(one as u32, two as u32));
            let holds = found.is_ok_and(|pair| self.pairs.manifolds[pair] != NONE);
            let bodies = [one, two].map(|collider| self.pairs.owners[collider].body);
            for body in bodies.into_iter().filter(|&body| !holds && self.rest.asleep[body]) {
                floats[body] = true;
            }
        }
        for (state, _) in world.state.bodies.iter_mut().zip(&floats).filter(|(_, own)| **own) {
            state.still = 0.0;
        }
        floats.contains(&true)
    }

    /// Wakes sleeping bodies that something touches which moves, as a step begins; whether there
    /// are any.
    pub(super) fn wake_touched(&self, world: &mut World) -> bool {
        let mut woken = false;
        if self.rest.count() == 0 {
            return false;
        }
        for (pair, &head) in self.pairs.manifolds.iter().enumerate() {
            let [one, two] = self.pairs.bodies(pair).map(|body| body as usize);
            for (own, other) in [(one, two), (two, one)] {
                if !self.rest.asleep[own] || self.rest.asleep[other] {
                    continue;
                }
                let touches = match self.bodies.constants[other].is_dynamic {
                    true => head != NONE,
                    false => self.is_script(world, other) && !stands(&world.state.bodies[other]),
                };
                if touches {
                    world.state.bodies[own].still = 0.0;
                    woken = true;
                }
            }
        }
        woken
    }

    /// Notes sleeping bodies that something came to within a step.
    pub(super) fn note_touched(&mut self) {
        if self.rest.count() == 0 {
            return;
        }
        for job in &self.manifolds.jobs {
            let bodies = self.colours.group(job.seat).bodies;
            let bodies = bodies.map(|side| side[usize::from(job.seat.lane)] as usize);
            let Rest { asleep, touched, .. } = &mut self.rest;
            touched.extend(bodies.into_iter().filter(|&body| asleep[body]));
        }
    }

    /// Goes back to where the step began and wakes those; whether there are any.
    pub(super) fn wake_noted(&mut self, world: &mut World) -> bool {
        let woken = !self.rest.touched.is_empty();
        if woken {
            world.state.clone_from(&self.begun);
        }
        for body in self.rest.touched.drain(..) {
            world.state.bodies[body].still = 0.0;
        }
        woken
    }

    fn is_script(&self, world: &World, body: usize) -> bool {
        matches!(world.model.bodies()[body].description.motion, Motion::Kinematic(_))
            || world.state.leads.iter().any(|lead| lead.body == body)
    }
}
