//! Writing a recording, frame by frame.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use super::compressed::{self, Past};
use super::{BodyHeader, FIGURES, Frame, Header, MAGIC, NEWEST};
use crate::bytes::ByteWriter;

/// Writes a recording; every frame is in the file when its call returns.
#[derive(Debug)]
pub struct Recorder<W: Write> {
    target: W,
    past: Option<Past>,
    written: usize,
}

impl Recorder<BufWriter<File>> {
    /// Begins a recording in a file.
    pub fn create(path: &Path, header: &Header) -> io::Result<Self> {
        Self::new(BufWriter::new(File::create(path)?), header)
    }
}

impl<W: Write> Recorder<W> {
    /// Begins a recording.
    pub fn new(mut target: W, header: &Header) -> io::Result<Self> {
        let written = begin(&mut target, header)?;
        Ok(Self { target, past: None, written })
    }

    /// Adds a frame.
    pub fn record(&mut self, frame: &Frame) -> io::Result<()> {
        let payload = compressed::write(frame, &mut self.past)?;
        let heading = heading(payload.len(), crc32fast::hash(&payload))?;
        self.target.write_all(&heading)?;
        self.target.write_all(&payload)?;
        self.written += heading.len() + payload.len();
        self.target.flush()
    }

    /// Bytes so far.
    pub fn written(&self) -> usize {
        self.written
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.target
    }
}

/// Writes what stands before all frames; gives how many bytes that are.
pub fn begin(target: &mut impl Write, header: &Header) -> io::Result<usize> {
    // The frames of an older file have today's figures once they are read.
    let header = Header { figures: FIGURES.map(String::from).into(), ..header.clone() };
    let json = serde_json::to_vec(&header)?;
    let mut bytes = ByteWriter(MAGIC.to_vec());
    bytes.u32(NEWEST);
    bytes.0.extend(length(json.len())?);
    target.write_all(&bytes.0)?;
    target.write_all(&json)?;
    target.flush()?;
    Ok(bytes.0.len() + json.len())
}

/// Whoever gives the bodies of a header one by one, to be written.
pub type Bodies<'a> =
    dyn FnMut(&mut dyn FnMut(&BodyHeader) -> io::Result<()>) -> io::Result<()> + 'a;

/// Writes the same bytes as [`begin`] at the beginning of a file, of a header whose bodies come one
/// by one.
pub fn begin_one_by_one(
    target: &mut (impl Write + Seek),
    header: Header,
    bodies: &mut Bodies<'_>,
) -> io::Result<u64> {
    let none = Header { figures: FIGURES.map(String::from).into(), bodies: Vec::new(), ..header };
    let json = serde_json::to_string(&none)?;
    // Inside of strings quotes are escaped, so that this is the key.
    let (before, behind) = json.split_once("\"bodies\":[]").unwrap_or((&json, ""));
    let mut bytes = ByteWriter(MAGIC.to_vec());
    bytes.u32(NEWEST);
    let place = bytes.0.len() as u64;
    bytes.u32(0);
    let first = bytes.0.len() as u64;
    target.write_all(&bytes.0)?;
    write!(target, "{before}\"bodies\":[")?;
    let mut is_first = true;
    bodies(&mut |body| {
        let comma = if std::mem::take(&mut is_first) { "" } else { "," };
        write!(target, "{comma}{}", serde_json::to_string(body)?)
    })?;
    write!(target, "]{behind}")?;
    let end = target.stream_position()?;
    target.seek(SeekFrom::Start(place))?;
    target.write_all(&length((end - first) as usize)?)?;
    target.flush()?;
    Ok(end)
}

/// Bytes of what [`heading`] gives.
pub const HEADING: usize = 12;

/// What stands before a payload of so many bytes with this checksum.
pub fn heading(bytes: usize, checksum: u32) -> io::Result<[u8; HEADING]> {
    let mut heading = [0; HEADING];
    heading[..4].copy_from_slice(&length(bytes)?);
    heading[4..8].copy_from_slice(&checksum.to_le_bytes());
    let guard = crc32fast::hash(&heading[..8]);
    heading[8..].copy_from_slice(&guard.to_le_bytes());
    Ok(heading)
}

fn length(bytes: usize) -> io::Result<[u8; 4]> {
    let length = u32::try_from(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::FileTooLarge, "a part exceeds 4 GiB"))?;
    Ok(length.to_le_bytes())
}
