//! The real binary, run as a user would run it.

mod bad_input;
mod compare;
mod everyday;
mod experiment;
mod generate_and_check;
mod help_and_list;
mod models;
mod processors;
mod query;
mod query_errors;
mod ranks;
mod run;
mod run_manners;
mod snippets;
mod solve;
mod teaching;
mod width;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// 0 ≤ x ⊥ A x + b ≥ 0 with A = [2 1; 1 2], b = (−3, 1): x = (1.5, 0), w = (0, 2.5).
const TWO_ROWS: &str = r#"{"name": "two-rows", "kind": "lcp", "n": 2,
    "A": {"rows": [0, 0, 1, 1], "cols": [0, 1, 0, 1], "vals": [2, 1, 1, 2]},
    "b": [-3, 1]}"#;

/// One sliding contact. The normal row alone gives x₀ = 1; the tangent then
/// wants −2 and is held at −μ x₀ = −0.5, which pushes back on the normal:
/// x₀ = 1 + 0.2·0.5 = 1.1 … so x₀ = 1 + 0.1 x₀ = 10/9 and x₁ = −5/9.
const SLIDING: &str = r#"{"name": "sliding", "kind": "blcp", "n": 2,
    "A": {"rows": [0, 0, 1, 1], "cols": [0, 1, 0, 1], "vals": [1, 0.2, 0.2, 1]},
    "b": [-1, 2], "lo": [0, -3], "hi": [null, 3],
    "contacts": [{"normal": 0, "tangents": [1], "mu": 0.5}]}"#;

/// A folder to work in, with files in it.
struct Workspace(TempDir);

impl Workspace {
    fn new(files: &[(&str, &str)]) -> Self {
        let workspace = Self(TempDir::new().expect("a temporary folder"));
        for (name, content) in files {
            std::fs::write(workspace.path(name), content).expect("a file there");
        }
        workspace
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the folder");
        let name = |entry: std::io::Result<std::fs::DirEntry>| {
            entry.expect("an entry").file_name().to_string_lossy().into_owned()
        };
        let mut names: Vec<_> = entries.map(name).collect();
        names.sort();
        names
    }

    /// Runs `stickslip` here with the words of `line`.
    fn run(&self, line: &str) -> Ran {
        Ran::from(command(self.0.path(), line).output().expect("the binary runs"))
    }
}

fn command(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stickslip"));
    command.args(line.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    // So wide that nothing is wrapped, but where a test asks for it.
    command.env("COLUMNS", "1000");
    command
}

/// What a run left behind.
#[derive(Debug)]
struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Ran {
    /// The JSON document that is all of standard output.
    fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        let ran = Self { code: output.status.code(), stdout, stderr };
        assert!(!ran.stderr.contains("panicked"), "{ran:?}");
        ran
    }
}

/// The numbers of a JSON array.
fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().unwrap_or_else(|| panic!("no array: {value}"));
    list.iter().map(|number| number.as_f64().expect("a number")).collect()
}
