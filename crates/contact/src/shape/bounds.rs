//! Bounding boxes by their lower and upper corner.

use glam::{DMat3, DVec3};

/// A box around nothing.
pub(super) const EMPTY: (DVec3, DVec3) = (DVec3::INFINITY, DVec3::NEG_INFINITY);

/// The box that reaches so far around a centre.
pub(super) fn around(centre: DVec3, reach: DVec3) -> (DVec3, DVec3) {
    (centre - reach, centre + reach)
}

/// How far a turned box reaches along the world's axes.
pub(super) fn box_reach(rotation: &DMat3, half: DVec3) -> DVec3 {
    rotation.x_axis.abs() * half.x + rotation.y_axis.abs() * half.y + rotation.z_axis.abs() * half.z
}
