//! Reading a recording as far as it is whole.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use thiserror::Error;

use super::{FIGURES, Format, Frame, Header, MAGIC, NEWEST};

/// Why a recording cannot be read at all.
#[derive(Debug, Error)]
pub enum RecordingError {
    /// The file system refused.
    #[error("{file}: cannot be read: {reason}")]
    Io {
        /// The file.
        file: String,
        /// What the system said.
        reason: std::io::Error,
    },
    /// Its beginning does not fit.
    #[error("{file}: {reason}")]
    Beginning {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
}

/// The end of a recording that is not whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// First byte that is not part of a whole frame.
    pub offset: usize,
    /// How many bytes are there from it on.
    pub bytes: usize,
    /// What is wrong with them.
    pub reason: &'static str,
    /// Whether they are no more than the beginning of a frame, as a run leaves
    /// it that was killed while it wrote.
    pub torn: bool,
}

/// A recording in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The number of its format.
    pub format: usize,
    /// What stands at its beginning.
    pub header: Header,
    /// Its whole frames.
    pub frames: Vec<Frame>,
    /// What follows them, where something does.
    pub cut: Option<Cut>,
}

impl Recording {
    /// Reads a file.
    pub fn read_file(path: &Path) -> Result<Self, RecordingError> {
        let file = path.display().to_string();
        match std::fs::read(path) {
            Ok(bytes) => Self::read(&bytes, &file),
            Err(reason) => Err(RecordingError::Io { file, reason }),
        }
    }

    /// Reads bytes; `file` names them in messages.
    pub fn read(bytes: &[u8], file: &str) -> Result<Self, RecordingError> {
        let mut frames = Vec::new();
        let mut source = Source { from: bytes, file, offset: 0 };
        let (format, header) = source.beginning()?;
        let layout = layout(format, &header);
        let cut = source.frames(&header, layout, bytes.len(), |frame, _| frames.push(frame))?;
        Ok(Self { format, header, frames, cut })
    }
}

/// A recording that stays in its file: a frame is read when it is asked for.
#[derive(Debug)]
pub struct RecordingFile {
    name: String,
    file: BufReader<File>,
    header: Header,
    layout: Format,
    cut: Option<Cut>,
    /// Where the frames begin, and their times.
    frames: Vec<(usize, f64)>,
}

impl RecordingFile {
    /// Goes through the whole file once, to know its frames.
    pub fn open(path: &Path) -> Result<Self, RecordingError> {
        let name = path.display().to_string();
        let cannot = |reason| RecordingError::Io { file: name.clone(), reason };
        let file = File::open(path).map_err(cannot)?;
        let length = file.metadata().map_err(cannot)?.len() as usize;
        let mut file = BufReader::new(file);
        let mut frames = Vec::new();
        let mut source = Source { from: &mut file, file: &name, offset: 0 };
        let (format, header) = source.beginning()?;
        let layout = layout(format, &header);
        let cut = source
            .frames(&header, layout, length, |frame, offset| frames.push((offset, frame.time)))?;
        Ok(Self { name, file, header, layout, cut, frames })
    }

    /// What stands at its beginning.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What follows the last whole frame, where something does.
    pub fn cut(&self) -> Option<&Cut> {
        self.cut.as_ref()
    }

    /// The simulated times of its whole frames (s).
    pub fn times(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.frames.iter().map(|frame| frame.1)
    }

    /// The frame at an index; none beyond the last.
    pub fn frame(&mut self, at: usize) -> Result<Option<Frame>, RecordingError> {
        let Some(&(offset, _)) = self.frames.get(at) else { return Ok(None) };
        let cannot = |reason| RecordingError::Io { file: self.name.clone(), reason };
        self.file.seek(SeekFrom::Start(offset as u64)).map_err(cannot)?;
        let bodies = self.header.bodies.len();
        let mut source = Source { from: &mut self.file, file: &self.name, offset };
        let changed = "it was changed while it was read";
        match source.frame(bodies, self.layout)? {
            Ok(Some(frame)) => Ok(Some(frame)),
            Ok(None) | Err(_) => Err(source.wrong(changed)),
        }
    }
}

/// What is wrong with a frame; see [`Cut`].
struct Broken {
    reason: &'static str,
    torn: bool,
}

/// Bytes in a row, and how many of them are gone.
struct Source<'a, R> {
    from: R,
    /// Its name in messages.
    file: &'a str,
    offset: usize,
}

impl<R: Read> Source<'_, R> {
    fn wrong(&self, reason: impl Into<String>) -> RecordingError {
        RecordingError::Beginning { file: self.file.into(), reason: reason.into() }
    }

    /// As many of the next bytes as there are. A length comes from the file, so
    /// memory is taken only for what is read.
    fn take(&mut self, count: usize) -> Result<Vec<u8>, RecordingError> {
        let mut bytes = Vec::new();
        let read = self.from.by_ref().take(count as u64).read_to_end(&mut bytes);
        let read = read.map_err(|reason| RecordingError::Io { file: self.file.into(), reason })?;
        self.offset += read;
        Ok(bytes)
    }

    /// A number; none where the bytes end before it.
    fn u32(&mut self) -> Result<Option<usize>, RecordingError> {
        let bytes = self.take(4)?;
        Ok(<[u8; 4]>::try_from(bytes).ok().map(|bytes| u32::from_le_bytes(bytes) as usize))
    }

    /// The number of the format and the header.
    fn beginning(&mut self) -> Result<(usize, Header), RecordingError> {
        if self.take(MAGIC.len())? != MAGIC {
            return Err(self.wrong("not a recording: it does not begin with STICKREC"));
        }
        const SHORT: &str = "it ends in its header";
        let format = self.u32()?.ok_or_else(|| self.wrong(SHORT))?;
        if !(1..=NEWEST).contains(&format) {
            let known = format!("only formats 1 to {NEWEST} are known");
            return Err(self.wrong(format!("format {format}, but {known}")));
        }
        let length = self.u32()?.ok_or_else(|| self.wrong(SHORT))?;
        let json = self.take(length)?;
        if json.len() < length {
            return Err(self.wrong(SHORT));
        }
        let header: Header = serde_json::from_slice(&json)
            .map_err(|error| self.wrong(format!("its header does not fit: {error}")))?;
        if header.figures != FIGURES {
            return Err(self.wrong("its header names other figures than those known"));
        }
        Ok((format, header))
    }

    /// Gives every whole frame and where it begins to `each`; says what is left
    /// of the `length` bytes after the last.
    fn frames(
        &mut self,
        header: &Header,
        layout: Format,
        length: usize,
        mut each: impl FnMut(Frame, usize),
    ) -> Result<Option<Cut>, RecordingError> {
        loop {
            let offset = self.offset;
            match self.frame(header.bodies.len(), layout)? {
                Ok(Some(frame)) => each(frame, offset),
                Ok(None) => return Ok(None),
                Err(Broken { reason, torn }) => {
                    let bytes = length.saturating_sub(offset);
                    return Ok(Some(Cut { offset, bytes, reason, torn }));
                }
            }
        }
    }

    /// The next frame; none at the end.
    fn frame(
        &mut self,
        bodies: usize,
        layout: Format,
    ) -> Result<Result<Option<Frame>, Broken>, RecordingError> {
        let short =
            |torn| Ok(Err(Broken { reason: "the file ends in the middle of a frame", torn }));
        let before = self.offset;
        let Some(length) = self.u32()? else {
            return if self.offset == before { Ok(Ok(None)) } else { short(true) };
        };
        let Some(checksum) = self.u32()? else { return short(true) };
        let payload = self.take(length)?;
        if payload.len() < length {
            // A wrong length may reach beyond the end too, but then it is not
            // the one that the counts in the frame make.
            return short(Frame::length(&payload, layout).is_none_or(|needed| needed == length));
        }
        let broken = |reason| Broken { reason, torn: false };
        Ok(decode(&payload, checksum, bodies, layout).map(Some).map_err(broken))
    }
}

/// How the frames of a file of this format are laid out.
fn layout(format: usize, header: &Header) -> Format {
    match format {
        1 => Format::One { interval: header.dt / header.substeps() as f64 },
        _ => Format::Two,
    }
}

fn decode(
    payload: &[u8],
    checksum: usize,
    bodies: usize,
    layout: Format,
) -> Result<Frame, &'static str> {
    if crc32fast::hash(payload) as usize != checksum {
        return Err("the checksum of a frame is wrong");
    }
    let frame =
        Frame::from_bytes(payload, layout).ok_or("a frame does not have the layout it needs")?;
    let touches = |contact: &super::FrameContact| contact.first.max(contact.second) < bodies;
    if frame.bodies.len() != bodies || !frame.contacts.iter().all(touches) {
        return Err("a frame speaks of other bodies than the header");
    }
    if !(frame.interval > 0.0 && frame.interval.is_finite()) {
        return Err("the interval of a frame is no length of time");
    }
    Ok(frame)
}
