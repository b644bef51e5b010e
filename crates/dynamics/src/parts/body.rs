//! A checked body.

use glam::DMat3;
use stickslip_contact::{MassProperties, Pose, Shape};

use super::description::{BodyDescription, Layers, Motion};
use super::error::ModelError;
use super::mass::mass_of;
use super::material::{MaterialId, MaterialTable};
use super::number::{check_pose, positive};

/// A shape of a body, placed relative to the body's centre of mass.
#[derive(Clone, Debug)]
pub struct BodyCollider {
    /// What it is.
    pub shape: Shape,
    /// Its place relative to the centre of mass, in the body's axes.
    pub pose: Pose,
    /// What it is made of.
    pub material: MaterialId,
    /// Only to be looked at.
    pub visual: bool,
    /// What it may touch.
    pub layers: Layers,
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
    /// Checks a description and works out its mass.
    pub(crate) fn new(
        description: BodyDescription,
        materials: &MaterialTable,
    ) -> Result<Self, ModelError> {
        let mass = check(&description, materials)
            .and_then(|()| mass_of(&description))
            .map_err(|reason| ModelError::Body { name: description.name.clone(), reason })?;
        let dynamic = description.motion == Motion::Dynamic;
        let colliders = description
            .colliders
            .iter()
            .map(|collider| BodyCollider {
                shape: collider.shape.clone(),
                pose: Pose::new(collider.pose.position - mass.centre, collider.pose.orientation),
                material: collider.material,
                visual: collider.visual,
                layers: collider.layers,
            })
            .collect();
        Ok(Self {
            inverse_mass: if dynamic { 1.0 / mass.mass } else { 0.0 },
            inverse_inertia: if dynamic { mass.inertia.inverse() } else { DMat3::ZERO },
            description,
            mass,
            colliders,
        })
    }

    /// The shapes that it is seen as: those that are only to be looked at, and where
    /// there are none, those that touch.
    pub fn seen(&self) -> impl Iterator<Item = &BodyCollider> {
        let visual = self.colliders.iter().any(|collider| collider.visual);
        self.colliders.iter().filter(move |collider| collider.visual == visual)
    }

    /// Whether forces move it.
    pub fn is_dynamic(&self) -> bool {
        self.description.motion == Motion::Dynamic
    }

    /// The pose of the body's own frame, from the pose of its centre of mass.
    pub fn frame(&self, centre: &Pose) -> Pose {
        Pose::new(centre.point(-self.mass.centre), centre.orientation)
    }

    /// The pose of the centre of mass, from the pose of the body's own frame.
    pub fn centre(&self, frame: &Pose) -> Pose {
        Pose::new(frame.point(self.mass.centre), frame.orientation)
    }
}

fn check(description: &BodyDescription, materials: &MaterialTable) -> Result<(), String> {
    if description.name.is_empty() {
        return Err("it has no name".into());
    }
    check_pose("the pose", &description.pose)?;
    if !description.velocity.is_finite() || !description.angular_velocity.is_finite() {
        return Err("the velocity is not finite".into());
    }
    if !description.gravity_scale.is_finite() {
        return Err(format!("gravity_scale is {}", description.gravity_scale));
    }
    if let Motion::Kinematic(drive) = &description.motion {
        drive.check()?;
    }
    if let Some(motion) = &description.surface_motion {
        motion.check()?;
    }
    for (at, collider) in description.colliders.iter().enumerate() {
        check_pose(&format!("the pose of shape {at}"), &collider.pose)?;
        positive(&format!("the density of shape {at}"), collider.density)?;
        if materials.material(collider.material).is_err() {
            return Err(format!("shape {at} names a material that does not exist"));
        }
    }
    Ok(())
}
