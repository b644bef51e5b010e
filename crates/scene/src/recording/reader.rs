//! Reading a recording as far as it is whole.

use std::path::Path;

use thiserror::Error;

use super::{FIGURES, Frame, Header, MAGIC, VERSION};
use crate::bytes::ByteReader;

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
        let wrong = |reason: String| RecordingError::Beginning { file: file.into(), reason };
        let mut rest = ByteReader(bytes);
        if rest.take(MAGIC.len()) != Some(MAGIC) {
            return Err(wrong("not a recording: it does not begin with STICKREC".into()));
        }
        match rest.u32() {
            Some(VERSION) => {}
            Some(version) => {
                return Err(wrong(format!(
                    "version {version} of the format, but only version {VERSION} is known"
                )));
            }
            None => return Err(wrong("it ends in its header".into())),
        }
        let json = rest
            .u32()
            .and_then(|length| rest.take(length))
            .ok_or_else(|| wrong("it ends in its header".into()))?;
        let header: Header = serde_json::from_slice(json)
            .map_err(|error| wrong(format!("its header does not fit: {error}")))?;
        if header.figures != FIGURES {
            return Err(wrong("its header names other figures than those known".into()));
        }
        let (mut frames, mut cut) = (Vec::new(), None);
        while !rest.0.is_empty() {
            let before = rest;
            match next_frame(&mut rest, header.bodies.len()) {
                Ok(frame) => frames.push(frame),
                Err(reason) => {
                    let left = before.0.len();
                    cut = Some(Cut { offset: bytes.len() - left, bytes: left, reason });
                    break;
                }
            }
        }
        Ok(Self { header, frames, cut })
    }
}

fn next_frame(rest: &mut ByteReader<'_>, bodies: usize) -> Result<Frame, &'static str> {
    const SHORT: &str = "the file ends in the middle of a frame";
    let length = rest.u32().ok_or(SHORT)?;
    let checksum = rest.u32().ok_or(SHORT)?;
    let payload = rest.take(length).ok_or(SHORT)?;
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
