//! Why a model could not be read: one sentence with its place.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where something stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub file: Arc<Path>,
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.file.display()),
            line => write!(f, "{}, line {line}", self.file.display()),
        }
    }
}

/// Why a model could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct ImportError {
    /// Where.
    pub place: Location,
    /// What is wrong there.
    pub what: String,
}

impl ImportError {
    /// Something is wrong at a place.
    pub fn new(place: Location, what: impl Into<String>) -> Self {
        Self { place, what: what.into() }
    }

    /// Something is wrong with a file as a whole.
    pub fn file(path: &Path, what: impl Into<String>) -> Self {
        Self::new(Location { file: path.into(), line: 0 }, what)
    }

    /// The file that is named.
    pub fn path(&self) -> PathBuf {
        self.place.file.to_path_buf()
    }
}

/// "; did you mean …?" with the nearest known name, or all of them where they
/// are few, or nothing.
pub(crate) fn hint<'a>(asked: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    // A name that goes on after a known one, such as geometry after geom.
    let begun = || known.iter().copied().find(|name| name.len() > 2 && asked.starts_with(name));
    match stickslip_solve::nearest_name(asked, known.iter().copied()).or_else(begun) {
        Some(near) => format!("; did you mean \"{near}\"?"),
        None if (1..=8).contains(&known.len()) => format!("; known are {}", known.join(", ")),
        None => String::new(),
    }
}
