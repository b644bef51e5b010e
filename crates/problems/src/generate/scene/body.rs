//! Rigid bodies and what joins them.

use stickslip_dynamics::glam::{DMat3, DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Fixed};
use stickslip_dynamics::{
    BodyDescription, BodyId, ColliderDescription, Compliance, JointDescription, JointKind,
    MassDescription, Pose, Shape, ShapeError,
};

/// What a body is, for its inertia.
#[derive(Clone, Copy, Debug)]
pub enum Solid {
    /// A box with these half edges (m).
    Cuboid(DVec3),
    /// A homogeneous ball of this radius (m).
    Ball(f64),
}

/// A movable rigid body.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// What it is.
    pub solid: Solid,
    /// Mass (kg).
    pub mass: f64,
    /// Its rotation.
    pub orientation: DQuat,
    /// Centre of mass (m).
    pub position: DVec3,
    /// Velocity of the centre (m/s).
    pub velocity: DVec3,
    /// Angular velocity (rad/s).
    pub spin: DVec3,
}

impl Body {
    /// A body at rest.
    pub fn at_rest(solid: Solid, mass: f64, position: DVec3) -> Self {
        Self {
            solid,
            mass,
            orientation: DQuat::IDENTITY,
            position,
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
        }
    }

    /// As the simulator takes it.
    pub fn describe(&self) -> Result<BodyDescription, ShapeError> {
        let shape = match self.solid {
            Solid::Cuboid(half) => Shape::cuboid(half)?,
            Solid::Ball(radius) => Shape::sphere(radius)?,
        };
        let pose = Pose::new(self.position, self.orientation);
        Ok(BodyDescription {
            velocity: self.velocity,
            angular_velocity: self.spin,
            mass: MassDescription::Total(self.mass),
            ..BodyDescription::dynamic("body", pose, vec![ColliderDescription::new(shape)])
        })
    }
}

/// A contact point. The normal points from the lower body A to the upper B.
#[derive(Clone, Debug)]
pub struct ContactPoint {
    /// The lower body; `None` is the static ground.
    pub below: Option<usize>,
    /// The upper body.
    pub above: usize,
    /// The contact point (m).
    pub point: DVec3,
    /// Unit normal.
    pub normal: DVec3,
    /// Gap φ (m), negative when the bodies overlap.
    pub gap: f64,
    /// Rough static estimate of the normal impulse of one step (N·s).
    pub load: f64,
}

impl ContactPoint {
    /// A closed contact whose load is not known yet.
    pub fn at_rest(below: Option<usize>, above: usize, point: DVec3, normal: DVec3) -> Self {
        Self { below, above, point, normal, gap: 0.0, load: 0.0 }
    }

    /// The columns n, t, b of a right-handed frame; t is perpendicular to the
    /// axis that n is farthest from.
    pub fn frame(&self) -> DMat3 {
        let [x, y, z] = self.normal.abs().to_array();
        let farthest = match (x <= y && x <= z, y <= z) {
            (true, _) => DVec3::X,
            (false, true) => DVec3::Y,
            (false, false) => DVec3::Z,
        };
        let tangent = farthest.cross(self.normal).normalize_or(DVec3::Z);
        DMat3::from_cols(self.normal, tangent, self.normal.cross(tangent))
    }
}

/// A joint: a common point, and a common orientation when locked.
#[derive(Clone, Debug)]
pub struct Joint {
    /// The first body; `None` is the static ground.
    pub first: Option<usize>,
    /// The second body.
    pub second: usize,
    /// The common point (m).
    pub point: DVec3,
    /// Whether the orientations are joined too (six rows in place of three).
    pub locked: bool,
    /// Rough static estimate of the impulse of one step on the second body (N·s).
    pub pull: DVec3,
}

impl Joint {
    /// Rows of this joint.
    pub fn rows(&self) -> usize {
        if self.locked { 6 } else { 3 }
    }

    /// As the simulator takes it; the bodies have their own indices.
    pub fn describe(&self, compliance: Compliance) -> JointDescription {
        let kind: JointKind = match self.locked {
            true => Fixed { anchor: self.point }.into(),
            false => Ball::at(self.point).into(),
        };
        let (first, second) = (self.first.map(BodyId), BodyId(self.second));
        JointDescription { compliance, ..JointDescription::new("joint", first, second, kind) }
    }
}
