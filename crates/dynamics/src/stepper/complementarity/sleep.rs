//! Bodies that have been still long enough need not be computed.

use super::islands::{Island, Islands};
use super::linearisation::Linearisation;
use crate::settings::Sleeping;
use crate::state::BodyState;
use crate::world::World;

impl Linearisation {
    /// Decides which islands sleep in this (sub-)step.
    pub fn find_resting(&mut self, world: &World) {
        let mut resting = std::mem::take(&mut self.resting);
        resting.clear();
        resting.extend(self.islands.all().iter().map(|island| {
            world.settings.sleeping.is_some_and(|rule| self.rests(world, island, rule))
        }));
        self.resting = resting;
    }

    /// Whether all bodies of an island have been still for long enough and
    /// nothing stirs them: no push, no motor that turns, no script that moves
    /// a body against them. An awake body that touches a sleeping island is
    /// part of it, and so wakes it.
    fn rests(&self, world: &World, island: &Island, rule: Sleeping) -> bool {
        let stirs = |body: usize| {
            let state = &world.state.bodies[body];
            !world.model.bodies()[body].is_dynamic()
                && (state.velocity.length_squared() > 0.0
                    || state.angular_velocity.length_squared() > 0.0)
        };
        // What deforms is never quite still.
        island.meshes.is_empty()
            && island.bodies.iter().all(|&body| {
                world.state.bodies[body].still >= rule.seconds
                    && world.pushes[body] == Default::default()
            })
            && island.rows.iter().all(|&row| {
                let row = &self.rows.rows()[row];
                row.target == 0.0 && !self.rows.terms(row).iter().any(|term| stirs(term.mover))
            })
    }
}

/// Counts the seconds for which each body has been still. An island is as
/// still as its least still body; bodies without rows never rest.
pub fn count_stillness(bodies: &mut [BodyState], islands: &Islands, rule: Sleeping, h: f64) {
    for (body, state) in bodies.iter_mut().enumerate() {
        let slow =
            state.velocity.length() <= rule.speed && state.angular_velocity.length() <= rule.speed;
        let joined = islands.columns()[body] != usize::MAX;
        state.still = if slow && joined { state.still + h } else { 0.0 };
    }
}
