//! One saved state that many ranks write, or read, side by side.
//!
//! Each rank codes a stretch of the bodies and one of the contacts, and when all know what all
//! have coded, each writes its bytes where they belong. They are those of a state that one writes
//! alone. Each rank reads a stretch of both, and of the bytes that the checksum is of.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use crc32fast::Hasher;
use stickslip_dynamics::{BodyState, ContactMemory, State};

use super::{
    BODY, CONTACT, JOINT, MAGIC, ROW, StateFileError, VERSION, begin, read_body, read_contact,
    read_joint, read_row, told, write_body, write_contact, write_joints, write_rest,
};
use crate::bytes::{ByteReader, ByteWriter};

/// Bytes before the payload.
const HEAD: u64 = 16;
/// Bytes that are read at once for a checksum.
const CHUNK: u64 = 1 << 20;

/// What a rank has coded of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateShare {
    /// Bodies.
    pub bodies: usize,
    /// Contacts.
    pub contacts: usize,
    /// CRC-32 of each.
    pub checksums: [u32; 2],
}

/// One rank's part of a state, as bytes.
#[derive(Clone, Debug)]
pub struct CodedState {
    bodies: Vec<u8>,
    contacts: Vec<u8>,
    share: StateShare,
}

impl CodedState {
    /// Codes some bodies and contacts.
    pub fn new(bodies: &[BodyState], contacts: &[ContactMemory]) -> Self {
        let counts = (bodies.len(), contacts.len());
        let mut coded =
            [counts.0 * BODY, counts.1 * CONTACT].map(|size| ByteWriter(Vec::with_capacity(size)));
        bodies.iter().for_each(|body| write_body(body, &mut coded[0]));
        contacts.iter().for_each(|contact| write_contact(contact, &mut coded[1]));
        let [bodies, contacts] = coded.map(|coded| coded.0);
        let checksums = [&bodies, &contacts].map(|bytes| crc32fast::hash(bytes));
        let share = StateShare { bodies: counts.0, contacts: counts.1, checksums };
        Self { bodies, contacts, share }
    }

    /// What the other ranks need to know of it.
    pub fn share(&self) -> StateShare {
        self.share
    }

    /// Writes this rank's part, given what all have, in the order of the ranks; the first one
    /// writes what belongs to nobody else: of `rest` all but bodies and contacts.
    pub fn write(
        &self,
        file: &mut File,
        (shares, rank): (&[StateShare], usize),
        (scene, rest): (&str, &State),
    ) -> io::Result<()> {
        let count = |of: fn(&StateShare) -> usize, shares: &[StateShare]| -> usize {
            shares.iter().map(of).sum()
        };
        let bodies = |shares: &[StateShare]| count(|own| own.bodies, shares);
        let contacts = |shares: &[StateShare]| count(|own| own.contacts, shares);
        let [mut before, mut between, mut behind] = [(); 3].map(|()| ByteWriter::default());
        before.u32(scene.len());
        before.0.extend(scene.as_bytes());
        begin(rest, bodies(shares), &mut before);
        write_joints(rest, contacts(shares), &mut between);
        write_rest(rest, &mut behind);
        let first_body = HEAD + before.0.len() as u64;
        let joints = first_body + (bodies(shares) * BODY) as u64;
        let first_contact = joints + between.0.len() as u64;
        let end = first_contact + (contacts(shares) * CONTACT) as u64;
        let earlier = &shares[..rank];
        put(file, first_body + (bodies(earlier) * BODY) as u64, &self.bodies)?;
        put(file, first_contact + (contacts(earlier) * CONTACT) as u64, &self.contacts)?;
        if rank == 0 {
            let mut checksum = Hasher::new();
            let part = |own: &StateShare, at: usize| {
                let length = [own.bodies * BODY, own.contacts * CONTACT][at];
                Hasher::new_with_initial_len(own.checksums[at], length as u64)
            };
            checksum.update(&before.0);
            shares.iter().for_each(|own| checksum.combine(&part(own, 0)));
            checksum.update(&between.0);
            shares.iter().for_each(|own| checksum.combine(&part(own, 1)));
            checksum.update(&behind.0);
            let mut head = ByteWriter(MAGIC.to_vec());
            head.u32(VERSION);
            head.u32(checksum.finalize() as usize);
            head.0.extend(before.0);
            put(file, 0, &head.0)?;
            put(file, joints, &between.0)?;
            put(file, end, &behind.0)?;
        }
        file.sync_all()
    }
}

fn put(file: &mut File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

/// A saved state of which some bodies and contacts are read.
#[derive(Debug)]
pub struct StateReader {
    file: File,
    name: String,
    length: u64,
    checksum: u32,
    scene: String,
    /// All but bodies, contacts, and what no rank takes.
    rest: State,
    bodies: (usize, u64),
    contacts: (usize, u64),
}

impl StateReader {
    /// Reads what belongs to no rank.
    pub fn open(path: &Path) -> Result<Self, StateFileError> {
        let name = path.display().to_string();
        let failed = |reason| StateFileError::Io { file: name.clone(), reason };
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut reader = Self {
            file,
            name,
            length,
            checksum: 0,
            scene: String::new(),
            rest: State::default(),
            bodies: (0, 0),
            contacts: (0, 0),
        };
        let head = reader.bytes(0, HEAD).unwrap_or_default();
        let mut head = ByteReader(&head);
        if head.take(MAGIC.len()) != Some(MAGIC) {
            return Err(reader.wrong("not a saved state: it does not begin with STICKSTA"));
        }
        let version = head.u32().filter(|version| (1..=VERSION).contains(version));
        let version = version
            .ok_or_else(|| reader.wrong("another version of the format than those known"))?;
        reader.checksum = head.u32().unwrap_or_default() as u32;
        let read = reader.read(version);
        read.ok_or_else(|| reader.wrong("its content does not have the length it needs"))?;
        Ok(reader)
    }

    fn wrong(&self, reason: &'static str) -> StateFileError {
        StateFileError::Content { file: self.name.clone(), reason }
    }

    /// Some bytes of the file; none where it ends before.
    fn bytes(&mut self, offset: u64, count: u64) -> Option<Vec<u8>> {
        offset.checked_add(count).filter(|end| *end <= self.length)?;
        let mut bytes = vec![0; usize::try_from(count).ok()?];
        self.file.seek(SeekFrom::Start(offset)).ok()?;
        self.file.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }

    /// Some bytes that follow their count, of so many each, and where they end.
    fn counted(&mut self, offset: u64, size: usize) -> Option<(usize, Vec<u8>, u64)> {
        let count = ByteReader(&self.bytes(offset, 4)?).u32()?;
        let bytes = self.bytes(offset + 4, count as u64 * size as u64)?;
        let end = offset + 4 + bytes.len() as u64;
        Some((count, bytes, end))
    }

    fn read(&mut self, version: usize) -> Option<()> {
        let (_, scene, at) = self.counted(HEAD, 1)?;
        self.scene = String::from_utf8(scene).ok()?;
        let when = self.bytes(at, 20)?;
        let mut when = ByteReader(&when);
        (self.rest.step, self.rest.time) = (when.u64()?, when.f64()?);
        self.bodies = (when.u32()?, at + 20);
        let at = self.bodies.1 + (self.bodies.0 * BODY) as u64;
        let (count, joints, at) = self.counted(at, JOINT)?;
        self.rest.joints = ByteReader(&joints).list(count, JOINT, read_joint)?;
        let (count, rows, at) = self.counted(at, ROW)?;
        let rows = ByteReader(&rows).list(count, ROW, read_row)?;
        (self.rest.joint_impulses, self.rest.joint_labels) = rows.into_iter().unzip();
        let count = ByteReader(&self.bytes(at, 4)?).u32()?;
        self.contacts = (count, at + 4);
        let at = self.contacts.1 + (count * CONTACT) as u64;
        if version > 1 {
            // What motors are commanded, and that no body is led.
            let (_, _, end) = self.counted(at, 9)?;
            let mut told = self.bytes(at, end - at)?;
            told.extend([0; 4]);
            (self.rest.controls, _) = told::read(&mut ByteReader(&told))?;
        }
        (at <= self.length).then_some(())
    }

    /// The name of the scene that it is of.
    pub fn scene(&self) -> &str {
        &self.scene
    }

    /// How many bodies and contacts there are.
    pub fn counts(&self) -> (usize, usize) {
        (self.bodies.0, self.contacts.0)
    }

    /// A number that tells it from others.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Time, and what joints carry; no bodies and no contacts.
    pub fn rest(&self) -> &State {
        &self.rest
    }

    /// Some of its bodies, by their numbers.
    pub fn bodies(&mut self, some: Range<usize>) -> Result<Vec<BodyState>, StateFileError> {
        self.list(self.bodies, some, BODY, read_body)
    }

    /// Some of its contacts, in ascending order of their keys.
    pub fn contacts(&mut self, some: Range<usize>) -> Result<Vec<ContactMemory>, StateFileError> {
        self.list(self.contacts, some, CONTACT, read_contact)
    }

    fn list<T>(
        &mut self,
        (count, offset): (usize, u64),
        some: Range<usize>,
        size: usize,
        read: impl Fn(&mut ByteReader<'_>) -> Option<T>,
    ) -> Result<Vec<T>, StateFileError> {
        let some = some.start.min(count)..some.end.min(count);
        let bytes = self.bytes(offset + (some.start * size) as u64, (some.len() * size) as u64);
        let items = bytes.and_then(|bytes| ByteReader(&bytes).list(some.len(), size, read));
        items.ok_or_else(|| self.wrong("its content does not have the length it needs"))
    }

    /// CRC-32 of one of so many stretches of its bytes, and their number.
    pub fn stretch(&mut self, part: u64, parts: u64) -> Result<(u32, u64), StateFileError> {
        let length = self.length - HEAD;
        let (mut at, end) = (part * length / parts, (part + 1) * length / parts);
        let (mut checksum, count) = (Hasher::new(), end - at);
        while at < end {
            let size = CHUNK.min(end - at);
            let bytes = self.bytes(HEAD + at, size);
            checksum.update(&bytes.ok_or_else(|| self.wrong("cut short while it is read"))?);
            at += size;
        }
        Ok((checksum.finalize(), count))
    }

    /// Checks that all stretches, in their order, are what was written.
    pub fn check(&self, stretches: &[(u32, u64)]) -> Result<(), StateFileError> {
        let mut all = Hasher::new();
        for &(checksum, length) in stretches {
            all.combine(&Hasher::new_with_initial_len(checksum, length));
        }
        match all.finalize() == self.checksum {
            true => Ok(()),
            false => Err(self.wrong("cut short or changed: its checksum is wrong")),
        }
    }
}
