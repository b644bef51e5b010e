//! Which bodies must be stepped again together.

use super::super::linearisation::Linearisation;
use super::Refinement;
use crate::collide::Collision;
use crate::world::World;

impl Refinement {
    /// Joins bodies of one island, and those that have come near each other.
    pub(super) fn join(&mut self, world: &World, collision: &Collision, plain: &Linearisation) {
        self.joined.reset(self.missed.len());
        for island in plain.islands.all() {
            island.bodies.iter().for_each(|&body| self.joined.join(island.bodies[0], body));
        }
        let moves = |body: usize| world.model.bodies()[body].is_dynamic();
        for contact in collision.contacts() {
            let [(first, _), (second, _)] = collision.parties(contact);
            if contact.gap <= world.settings.margin && moves(first) && moves(second) {
                self.joined.join(first, second);
            }
        }
        self.is_wanted.fill(false);
        for body in (0..self.missed.len()).filter(|&body| moves(body)) {
            let root = self.joined.root(body);
            self.is_wanted[root] |= self.missed[body];
        }
    }

    /// Makes the members those that are joined to `first`, if they missed and
    /// `first` is the first of them.
    pub(super) fn gather(&mut self, world: &World, first: usize) -> bool {
        let root = self.joined.root(first);
        if !world.model.bodies()[first].is_dynamic() || self.redone[first] || !self.is_wanted[root]
        {
            return false;
        }
        self.members.clear();
        self.is_member.fill(false);
        for body in first..self.missed.len() {
            if self.joined.root(body) == root && world.model.bodies()[body].is_dynamic() {
                self.members.push(body);
                self.is_member[body] = true;
                self.redone[body] = true;
            }
        }
        true
    }
}
