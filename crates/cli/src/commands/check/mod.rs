//! `stickslip check`: whether files are valid, and where not.

mod mesh;
mod problem;
mod scene;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use stickslip_geometry::files::Format;
use stickslip_problems::files::{self, FileError};
use stickslip_scene::recording::{Recording, is_recording};
use stickslip_scene::{Overrides, SavedState, SceneSource};

use crate::error::{Exit, Failure};
use crate::output::Report;

/// Say whether scenes, problems, meshes and recordings are valid, and where they are not
///
/// Exit code 0: all are valid; 1: some are not; 2: some cannot be read.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Scene files (.toml), problem files (.json, .json.gz, .hdf5, .mtx), recordings,
    /// saved states, meshes (.obj, .stl, .ply, .gltf, .glb, .dae, .msh, .vtk)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// What was found out about a file that can be read.
struct Finding {
    /// Lines for people, after the verdict.
    text: String,
    /// What of it is lost, where that makes it a bad one.
    damage: Option<String>,
    facts: Facts,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Facts {
    Mesh(mesh::Facts),
    Problem(problem::Facts),
    Scene(scene::SceneFacts),
    Recording(scene::RecordingFacts),
    State(scene::StateFacts),
}

#[derive(Serialize)]
struct Document<'a> {
    file: String,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    facts: Option<&'a Facts>,
}

/// Runs the command. A bad file is what is looked for, so it is part of the
/// report, and the other files are checked all the same.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let checked: Vec<_> =
        arguments.files.iter().map(|path| (path.as_path(), inspect(path))).collect();
    let exit = checked.iter().map(|(path, found)| judge(path, found)).max().unwrap_or(Exit::Done);
    if arguments.json {
        let documents = checked.iter().map(|(path, found)| Document {
            file: path.display().to_string(),
            valid: judge(path, found) == Exit::Done,
            error: match found {
                Ok(finding) => finding.damage.clone(),
                Err(error) => Some(error.to_string()),
            },
            facts: found.as_ref().ok().map(|finding| &finding.facts),
        });
        return Ok(Report::json_list(&documents.collect::<Vec<_>>(), exit));
    }
    let line = |(path, found): &(&Path, Result<Finding, Failure>)| match found {
        Ok(finding) => {
            let verdict = if finding.damage.is_some() { "damaged" } else { "valid" };
            format!(" {}: {verdict}\n{}", path.display(), finding.text)
        }
        Err(error) if judge(path, found) == Exit::BadInput => format!(" {error}\n"),
        Err(error) => format!(" not valid: {error}\n"),
    };
    Ok(Report { text: checked.iter().map(line).collect(), exit })
}

/// The beginning of a file tells recordings and states, its name a scene; all
/// else is taken for a problem.
fn inspect(path: &Path) -> Result<Finding, Failure> {
    let beginning = beginning(path);
    if is_recording(&beginning) {
        return Ok(scene::praise_recording(&Recording::read_file(path)?));
    }
    if SavedState::is_saved_state(&beginning) {
        return Ok(scene::praise_state(&SavedState::read_file(path)?));
    }
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
        let scene = SceneSource::read_file(path)?.read(&Overrides::default())?;
        let mut simulation = scene.simulation()?;
        return Ok(scene::approve_scene(&scene, &mut simulation));
    }
    if Format::of(path).is_some() {
        return mesh::inspect(path);
    }
    Ok(problem::praise(&files::read(path)?))
}

fn beginning(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What cannot be read here cannot be read below, where the reason is told.
    let _ = File::open(path).and_then(|file| file.take(8).read_to_end(&mut bytes));
    bytes
}

/// A file that cannot be opened, or whose format nobody knows, is no file to
/// check at all; any other error lies in its content.
fn judge(path: &Path, found: &Result<Finding, Failure>) -> Exit {
    match found {
        Ok(Finding { damage: None, .. }) => Exit::Done,
        Ok(_) => Exit::Failed,
        Err(Failure::File(FileError::UnknownFormat { .. })) => Exit::BadInput,
        Err(_) if path.is_dir() || File::open(path).is_err() => Exit::BadInput,
        Err(_) => Exit::Failed,
    }
}
