//! The problems: steps of the built-in scenes, and public ones from files.

use std::path::{Path, PathBuf};

use stickslip_problems::files;
use stickslip_solve::{Kind, Problem};

use crate::error::ExperimentError;
use crate::experiment::Context;
use crate::stage::{Frame, Pick, Stage, WHOLE};

/// What kind of friction, and so which solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// `lcp` and `blcp` with constant bounds.
    Box,
    /// `ncp`.
    Cone,
}

impl Class {
    /// In tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Box => "box",
            Self::Cone => "cone",
        }
    }

    /// The solver that is taken when nobody names one.
    pub fn preferred(self) -> &'static str {
        match self {
            Self::Box => "bpp",
            Self::Cone => "cone-ip",
        }
    }
}

/// A problem to be solved by all.
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// Boxes or cones.
    pub class: Class,
    /// Whether it is a step of a scene.
    pub from_scene: bool,
    /// The problem.
    pub problem: Problem,
}

const fn stage(scene: &'static str, small: &'static [(&'static str, f64)], seconds: f64) -> Stage {
    // Whole scenes would have few islands that every solver can try.
    Stage { scene, preset: None, small, large: small, seconds: [seconds, WHOLE] }
}

/// The scenes of the documents.
const SCENES: [Stage; 16] = [
    stage("boxes", &[("n", 1.0), ("height", 4.0)], 1.0),
    stage("tower", &[("n", 10.0)], 1.5),
    stage("spinner", &[("n", 4.0)], 1.5),
    stage("chain", &[("n", 20.0)], 1.5),
    stage("trucks", &[("n", 1.0), ("long", 0.0), ("short", 3.0)], 0.8),
    stage("rocks", &[("n", 9.0)], 1.5),
    stage("wall", &[("columns", 2.0), ("rows", 3.0)], 0.6),
    stage("crane", &[("n", 10.0)], 3.0),
    stage("winch", &[("n", 20.0)], 1.5),
    stage("parkour", &[], 1.5),
    stage("offshore", &[("n", 10.0)], 3.0),
    stage("forklift", &[], 2.0),
    stage("forwarder", &[], 3.0),
    stage("log-tower", &[("layers", 5.0)], 1.5),
    stage("granular-spheres", &[("n", 16.0), ("width", 2.0)], 2.0),
    stage("granular-boxes", &[("n", 8.0), ("width", 2.0)], 2.0),
];

/// Names the folder of public problems when set.
const VARIABLE: &str = "STICKSLIP_PROBLEMS";

/// All problems, and where they come from in words.
pub fn candidates(context: &Context) -> Result<(Vec<Candidate>, String), ExperimentError> {
    let (mut all, mut without) = (Vec::new(), Vec::new());
    for stage in &SCENES {
        (context.progress)(0.0, stage.scene);
        let before = all.len();
        of_scene(context, stage, &mut all)?;
        if all.len() == before {
            without.push(stage.scene);
        }
    }
    let steps = all.len();
    let mut origin = match folder() {
        None => format!("{steps} of scenes; there is no folder of public problems"),
        Some(folder) => {
            of_files(context, &folder, &mut all);
            format!("{steps} of scenes, {} from files", all.len() - steps)
        }
    };
    if !without.is_empty() {
        origin += &format!("; none small enough of {}", without.join(", "));
    }
    Ok((all, origin))
}

/// The largest islands of some steps, with boxes and with cones.
fn of_scene(
    context: &Context,
    stage: &Stage,
    all: &mut Vec<Candidate>,
) -> Result<(), ExperimentError> {
    let most = context.choose(400, 1000);
    let play = stage.play(context, Pick::Tight(context.choose(1, 2)))?;
    for (at, island) in play.frames.iter().filter_map(Frame::largest).enumerate() {
        let (boxed, cone) = (Problem::new(island.problem.data().clone())?, island.cone()?);
        if boxed.size() > most {
            continue;
        }
        for (class, problem) in [(Class::Box, boxed), (Class::Cone, cone)] {
            let name = format!("{} {}", stage.scene, at + 1);
            all.push(Candidate { name, class, from_scene: true, problem });
        }
    }
    Ok(())
}

/// The folder of public problems: by name, or `shared/problems` in a folder
/// around the package, or else around the current one.
fn folder() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        return Some(PathBuf::from(named)).filter(|folder| folder.is_dir());
    }
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let begin = package.or_else(|| std::env::current_dir().ok())?;
    let around = begin.ancestors().map(|folder| folder.join("shared/problems"));
    around.into_iter().find(|folder| folder.is_dir())
}

/// Every problem file in the folder and the folders in it, in the order of
/// their names; what cannot be read is no problem.
fn of_files(context: &Context, folder: &Path, all: &mut Vec<Candidate>) {
    let most = context.choose(120, 1000);
    for path in paths(folder) {
        let Ok(problem) = files::read(&path) else { continue };
        if problem.size() > most || problem.has_coupled_bounds() {
            continue;
        }
        let class = match problem.kind() {
            Kind::Lcp | Kind::Blcp => Class::Box,
            Kind::Ncp => Class::Cone,
            Kind::Ccp => continue,
        };
        let name = path.file_stem().map_or_else(String::new, |it| it.to_string_lossy().into());
        all.push(Candidate { name, class, from_scene: false, problem });
    }
}

fn paths(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return found };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() { found.extend(paths(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}
