//! Bodies as they are described.

use glam::{DMat3, DVec3};
use stickslip_contact::{Pose, Shape};

use super::drive::Drive;
use super::material::{MaterialId, MaterialTable};
use super::surface_motion::SurfaceMotion;

/// Index of a body in its [`crate::Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyId(pub usize);

/// What moves a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// Nothing.
    Static,
    /// A script, whatever pushes against it.
    Kinematic(Drive),
    /// Forces and impulses.
    Dynamic,
}

/// A shape on a body.
#[derive(Clone, Debug)]
pub struct ColliderDescription {
    /// What it is.
    pub shape: Shape,
    /// Where it sits in the body's frame.
    pub pose: Pose,
    /// What it is made of.
    pub material: MaterialId,
    /// Density in kg/m³, for bodies whose mass comes from their shapes.
    pub density: f64,
    /// Only to be looked at: it touches nothing and weighs nothing.
    pub visual: bool,
    /// What it may touch.
    pub layers: Layers,
}

/// Where a shape is among 32 layers, one bit each, and which of them it meets: two shapes
/// may touch where each is in a layer that the other meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The layers that it is in.
    pub own: u32,
    /// The layers that it meets.
    pub meets: u32,
}

impl Default for Layers {
    /// In the lowest layer, and meets all.
    fn default() -> Self {
        Self { own: 1, meets: u32::MAX }
    }
}

impl Layers {
    /// Whether two shapes may touch.
    pub fn meet(&self, other: &Self) -> bool {
        self.own & other.meets != 0 && other.own & self.meets != 0
    }
}

impl ColliderDescription {
    /// A shape at the body's origin, of the default material, as dense as water.
    pub fn new(shape: Shape) -> Self {
        let (pose, material) = (Pose::IDENTITY, MaterialTable::DEFAULT);
        let layers = Layers::default();
        Self { shape, pose, material, density: 1000.0, visual: false, layers }
    }
}

/// Where a dynamic body's mass comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MassDescription {
    /// Shapes and their densities.
    #[default]
    FromShapes,
    /// This mass (kg), spread over the shapes in proportion to their densities.
    Total(f64),
    /// All of it given.
    Given {
        /// Mass (kg).
        mass: f64,
        /// Centre of mass in the body's frame (m).
        centre: DVec3,
        /// Inertia about the centre of mass in the body's axes (kg·m²).
        inertia: DMat3,
    },
}

/// A body as it is described; [`crate::Model::add_body`] checks it.
#[derive(Clone, Debug)]
pub struct BodyDescription {
    /// Its name in files and messages; need not be unique.
    pub name: String,
    /// What moves it.
    pub motion: Motion,
    /// Pose of its frame at the beginning.
    pub pose: Pose,
    /// Velocity of its centre of mass at the beginning (m/s).
    pub velocity: DVec3,
    /// Angular velocity at the beginning, in world axes (rad/s).
    pub angular_velocity: DVec3,
    /// Its shapes; may be empty for a dynamic body whose mass is given.
    pub colliders: Vec<ColliderDescription>,
    /// Its mass, for dynamic bodies.
    pub mass: MassDescription,
    /// Factor on gravity: 0 for a body that floats.
    pub gravity_scale: f64,
    /// How its surface moves over it, where it does.
    pub surface_motion: Option<SurfaceMotion>,
}

impl BodyDescription {
    /// A dynamic body at rest.
    pub fn dynamic(
        name: impl Into<String>,
        pose: Pose,
        colliders: Vec<ColliderDescription>,
    ) -> Self {
        Self {
            name: name.into(),
            motion: Motion::Dynamic,
            pose,
            velocity: DVec3::ZERO,
            angular_velocity: DVec3::ZERO,
            colliders,
            mass: MassDescription::FromShapes,
            gravity_scale: 1.0,
            surface_motion: None,
        }
    }

    /// A body that never moves.
    pub fn fixed(name: impl Into<String>, pose: Pose, colliders: Vec<ColliderDescription>) -> Self {
        Self { motion: Motion::Static, ..Self::dynamic(name, pose, colliders) }
    }
}
