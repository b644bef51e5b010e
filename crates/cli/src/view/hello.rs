//! `hello`: what there is to choose from.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;
use stickslip_dynamics::{FrictionModel, StepperKind};
use stickslip_scene::recording::FIGURES;
use stickslip_scene::{Overrides, Scene, SceneError, SceneSource};
use stickslip_solve::registry::SOLVERS;
use stickslip_solve::{Entry, OptionDescription};

use super::library::RecordingEntry;

/// Most frames sent per second.
pub const FRAMES_PER_SECOND: u32 = 60;

/// What is the same for every page.
#[derive(Serialize)]
pub struct Hello {
    r#type: &'static str,
    version: &'static str,
    /// Differs from one server process to the next (ms since 1970).
    started: u64,
    scenes: Vec<SceneEntry>,
    solvers: Vec<SolverEntry>,
    friction_models: Vec<&'static str>,
    figures: Vec<Figure>,
    fps: u32,
    /// Nobody said what to show: pages begin with the gallery.
    landing: bool,
}

/// The message.
#[derive(Serialize)]
pub struct HelloMessage<'a> {
    #[serde(flatten)]
    hello: &'a Hello,
    recordings: Vec<RecordingEntry>,
}

#[derive(Serialize)]
struct SceneEntry {
    name: String,
    description: String,
    story: String,
    parameters: BTreeMap<String, f64>,
    /// Between what a parameter may sensibly be chosen.
    ranges: BTreeMap<String, [f64; 2]>,
    bodies: usize,
    /// What it is about, for choosing among many.
    tags: Vec<&'static str>,
}

#[derive(Serialize)]
struct SolverEntry {
    name: &'static str,
    family: &'static str,
    summary: &'static str,
    options: Vec<OptionEntry>,
    friction: Vec<&'static str>,
}

#[derive(Serialize)]
struct OptionEntry {
    name: &'static str,
    summary: &'static str,
    default: String,
}

#[derive(Serialize)]
struct Figure {
    name: &'static str,
    unit: &'static str,
}

impl Hello {
    /// Everything in the registries; `scenes` by the names under which they are opened.
    pub fn new(scenes: &[(String, SceneSource)], landing: bool) -> Result<Self, SceneError> {
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Self {
            r#type: "hello",
            version: env!("CARGO_PKG_VERSION"),
            started: u64::try_from(started.as_millis()).unwrap_or(u64::MAX),
            scenes: scenes.iter().map(scene).collect::<Result<_, _>>()?,
            solvers: SOLVERS.iter().map(solver).collect(),
            friction_models: FrictionModel::ALL.iter().map(|model| model.0).collect(),
            figures: figures(),
            fps: FRAMES_PER_SECOND,
            landing,
        })
    }

    /// What a page needs that has no server.
    pub fn alone() -> Self {
        Self {
            r#type: "hello",
            version: env!("CARGO_PKG_VERSION"),
            started: 0,
            scenes: Vec::new(),
            solvers: Vec::new(),
            friction_models: Vec::new(),
            figures: figures(),
            fps: FRAMES_PER_SECOND,
            landing: false,
        }
    }

    /// With the recordings there are at this moment.
    pub fn with(&self, recordings: Vec<RecordingEntry>) -> HelloMessage<'_> {
        HelloMessage { hello: self, recordings }
    }
}

fn scene((name, source): &(String, SceneSource)) -> Result<SceneEntry, SceneError> {
    let scene = source.read(&Overrides::default())?;
    Ok(SceneEntry {
        name: name.clone(),
        parameters: scene.offered().map(|(name, value)| (name.to_owned(), value)).collect(),
        ranges: ranges(&scene).map(|(name, range)| (name.to_owned(), range)).collect(),
        bodies: scene.model.bodies().len(),
        tags: tags(&scene),
        description: scene.description,
        story: scene.story,
    })
}

/// From this many bodies on a scene has many.
const MANY: usize = 100;

/// What is in a scene, and how it is stepped.
fn tags(scene: &Scene) -> Vec<&'static str> {
    let model = &scene.model;
    // The documents are cited by their authors.
    let cited = ["Ho 2022", "Lefebvre 2020", "Preclik", "SIGGRAPH"];
    let cites = |text: &str| cited.iter().any(|name| text.contains(name));
    let tags = [
        ("joints", !model.joints().is_empty()),
        ("motors", !model.controls().is_empty()),
        ("cables", !model.cables().is_empty()),
        ("soft", !model.soft_bodies().is_empty()),
        ("liquid", !model.liquids().is_empty()),
        ("barrier", scene.settings.stepper == StepperKind::Barrier),
        ("many bodies", model.bodies().len() >= MANY),
        ("documents", cites(&scene.description) || cites(&scene.story)),
    ];
    tags.into_iter().filter(|tag| tag.1).map(|tag| tag.0).collect()
}

/// The ranges of parameters that have one.
pub fn ranges(scene: &Scene) -> impl Iterator<Item = (&str, [f64; 2])> {
    scene.parameters.iter().filter_map(|it| Some((it.name.as_str(), it.range?)))
}

fn solver(entry: &Entry) -> SolverEntry {
    let option = |OptionDescription { key, default, help }| OptionEntry {
        name: key,
        summary: help,
        default,
    };
    let models = FrictionModel::ALL.iter().filter(|model| model.1.is_taken(&entry.accepts));
    SolverEntry {
        name: entry.name,
        family: entry.family,
        summary: entry.summary,
        options: (entry.options)().into_iter().map(option).collect(),
        friction: models.map(|model| model.0).collect(),
    }
}

/// The figures of a frame: those of recordings, and one about two lanes.
fn figures() -> Vec<Figure> {
    let unit = |name: &str| match name {
        "penetration_max" | "joint_error_max" | "position_error_max" | "difference" => "m",
        "energy" | "energy_error_mean" | "energy_error_max" => "J",
        _ if name.ends_with("_s") => "s",
        _ => "",
    };
    FIGURES
        .into_iter()
        .chain(super::frame::EXTRA)
        .map(|name| Figure { name, unit: unit(name) })
        .collect()
}
