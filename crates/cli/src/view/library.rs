//! The recordings that pages may open, and the names of new ones.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Serialize;
use stickslip_scene::recording::is_recording;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordingEntry {
    /// Its file name.
    pub name: String,
    /// Length of the file.
    pub bytes: u64,
}

/// Ending of the files that are written.
const EXTENSION: &str = "stick";

/// A folder of recordings, and at most one from elsewhere.
#[derive(Clone, Debug)]
pub struct Library {
    folder: PathBuf,
    /// The one named on the command line.
    extra: Option<PathBuf>,
}

impl Library {
    /// The recordings of a folder.
    pub fn new(folder: PathBuf, extra: Option<PathBuf>) -> Self {
        Self { folder, extra }
    }

    /// What can be opened now, in the order of their names.
    pub fn list(&self) -> Vec<RecordingEntry> {
        let mut entries: Vec<_> = self.paths().iter().filter_map(|path| entry(path)).collect();
        entries.sort_by(|one, two| one.name.cmp(&two.name));
        entries.dedup_by(|one, two| one.name == two.name);
        entries
    }

    /// The file of a name in the list. Nothing else can be reached by a name.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let found = |path: &PathBuf| entry(path).is_some_and(|entry| entry.name == name);
        self.paths().into_iter().find(found)
    }

    /// A new file for a recording of a scene. No file is ever overwritten.
    pub fn create(&self, scene: &str) -> std::io::Result<(String, File)> {
        let stem: String = scene
            .chars()
            .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' })
            .take(60)
            .collect();
        let mut number = 1;
        loop {
            let name = format!("{stem}-{number:03}.{EXTENSION}");
            match File::create_new(self.folder.join(&name)) {
                Ok(file) => return Ok((name, file)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// The one from elsewhere comes first, so that its name means it.
    fn paths(&self) -> Vec<PathBuf> {
        let folder = std::fs::read_dir(&self.folder).into_iter().flatten();
        let inside = folder.flatten().map(|entry| entry.path());
        self.extra.iter().cloned().chain(inside).collect()
    }
}

/// The line of a file that is a recording.
fn entry(path: &Path) -> Option<RecordingEntry> {
    let metadata = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let mut beginning = [0; 8];
    File::open(path).ok()?.read_exact(&mut beginning).ok()?;
    let name = path.file_name()?.to_str()?.to_owned();
    is_recording(&beginning).then_some(RecordingEntry { name, bytes: metadata.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BOXES, record};

    /// One name is one line, and means the recording from elsewhere.
    #[test]
    fn a_name_stands_once_in_the_list() {
        let (folder, elsewhere) = (tempfile::tempdir(), tempfile::tempdir());
        let (folder, elsewhere) = (folder.expect("a folder"), elsewhere.expect("a folder"));
        record(BOXES, 1, &folder.path().join("b.stick"));
        record(BOXES, 2, &folder.path().join("a.stick"));
        record(BOXES, 3, &elsewhere.path().join("b.stick"));
        let extra = elsewhere.path().join("b.stick");
        let library = Library::new(folder.path().into(), Some(extra.clone()));
        let names: Vec<String> = library.list().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["a.stick", "b.stick"]);
        assert_eq!(library.list()[1].bytes, extra.metadata().expect("there").len());
        assert_eq!(library.find("b.stick"), Some(extra));
    }
}
