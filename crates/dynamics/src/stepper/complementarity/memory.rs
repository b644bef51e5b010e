//! What one step leaves for the next: impulses and index sets by joint and by
//! feature.

use stickslip_contact::Contact;
use stickslip_solve::Label;

use super::linearisation::Linearisation;
use crate::state::{CONTACT_ROWS, ContactMemory};
use crate::world::World;

fn key(contact: &Contact) -> (usize, usize, u64) {
    contact.key()
}

/// What each contact remembers of the last step: its own features, or, where
/// the features of a pair were named anew, a share of what the lost ones
/// carried. Two boxes leaning edge on edge meet now in one point, now in two,
/// and forgetting their load would start the solve of a whole heap afresh.
/// Contacts and memories come in ascending order of their keys.
pub fn recall(
    memories: &[ContactMemory],
    contacts: &[Contact],
    recalled: &mut Vec<Option<ContactMemory>>,
) {
    recalled.clear();
    let mut rest = memories;
    for pair in contacts.chunk_by(|a, b| a.sites == b.sites) {
        let bodies = pair[0].sites.map(|site| site.collider);
        let of = |memory: &ContactMemory| [memory.key.0, memory.key.1];
        rest = &rest[rest.partition_point(|memory| of(memory) < bodies)..];
        let (old, later) = rest.split_at(rest.partition_point(|memory| of(memory) == bodies));
        rest = later;
        let begin = recalled.len();
        recalled.extend(
            pair.iter()
                .map(|contact| old.iter().find(|memory| memory.key == key(contact)).copied()),
        );
        let found = &mut recalled[begin..];
        // One that is still open most likely stays open.
        let is_heir = |at: usize, own: &Option<_>| own.is_none() && pair[at].gap <= 0.0;
        let heirs = found.iter().enumerate().filter(|&(at, own)| is_heir(at, own)).count();
        let lost = old.iter().filter(|memory| pair.iter().all(|met| memory.key != key(met)));
        if heirs > 0
            && let Some(share) = legacy(lost, heirs)
        {
            for (at, own) in found.iter_mut().enumerate() {
                if is_heir(at, own) {
                    *own = Some(ContactMemory { key: key(&pair[at]), ..share });
                }
            }
        }
    }
}

/// An equal share of all impulses, with the index sets of the heaviest.
fn legacy<'a>(
    lost: impl Iterator<Item = &'a ContactMemory>,
    heirs: usize,
) -> Option<ContactMemory> {
    let mut heaviest = f64::NEG_INFINITY;
    let mut share: Option<ContactMemory> = None;
    for memory in lost {
        let sum = share.get_or_insert(ContactMemory { impulses: [0.0; CONTACT_ROWS], ..*memory });
        for (sum, impulse) in sum.impulses.iter_mut().zip(memory.impulses) {
            *sum += impulse / heirs as f64;
        }
        if memory.impulses[0] > heaviest {
            heaviest = memory.impulses[0];
            sum.labels = memory.labels;
        }
    }
    share
}

impl Linearisation {
    /// Impulses and index sets to start the solve with, row by row.
    pub fn remember_start(&mut self, world: &World, share: f64) {
        let rows = self.rows.rows().len();
        self.impulses.clear();
        self.impulses.resize(rows, 0.0);
        self.labels.clear();
        self.labels.resize(rows, Label::Free);
        let mut row = 0;
        while row < self.joint_rows.len() {
            let joint = self.joint_rows[row];
            for at in world.joint_rows(joint) {
                self.impulses[row] = world.state.joint_impulses[at] / share;
                self.labels[row] = world.state.joint_labels[at];
                row += 1;
            }
        }
        let contacts = self.contacts.iter().zip(&self.contact_rows);
        for ((contact, rows), memory) in contacts.zip(&self.recalled) {
            let Some(memory) = memory else {
                // A contact that is new and still open most likely stays open.
                if contact.gap > 0.0 {
                    self.labels[rows.first..rows.first + rows.count].fill(Label::Lower);
                }
                continue;
            };
            for at in 0..rows.count {
                self.impulses[rows.first + at] = memory.impulses[at] / share;
                self.labels[rows.first + at] = memory.labels[at];
            }
        }
    }

    /// Adds what was found of its contacts to the memory of the world, in the
    /// order of its contacts, and replaces that of its joints.
    pub fn keep(&self, world: &mut World, share: f64) {
        let mut row = 0;
        while row < self.joint_rows.len() {
            let joint = self.joint_rows[row];
            for at in world.joint_rows(joint) {
                world.state.joint_impulses[at] = share * self.impulses[row];
                world.state.joint_labels[at] = self.labels[row];
                row += 1;
            }
        }
        for (contact, rows) in self.contacts.iter().zip(&self.contact_rows) {
            let mut memory = ContactMemory {
                key: key(contact),
                impulses: [0.0; CONTACT_ROWS],
                labels: [Label::Free; CONTACT_ROWS],
            };
            for at in 0..rows.count {
                memory.impulses[at] = share * self.impulses[rows.first + at];
                memory.labels[at] = self.labels[rows.first + at];
            }
            world.state.contacts.push(memory);
        }
    }
}

/// Breaks joints that were overloaded in a sub-step of `h` seconds.
pub fn break_joints(world: &mut World, h: f64) {
    for joint in 0..world.model.joints().len() {
        let impulses = &world.state.joint_impulses[world.joint_rows(joint)];
        if !world.state.joints[joint].broken && world.model.joints()[joint].breaks(impulses, h) {
            world.state.joints[joint].broken = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use stickslip_contact::Site;

    use super::*;

    fn contact(first: usize, second: usize, feature: u64, gap: f64) -> Contact {
        let sites = [first, second].map(|collider| Site { collider });
        Contact { sites, feature, point: DVec3::ZERO, normal: DVec3::Y, gap }
    }

    fn memory(contact: &Contact, normal: f64, label: Label) -> ContactMemory {
        let mut impulses = [0.0; CONTACT_ROWS];
        impulses[0] = normal;
        ContactMemory { key: key(contact), impulses, labels: [label; CONTACT_ROWS] }
    }

    fn recalled(memories: &[ContactMemory], contacts: &[Contact]) -> Vec<Option<(f64, Label)>> {
        let mut found = Vec::new();
        recall(memories, contacts, &mut found);
        let own = found
            .iter()
            .zip(contacts)
            .all(|(own, contact)| own.is_none_or(|memory| memory.key == key(contact)));
        assert!(own, "a memory under another's name");
        found.iter().map(|own| own.map(|memory| (memory.impulses[0], memory.labels[0]))).collect()
    }

    #[test]
    fn the_same_features_remember_themselves() {
        let met = [contact(0, 1, 7, 0.0), contact(0, 2, 7, 0.0), contact(1, 2, 3, 0.0)];
        let kept = [memory(&met[0], 1.0, Label::Free), memory(&met[2], 3.0, Label::Upper)];
        let expected = [Some((1.0, Label::Free)), None, Some((3.0, Label::Upper))];
        assert_eq!(recalled(&kept, &met), expected);
        assert_eq!(recalled(&[], &met), [None; 3]);
    }

    #[test]
    fn new_names_share_what_lost_ones_of_their_pair_carried() {
        let before = [contact(4, 5, 1, 0.0), contact(4, 5, 2, 0.0), contact(4, 5, 9, 0.0)];
        let kept = [
            memory(&before[0], 1.0, Label::Lower),
            memory(&before[1], 5.0, Label::Free),
            memory(&before[2], 8.0, Label::Upper),
        ];
        // Feature 9 is still there; an open contact inherits nothing, and
        // neither does another pair.
        let now = [
            contact(4, 5, 3, -1e-6),
            contact(4, 5, 6, -1e-6),
            contact(4, 5, 8, 1e-3),
            contact(4, 5, 9, 0.0),
            contact(4, 6, 1, 0.0),
        ];
        let share = Some((3.0, Label::Free));
        let expected = [share, share, None, Some((8.0, Label::Upper)), None];
        assert_eq!(recalled(&kept, &now), expected);
    }
}
