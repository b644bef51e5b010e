//! What can be wrong with a recording.

use std::fmt::{Display, Formatter};

use thiserror::Error;

/// Why a recording cannot be read at all.
#[derive(Debug, Error)]
#[non_exhaustive]
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

impl Display for Cut {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { offset, bytes, reason, .. } = self;
        let all = offset + bytes;
        write!(out, "the last {bytes} of {all} bytes, from byte {offset} on, are lost: {reason}")
    }
}
