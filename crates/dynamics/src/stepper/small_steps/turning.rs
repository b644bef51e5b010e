//! How bodies turn.

use glam::{DQuat, DVec3};
use stickslip_geometry::rotation;

use super::bodies::Constants;

/// The spin of a free body after `h` seconds in its own axes, by the midpoint of
/// I ω̇ = −ω × Iω, scaled to the energy that it had.
pub fn coast(own: &Constants, spin: DVec3, h: f64) -> DVec3 {
    let energy = |w: DVec3, momentum: DVec3| w.dot(momentum);
    if let Some((inertia, inverse)) = own.principal {
        let momentum = inertia * spin;
        let middle = spin - 0.5 * h * (inverse * spin.cross(momentum));
        let end = spin - h * (inverse * middle.cross(inertia * middle));
        return end * (energy(spin, momentum) / energy(end, inertia * end)).sqrt();
    }
    let momentum = own.inertia * spin;
    let middle = spin - 0.5 * h * (own.inverse_inertia * spin.cross(momentum));
    let end = spin - h * (own.inverse_inertia * middle.cross(own.inertia * middle));
    end * (energy(spin, momentum) / energy(end, own.inertia * end)).sqrt()
}

/// An orientation after a turn: to first order, renormalised, where it is small.
pub fn turned(q: DQuat, turn: DVec3) -> DQuat {
    if turn.length_squared() > 1e-4 {
        return (rotation::by_vector(turn) * q).normalize();
    }
    let half = 0.5 * turn;
    (q + DQuat::from_xyzw(half.x, half.y, half.z, 0.0) * q).normalize()
}
