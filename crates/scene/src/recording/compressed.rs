//! Frames of format 4: bodies and contacts as whole numbers against those of
//! the frame before, by a range coder; the rest in chunks, deflated.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use glam::DVec3;

use super::block::Block;
use super::coded::CodedBody;
use super::coded_contact::{CodedContacts, largest};
use super::layout::Layout;
use super::particle;
use super::range::Decoder;
use super::{Frame, FrameContact};
use crate::bytes::{ByteReader, ByteWriter};

/// After so many frames comes one that stands for itself: what is asked for at
/// random is at most so far from where it can be begun.
const ALONE_EVERY: u32 = 64;

const FIGURES_TAG: &[u8; 4] = b"figs";
const PARTICLES_TAG: &[u8; 4] = b"part";
const HASH_TAG: &[u8; 4] = b"hash";
const SENSORS_TAG: &[u8; 4] = b"sens";

/// What the next frame is written or read against.
#[derive(Clone, Debug)]
pub struct Past {
    time: f64,
    /// Its parts: one, or those that ranks have written.
    pub blocks: Vec<Block>,
    /// Frames since one that stands for itself.
    age: u32,
}

impl Past {
    /// What a frame of so many blocks begins from: nothing, or the frame before where that may
    /// be. `fits` says whether a block of before is one of the same bodies.
    pub fn begun(before: Option<Self>, count: usize, fits: impl Fn(usize, &Block) -> bool) -> Self {
        let fits = |past: &Self| {
            let mut blocks = past.blocks.iter().enumerate();
            past.blocks.len() == count && blocks.all(|(at, block)| fits(at, block))
        };
        match before.filter(|it| it.age + 1 < ALONE_EVERY && fits(it)) {
            Some(it) => Self { age: it.age + 1, ..it },
            None => Self::nothing(count),
        }
    }

    fn nothing(count: usize) -> Self {
        Self { time: 0.0, blocks: vec![Block::default(); count], age: 0 }
    }

    /// Whether the frame stands for itself.
    pub fn is_alone(&self) -> bool {
        self.age == 0
    }

    /// Goes on to a time; gives how much later that is, but for a frame that stands for itself.
    pub fn go_on(&mut self, time: f64) -> Option<f64> {
        let seconds = time - std::mem::replace(&mut self.time, time);
        (self.age > 0).then_some(seconds)
    }
}

/// A frame with numbers that cannot be kept.
pub fn too_large() -> io::Error {
    let reason = "a number of the frame is larger than a recording can hold";
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// The payload of a frame; `past` becomes this frame.
pub fn write(frame: &Frame, past: &mut Option<Past>) -> io::Result<Vec<u8>> {
    let count = frame.bodies.len();
    let mut now = Past::begun(past.take(), 1, |_, block| block.bodies.len() == count);
    let bodies: Vec<CodedBody> =
        frame.bodies.iter().map(CodedBody::new).collect::<Option<_>>().ok_or_else(too_large)?;
    // Contacts are looked for when their step begins.
    let place = |body: usize| Some(bodies.get(body)?.place_before(frame.interval));
    let placed = |contact| (contact, places(contact, place));
    let contacts = frame.contacts.iter().map(placed);
    let contacts = CodedContacts::new(contacts, largest(frame.contacts.iter()));
    let contacts = contacts.ok_or_else(too_large)?;
    let seconds = now.go_on(frame.time);
    let kind = if now.is_alone() { ALONE } else { AFTER };
    let coded = now.blocks[0].write(bodies, contacts, seconds);
    let mut payload = head(kind, frame.step, frame.time, frame.interval);
    payload.u32(coded.len());
    payload.0.extend(coded);
    payload.0.extend(chunks(frame)?);
    *past = Some(now);
    Ok(payload.0)
}

fn places(contact: &FrameContact, place: impl Fn(usize) -> Option<DVec3>) -> Option<[DVec3; 2]> {
    Some([place(contact.first)?, place(contact.second)?])
}

/// A frame that stands for itself, or is written against the one before; then those of blocks.
pub const ALONE: u8 = 0;
const AFTER: u8 = 1;
/// Added to the kinds of frames in blocks.
pub const IN_BLOCKS: u8 = 2;
/// Fewer bodies have no block of their own: what is learned of it takes more memory than they.
const LEAST_BLOCK: usize = 64;
/// Bytes of what [`head`] gives.
pub const HEAD: usize = 1 + 3 * 8;

/// What every frame begins with.
pub fn head(kind: u8, step: u64, time: f64, interval: f64) -> ByteWriter {
    let mut payload = ByteWriter::default();
    payload.u8(kind);
    payload.u64(step);
    payload.f64s([time, interval]);
    payload
}

/// The chunks of a frame, deflated.
pub fn chunks(frame: &Frame) -> io::Result<Vec<u8>> {
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
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&chunks.0)?;
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
    payload.first().is_some_and(|&kind| kind & AFTER == 0)
}

/// The streams of a frame's blocks, and how many bodies a block has.
fn streams<'a>(
    bytes: &mut ByteReader<'a>,
    in_blocks: bool,
    bodies: usize,
) -> Option<(Vec<&'a [u8]>, usize)> {
    if !in_blocks {
        let length = bytes.u32()?;
        return Some((vec![bytes.take(length)?], bodies));
    }
    let size = bytes.u32().filter(|&size| size >= LEAST_BLOCK)?;
    let count = bodies.div_ceil(size);
    let lengths = bytes.list(count, 4, ByteReader::u32)?;
    Some((lengths.into_iter().map(|length| bytes.take(length)).collect::<Option<_>>()?, size))
}

/// Reads a payload; `past` becomes this frame. Chunks that
/// nobody knows are passed over.
pub fn read(payload: &[u8], layout: &Layout, past: &mut Option<Past>) -> Option<Frame> {
    let mut bytes = ByteReader(payload);
    let kind = bytes.u8()?;
    let in_blocks = kind & IN_BLOCKS > 0;
    if kind > AFTER + IN_BLOCKS {
        return None;
    }
    let (step, time, interval) = (bytes.u64()?, bytes.f64()?, bytes.f64()?);
    let (streams, size) = streams(&mut bytes, in_blocks, layout.bodies)?;
    let counts = |at: usize| (layout.bodies - at * size).min(size);
    let mut now = match kind & AFTER {
        0 => Past::nothing(streams.len()),
        _ => past.take().filter(|past| {
            let mut blocks = past.blocks.iter().enumerate();
            past.blocks.len() == streams.len()
                && blocks.all(|(at, block)| block.bodies.len() == counts(at))
        })?,
    };
    now.age += u32::from(kind & AFTER);
    let seconds = now.go_on(time);
    let mut decoders: Vec<_> = streams.iter().map(|stream| Decoder::new(stream)).collect();
    for (at, (block, decoder)) in now.blocks.iter_mut().zip(&mut decoders).enumerate() {
        block.read_bodies(decoder, counts(at), seconds)?;
    }
    let bodies: Vec<CodedBody> =
        now.blocks.iter().flat_map(|block| block.bodies.iter().copied()).collect();
    let place = |body: usize| Some(bodies.get(body)?.place_before(interval));
    let mut contacts = Vec::new();
    for ((block, decoder), stream) in now.blocks.iter_mut().zip(&mut decoders).zip(&streams) {
        block.read_contacts(decoder, stream.len(), place)?;
        contacts.extend(block.contacts.contacts()?);
    }
    if in_blocks {
        contacts.sort_by_key(|contact| (contact.first, contact.second));
    }
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
    let bodies = bodies.iter().map(CodedBody::body).collect();
    let figures = figures?;
    *past = Some(now);
    Some(Frame { step, time, interval, figures, bodies, contacts, particles, sensors, hash })
}
