//! What one step leaves for the next: impulses and index sets by joint and by
//! feature.

use stickslip_contact::Contact;
use stickslip_solve::Label;

use super::Simulation;
use crate::state::{CONTACT_ROWS, ContactMemory};

fn key(contact: &Contact) -> (usize, usize, u64) {
    (contact.first, contact.second, contact.feature)
}

/// The memory of the same features, if they met in the last step. Contacts
/// come in ascending order of their keys, and so do their memories: `at`
/// moves through them once.
pub fn kept_contact<'a>(
    memories: &'a [ContactMemory],
    at: &mut usize,
    contact: &Contact,
) -> Option<&'a ContactMemory> {
    let key = key(contact);
    while memories.get(*at).is_some_and(|memory| memory.key < key) {
        *at += 1;
    }
    memories.get(*at).filter(|memory| memory.key == key)
}

impl Simulation {
    /// Impulses and index sets to start the solve with, row by row.
    pub(super) fn remember_start(&mut self) {
        let rows = self.rows.rows().len();
        self.impulses.clear();
        self.impulses.resize(rows, 0.0);
        self.labels.clear();
        self.labels.resize(rows, Label::Free);
        let mut row = 0;
        while row < self.joint_rows.len() {
            let joint = self.joint_rows[row];
            let kept = self.joint_starts[joint]..self.joint_starts[joint + 1];
            for at in kept {
                self.impulses[row] = self.next.joint_impulses[at];
                self.labels[row] = self.next.joint_labels[at];
                row += 1;
            }
        }
        let mut remembered = 0;
        for (contact, rows) in self.collision.contacts().iter().zip(&self.contact_rows) {
            let Some(memory) = kept_contact(&self.next.contacts, &mut remembered, contact) else {
                // A contact that is new and still open most likely stays open.
                if contact.gap > 0.0 {
                    self.labels[rows.first..rows.first + rows.count].fill(Label::Lower);
                }
                continue;
            };
            for at in 0..rows.count {
                self.impulses[rows.first + at] = memory.impulses[at];
                self.labels[rows.first + at] = memory.labels[at];
            }
        }
    }

    /// Stage 7: keeps what the step found, and breaks joints that were
    /// overloaded.
    pub(super) fn keep_memory(&mut self, h: f64) {
        let mut row = 0;
        while row < self.joint_rows.len() {
            let joint = self.joint_rows[row];
            let kept = self.joint_starts[joint]..self.joint_starts[joint + 1];
            let found = row..row + kept.len();
            self.next.joint_impulses[kept.clone()].copy_from_slice(&self.impulses[found.clone()]);
            self.next.joint_labels[kept].copy_from_slice(&self.labels[found.clone()]);
            if self.model.joints()[joint].breaks(&self.impulses[found.clone()], h) {
                self.next.joints[joint].broken = true;
            }
            row = found.end;
        }
        self.next.contacts.clear();
        for (contact, rows) in self.collision.contacts().iter().zip(&self.contact_rows) {
            let mut memory = ContactMemory {
                key: key(contact),
                impulses: [0.0; CONTACT_ROWS],
                labels: [Label::Free; CONTACT_ROWS],
            };
            for at in 0..rows.count {
                memory.impulses[at] = self.impulses[rows.first + at];
                memory.labels[at] = self.labels[rows.first + at];
            }
            self.next.contacts.push(memory);
        }
        self.report_contacts();
    }
}
