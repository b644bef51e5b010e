//! A block of a frame: bodies with successive numbers and contacts, coded by themselves against
//! what the block held in the frame before.

use glam::DVec3;

use super::coded::{self, CodedBody};
use super::coded_contact::{CodedContacts, Learned};
use super::range::{Column, Decoder, Encoder};

/// What the next frame of a block is written or read against.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Its bodies.
    pub bodies: Vec<CodedBody>,
    /// Its contacts.
    pub contacts: CodedContacts,
    bodies_learned: [Column; coded::NUMBERS],
    contacts_learned: Learned,
}

impl Block {
    /// Codes what it holds next; `seconds` after what it held before, or for itself.
    pub fn write(
        &mut self,
        bodies: Vec<CodedBody>,
        contacts: CodedContacts,
        seconds: Option<f64>,
    ) -> Vec<u8> {
        let mut encoder = Encoder::default();
        let old = seconds.map(|seconds| (&self.bodies[..], seconds));
        coded::write(&mut encoder, &mut self.bodies_learned, &bodies, old);
        contacts.write(&mut encoder, &mut self.contacts_learned, &self.contacts);
        (self.bodies, self.contacts) = (bodies, contacts);
        encoder.finish()
    }

    /// Reads so many bodies, which it holds next.
    pub fn read_bodies(
        &mut self,
        decoder: &mut Decoder<'_>,
        count: usize,
        seconds: Option<f64>,
    ) -> Option<()> {
        let old = seconds.map(|seconds| (&self.bodies[..], seconds));
        self.bodies = coded::read(decoder, &mut self.bodies_learned, count, old)?;
        Some(())
    }

    /// Reads the contacts that it holds next, in a stream of so many bytes; `place` says where
    /// the centre of a body was when contacts were looked for.
    pub fn read_contacts(
        &mut self,
        decoder: &mut Decoder<'_>,
        bytes: usize,
        place: impl Fn(usize) -> Option<DVec3>,
    ) -> Option<()> {
        let learned = &mut self.contacts_learned;
        self.contacts = CodedContacts::read(decoder, learned, &self.contacts, place, bytes)?;
        Some(())
    }
}
