//! The parts of a recording, one after the other.

use std::io::Read;

use super::compressed::{self, Past};
use super::error::{Cut, RecordingError};
use super::layout::{Format, Layout};
use super::{Frame, FrameContact, Header, MAGIC, NEWEST};

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
        if ![1, 2, NEWEST].contains(&format) {
            let known = format!("only formats 1, 2 and {NEWEST} are known");
            return Err(self.wrong(format!("format {format}, but {known}")));
        }
        let length = self.u32()?.ok_or_else(|| self.wrong(SHORT))?;
        let json = self.take(length)?;
        if json.len() < length {
            return Err(self.wrong(SHORT));
        }
        let header: Header = serde_json::from_slice(&json)
            .map_err(|error| self.wrong(format!("its header does not fit: {error}")))?;
        Ok((format, header))
    }

    /// Gives every whole frame, where it begins and whether it stands for itself
    /// to `each`; says what is left of the `length` bytes after the last.
    pub fn frames(
        &mut self,
        layout: &Layout,
        length: usize,
        mut each: impl FnMut(Frame, usize, bool),
    ) -> Result<Option<Cut>, RecordingError> {
        let mut past = None;
        loop {
            let offset = self.offset;
            match self.frame(layout, &mut past)? {
                Ok(Some((frame, alone))) => each(frame, offset, alone),
                Ok(None) => return Ok(None),
                Err(Broken { reason, torn }) => {
                    let bytes = length.saturating_sub(offset);
                    return Ok(Some(Cut { offset, bytes, reason, torn }));
                }
            }
        }
    }

    /// The next frame and whether it stands for itself; none at the end.
    pub fn frame(
        &mut self,
        layout: &Layout,
        past: &mut Option<Past>,
    ) -> Result<Result<Option<(Frame, bool)>, Broken>, RecordingError> {
        let broken = |reason, torn| Ok(Err(Broken { reason, torn }));
        const SHORT: &str = "the file ends in the middle of a frame";
        let before = self.offset;
        let Some(length) = self.u32()? else {
            return if self.offset == before { Ok(Ok(None)) } else { broken(SHORT, true) };
        };
        let Some(checksum) = self.u32()? else { return broken(SHORT, true) };
        let is_guarded = layout.format == Format::Four;
        if is_guarded {
            let Some(guard) = self.u32()? else { return broken(SHORT, true) };
            if [length, checksum, guard] == [0; 3] {
                // Ranks write it after all else of the frame.
                return broken(SHORT, true);
            }
            let heading = [length, checksum].map(|part| (part as u32).to_le_bytes());
            if crc32fast::hash(heading.as_flattened()) as usize != guard {
                return broken("the heading of a frame is wrong", false);
            }
        }
        let payload = self.take(length)?;
        if payload.len() < length {
            // Without a guard a wrong length may reach beyond the end too, but
            // then it is not the one that the counts in the frame make.
            let fits = || Frame::length(&payload, layout).is_none_or(|needed| needed == length);
            return broken(SHORT, is_guarded || fits());
        }
        let alone = !is_guarded || compressed::is_alone(&payload);
        let frame = decode(&payload, checksum, layout, past).map(|frame| Some((frame, alone)));
        Ok(frame.map_err(|reason| Broken { reason, torn: false }))
    }
}

fn decode(
    payload: &[u8],
    checksum: usize,
    layout: &Layout,
    past: &mut Option<Past>,
) -> Result<Frame, &'static str> {
    if crc32fast::hash(payload) as usize != checksum {
        return Err("the checksum of a frame is wrong");
    }
    let frame = match layout.format {
        Format::Four => compressed::read(payload, layout, past),
        Format::One { .. } | Format::Two => Frame::from_bytes(payload, layout),
    };
    let frame = frame.ok_or("a frame does not have the layout it needs")?;
    let touches = |contact: &FrameContact| contact.first.max(contact.second) < layout.parties;
    if frame.bodies.len() != layout.bodies || !frame.contacts.iter().all(touches) {
        return Err("a frame speaks of other bodies than the header");
    }
    if !(frame.interval > 0.0 && frame.interval.is_finite()) {
        return Err("the interval of a frame is no length of time");
    }
    Ok(frame)
}
