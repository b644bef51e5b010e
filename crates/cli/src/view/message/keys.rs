//! The keys of each message.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use stickslip_dynamics::glam::DVec3;

/// Keys of `open`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// One of the scenes.
    pub scene: String,
    /// Parameters that are to be different.
    #[serde(default)]
    pub parameters: BTreeMap<String, f64>,
    /// Seed of random offsets.
    #[serde(default)]
    pub seed: u64,
    /// One or two solvers; the scene's own where left out.
    pub lanes: Option<Vec<LaneChoice>>,
    /// Time step (s).
    pub dt: Option<f64>,
    /// Sub-steps.
    pub substeps: Option<usize>,
    /// Friction model.
    pub friction: Option<String>,
    /// Coefficient of all contacts.
    pub mu: Option<f64>,
    /// Where to go first (s).
    #[serde(default)]
    pub time: f64,
}

/// Keys of `open-recording`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenRecording {
    /// One of the recordings.
    pub name: String,
}

/// Keys of `change`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// One or two solvers.
    pub lanes: Option<Vec<LaneChoice>>,
    /// Time step (s).
    pub dt: Option<f64>,
    /// Sub-steps.
    pub substeps: Option<usize>,
    /// Friction model.
    pub friction: Option<String>,
    /// Coefficient of all contacts: left out, null for the materials' own, or a number.
    #[serde(default, deserialize_with = "present")]
    pub mu: Option<Option<f64>>,
}

/// A solver for a lane.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaneChoice {
    /// Its name; the best for the friction model where left out.
    pub solver: Option<String>,
    /// Its options.
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
    /// Most iterations.
    pub max_iterations: Option<usize>,
    /// The residual asked for.
    pub tolerance: Option<f64>,
}

/// Keys of `draw`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// Contact points with their forces.
    pub contacts: bool,
    /// Anchors and forces of joints.
    pub joints: bool,
}

/// A body in a lane; soft bodies have the numbers after all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyInLane {
    /// Lane.
    pub lane: usize,
    /// Body.
    pub body: usize,
}

/// By what a body is pulled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DragTarget {
    /// A point of a body, in its own axes from its centre of mass (m).
    Point(DVec3),
    /// A vertex of a soft body, by its number in it.
    Vertex(usize),
}

/// What pulls a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// Which.
    pub place: BodyInLane,
    /// By what of it.
    pub target: DragTarget,
    /// Where it is pulled to (m).
    pub to: DVec3,
    /// Stiffness of the spring (N/m).
    pub stiffness: Option<f64>,
}

/// Keys of `matrix`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// Lane.
    #[serde(default)]
    pub lane: usize,
    /// Island; the largest where left out.
    pub island: Option<usize>,
}

/// Keys of messages without any.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Keys of `step`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    pub count: Option<u64>,
}

/// Keys of `speed`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Speed {
    pub speed: f64,
}

/// Keys of `seek`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seek {
    pub frame: usize,
}

/// Keys of `rewind`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rewind {
    pub step: u64,
}

/// Keys of `control`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    pub name: String,
    pub value: f64,
}

/// Keys of `coordinate`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coordinate {
    pub name: String,
    pub value: f64,
}

/// Keys of `drop`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DropKeys {
    pub at: [f64; 3],
}

/// Keys of `remove`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remove {
    pub body: usize,
}

/// Keys of `record`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    pub on: bool,
}

/// Keys of `watch`: what a page wants to be told after its frames. What is left
/// out stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Watch {
    /// How solvers converged.
    pub convergence: Option<bool>,
    /// Where the coordinates of joints are.
    pub coordinates: Option<bool>,
}

/// Keys of `pick`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pick {
    // Null lets go, but leaving it out is a mistake.
    #[serde(deserialize_with = "Option::deserialize")]
    pub body: Option<usize>,
    #[serde(default)]
    pub lane: usize,
}

/// Keys of `drag`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DragKeys {
    pub body: usize,
    #[serde(default)]
    pub lane: usize,
    pub at: Option<[f64; 3]>,
    pub vertex: Option<usize>,
    pub to: [f64; 3],
    pub stiffness: Option<f64>,
}

/// Tells a key that is null from one that is not there.
fn present<'a, T: Deserialize<'a>, D: Deserializer<'a>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}
