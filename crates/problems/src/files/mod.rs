//! Problem files: JSON for people and tests, HDF5 in the layout of the FCLib
//! collection, and Matrix Market for matrices from elsewhere.
//!
//! | file | read | written | kinds |
//! |---|---|---|---|
//! | `.json`, `.json.gz` | yes | yes | all |
//! | `.hdf5`, `.h5` (FCLib) | yes | yes | `ncp` |
//! | `.mtx` with `b`, `lo`, `hi` beside it | yes | no | `lcp`, `blcp` |
//!
//! # JSON
//! The keys are `name`, `kind`, `n`, `A` {`rows`, `cols`, `vals`}, `b`, `lo`,
//! `hi`, `contacts` [{`normal`, `tangents`, `mu`}], `x0`, `solution`, and for
//! the factored form A = J M⁻¹ Jᵀ + C: `J` {`rows`, `cols`, `vals`, `ncols`},
//! `Minv` {`rows`, `cols`, `vals`} and `C` (n numbers, or triplets on the
//! diagonal), or for a pressure on a grid, which no method need form a matrix
//! of: `grid` {`counts`, `cells`, `faces`}, the cells along each axis, the cell
//! of each row, and by axis c of the face between each cell and the next;
//! (A x)ᵢ = Σ c (xᵢ − xⱼ) over the faces of cell i, xⱼ = 0 behind a face to a
//! cell without a row. Indices count from 0, both triangles are listed and
//! duplicates add up. `kind`, `n`, `b` and one of `A`, `J` with `Minv` or
//! `grid` are needed.
//!
//! A `null` in `lo` or `hi` means no bound on that side. Without the key `lo`
//! the tangents named in `contacts` have no lower bound and every other row has
//! 0; without `hi` no row has an upper bound. Without `name` the problem is
//! called as its file.
//!
//! # Matrix Market
//! Beside `foo.mtx` stand `foo.b`, `foo.lo`, `foo.hi` (or `foo_b.mtx` …);
//! beside `A.mtx` also `b.mtx`, `b.txt` or `b` and so on. A vector is one
//! number per line or a Matrix Market file; bounds may be `inf` and `-inf`.
//! With neither bound the problem is an `lcp`; a missing `lo` is 0, a missing
//! `hi` is ∞.
//!
//! # FCLib
//! `fclib_local` is read as an assembled A = W, which stays as unsymmetric as it
//! is stored; `fclib_global` as the factored form with J = Hᵀ and M⁻¹ by blocks
//! (as an assembled A where M is unsymmetric or has large blocks). Bilateral
//! rows follow the contact rows and are free. `guesses/1` becomes `x0`; a
//! solution of zeros, as in the public files, means that none is known.
//!
//! Written are `fclib_global` where the problem is known in factors without
//! compliance, else `fclib_local`; rows in the order of the contacts, then the
//! free rows; the name as `info/title`. All numbers survive to the bit, except
//! that a global file stores M and not M⁻¹.

mod error;
mod fclib;
mod json;
mod matrix_market;

pub use error::FileError;
pub use json::{read_json, to_json};

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use stickslip_files::replace_file;
use stickslip_solve::Problem;

/// The formats by what has to be done with the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Json,
    CompressedJson,
    MatrixMarket,
    Hdf5,
}

/// Endings of file names, longest first where one ends another.
const ENDINGS: [(&str, Format); 5] = [
    (".json.gz", Format::CompressedJson),
    (".json", Format::Json),
    (".mtx", Format::MatrixMarket),
    (".hdf5", Format::Hdf5),
    (".h5", Format::Hdf5),
];

/// Beginnings of content that no other format has.
const SIGNATURES: [(&[u8], Format); 3] = [
    (b"\x89HDF\r\n\x1a\n", Format::Hdf5),
    (b"\x1f\x8b", Format::CompressedJson),
    (b"%%MatrixMarket", Format::MatrixMarket),
];

/// Reads a problem file. A signature at its beginning decides the format, then
/// the ending of its name, then an opening brace.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("one.json");
/// # std::fs::write(&path, r#"{"kind": "lcp", "n": 1, "A": {"rows": [0], "cols": [0], "vals": [2]}, "b": [-1]}"#)?;
/// let problem = stickslip_problems::files::read(&path)?;
/// assert_eq!(problem.name(), "one");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(path: &Path) -> Result<Problem, FileError> {
    let file = path.display().to_string();
    let bytes = fs::read(path).map_err(FileError::io(&file, "cannot be read"))?;
    let signed =
        SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)).map(|found| found.1);
    let braced = || bytes.trim_ascii_start().starts_with(b"{").then_some(Format::Json);
    match signed.or_else(|| format_by_name(&file)).or_else(braced) {
        Some(Format::Json) => read_json(&text(bytes, &file)?, &file),
        Some(Format::CompressedJson) => read_json(&text(decompress(&bytes, &file)?, &file)?, &file),
        Some(Format::MatrixMarket) => matrix_market::read(path, &text(bytes, &file)?, &file),
        Some(Format::Hdf5) => fclib::read(bytes, &file),
        None => Err(FileError::UnknownFormat { file }),
    }
}

/// Writes a problem in the format that the ending of `path` names. The file
/// appears whole or not at all.
///
/// HDF5 holds `ncp` only, and its rows are in the order of the contacts, then
/// the free rows; see the [module](self).
pub fn write(problem: &Problem, path: &Path) -> Result<(), FileError> {
    let file = path.display().to_string();
    let bytes = match format_by_name(&file) {
        Some(Format::Json) => to_json(problem).into_bytes(),
        Some(Format::CompressedJson) => compress(to_json(problem).as_bytes())
            .map_err(FileError::io(&file, "cannot be compressed"))?,
        Some(Format::Hdf5) => fclib::to_bytes(problem, &file)?,
        Some(Format::MatrixMarket) | None => return Err(FileError::UnknownFormat { file }),
    };
    replace_file(path, &bytes).map_err(FileError::io(&file, "cannot be written"))
}

fn format_by_name(file: &str) -> Option<Format> {
    let lower = file.to_lowercase();
    ENDINGS.iter().find(|(ending, _)| lower.ends_with(ending)).map(|found| found.1)
}

/// The name of a problem whose file does not tell one: that of the file.
fn name_of(file: &str) -> String {
    let name = Path::new(file)
        .file_name()
        .map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned());
    let lower = name.to_lowercase();
    let ending = ENDINGS.iter().find(|(ending, _)| lower.ends_with(ending));
    match ending.and_then(|(ending, _)| name.get(..name.len() - ending.len())) {
        Some(stem) if !stem.is_empty() => stem.into(),
        _ => name,
    }
}

fn text(bytes: Vec<u8>, file: &str) -> Result<String, FileError> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line_start = valid.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        FileError::Text {
            file: file.into(),
            line: valid.iter().filter(|&&byte| byte == b'\n').count() + 1,
            column: valid.len() - line_start + 1,
            reason: "not UTF-8 text".into(),
        }
    })
}

fn decompress(bytes: &[u8], file: &str) -> Result<Vec<u8>, FileError> {
    let mut content = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes)
        .read_to_end(&mut content)
        .map_err(FileError::io(file, "truncated or corrupt gzip data"))?;
    Ok(content)
}

fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}
