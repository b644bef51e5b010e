//! Mass, centre and inertia.

use glam::{DMat3, DVec3};

use crate::Pose;

/// Mass properties of a rigid body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Mass in kg.
    pub mass: f64,
    /// Centre of mass in the shape's frame (m).
    pub centre: DVec3,
    /// Inertia about the centre of mass, in the axes of the shape's frame (kg·m²).
    pub inertia: DMat3,
}

impl MassProperties {
    /// A body whose axes are those of its inertia.
    pub(crate) fn centred(mass: f64, inertia: DVec3) -> Self {
        Self { mass, centre: DVec3::ZERO, inertia: DMat3::from_diagonal(inertia) }
    }

    /// The same body seen from a frame in which its own has this pose.
    pub fn placed(&self, pose: &Pose) -> Self {
        let rotation = DMat3::from_quat(pose.orientation);
        Self {
            mass: self.mass,
            centre: pose.point(self.centre),
            inertia: rotation * self.inertia * rotation.transpose(),
        }
    }

    /// All as one body: I = Σ Iᵢ + mᵢ (|dᵢ|² 1 − dᵢ dᵢᵀ), dᵢ from the common
    /// centre (Steiner). `None` of nothing.
    pub fn of_parts(parts: &[Self]) -> Option<Self> {
        let mass: f64 = parts.iter().map(|part| part.mass).sum();
        if parts.is_empty() {
            return None;
        }
        let centre = parts.iter().map(|part| part.centre * part.mass).sum::<DVec3>() / mass;
        let mut inertia = DMat3::ZERO;
        for part in parts {
            let d = part.centre - centre;
            inertia +=
                part.inertia + (DMat3::IDENTITY * d.length_squared() - outer(d, d)) * part.mass;
        }
        Some(Self { mass, centre, inertia })
    }
}

/// a bᵀ
pub(crate) fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}
