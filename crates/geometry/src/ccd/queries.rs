//! Files of queries with their answers: CSV, also compressed by gzip.
//!
//! The columns are `id`, `kind` (`vf` or `ee`), `family`, `hit` (0, 1 or empty),
//! `toi_lo`, `toi_hi`, `min_dist`, and 24 coordinates: four points at t = 0, x, y
//! and z each, and the same at t = 1.

use std::io::Read;

use flate2::read::GzDecoder;
use glam::DVec3;
use thiserror::Error;

use super::query::{Kind, Query};

/// More than this is no file of queries (bytes, after decompression).
const MAX_BYTES: u64 = 1 << 30;
const COLUMNS: usize = 31;

/// A query with what its file tells of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Its name.
    pub id: String,
    /// The group it belongs to.
    pub family: String,
    /// The question.
    pub query: Query,
    /// Whether the features truly touch, where the file knows.
    pub hit: Option<bool>,
    /// Bounds of the true time, where they touch.
    pub time: Option<[f64; 2]>,
    /// The smallest distance, where they do not.
    pub distance: Option<f64>,
}

/// What is wrong with a file of queries.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum CaseError {
    /// The bytes are no text, or not what gzip makes.
    #[error("this is no text, nor text that gzip has compressed: {0}")]
    Unreadable(String),
    /// Longer than any file of queries.
    #[error("this is longer than 1 GiB")]
    TooLong,
    /// The first line.
    #[error("line 1: expected the header \"id,kind,family,hit,toi_lo,toi_hi,min_dist,p0x,…\"")]
    Header,
    /// A line with too many or too few fields.
    #[error("line {line}: expected {COLUMNS} fields, found {found}")]
    Fields {
        /// From 1.
        line: usize,
        /// How many there are.
        found: usize,
    },
    /// A field that cannot be read.
    #[error("line {line}, field {field}: expected {expected}, found \"{found}\"")]
    Field {
        /// From 1.
        line: usize,
        /// From 1.
        field: usize,
        /// What belongs there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
}

/// Reads the queries of a file from its bytes.
///
/// # Errors
/// Where the file does not have the layout above; the line is named.
pub fn read_cases(bytes: &[u8]) -> Result<Vec<Case>, CaseError> {
    let mut text = String::new();
    let unreadable = |error: std::io::Error| CaseError::Unreadable(error.to_string());
    let length = if bytes.starts_with(&[0x1f, 0x8b]) {
        GzDecoder::new(bytes).take(MAX_BYTES).read_to_string(&mut text).map_err(unreadable)?
    } else {
        { bytes }.take(MAX_BYTES).read_to_string(&mut text).map_err(unreadable)?
    };
    if length as u64 == MAX_BYTES {
        return Err(CaseError::TooLong);
    }
    let mut lines = text.lines().enumerate();
    if !lines.next().is_some_and(|(_, header)| header.starts_with("id,kind,family,hit")) {
        return Err(CaseError::Header);
    }
    lines.filter(|(_, line)| !line.is_empty()).map(|(at, line)| read_line(at + 1, line)).collect()
}

fn read_line(line: usize, text: &str) -> Result<Case, CaseError> {
    let fields: Vec<&str> = text.split(',').collect();
    if fields.len() != COLUMNS {
        return Err(CaseError::Fields { line, found: fields.len() });
    }
    let wrong = |at: usize, expected: &'static str| CaseError::Field {
        line,
        field: at + 1,
        expected,
        found: fields[at].chars().take(40).collect(),
    };
    let number = |at: usize| fields[at].trim().parse::<f64>().map_err(|_| wrong(at, "a number"));
    let optional = |at: usize| match fields[at].trim() {
        "" => Ok(None),
        _ => number(at).map(Some),
    };
    let kind = match fields[1].trim() {
        "vf" => Kind::VertexFace,
        "ee" => Kind::EdgeEdge,
        _ => return Err(wrong(1, "vf or ee")),
    };
    let hit = match fields[3].trim() {
        "" => None,
        "0" => Some(false),
        "1" => Some(true),
        _ => return Err(wrong(3, "0, 1 or nothing")),
    };
    let time = match (optional(4)?, optional(5)?) {
        (Some(low), Some(high)) => Some([low, high]),
        _ => None,
    };
    let mut points = [[DVec3::ZERO; 4]; 2];
    for at in 0..24 {
        points[at / 12][at % 12 / 3][at % 3] = number(7 + at)?;
    }
    let [start, end] = points;
    Ok(Case {
        id: fields[0].to_owned(),
        family: fields[2].to_owned(),
        query: Query { kind, start, end },
        hit,
        time,
        distance: optional(6)?,
    })
}
