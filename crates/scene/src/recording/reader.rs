//! Reading a recording as far as it is whole.

use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom};
use std::path::Path;

use super::compressed::Past;
use super::error::{Cut, RecordingError};
use super::layout::Layout;
use super::source::Source;
use super::{FIGURES, Frame, Header};

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
        let layout = Layout::new(format, &header);
        let cut = source.frames(&layout, bytes.len(), |frame, _, _| frames.push(frame))?;
        Ok(Self { format, header, frames, cut })
    }
}

/// A recording that stays in its file: a frame is read when it is asked for.
#[derive(Debug)]
pub struct RecordingFile {
    name: String,
    file: BufReader<File>,
    header: Header,
    layout: Layout,
    cut: Option<Cut>,
    frames: Vec<Entry>,
    /// The frame that was read last, which the next may be written against.
    reached: Option<(usize, Option<Past>)>,
}

/// What is known of a frame without reading it again.
#[derive(Debug)]
struct Entry {
    /// Where it begins.
    offset: usize,
    /// Its time (s).
    time: f64,
    /// Whether it stands for itself.
    alone: bool,
    figures: [f64; FIGURES.len()],
    sensors: Vec<f64>,
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
        let layout = Layout::new(format, &header);
        let cut = source.frames(&layout, length, |frame, offset, alone| {
            let (time, figures) = (frame.time, frame.figures);
            let sensors = frame.sensors.clone();
            frames.push(Entry { offset, time, alone, figures, sensors });
        })?;
        Ok(Self { name, file, header, layout, cut, frames, reached: None })
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
        self.frames.iter().map(|frame| frame.time)
    }

    /// The figures of its whole frames, in the order of [`FIGURES`].
    pub fn figures(&self) -> impl ExactSizeIterator<Item = &[f64; FIGURES.len()]> + '_ {
        self.frames.iter().map(|frame| &frame.figures)
    }

    /// What sensors read in its whole frames, in the order of the header's names.
    pub fn sensors(&self) -> impl ExactSizeIterator<Item = &[f64]> + '_ {
        self.frames.iter().map(|frame| frame.sensors.as_slice())
    }

    /// The frame at an index; none beyond the last. It is read from the nearest
    /// one before it that stands for itself, or from the one that was read last.
    pub fn frame(&mut self, at: usize) -> Result<Option<Frame>, RecordingError> {
        let last = at.min(self.frames.len().saturating_sub(1));
        let Some(begin) =
            (0..=last).rev().find(|&it| self.frames.get(it).is_some_and(|it| it.alone))
        else {
            return Ok(None);
        };
        if at >= self.frames.len() {
            return Ok(None);
        }
        let (mut next, mut past) = match self.reached.take() {
            Some((last, past)) if (begin..at).contains(&last) => (last + 1, past),
            _ => (begin, None),
        };
        let offset = self.frames[next].offset;
        let cannot = |reason| RecordingError::Io { file: self.name.clone(), reason };
        self.file.seek(SeekFrom::Start(offset as u64)).map_err(cannot)?;
        let mut source = Source { from: &mut self.file, file: &self.name, offset };
        loop {
            let Ok(Some((frame, _))) = source.frame(&self.layout, &mut past)? else {
                return Err(source.wrong("it was changed while it was read"));
            };
            if next == at {
                self.reached = Some((at, past));
                return Ok(Some(frame));
            }
            next += 1;
        }
    }
}
