//! Continuous collision detection against exact answers.

mod measure;
mod scenes;
mod separation;
mod truth;

use std::path::{Path, PathBuf};

/// A file that travels with the tests.
pub fn sample(file: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A file of the larger collection beside the repository, where there is one.
pub fn shared(file: &str) -> Option<Vec<u8>> {
    let folder: Option<PathBuf> = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("shared/problems/soft"))
        .find(|folder| folder.is_dir());
    match folder {
        Some(folder) => std::fs::read(folder.join(file)).ok(),
        None => {
            println!("skipped: there is no folder shared/problems/soft beside the repository");
            None
        }
    }
}
