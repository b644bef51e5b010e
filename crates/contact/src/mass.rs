//! Mass, centre and inertia of a shape.

use glam::{DMat3, DVec3};

/// Mass properties of a rigid body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Mass in kg.
    pub mass: f64,
    /// Centre of mass in the shape's frame (m).
    pub center: DVec3,
    /// Inertia about the centre of mass, in the axes of the shape's frame (kg·m²).
    pub inertia: DMat3,
}
