//! What there is to show, and what is shown first.

use std::io::Read;
use std::path::Path;

use stickslip_dynamics::SolverChoice;
use stickslip_scene::recording::is_recording;
use stickslip_scene::{SCENES, SceneSource};

use super::Arguments;
use super::library::Library;
use super::message::{LaneChoice, Open};
use super::run::Beginning;
use crate::commands::run::{find_scene, split_settings};
use crate::error::Failure;

/// What is shown when nobody says what.
const FIRST_SCENE: &str = "heavy-stack";

/// Scenes, recordings and the first of them.
pub struct Choice {
    /// Scenes by the names under which they are opened.
    pub scenes: Vec<(String, SceneSource)>,
    /// Recordings.
    pub library: Library,
    /// What is shown first.
    pub beginning: Beginning,
}

/// The built-in scenes, and what the arguments name.
pub fn choose(arguments: &Arguments) -> Result<Choice, Failure> {
    let mut scenes: Vec<(String, SceneSource)> =
        SCENES.iter().map(|scene| (scene.name.to_owned(), scene.source())).collect();
    let name = arguments.what.as_deref().unwrap_or(FIRST_SCENE);
    let path = Path::new(name);
    if stickslip_scene::find_builtin(name).is_err() && begins_as_recording(path) {
        let title = path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into());
        let library = Library::new(arguments.folder.clone(), Some(path.into()));
        return Ok(Choice { scenes, library, beginning: Beginning::Recording(title) });
    }
    let source = find_scene(name, &arguments.model)?;
    let (overrides, options) = split_settings(0, None, &arguments.settings, &source)?;
    // A solver that is named has its own options; else the scene's are changed.
    let own = match &arguments.solver {
        Some(name) => SolverChoice { name: Some(name.clone()), ..SolverChoice::default() },
        None => source.read(&overrides)?.settings.solver,
    };
    let chosen = own.options.iter().chain(options.iter());
    let lane = LaneChoice {
        solver: own.name,
        options: chosen.map(|(key, value)| (key.to_owned(), value.into())).collect(),
        max_iterations: own.max_iterations,
        tolerance: own.tolerance,
    };
    let (parameters, lanes) = (overrides.parameters, Some(vec![lane]));
    let open = Open { scene: name.into(), parameters, lanes, ..Open::default() };
    if !scenes.iter().any(|scene| scene.0 == name) {
        scenes.insert(0, (name.to_owned(), source));
    }
    let library = Library::new(arguments.folder.clone(), None);
    Ok(Choice { scenes, library, beginning: Beginning::Scene(Box::new(open)) })
}

fn begins_as_recording(path: &Path) -> bool {
    let mut beginning = [0; 8];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut beginning));
    read.is_ok() && is_recording(&beginning)
}
