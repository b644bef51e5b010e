//! What is simulated: bodies, materials and joints. A model does not change
//! while it is stepped; what changes is the [`crate::State`].

mod body;
mod compliance;
mod drive;
mod error;
mod inertia;
mod material;
pub(crate) mod number;
mod schedule;

pub use body::{BodyDescription, BodyId, ColliderDescription, MassDescription, Motion};
pub use compliance::Compliance;
pub use drive::Drive;
pub use error::ModelError;
pub use material::{Combination, Material, MaterialId, MaterialTable, Surface};
pub use schedule::{Schedule, ScheduleError};

use glam::DMat3;
use stickslip_contact::{MassProperties, Pose, Shape};

use crate::cable::Cable;
use crate::joint::{Joint, JointDescription, JointId};

/// A shape of a body, placed relative to the body's centre of mass.
#[derive(Clone, Debug)]
pub struct BodyCollider {
    /// What it is.
    pub shape: Shape,
    /// Its place relative to the centre of mass, in the body's axes.
    pub pose: Pose,
    /// What it is made of.
    pub material: MaterialId,
}

/// A checked body.
#[derive(Clone, Debug)]
pub struct Body {
    /// As it was described.
    pub description: BodyDescription,
    /// Mass, centre and inertia; zero mass for bodies that forces do not move.
    pub mass: MassProperties,
    /// Inverse mass; 0 for bodies that forces do not move.
    pub inverse_mass: f64,
    /// Inverse inertia about the centre of mass in the body's axes; zero
    /// likewise.
    pub inverse_inertia: DMat3,
    /// Its shapes.
    pub colliders: Vec<BodyCollider>,
}

impl Body {
    /// Whether forces move it.
    pub fn is_dynamic(&self) -> bool {
        self.description.motion == Motion::Dynamic
    }

    /// The pose of the body's own frame, from the pose of its centre of mass.
    pub fn frame(&self, center: &Pose) -> Pose {
        Pose::new(center.point(-self.mass.center), center.orientation)
    }

    /// The pose of the centre of mass, from the pose of the body's own frame.
    pub fn center(&self, frame: &Pose) -> Pose {
        Pose::new(frame.point(self.mass.center), frame.orientation)
    }
}

/// Bodies, materials and joints.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The materials; changed freely before stepping.
    pub materials: MaterialTable,
    bodies: Vec<Body>,
    joints: Vec<Joint>,
    cables: Vec<Cable>,
}

impl Model {
    /// Adds a body. The error names the body and what is wrong with it.
    pub fn add_body(&mut self, description: BodyDescription) -> Result<BodyId, ModelError> {
        let body = inertia::check_body(description, &self.materials)?;
        self.bodies.push(body);
        Ok(BodyId(self.bodies.len() - 1))
    }

    /// Adds a joint between bodies that are already there. The error names the
    /// joint and what is wrong with it.
    pub fn add_joint(&mut self, description: JointDescription) -> Result<JointId, ModelError> {
        let joint = Joint::new(description, &self.bodies)?;
        self.joints.push(joint);
        Ok(JointId(self.joints.len() - 1))
    }

    /// Whether the materials that the shapes name are still there.
    pub(crate) fn check_materials(&self) -> Result<(), ModelError> {
        for collider in self.bodies.iter().flat_map(|body| &body.colliders) {
            self.materials.material(collider.material)?;
        }
        Ok(())
    }

    /// Remembers which bodies and joints make up a cable.
    pub(crate) fn note_cable(&mut self, cable: Cable) {
        self.cables.push(cable);
    }

    /// Every cable, in the order in which they were added.
    pub fn cables(&self) -> &[Cable] {
        &self.cables
    }

    /// Every body, in the order in which they were added.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Every joint, in the order in which they were added.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The first body of that name.
    pub fn find_body(&self, name: &str) -> Option<BodyId> {
        self.bodies.iter().position(|body| body.description.name == name).map(BodyId)
    }

    /// The first joint of that name.
    pub fn find_joint(&self, name: &str) -> Option<JointId> {
        self.joints.iter().position(|joint| joint.description().name == name).map(JointId)
    }

    /// Largest over smallest mass of the bodies that forces move; 1 without any.
    pub fn mass_ratio(&self) -> f64 {
        let masses =
            || self.bodies.iter().filter(|body| body.is_dynamic()).map(|body| body.mass.mass);
        let largest = masses().fold(0.0, f64::max);
        let smallest = masses().fold(f64::INFINITY, f64::min);
        if largest > 0.0 { largest / smallest } else { 1.0 }
    }
}
