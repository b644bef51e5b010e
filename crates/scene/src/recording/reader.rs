//! Reading a recording as far as it is whole.

use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom};
use std::path::Path;

use super::error::{Cut, RecordingError};
use super::source::{Source, layout};
use super::{Format, Frame, Header};

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
