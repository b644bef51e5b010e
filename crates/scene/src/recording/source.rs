//! The parts of a recording, one after the other.

use std::io::Read;

use super::error::{Cut, RecordingError};
use super::{FIGURES, Format, Frame, FrameContact, Header, MAGIC, NEWEST};

/// What is wrong with a frame; see [`Cut`].
pub struct Broken {
    reason: &'static str,
    torn: bool,
}

/// Bytes in a row.
pub struct Source<'a, R> {
    /// Where from.
    pub from: R,
    /// Its name in messages.
    pub file: &'a str,
    /// How many are gone.
    pub offset: usize,
}

impl<R: Read> Source<'_, R> {
    /// An error about the file.
    pub fn wrong(&self, reason: impl Into<String>) -> RecordingError {
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
    pub fn beginning(&mut self) -> Result<(usize, Header), RecordingError> {
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
    pub fn frames(
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
    pub fn frame(
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
pub fn layout(format: usize, header: &Header) -> Format {
    match format {
        1 => Format::One { interval: header.dt / header.substeps() as f64 },
        2 => Format::Two,
        _ => Format::Three,
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
    let touches = |contact: &FrameContact| contact.first.max(contact.second) < bodies;
    if frame.bodies.len() != bodies || !frame.contacts.iter().all(touches) {
        return Err("a frame speaks of other bodies than the header");
    }
    if !(frame.interval > 0.0 && frame.interval.is_finite()) {
        return Err("the interval of a frame is no length of time");
    }
    Ok(frame)
}
