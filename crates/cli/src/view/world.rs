//! `world` and `state`: what is being shown, and how it runs.

use std::collections::BTreeMap;

use serde::Serialize;
use stickslip_dynamics::{ControlDescription, ControlMode, Model, Simulation};
use stickslip_scene::recording::{BodyHeader, Header, LiquidHeader, SoftHeader};
use stickslip_scene::{Scene, SceneView};

use super::hello::ranges;
use super::run::{Described, Playback};

/// What begins anew with every generation.
#[derive(Serialize)]
pub struct World<'a> {
    r#type: &'static str,
    generation: u32,
    source: &'static str,
    scene: &'a str,
    story: &'a str,
    parameters: BTreeMap<&'a str, f64>,
    ranges: BTreeMap<&'a str, [f64; 2]>,
    view: View,
    controls: Vec<Motor<'a>>,
    coordinates: Vec<Described>,
    /// All of the trees, those without a coordinate among these, too.
    freedoms: usize,
    seed: u64,
    dt: f64,
    substeps: usize,
    accuracy: Option<f64>,
    gravity: [f64; 3],
    friction: Option<&'static str>,
    mu: Option<f64>,
    lanes: Vec<Lane<'a>>,
    bodies: Vec<BodyHeader>,
    joints: Vec<Joint<'a>>,
    cables: Vec<Cable<'a>>,
    liquids: Vec<LiquidHeader>,
    soft: Vec<SoftHeader>,
    /// Names of what sensors read, SENSOR.CHANNEL, in the order of a frame.
    sensors: Vec<String>,
    frames: Option<usize>,
    seconds: f64,
    /// Where the run goes on.
    step: u64,
    /// What of a recording is lost.
    damage: Option<String>,
}

/// How the scene wants to be seen first.
#[derive(Default, Serialize)]
struct View {
    camera: Option<[f64; 3]>,
    target: Option<[f64; 3]>,
    follow: Option<usize>,
}

/// A motor that can be commanded.
#[derive(Serialize)]
struct Motor<'a> {
    name: &'a str,
    mode: &'static str,
    /// Of its value.
    unit: &'static str,
    value: f64,
}

impl<'a> Motor<'a> {
    fn all(simulation: &'a Simulation) -> Vec<Self> {
        let motor = |(at, control): (usize, &'a ControlDescription)| {
            let mode = simulation.control_mode(at).ok()?;
            let unit = match (mode, control.axis < 3) {
                (ControlMode::Velocity, true) => "m/s",
                (ControlMode::Velocity, false) => "rad/s",
                (ControlMode::Position, true) => "m",
                (ControlMode::Position, false) => "rad",
                (ControlMode::Force, true) => "N",
                (ControlMode::Force, false) => "N·m",
            };
            let value = simulation.control_value(at).ok()?;
            Some(Self { name: &control.name, mode: mode.name(), unit, value })
        };
        simulation.controls().iter().enumerate().filter_map(motor).collect()
    }
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
        lanes: impl Iterator<Item = &'a Simulation> + Clone,
    ) -> Self {
        let SceneView { camera, target, follow } = scene.view;
        let settings = &scene.settings;
        let Header { bodies, liquids, soft, sensors, .. } = Header::new(scene, seed);
        let step = lanes.clone().next().map_or(0, |lane| lane.state().step);
        Self {
            r#type: "world",
            generation,
            source: "scene",
            scene: name,
            story: &scene.story,
            parameters: scene.offered().collect(),
            ranges: ranges(scene).collect(),
            view: View { camera, target, follow },
            controls: lanes.clone().next().map(Motor::all).unwrap_or_default(),
            coordinates: lanes.clone().next().map(Described::all).unwrap_or_default(),
            freedoms: lanes.clone().next().map_or(0, |lane| lane.tree_freedoms().iter().sum()),
            seed,
            dt: settings.time_step,
            substeps: settings.substeps,
            accuracy: lanes.clone().next().and_then(|lane| lane.error_bounds().accuracy),
            gravity: settings.gravity.to_array(),
            friction: Some(settings.friction.name()),
            mu: scene.model.materials.friction_everywhere(),
            lanes: lanes.map(Lane::new).collect(),
            bodies,
            joints: joints(&scene.model),
            cables: cables(&scene.model),
            liquids,
            soft,
            sensors,
            frames: None,
            seconds: scene.seconds,
            step,
            damage: None,
        }
    }

    /// Shows it as a recording of so many frames: nobody is there to simulate.
    pub fn play_back(&mut self, frames: usize, seconds: f64) {
        self.source = "recording";
        (self.frames, self.seconds, self.step) = (Some(frames), seconds, 0);
        self.controls.clear();
        self.coordinates.clear();
        self.freedoms = 0;
    }

    /// A recording of so many frames.
    pub fn of_recording(
        generation: u32,
        playback: &'a Playback,
        substeps: usize,
        frames: usize,
        seconds: f64,
    ) -> Self {
        let header = playback.header();
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
            scene: &playback.name,
            story: &header.description,
            parameters: header.parameters.iter().map(|(name, value)| (&**name, *value)).collect(),
            ranges: BTreeMap::new(),
            view: View::default(),
            controls: Vec::new(),
            coordinates: Vec::new(),
            freedoms: 0,
            seed: header.seed,
            dt: header.dt,
            substeps,
            accuracy: None,
            gravity: header.gravity,
            friction: None,
            mu: None,
            lanes: vec![lane],
            bodies: header.bodies.clone(),
            joints: Vec::new(),
            cables: Vec::new(),
            liquids: header.liquids.clone(),
            soft: header.soft.clone(),
            sensors: header.sensors.clone(),
            frames: Some(frames),
            seconds,
            step: 0,
            damage: playback.damage().map(|damage| damage.0),
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
    /// Why the motion could not go on, until it does.
    pub lost: Option<String>,
}

impl State {
    /// How the run goes.
    pub fn new(
        playing: bool,
        speed: f64,
        recording: Option<String>,
        frame: Option<usize>,
        lost: Option<String>,
    ) -> Self {
        Self { r#type: "state", playing, speed, recording, frame, lost }
    }
}
