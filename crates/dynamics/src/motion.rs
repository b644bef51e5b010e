//! Free motion of bodies: forces in, velocities out; velocities in, poses out.

use glam::{DMat3, DQuat, DVec3};
use stickslip_contact::Pose;

use crate::model::{Body, Motion};
use crate::state::BodyState;

/// R I⁻¹ Rᵀ.
pub fn world_inertia(orientation: DQuat, inertia: &DMat3) -> DMat3 {
    let rotation = DMat3::from_quat(orientation);
    rotation * *inertia * rotation.transpose()
}

/// The velocity after a step of `h` under forces alone.
pub fn free_velocity(
    body: &Body,
    state: &mut BodyState,
    force: DVec3,
    torque: DVec3,
    gyroscopic: bool,
    h: f64,
) {
    state.velocity += h * body.inverse_mass * force;
    let turn = state.pose.orientation;
    let mut spin = turn.inverse() * state.angular_velocity;
    spin += h * (body.inverse_inertia * (turn.inverse() * torque));
    if gyroscopic {
        spin = gyroscopic_spin(&body.mass.inertia, spin, h);
    }
    state.angular_velocity = turn * spin;
}

/// Solves I(ω⁺ − ω) + h ω⁺ × Iω⁺ = 0 in the body's axes by Newton's method.
/// Taken implicitly, the gyroscopic torque cannot blow up at any spin.
fn gyroscopic_spin(inertia: &DMat3, spin: DVec3, h: f64) -> DVec3 {
    let mut next = spin;
    for _ in 0..GYROSCOPIC_ITERATIONS {
        let momentum = *inertia * next;
        let residual = *inertia * (next - spin) + h * next.cross(momentum);
        let slope = *inertia + h * (cross_matrix(next) * *inertia - cross_matrix(momentum));
        let change = slope.inverse() * residual;
        if !change.is_finite() {
            return spin;
        }
        next -= change;
        if change.length_squared() <= 1e-30 * next.length_squared() {
            break;
        }
    }
    next
}

/// Newton's method gains all digits in four or five.
const GYROSCOPIC_ITERATIONS: usize = 8;

/// The matrix of v ↦ a × v.
pub fn cross_matrix(a: DVec3) -> DMat3 {
    DMat3::from_cols(
        DVec3::new(0.0, a.z, -a.y),
        DVec3::new(-a.z, 0.0, a.x),
        DVec3::new(a.y, -a.x, 0.0),
    )
}

/// Moves a body with its velocities for `h` seconds: straight, and turned
/// about ω by h|ω|. (The documents' q + h H ω, renormalised, is the first
/// order of this.)
pub fn advance(body: &Body, state: &mut BodyState, h: f64) {
    if body.description.motion == Motion::Static {
        return;
    }
    state.pose = Pose::new(
        state.pose.position + h * state.velocity,
        (DQuat::from_scaled_axis(h * state.angular_velocity) * state.pose.orientation).normalize(),
    );
}

/// Moves a free body for `h` seconds, its spin changing as that of a free body does: with s of
/// the middle, which solves I(s − s₀) + ½h s×Is = 0 in the body's axes, it turns by h s, and
/// its angular momentum stays.
pub fn coast(body: &Body, state: &mut BodyState, h: f64) {
    let (turn, inertia) = (state.pose.orientation, &body.mass.inertia);
    let spin = turn.inverse() * state.angular_velocity;
    let momentum = turn * (*inertia * spin);
    let middle = gyroscopic_spin(inertia, spin, 0.5 * h);
    let turned = (turn * DQuat::from_scaled_axis(h * middle)).normalize();
    state.pose = Pose::new(state.pose.position + h * state.velocity, turned);
    state.angular_velocity = turned * (body.inverse_inertia * (turned.inverse() * momentum));
}

/// Kinetic energy plus the potential in a uniform field (J).
pub fn energy(body: &Body, state: &BodyState, gravity: DVec3) -> f64 {
    let spin = state.pose.orientation.inverse() * state.angular_velocity;
    let kinetic = 0.5 * body.mass.mass * state.velocity.length_squared()
        + 0.5 * spin.dot(body.mass.inertia * spin);
    kinetic - body.description.gravity_scale * body.mass.mass * gravity.dot(state.pose.position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_implicit_gyroscopic_step_solves_its_equation() {
        let inertia = DMat3::from_diagonal(DVec3::new(1.0, 2.0, 3.5));
        let (spin, h) = (DVec3::new(10.0, 200.0, -3.0), 1.0 / 60.0);
        let next = gyroscopic_spin(&inertia, spin, h);
        let residual = inertia * (next - spin) + h * next.cross(inertia * next);
        assert!(residual.length() < 1e-9 * spin.length());
        assert!(next.dot(inertia * next) <= spin.dot(inertia * spin));
    }
}
