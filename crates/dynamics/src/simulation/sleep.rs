//! Bodies that have been still long enough need not be computed.

use super::Simulation;
use super::islands::{Island, Islands};
use crate::settings::Sleeping;
use crate::state::BodyState;

impl Simulation {
    /// Decides which islands sleep in this (sub-)step.
    pub(super) fn find_resting(&mut self) {
        let mut resting = std::mem::take(&mut self.resting);
        resting.clear();
        resting.extend(
            self.islands
                .all()
                .iter()
                .map(|island| self.settings.sleeping.is_some_and(|rule| self.rests(island, rule))),
        );
        self.resting = resting;
    }

    /// Whether all bodies of an island have been still for long enough and
    /// nothing stirs them: no push, no motor that turns, no script that moves
    /// a body against them. An awake body that touches a sleeping island is
    /// part of it, and so wakes it.
    fn rests(&self, island: &Island, rule: Sleeping) -> bool {
        let stirs = |body: usize| {
            let state = &self.next.bodies[body];
            !self.model.bodies()[body].is_dynamic()
                && (state.velocity.length_squared() > 0.0
                    || state.angular_velocity.length_squared() > 0.0)
        };
        island.bodies.iter().all(|&body| {
            self.next.bodies[body].still >= rule.seconds && self.pushes[body] == Default::default()
        }) && island.rows.iter().all(|&row| {
            let row = &self.rows.rows()[row];
            row.target == 0.0 && !row.terms().iter().any(|term| stirs(term.body))
        })
    }
}

/// Counts the seconds for which each body has been still. An island is as
/// still as its least still body; bodies without rows never rest.
pub fn count_stillness(bodies: &mut [BodyState], islands: &Islands, rule: Sleeping, h: f64) {
    for (body, state) in bodies.iter_mut().enumerate() {
        let slow =
            state.velocity.length() <= rule.speed && state.angular_velocity.length() <= rule.speed;
        let joined = islands.places()[body] != usize::MAX;
        state.still = if slow && joined { state.still + h } else { 0.0 };
    }
}
