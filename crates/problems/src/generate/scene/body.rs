//! Rigid bodies and what joins them.

use super::vector3::{AXES, Matrix3, Vector3, scale};

/// A movable rigid body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Mass (kg).
    pub mass: f64,
    /// Principal moments of inertia (kg·m²).
    pub inertia: Vector3,
    /// Rows of the rotation from the principal frame to the world.
    pub rotation: Matrix3,
    /// Centre of mass (m).
    pub position: Vector3,
    /// Velocity of the centre (m/s).
    pub velocity: Vector3,
    /// Angular velocity (rad/s).
    pub spin: Vector3,
}

impl Body {
    /// A box at rest with these half edges: Iₓ = m (y² + z²) / 3.
    pub fn cuboid(mass: f64, half: Vector3, position: Vector3) -> Self {
        let [x, y, z] = half.map(|edge| edge * edge * mass / 3.0);
        Self::at_rest(mass, [y + z, z + x, x + y], position)
    }

    /// A homogeneous sphere at rest: I = ⅖ m r².
    pub fn sphere(mass: f64, radius: f64, position: Vector3) -> Self {
        Self::at_rest(mass, [0.4 * mass * radius * radius; 3], position)
    }

    fn at_rest(mass: f64, inertia: Vector3, position: Vector3) -> Self {
        Self { mass, inertia, rotation: AXES, position, velocity: [0.0; 3], spin: [0.0; 3] }
    }

    /// Makes it heavier without changing its shape.
    pub fn scale_mass(&mut self, ratio: f64) {
        self.mass *= ratio;
        self.inertia = scale(ratio, self.inertia);
    }

    /// R I⁻¹ Rᵀ in the world frame, exactly symmetric.
    pub fn inverse_inertia(&self) -> Matrix3 {
        let r = self.rotation;
        std::array::from_fn(|i| {
            std::array::from_fn(|j| (0..3).map(|k| r[i][k] * r[j][k] / self.inertia[k]).sum())
        })
    }
}

/// A contact point. The normal points from the lower body A to the upper B.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The lower body; `None` is the static ground.
    pub below: Option<usize>,
    /// The upper body.
    pub above: usize,
    /// The contact point (m).
    pub point: Vector3,
    /// Unit normal.
    pub normal: Vector3,
    /// Gap φ (m), negative when the bodies overlap.
    pub gap: f64,
    /// Rough static estimate of the normal impulse of one step (N·s).
    pub load: f64,
}

impl Touch {
    /// A closed contact whose load is not known yet.
    pub fn at_rest(below: Option<usize>, above: usize, point: Vector3, normal: Vector3) -> Self {
        Self { below, above, point, normal, gap: 0.0, load: 0.0 }
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
    pub point: Vector3,
    /// Whether the orientations are joined too (six rows in place of three).
    pub locked: bool,
    /// Rough static estimate of the impulse of one step on the second body (N·s).
    pub pull: Vector3,
}

impl Joint {
    /// Rows of this joint.
    pub fn rows(&self) -> usize {
        if self.locked { 6 } else { 3 }
    }
}
