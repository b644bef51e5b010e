//! What stands once at the beginning of a recording, as JSON.

use std::collections::BTreeMap;

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};
use stickslip_dynamics::{Body, LiquidDescription, Motion, Pose, Shape, ShapeKind};

use super::{FIGURES, SoftHeader};
use crate::read;
use crate::scene::Scene;

/// The header of a recording: all that a viewer needs besides the frames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Name of the scene.
    pub scene: String,
    /// What it shows.
    pub description: String,
    /// The text of the scene file.
    pub source: String,
    /// Its parameters with their values.
    pub parameters: BTreeMap<String, f64>,
    /// Seed of its random offsets.
    pub seed: u64,
    /// Time step (s).
    pub dt: f64,
    /// Gravity (m/s²).
    pub gravity: [f64; 3],
    /// The solver, where one was named.
    pub solver: Option<String>,
    /// Every body.
    pub bodies: Vec<BodyHeader>,
    /// Every liquid; not there in files without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub liquids: Vec<LiquidHeader>,
    /// Every soft body; not there in files without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub soft: Vec<SoftHeader>,
    /// Names of the numbers that sensors give in a frame, SENSOR.CHANNEL; not there in files
    /// without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sensors: Vec<String>,
    /// Names of the figures of a frame, in their order.
    pub figures: Vec<String>,
}

/// SENSOR.CHANNEL of all sensors, in their order.
fn channels(scene: &Scene) -> Vec<String> {
    let each = scene.model.sensors().iter().flat_map(|sensor| {
        let channels = sensor.kind.channels().iter();
        channels.map(|channel| format!("{}.{channel}", sensor.name))
    });
    each.collect()
}

/// A liquid and its tank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LiquidHeader {
    /// Its name.
    pub name: String,
    /// Density (kg/m³).
    pub density: f64,
    /// Lower corner of the tank (m).
    pub lower: [f64; 3],
    /// Upper corner of the tank (m).
    pub upper: [f64; 3],
    /// Edge of a cell (m).
    pub width: f64,
}

impl LiquidHeader {
    /// What a viewer needs of a liquid.
    pub fn new(liquid: &LiquidDescription) -> Self {
        let grid = liquid.grid();
        Self {
            name: liquid.name.clone(),
            density: liquid.density,
            lower: grid.lower.to_array(),
            upper: grid.upper().to_array(),
            width: grid.width,
        }
    }
}

/// A body and its shapes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BodyHeader {
    /// Its name.
    pub name: String,
    /// "static", "kinematic" or "dynamic".
    pub motion: String,
    /// Mass (kg); 0 where forces do not move it.
    pub mass: f64,
    /// Its colour as #rrggbb, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// Its shapes.
    pub shapes: Vec<PlacedShape>,
}

/// A shape with its place relative to the centre of mass, in the body's axes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlacedShape {
    /// Where (m).
    pub position: [f64; 3],
    /// Unit quaternion w, x, y, z.
    pub rotation: [f64; 4],
    /// What.
    #[serde(flatten)]
    pub shape: ShapeHeader,
}

/// What a shape is, under the key "type".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ShapeHeader {
    /// A ball.
    Sphere {
        /// Radius (m).
        radius: f64,
    },
    /// A box.
    Box {
        /// Full edge lengths (m).
        size: [f64; 3],
    },
    /// A capsule along y.
    Capsule {
        /// Radius (m).
        radius: f64,
        /// The straight part (m).
        length: f64,
    },
    /// A cylinder along y.
    Cylinder {
        /// Radius (m).
        radius: f64,
        /// Height (m).
        length: f64,
    },
    /// Everything below a plane through the shape's origin.
    HalfSpace {
        /// Outward unit normal.
        normal: [f64; 3],
    },
    /// A convex hull.
    Hull {
        /// Corners (m).
        vertices: Vec<[f64; 3]>,
        /// Anticlockwise seen from outside.
        triangles: Vec<[u32; 3]>,
    },
    /// A height field or triangle mesh.
    Mesh {
        /// Corners (m).
        vertices: Vec<[f64; 3]>,
        /// Anticlockwise seen from outside.
        triangles: Vec<[u32; 3]>,
    },
}

impl Header {
    /// What is known of a scene before its first step.
    pub fn new(scene: &Scene, seed: u64) -> Self {
        Self {
            scene: scene.name.clone(),
            description: scene.description.clone(),
            source: scene.source.clone(),
            parameters: scene.parameters.iter().map(|it| (it.name.clone(), it.value)).collect(),
            seed,
            dt: scene.settings.time_step,
            gravity: scene.settings.gravity.to_array(),
            solver: scene.settings.solver.name.clone(),
            bodies: BodyHeader::all(scene),
            liquids: scene.model.liquids().iter().map(LiquidHeader::new).collect(),
            soft: SoftHeader::all(scene),
            sensors: channels(scene),
            figures: FIGURES.map(String::from).into(),
        }
    }

    /// The sub-steps of a step that the scene's text asks for; 1 where it
    /// cannot be read.
    pub(super) fn substeps(&self) -> usize {
        read::substeps(&self.source, &self.parameters).unwrap_or(1)
    }
}

impl BodyHeader {
    /// Every body of a scene.
    pub fn all(scene: &Scene) -> Vec<Self> {
        let colors = scene.colors.iter().cloned().chain(std::iter::repeat(None));
        let bodies = scene.model.bodies().iter().zip(colors);
        bodies.map(|(body, color)| Self::new(body, color)).collect()
    }

    /// A body, with its colour where it has one.
    pub fn new(body: &Body, color: Option<String>) -> Self {
        let motion = match body.description.motion {
            Motion::Static => "static",
            Motion::Kinematic(_) => "kinematic",
            Motion::Dynamic => "dynamic",
        };
        let mut shapes = Vec::new();
        for collider in body.seen() {
            place(&collider.shape, &collider.pose, &mut shapes);
        }
        let name = body.description.name.clone();
        Self { name, motion: motion.into(), mass: body.mass.mass, color, shapes }
    }
}

/// Adds a shape, or the parts of one that is made of several.
fn place(shape: &Shape, pose: &Pose, shapes: &mut Vec<PlacedShape>) {
    let arrays = |points: &[DVec3]| points.iter().map(DVec3::to_array).collect();
    let shape = match shape.kind() {
        ShapeKind::Compound { parts } => {
            for (inner, part) in parts {
                place(part, &pose.compose(inner), shapes);
            }
            return;
        }
        ShapeKind::Sphere { radius } => ShapeHeader::Sphere { radius },
        ShapeKind::Cuboid { half_extents } => {
            ShapeHeader::Box { size: (2.0 * half_extents).to_array() }
        }
        ShapeKind::Capsule { radius, half_length } => {
            ShapeHeader::Capsule { radius, length: 2.0 * half_length }
        }
        ShapeKind::Cylinder { radius, half_length } => {
            ShapeHeader::Cylinder { radius, length: 2.0 * half_length }
        }
        ShapeKind::HalfSpace { normal } => ShapeHeader::HalfSpace { normal: normal.to_array() },
        ShapeKind::ConvexHull { vertices, triangles } => {
            ShapeHeader::Hull { vertices: arrays(vertices), triangles: triangles.to_vec() }
        }
        ShapeKind::Terrain { vertices, triangles, .. } => {
            ShapeHeader::Mesh { vertices: arrays(vertices), triangles: triangles.to_vec() }
        }
    };
    let DQuat { x, y, z, w } = pose.orientation;
    shapes.push(PlacedShape { position: pose.position.to_array(), rotation: [w, x, y, z], shape });
}
