//! Frames of format 3: whole numbers against those of the frame before, in
//! chunks, compressed.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::Frame;
use super::coded::{self, CodedBody};
use super::coded_contact::CodedContacts;
use super::layout::Layout;
use super::particle;
use crate::bytes::{ByteReader, ByteWriter};

/// After so many frames comes one that stands for itself: what is asked for at
/// random is at most so far from where it can be begun.
const BLOCK: u32 = 64;

const FIGURES_TAG: &[u8; 4] = b"figs";
const BODIES_TAG: &[u8; 4] = b"body";
const CONTACTS_TAG: &[u8; 4] = b"cont";
const PARTICLES_TAG: &[u8; 4] = b"part";
const HASH_TAG: &[u8; 4] = b"hash";

/// What the next frame is written or read against.
#[derive(Clone, Debug)]
pub struct Past {
    time: f64,
    bodies: Vec<CodedBody>,
    contacts: CodedContacts,
    /// Frames since one that stands for itself.
    age: u32,
}

/// The payload of a frame; `past` becomes this frame.
pub fn write(frame: &Frame, past: &mut Option<Past>) -> io::Result<Vec<u8>> {
    let count = frame.bodies.len();
    let before = past.take().filter(|it| it.age + 1 < BLOCK && it.bodies.len() == count);
    let rounded = frame.bodies.iter().map(CodedBody::new).collect::<Option<Vec<_>>>();
    let (Some(bodies), Some(contacts)) = (rounded, CodedContacts::new(&frame.contacts)) else {
        let reason = "a number of the frame is larger than a recording can hold";
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    };
    let mut chunks = ByteWriter::default();
    chunk(&mut chunks, FIGURES_TAG, |bytes| bytes.f64s(frame.figures));
    chunk(&mut chunks, BODIES_TAG, |bytes| {
        let old = before.as_ref().map(|it| (&it.bodies[..], frame.time - it.time));
        bytes.u32(count);
        coded::write(bytes, &bodies, old);
    });
    chunk(&mut chunks, CONTACTS_TAG, |bytes| match &before {
        Some(before) => contacts.write(bytes, &before.contacts),
        None => contacts.write(bytes, &CodedContacts::default()),
    });
    if !frame.particles.is_empty() {
        chunk(&mut chunks, PARTICLES_TAG, |bytes| particle::write(&frame.particles, bytes));
    }
    if let Some(hash) = frame.hash {
        chunk(&mut chunks, HASH_TAG, |bytes| bytes.u64(hash));
    }
    let mut payload = ByteWriter::default();
    payload.u8(u8::from(before.is_some()));
    payload.u64(frame.step);
    payload.f64s([frame.time, frame.interval]);
    let mut encoder = DeflateEncoder::new(payload.0, Compression::default());
    encoder.write_all(&chunks.0)?;
    let age = before.map_or(0, |it| it.age + 1);
    *past = Some(Past { time: frame.time, bodies, contacts, age });
    encoder.finish()
}

fn chunk(bytes: &mut ByteWriter, tag: &[u8; 4], write: impl FnOnce(&mut ByteWriter)) {
    let mut inside = ByteWriter::default();
    write(&mut inside);
    bytes.0.extend(tag);
    bytes.u32(inside.0.len());
    bytes.0.extend(inside.0);
}

/// Whether a payload stands for itself.
pub fn is_alone(payload: &[u8]) -> bool {
    payload.first() == Some(&0)
}

/// Reads a payload; `past` becomes this frame. Chunks that
/// nobody knows are passed over.
pub fn read(payload: &[u8], layout: &Layout, past: &mut Option<Past>) -> Option<Frame> {
    let count = layout.bodies;
    let mut bytes = ByteReader(payload);
    let before = match bytes.u8()? {
        0 => None,
        1 => Some(past.take()?),
        _ => return None,
    };
    let (step, time, interval) = (bytes.u64()?, bytes.f64()?, bytes.f64()?);
    let mut inflated = Vec::new();
    DeflateDecoder::new(bytes.0).read_to_end(&mut inflated).ok()?;
    let mut chunks = ByteReader(&inflated);
    let (mut figures, mut bodies, mut contacts, mut hash) = (None, None, None, None);
    let mut particles = Vec::new();
    while !chunks.0.is_empty() {
        let (tag, length) = (chunks.take(4)?, chunks.u32()?);
        let mut inside = ByteReader(chunks.take(length)?);
        if tag == FIGURES_TAG {
            figures = Some(layout.figures(&mut inside)?);
        } else if tag == BODIES_TAG {
            let old = before.as_ref().map(|it| (&it.bodies[..], time - it.time));
            if inside.u32()? != count {
                return None;
            }
            bodies = Some(coded::read(&mut inside, count, old)?);
        } else if tag == CONTACTS_TAG {
            let none = CodedContacts::default();
            let old = before.as_ref().map_or(&none, |it| &it.contacts);
            contacts = Some(CodedContacts::read(&mut inside, old)?);
        } else if tag == PARTICLES_TAG {
            particles = particle::read(&mut inside)?;
        } else if tag == HASH_TAG {
            hash = Some(inside.u64()?);
        }
    }
    let (bodies, contacts) = (bodies?, contacts?);
    let frame = Frame {
        step,
        time,
        interval,
        figures: figures?,
        bodies: bodies.iter().map(CodedBody::body).collect(),
        contacts: contacts.contacts()?,
        particles,
        hash,
    };
    let age = before.map_or(0, |it| it.age + 1);
    *past = Some(Past { time, bodies, contacts, age });
    Some(frame)
}
