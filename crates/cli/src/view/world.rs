//! `world` and `state`: what is being shown, and how it runs.

use std::collections::BTreeMap;

use serde::Serialize;
use stickslip_dynamics::{Model, Simulation};
use stickslip_scene::Scene;
use stickslip_scene::recording::{BodyHeader, Header};

/// What begins anew with every generation.
#[derive(Serialize)]
pub struct World<'a> {
    r#type: &'static str,
    generation: u32,
    source: &'static str,
    scene: &'a str,
    story: &'a str,
    parameters: BTreeMap<&'a str, f64>,
    seed: u64,
    dt: f64,
    substeps: usize,
    gravity: [f64; 3],
    friction: Option<&'static str>,
    mu: Option<f64>,
    lanes: Vec<Lane<'a>>,
    bodies: Vec<BodyHeader>,
    joints: Vec<Joint<'a>>,
    cables: Vec<Cable<'a>>,
    frames: Option<usize>,
    seconds: f64,
}

#[derive(Serialize)]
struct Lane<'a> {
    solver: Option<&'a str>,
    options: BTreeMap<&'a str, &'a str>,
    max_iterations: Option<usize>,
    tolerance: Option<f64>,
}

#[derive(Serialize)]
struct Joint<'a> {
    name: &'a str,
    r#type: &'static str,
    first: Option<usize>,
    second: usize,
}

#[derive(Serialize)]
struct Cable<'a> {
    name: &'a str,
    bodies: Vec<usize>,
}

impl<'a> World<'a> {
    /// A scene that is simulated, known to pages as `name`.
    pub fn of_scene(
        generation: u32,
        name: &'a str,
        scene: &'a Scene,
        seed: u64,
        lanes: impl Iterator<Item = &'a Simulation>,
    ) -> Self {
        let settings = &scene.settings;
        Self {
            r#type: "world",
            generation,
            source: "scene",
            scene: name,
            story: &scene.story,
            parameters: scene.offered().collect(),
            seed,
            dt: settings.time_step,
            substeps: settings.substeps,
            gravity: settings.gravity.to_array(),
            friction: Some(settings.friction.name()),
            mu: scene.model.materials.friction_everywhere(),
            lanes: lanes.map(Lane::new).collect(),
            bodies: Header::new(scene, seed).bodies,
            joints: joints(&scene.model),
            cables: cables(&scene.model),
            frames: None,
            seconds: scene.seconds,
        }
    }

    /// A recording of so many frames.
    pub fn of_recording(
        generation: u32,
        name: &'a str,
        header: &'a Header,
        substeps: usize,
        frames: usize,
        seconds: f64,
    ) -> Self {
        let lane = Lane {
            solver: header.solver.as_deref(),
            options: BTreeMap::new(),
            max_iterations: None,
            tolerance: None,
        };
        Self {
            r#type: "world",
            generation,
            source: "recording",
            scene: name,
            story: &header.description,
            parameters: header.parameters.iter().map(|(name, value)| (&**name, *value)).collect(),
            seed: header.seed,
            dt: header.dt,
            substeps,
            gravity: header.gravity,
            friction: None,
            mu: None,
            lanes: vec![lane],
            bodies: header.bodies.clone(),
            joints: Vec::new(),
            cables: Vec::new(),
            frames: Some(frames),
            seconds,
        }
    }
}

impl<'a> Lane<'a> {
    fn new(simulation: &'a Simulation) -> Self {
        let choice = &simulation.settings().solver;
        Self {
            solver: Some(simulation.solver_name()),
            options: choice.options.iter().collect(),
            max_iterations: choice.max_iterations,
            tolerance: choice.tolerance,
        }
    }
}

fn joints(model: &Model) -> Vec<Joint<'_>> {
    model
        .joints()
        .iter()
        .map(|joint| {
            let description = joint.description();
            Joint {
                name: &description.name,
                r#type: description.kind.name(),
                first: description.first.map(|body| body.0),
                second: description.second.0,
            }
        })
        .collect()
}

fn cables(model: &Model) -> Vec<Cable<'_>> {
    let bodies = |cable: &stickslip_dynamics::Cable| cable.bodies.iter().map(|id| id.0).collect();
    model.cables().iter().map(|cable| Cable { name: &cable.name, bodies: bodies(cable) }).collect()
}

/// How the run goes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    r#type: &'static str,
    /// Whether it moves.
    pub playing: bool,
    /// Simulated seconds per second.
    pub speed: f64,
    /// File that is being written.
    pub recording: Option<String>,
    /// Frame of the recording that is shown.
    pub frame: Option<usize>,
}

impl State {
    /// How the run goes.
    pub fn new(playing: bool, speed: f64, recording: Option<String>, frame: Option<usize>) -> Self {
        Self { r#type: "state", playing, speed, recording, frame }
    }
}
