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
        for tree in &world.forest.trees {
            let bodies = || tree.links.iter().map(|link| link.body);
            bodies().zip(bodies().skip(1)).for_each(|(one, two)| self.joined.join(one, two));
        }
        let beside_soft = &self.beside_soft;
        let moves = |body: usize| world.model.bodies()[body].is_dynamic() && !beside_soft[body];
        for contact in collision.contacts() {
            let [(first, _), (second, _)] = collision.parties(contact);
            if contact.gap <= world.settings.margin && moves(first) && moves(second) {
                self.joined.join(first, second);
            }
        }
        self.gather(world);
    }

    /// Whether a mover is a body whose island is without soft bodies.
    pub(super) fn is_refined(&self, mover: usize) -> bool {
        self.beside_soft.get(mover) == Some(&false)
    }

    /// Makes clusters of what is joined and has missed.
    pub(super) fn gather(&mut self, world: &World) {
        let moves = |body: usize| world.model.bodies()[body].is_dynamic();
        self.is_wanted.fill(false);
        for body in (0..self.missed.len()).filter(|&body| moves(body)) {
            let root = self.joined.root(body);
            self.is_wanted[root] |= self.missed[body];
        }
        // The root of a cluster is its first body.
        self.clusters.clear();
        for body in (0..self.missed.len()).filter(|&body| moves(body)) {
            let root = self.joined.root(body);
            if self.is_wanted[root] {
                self.clusters.push((root, body));
            }
        }
        self.clusters.sort_unstable();
    }

    /// Makes the bodies of a cluster the members.
    pub(super) fn enter(&mut self, cluster: &[(usize, usize)]) {
        self.members.iter().for_each(|&body| self.is_member[body] = false);
        self.members.clear();
        for &(_, body) in cluster {
            self.members.push(body);
            self.is_member[body] = true;
            self.redone[body] = true;
        }
    }

    /// Takes what contacts of clusters carried out of the memory of the world, sorted by
    /// cluster and then as it was.
    pub(super) fn take_contacts(&mut self, world: &mut World, collision: &Collision) {
        self.taken.clear();
        let (joined, is_wanted, taken) = (&mut self.joined, &self.is_wanted, &mut self.taken);
        world.state.contacts.retain(|memory| {
            let bodies = [memory.key.0, memory.key.1].map(|collider| collision.body(collider));
            let rigid = bodies.into_iter().filter(|&body| body < is_wanted.len());
            let mut roots = rigid.map(|body| joined.root(body));
            let cluster = roots.find(|&root| is_wanted[root]);
            taken.extend(cluster.map(|root| (root, *memory)));
            cluster.is_none()
        });
        self.taken.sort_by_key(|(root, _)| *root);
    }
}
