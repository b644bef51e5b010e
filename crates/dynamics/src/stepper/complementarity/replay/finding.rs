//! Recorded contacts again, where the bodies are.

use glam::DVec3;
use stickslip_contact::{Contact, Pose};

use super::Part;
use super::values::Replay;
use crate::world::World;

/// What was found at the place of the step itself, of either set of rows.
#[derive(Default)]
pub(super) struct Nominal {
    /// All contacts of the members, in ascending order of their keys.
    found: Vec<Contact>,
    /// Points of the recorded contacts on their bodies.
    pub(super) locals: Vec<[DVec3; 2]>,
    /// How the members lay, and what scripts lead.
    members: Vec<Pose>,
    led: Vec<Pose>,
}

impl Nominal {
    pub(super) fn clear(&mut self) {
        self.found.clear();
        self.locals.clear();
        self.members.clear();
        self.led.clear();
    }
}

impl Replay {
    /// Finds recorded contacts again where the bodies are. What is not there any more is
    /// followed between the same points.
    pub(super) fn find(
        &mut self,
        world: &World,
        part: &Part,
        recorded: &[Contact],
        seconds: f64,
        slot: usize,
    ) -> Vec<Contact> {
        self.detect(world, part, seconds, slot);
        let mut again = Vec::with_capacity(recorded.len());
        for (at, contact) in recorded.iter().enumerate() {
            let poses = self.poses(world, contact);
            if self.is_nominal {
                self.nominal[slot].locals.push(self.locals(world, contact));
            }
            again.push(self.found(contact).unwrap_or_else(|| {
                self.lost += 1;
                follow(contact, poses, &self.nominal[slot].locals[at])
            }));
        }
        again
    }

    /// Finds all contacts of the members. Those of bodies that lie as in the step itself are
    /// known.
    fn detect(&mut self, world: &World, part: &Part, seconds: f64, slot: usize) {
        let mut found = std::mem::take(&mut self.found);
        let states = &world.state.bodies;
        let poses = |bodies: &[usize]| bodies.iter().map(|&body| states[body].pose).collect();
        if self.is_nominal {
            self.collision.detect_among(&world.model, states, seconds, &part.members, &mut found);
            let own = &mut self.nominal[slot];
            (own.members, own.led) = (poses(&part.members), poses(&self.led));
            own.found.clone_from(&found);
            self.found = found;
            return;
        }
        let own = &self.nominal[slot];
        let lies = |(&body, pose): (&usize, &Pose)| states[body].pose == *pose;
        let is_still = self.led.iter().zip(&own.led).all(lies);
        let moved: Vec<usize> = part
            .members
            .iter()
            .zip(&own.members)
            .filter(|&(body, pose)| !is_still || !lies((body, pose)))
            .map(|(&body, _)| body)
            .collect();
        let has_moved = |contact: &Contact| {
            let parties = self.collision.parties(contact);
            parties.iter().any(|(body, _)| moved.binary_search(body).is_ok())
        };
        let mut known: Vec<Contact> = Vec::with_capacity(own.found.len());
        let mut near = moved.clone();
        for contact in &own.found {
            if has_moved(contact) {
                let parties = self.collision.parties(contact).map(|(body, _)| body);
                near.extend(parties.into_iter().filter(|&body| self.is_member[body]));
            } else {
                known.push(*contact);
            }
        }
        near.sort_unstable();
        near.dedup();
        found.clear();
        if !near.is_empty() {
            self.collision.detect_among(&world.model, states, seconds, &near, &mut found);
        }
        let collision = &self.collision;
        found.retain(|contact| {
            let parties = collision.parties(contact);
            parties.iter().any(|(body, _)| moved.binary_search(body).is_ok())
        });
        found.append(&mut known);
        found.sort_unstable_by_key(Contact::key);
        self.found = found;
    }

    /// A contact of the same features where [`Replay::find`] has looked last.
    pub(super) fn found(&self, contact: &Contact) -> Option<Contact> {
        self.found_by_key(contact.key())
    }

    /// The same by its key.
    pub(super) fn found_by_key(&self, key: (usize, usize, u64)) -> Option<Contact> {
        let place = self.found.binary_search_by_key(&key, Contact::key);
        place.ok().map(|place| self.found[place])
    }

    /// A contact of the beginning, by its points, where the bodies are.
    pub(super) fn followed(&self, world: &World, contact: &Contact, at: usize) -> Contact {
        follow(contact, self.poses(world, contact), &self.nominal[0].locals[at])
    }

    /// The points of a contact on its bodies, in their axes.
    pub(super) fn locals(&self, world: &World, contact: &Contact) -> [DVec3; 2] {
        let [one, two] = self.poses(world, contact);
        let half = 0.5 * contact.gap * contact.normal;
        [one.local_point(contact.point - half), two.local_point(contact.point + half)]
    }

    fn poses(&self, world: &World, contact: &Contact) -> [Pose; 2] {
        self.collision.parties(contact).map(|(body, _)| world.state.bodies[body].pose)
    }
}

/// A contact between the same points of its bodies; the normal as it was.
pub(super) fn follow(contact: &Contact, poses: [Pose; 2], locals: &[DVec3; 2]) -> Contact {
    let [first, second] = [poses[0].point(locals[0]), poses[1].point(locals[1])];
    let gap = contact.normal.dot(second - first);
    Contact { point: 0.5 * (first + second), gap, ..*contact }
}
