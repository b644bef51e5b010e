//! Facts of models against values of MuJoCo and Pinocchio, which share no code with ours.

mod bad;
mod compare;
mod mjcf;
mod robots;
mod said;
mod urdf;

use std::path::PathBuf;

use serde_json::Value;
use stickslip_import::{Imported, ReadOptions};

/// The files of this test.
pub fn data() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// Expected values.
pub fn oracle(path: &std::path::Path) -> Value {
    let text = std::fs::read_to_string(path).expect("the oracle can be read");
    serde_json::from_str(&text).expect("the oracle is JSON")
}

/// A model that can be read.
pub fn read(path: &std::path::Path) -> Imported {
    stickslip_import::read(path, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Of other people's robots; `None` where they are not there, with a word.
pub fn robots() -> Option<PathBuf> {
    let found = data()
        .ancestors()
        .map(|folder| folder.join("shared/problems/models/robots"))
        .find(|folder| folder.is_dir());
    if found.is_none() {
        println!("skipped: there is no folder shared/problems beside the repository");
    }
    found
}
