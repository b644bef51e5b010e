//! One recording that many ranks write side by side.
//!
//! Every rank codes blocks of its own, which have [`BLOCK`] bodies each; whatever number of ranks
//! there is, the bytes are the same. A frame is written in three rounds, between which ranks tell
//! each other what they know:
//!
//! 1. **code**: each codes its blocks. All get the [`Share`]s of all, and know where theirs begins.
//! 2. **write**: each writes its share; the first one what stands before and behind them.
//! 3. **end**: where all have written, the first one writes the frame's heading, which makes it
//!    part of the file.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use crc32fast::Hasher;
use glam::DVec3;

use super::coded::{CodedBody, place_before};
use super::coded_contact::CodedContacts;
use super::compressed::{ALONE, HEAD, IN_BLOCKS, Past, chunks, head, too_large};
use super::writer::{Bodies, HEADING, begin_one_by_one, heading};
use super::{Frame, FrameBody, FrameContact, Header};

/// Bodies of a block.
pub const BLOCK: usize = 1024;

/// Bodies with successive numbers, and contacts: what a rank writes of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrameBlock {
    /// Its bodies, [`BLOCK`] of them but for the last block.
    pub bodies: Vec<FrameBody>,
    /// Its contacts: all of a pair of bodies belong to one block.
    pub contacts: Vec<PlacedContact>,
}

/// A contact with the places and velocities of both centres of mass (m, m/s).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedContact {
    /// The contact.
    pub contact: FrameContact,
    /// Those of the first body and of the second.
    pub ends: [[DVec3; 2]; 2],
}

/// What a rank has coded of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Share {
    /// Bytes of each of its blocks.
    pub lengths: Vec<u32>,
    /// CRC-32 of them all.
    pub checksum: u32,
}

impl Share {
    fn bytes(&self) -> u64 {
        self.lengths.iter().map(|&length| u64::from(length)).sum()
    }
}

/// One rank's hand in a recording.
#[derive(Debug)]
pub struct SharedRecorder {
    file: File,
    /// Whether it writes what belongs to nobody else.
    is_first: bool,
    /// Where the next frame begins.
    offset: u64,
    past: Option<Past>,
    coded: Vec<u8>,
    /// Length and checksum of the payload that was written last.
    payload: Option<(usize, u32)>,
}

impl SharedRecorder {
    /// Begins a recording, with a header whose bodies come one by one; the first rank does. It
    /// says where frames begin.
    pub fn create(path: &Path, header: Header, bodies: &mut Bodies<'_>) -> io::Result<(Self, u64)> {
        let mut file = File::create(path)?;
        let offset = begin_one_by_one(&mut io::BufWriter::new(&mut file), header, bodies)?;
        Ok((Self::new(file, true, offset), offset))
    }

    /// Joins the first rank in a recording that it has begun, whose frames begin at `offset`.
    pub fn join(path: &Path, offset: u64) -> io::Result<Self> {
        Ok(Self::new(OpenOptions::new().write(true).open(path)?, false, offset))
    }

    fn new(file: File, is_first: bool, offset: u64) -> Self {
        Self { file, is_first, offset, past: None, coded: Vec::new(), payload: None }
    }

    /// Codes this rank's blocks of the frame at `time`, whose contacts acted for `interval`
    /// seconds with impulses of no larger part than `largest` in any block of any rank.
    pub fn code(
        &mut self,
        blocks: &[FrameBlock],
        (time, interval): (f64, f64),
        largest: f64,
    ) -> io::Result<Share> {
        let fits =
            |at: usize, block: &super::block::Block| block.bodies.len() == blocks[at].bodies.len();
        let mut now = Past::begun(self.past.take(), blocks.len(), fits);
        let seconds = now.go_on(time);
        self.coded.clear();
        let mut share = Share::default();
        for (past, block) in now.blocks.iter_mut().zip(blocks) {
            let bodies: Option<Vec<CodedBody>> = block.bodies.iter().map(CodedBody::new).collect();
            let contacts = block.contacts.iter().map(|own| {
                let place = |[place, velocity]: [DVec3; 2]| place_before(place, velocity, interval);
                let [one, two] = own.ends.map(place);
                (&own.contact, one.zip(two).map(|(one, two)| [one, two]))
            });
            let contacts = CodedContacts::new(contacts, largest);
            let (bodies, contacts) = bodies.zip(contacts).ok_or_else(too_large)?;
            let coded = past.write(bodies, contacts, seconds);
            share.lengths.push(u32::try_from(coded.len()).map_err(|_| too_large())?);
            self.coded.extend(coded);
        }
        share.checksum = crc32fast::hash(&self.coded);
        self.past = Some(now);
        Ok(share)
    }

    /// Writes what this rank has coded, given what all have, in the order of their blocks. Of
    /// `frame` only what belongs to no block is kept: all but bodies and contacts.
    pub fn write(&mut self, shares: &[Share], rank: usize, frame: &Frame) -> io::Result<()> {
        let lengths = || shares.iter().flat_map(|share| &share.lengths);
        let index = HEAD + 4 + 4 * lengths().count();
        let before = shares[..rank].iter().map(Share::bytes).sum::<u64>();
        let first = self.offset + (HEADING + index) as u64;
        let coded = std::mem::take(&mut self.coded);
        self.put(first + before, &coded)?;
        self.coded = coded;
        let behind = chunks(frame)?;
        let all = shares.iter().map(Share::bytes).sum::<u64>();
        let is_alone = self.past.as_ref().is_none_or(Past::is_alone);
        let kind = IN_BLOCKS + if is_alone { ALONE } else { ALONE + 1 };
        let mut beginning = head(kind, frame.step, frame.time, frame.interval);
        beginning.u32(BLOCK);
        lengths().for_each(|&length| beginning.u32(length as usize));
        if self.is_first {
            self.put(self.offset, &[0; HEADING])?;
            self.put(self.offset + HEADING as u64, &beginning.0)?;
            self.put(first + all, &behind)?;
        }
        let mut checksum = Hasher::new();
        checksum.update(&beginning.0);
        for share in shares {
            checksum.combine(&Hasher::new_with_initial_len(share.checksum, share.bytes()));
        }
        checksum.update(&behind);
        let length = index + all as usize + behind.len();
        self.payload = Some((length, checksum.finalize()));
        Ok(())
    }

    /// Makes the frame part of the file, once all ranks have written.
    pub fn end(&mut self) -> io::Result<()> {
        let Some((length, checksum)) = self.payload.take() else { return Ok(()) };
        if self.is_first {
            self.put(self.offset, &heading(length, checksum)?)?;
        }
        self.offset += (HEADING + length) as u64;
        Ok(())
    }

    fn put(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.file.seek(SeekFrom::Start(offset))?;
        self.file.write_all(bytes)
    }
}
