//! What leaves the process: the report on standard output, and whole files.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use stickslip_files::replace_file;

use crate::error::{Exit, Failure};
use crate::paint::{paint, paint_head};

/// What a command has to say, printed once at its end.
#[derive(Debug)]
pub struct Report {
    /// For standard output.
    pub text: String,
    /// How the process ends.
    pub exit: Exit,
}

impl Report {
    /// All went well.
    pub fn done(text: impl Into<String>) -> Self {
        Self { text: text.into(), exit: Exit::Done }
    }

    /// A JSON object on a line of its own, with the version of its schema.
    pub fn json(document: &impl serde::Serialize, exit: Exit) -> Self {
        Self { text: versioned(document) + "\n", exit }
    }

    /// A list of JSON objects on a line of its own; each has the version.
    pub fn json_list<T: serde::Serialize>(documents: &[T], exit: Exit) -> Self {
        let all: Vec<_> = documents.iter().map(versioned).collect();
        Self { text: format!("[{}]\n", all.join(",")), exit }
    }

    /// A JSON document whose shape others have fixed.
    pub fn given_json(document: &impl serde::Serialize, exit: Exit) -> Self {
        Self { text: plain(document) + "\n", exit }
    }
}

/// Grows when a key of a JSON document is taken away or means something else.
const SCHEMA: usize = 2;

fn plain(document: &impl serde::Serialize) -> String {
    // Only maps with keys that are no strings can fail, and none is made here.
    serde_json::to_string(document).unwrap_or_default()
}

fn versioned(document: &impl serde::Serialize) -> String {
    let text = plain(document);
    match text.strip_prefix('{') {
        Some("}") => format!("{{\"schema\":{SCHEMA}}}"),
        Some(rest) => format!("{{\"schema\":{SCHEMA},{rest}"),
        None => text,
    }
}

/// Where nobody says how wide the terminal is.
const USUAL_WIDTH: usize = 80;
/// Narrower tables cannot be read at all.
const LEAST_WIDTH: usize = 40;

/// Columns that a line may have: what the variable COLUMNS says, or as many as
/// the terminal has.
pub fn width() -> usize {
    let asked = std::env::var("COLUMNS").ok().and_then(|text| text.trim().parse().ok());
    let terminal = || console::Term::stdout().size_checked().map(|(_, columns)| columns.into());
    asked.or_else(terminal).unwrap_or(USUAL_WIDTH).max(LEAST_WIDTH)
}

/// NO_COLOR stands above everything else (<https://no-color.org>).
fn wants_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Prints `text`. A reader that went away (`| head`) is no error.
pub fn print(text: &str) -> std::io::Result<()> {
    let text = if wants_colour() && console::colors_enabled() { &paint(text) } else { text };
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Says something on standard error, if anybody listens there.
pub fn complain(line: &str) {
    let coloured = wants_colour() && console::colors_enabled_stderr();
    let line = if coloured { &paint_head(line) } else { line };
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Checks before any work that `path` can be written: its ending and its folder.
pub fn check_target(path: &Path, extension: &'static str) -> Result<(), Failure> {
    let fits = path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension));
    if !fits {
        return Err(Failure::Extension { path: path.into(), expected: extension });
    }
    check_folder(path)
}

/// Refuses a file that would be written over another one, or over the one that is read.
pub fn check_each_once<'a>(
    read: &str,
    written: impl Iterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    let mut seen: Vec<PathBuf> = std::path::absolute(read).into_iter().collect();
    seen.retain(|path| path.is_file());
    for path in written {
        let Ok(whole) = std::path::absolute(path) else { continue };
        if seen.contains(&whole) {
            return Err(Failure::Twice(path.clone()));
        }
        seen.push(whole);
    }
    Ok(())
}

/// Checks that the folder of `path` exists.
pub fn check_folder(path: &Path) -> Result<(), Failure> {
    match folder(path) {
        folder if folder.is_dir() => Ok(()),
        folder => Err(Failure::NoFolder(folder.into())),
    }
}

/// Writes a file whole or not at all.
pub fn write_whole(path: &Path, content: &str) -> Result<(), Failure> {
    replace_file(path, content.as_bytes())
        .map_err(|reason| Failure::Write { path: path.into(), reason })
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
