//! Frames of format 4: bodies and contacts as whole numbers against those of
//! the frame before, by a range coder; the rest in chunks, deflated.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::Frame;
use super::coded::{self, CodedBody};
use super::coded_contact::{CodedContacts, Learned, Moved};
use super::layout::Layout;
use super::particle;
use super::range::{Column, Decoder, Encoder};
use crate::bytes::{ByteReader, ByteWriter};

/// After so many frames comes one that stands for itself: what is asked for at
/// random is at most so far from where it can be begun.
const BLOCK: u32 = 64;

const FIGURES_TAG: &[u8; 4] = b"figs";
const PARTICLES_TAG: &[u8; 4] = b"part";
const HASH_TAG: &[u8; 4] = b"hash";
const SENSORS_TAG: &[u8; 4] = b"sens";

/// What the next frame is written or read against.
#[derive(Clone, Debug)]
pub struct Past {
    time: f64,
    bodies: Vec<CodedBody>,
    /// How long its contacts acted.
    interval: f64,
    contacts: CodedContacts,
    bodies_learned: [Column; coded::NUMBERS],
    contacts_learned: Learned,
    /// Frames since one that stands for itself.
    age: u32,
}

impl Past {
    /// What a frame begins from: nothing, or the frame before.
    fn begun(before: Option<Self>) -> Self {
        before.map_or_else(Self::nothing, |it| Self { age: it.age + 1, ..it })
    }

    fn nothing() -> Self {
        Self {
            time: 0.0,
            bodies: Vec::new(),
            interval: 0.0,
            contacts: CodedContacts::default(),
            bodies_learned: Default::default(),
            contacts_learned: Learned::default(),
            age: 0,
        }
    }
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
    let mut now = Past::begun(before);
    let mut encoder = Encoder::default();
    let old = (now.age > 0).then_some((&now.bodies[..], frame.time - now.time));
    coded::write(&mut encoder, &mut now.bodies_learned, &bodies, old);
    let moved = Moved { before: (&now.bodies, now.interval), now: (&bodies, frame.interval) };
    contacts.write(&mut encoder, &mut now.contacts_learned, &now.contacts, moved);
    let coded = encoder.finish();
    let mut chunks = ByteWriter::default();
    chunk(&mut chunks, FIGURES_TAG, |bytes| bytes.f64s(frame.figures));
    if !frame.particles.is_empty() {
        chunk(&mut chunks, PARTICLES_TAG, |bytes| particle::write(&frame.particles, bytes));
    }
    if !frame.sensors.is_empty() {
        chunk(&mut chunks, SENSORS_TAG, |bytes| bytes.f64s(frame.sensors.iter().copied()));
    }
    if let Some(hash) = frame.hash {
        chunk(&mut chunks, HASH_TAG, |bytes| bytes.u64(hash));
    }
    let mut payload = ByteWriter::default();
    payload.u8(u8::from(now.age > 0));
    payload.u64(frame.step);
    payload.f64s([frame.time, frame.interval]);
    payload.u32(coded.len());
    payload.0.extend(coded);
    let mut encoder = DeflateEncoder::new(payload.0, Compression::default());
    encoder.write_all(&chunks.0)?;
    let (time, interval) = (frame.time, frame.interval);
    *past = Some(Past { time, interval, bodies, contacts, ..now });
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
    let mut bytes = ByteReader(payload);
    let before = match bytes.u8()? {
        0 => None,
        1 => Some(past.take()?),
        _ => return None,
    };
    let (step, time, interval) = (bytes.u64()?, bytes.f64()?, bytes.f64()?);
    let length = bytes.u32()?;
    let coded = bytes.take(length)?;
    let mut now = Past::begun(before);
    let mut decoder = Decoder::new(coded);
    let old = (now.age > 0).then_some((&now.bodies[..], time - now.time));
    let bodies = coded::read(&mut decoder, &mut now.bodies_learned, layout.bodies, old)?;
    let moved = Moved { before: (&now.bodies, now.interval), now: (&bodies, interval) };
    let learned = &mut now.contacts_learned;
    let contacts = CodedContacts::read(&mut decoder, learned, &now.contacts, moved, length)?;
    let mut inflated = Vec::new();
    DeflateDecoder::new(bytes.0).read_to_end(&mut inflated).ok()?;
    let mut chunks = ByteReader(&inflated);
    let (mut figures, mut hash, mut particles) = (None, None, Vec::new());
    let mut sensors = Vec::new();
    while !chunks.0.is_empty() {
        let (tag, length) = (chunks.take(4)?, chunks.u32()?);
        let mut inside = ByteReader(chunks.take(length)?);
        if tag == FIGURES_TAG {
            figures = Some(layout.figures(&mut inside)?);
        } else if tag == PARTICLES_TAG {
            particles = particle::read(&mut inside)?;
        } else if tag == SENSORS_TAG {
            sensors = inside.list(length / 8, 8, ByteReader::f64)?;
        } else if tag == HASH_TAG {
            hash = Some(inside.u64()?);
        }
    }
    let frame = Frame {
        step,
        time,
        interval,
        figures: figures?,
        bodies: bodies.iter().map(CodedBody::body).collect(),
        contacts: contacts.contacts()?,
        particles,
        sensors,
        hash,
    };
    *past = Some(Past { time, interval, bodies, contacts, ..now });
    Some(frame)
}
