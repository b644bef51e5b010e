//! Bodies that have been still long enough need not be computed.

use super::islands::{Island, Islands};
use crate::settings::Sleeping;
use crate::state::BodyState;

/// Whether an island sleeps: all its bodies have been still for long enough.
/// An awake body that touches it makes it one island with that body, which
/// wakes it.
pub fn rests(island: &Island, bodies: &[BodyState], rule: Option<Sleeping>) -> bool {
    rule.is_some_and(|rule| island.bodies.iter().all(|&body| bodies[body].still >= rule.seconds))
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
