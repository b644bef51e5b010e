//! Reading a recording as far as it is whole.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use thiserror::Error;

use super::{FIGURES, Frame, Header, MAGIC, VERSION};

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
}

/// A recording in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
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
        let header = source.header()?;
        let cut = source.frames(&header, bytes.len(), |frame, _| frames.push(frame))?;
        Ok(Self { header, frames, cut })
    }
}

/// A recording that stays in its file: a frame is read when it is asked for.
#[derive(Debug)]
pub struct RecordingFile {
    name: String,
    file: BufReader<File>,
    header: Header,
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
        let header = source.header()?;
        let cut =
            source.frames(&header, length, |frame, offset| frames.push((offset, frame.time)))?;
        Ok(Self { name, file, header, cut, frames })
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
        match source.frame(bodies)? {
            Ok(Some(frame)) => Ok(Some(frame)),
            Ok(None) | Err(_) => Err(source.wrong(changed)),
        }
    }
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

    fn header(&mut self) -> Result<Header, RecordingError> {
        if self.take(MAGIC.len())? != MAGIC {
            return Err(self.wrong("not a recording: it does not begin with STICKREC"));
        }
        const SHORT: &str = "it ends in its header";
        match self.u32()? {
            Some(VERSION) => {}
            Some(version) => {
                return Err(self.wrong(format!(
                    "version {version} of the format, but only version {VERSION} is known"
                )));
            }
            None => return Err(self.wrong(SHORT)),
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
        Ok(header)
    }

    /// Gives every whole frame and where it begins to `each`; says what is left
    /// of the `length` bytes after the last.
    fn frames(
        &mut self,
        header: &Header,
        length: usize,
        mut each: impl FnMut(Frame, usize),
    ) -> Result<Option<Cut>, RecordingError> {
        loop {
            let offset = self.offset;
            match self.frame(header.bodies.len())? {
                Ok(Some(frame)) => each(frame, offset),
                Ok(None) => return Ok(None),
                Err(reason) => {
                    let bytes = length.saturating_sub(offset);
                    return Ok(Some(Cut { offset, bytes, reason }));
                }
            }
        }
    }

    /// The next frame; none at the end, and a reason where it is not whole.
    fn frame(
        &mut self,
        bodies: usize,
    ) -> Result<Result<Option<Frame>, &'static str>, RecordingError> {
        const SHORT: &str = "the file ends in the middle of a frame";
        let before = self.offset;
        let Some(length) = self.u32()? else {
            return Ok(if self.offset == before { Ok(None) } else { Err(SHORT) });
        };
        let Some(checksum) = self.u32()? else { return Ok(Err(SHORT)) };
        let payload = self.take(length)?;
        Ok(if payload.len() < length {
            Err(SHORT)
        } else {
            decode(&payload, checksum, bodies).map(Some)
        })
    }
}

fn decode(payload: &[u8], checksum: usize, bodies: usize) -> Result<Frame, &'static str> {
    if crc32fast::hash(payload) as usize != checksum {
        return Err("the checksum of a frame is wrong");
    }
    let frame = Frame::from_bytes(payload).ok_or("a frame does not have the length it needs")?;
    let touches = |contact: &super::FrameContact| contact.first.max(contact.second) < bodies;
    if frame.bodies.len() != bodies || !frame.contacts.iter().all(touches) {
        return Err("a frame speaks of other bodies than the header");
    }
    Ok(frame)
}
