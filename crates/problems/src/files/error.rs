//! What can be wrong with a problem file, said with the file and the place.

use std::io;

use thiserror::Error;

use stickslip_solve::ProblemError;

/// Why a problem file could not be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file system or the decompressor refused.
    #[error("{file}: {action}: {source}")]
    Io {
        /// The file.
        file: String,
        /// What was attempted.
        action: &'static str,
        /// Its reason.
        source: io::Error,
    },
    /// Neither the name nor the content tells the format.
    #[error(
        "{file}: not a known kind of problem file (known: .json, .json.gz, .mtx, .hdf5, .h5; .mtx is only read)"
    )]
    UnknownFormat {
        /// The file.
        file: String,
    },
    /// A text file has something unexpected at a known place.
    #[error("{file}: line {line} column {column}: {reason}")]
    Text {
        /// The file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column in bytes, from 1.
        column: usize,
        /// What is wrong, with the key where there is one.
        reason: String,
    },
    /// A named value does not fit.
    #[error("{file}: {place} {reason}")]
    Value {
        /// The file.
        file: String,
        /// Key and index, such as `A.rows[17]` or `fclib_local/W/p[3]`.
        place: String,
        /// The rest of the sentence, such as `is 9 but n = 5`.
        reason: String,
    },
    /// The values do not make a problem.
    #[error("{file}: {source}")]
    Problem {
        /// The file.
        file: String,
        /// Why not.
        source: ProblemError,
    },
    /// The format has no way to say this problem.
    #[error("{file}: {reason}")]
    Unwritable {
        /// The file.
        file: String,
        /// What the format cannot say.
        reason: String,
    },
}

impl FileError {
    pub(super) fn value(file: &str, place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Value { file: file.into(), place: place.into(), reason: reason.into() }
    }

    pub(super) fn problem(file: &str) -> impl FnOnce(ProblemError) -> Self + '_ {
        move |source| Self::Problem { file: file.into(), source }
    }

    pub(super) fn io<'a>(
        file: &'a str,
        action: &'static str,
    ) -> impl FnOnce(io::Error) -> Self + 'a {
        move |source| Self::Io { file: file.into(), action, source }
    }
}
