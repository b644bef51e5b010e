//! JSON documents of questions, read with the place of what is wrong in them.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;
use serde_json::Value;
use stickslip_geometry::glam::DVec3;

use super::wrong;
use crate::error::Failure;

/// More than this is no document of questions (bytes, after decompression).
const MAX_BYTES: u64 = 1 << 28;

/// Reads a document, also one that gzip has compressed.
pub fn read(path: &PathBuf) -> Result<Value, Failure> {
    let bytes = super::read(path)?;
    let mut text = String::new();
    let taken = if bytes.starts_with(&[0x1f, 0x8b]) {
        GzDecoder::new(bytes.as_slice()).take(MAX_BYTES).read_to_string(&mut text)
    } else {
        bytes.as_slice().take(MAX_BYTES).read_to_string(&mut text)
    };
    match taken {
        Err(error) => Err(wrong(path, format!("this is no text: {error}"))),
        Ok(length) if length as u64 == MAX_BYTES => Err(wrong(path, "longer than 256 MiB")),
        Ok(_) => serde_json::from_str(&text).map_err(|error| wrong(path, error)),
    }
}

/// A part of a document, with where it is.
pub struct Part<'a> {
    path: &'a Path,
    place: String,
    value: &'a Value,
}

impl<'a> Part<'a> {
    /// The whole.
    pub fn new(path: &'a Path, value: &'a Value) -> Self {
        Self { path, place: String::new(), value }
    }

    /// What is under a key, `null` where there is nothing.
    pub fn key(&self, key: &str) -> Part<'a> {
        let place =
            if self.place.is_empty() { key.into() } else { format!("{}.{key}", self.place) };
        Part { path: self.path, place, value: self.value.get(key).unwrap_or(&Value::Null) }
    }

    /// The entries of a list.
    pub fn entries(&self) -> Result<Vec<Part<'a>>, Failure> {
        let list = self.value.as_array().ok_or_else(|| self.wrong("expected a list"))?;
        let entry =
            |(at, value)| Part { path: self.path, place: format!("{}[{at}]", self.place), value };
        Ok(list.iter().enumerate().map(entry).collect())
    }

    /// The value as something else.
    pub fn read<T: DeserializeOwned>(&self, expected: &str) -> Result<T, Failure> {
        let read = serde_json::from_value(self.value.clone());
        read.map_err(|_| self.wrong(&format!("expected {expected}")))
    }

    /// A finite number.
    pub fn number(&self) -> Result<f64, Failure> {
        self.read("a number")
    }

    /// Three numbers.
    pub fn point(&self) -> Result<DVec3, Failure> {
        self.read::<[f64; 3]>("three numbers").map(DVec3::from_array)
    }

    /// A list of three numbers each.
    pub fn points(&self) -> Result<Vec<DVec3>, Failure> {
        self.entries()?.iter().map(Part::point).collect()
    }

    /// What is wrong here.
    pub fn wrong(&self, what: &str) -> Failure {
        let dot = if self.place.is_empty() { "" } else { ": " };
        wrong(self.path, format!("{}{dot}{what}", self.place))
    }
}
