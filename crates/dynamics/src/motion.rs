//! Free motion of bodies: forces in, velocities out; velocities in, poses out.

use glam::{DMat3, DQuat, DVec3};
use stickslip_contact::Pose;
use stickslip_geometry::rotation;

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
        (rotation::by_vector(h * state.angular_velocity) * state.pose.orientation).normalize(),
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
    let turned = (turn * rotation::by_vector(h * middle)).normalize();
    state.pose = Pose::new(state.pose.position + h * state.velocity, turned);
    state.angular_velocity = turned * (body.inverse_inertia * (turned.inverse() * momentum));
}

/// Turns a free body for `h` seconds, and gives its new orientation and spin in world axes.
///
/// Its angular momentum L stays to rounding, and so does its energy: in the body's axes the
/// midpoint rule l⁺ = C(k ω)ᵀ l with ω = I⁻¹ ½(l + l⁺) and Cayley's map C keeps both (Simo and
/// Wong 1991; Austin, Krishnaprasad and Wang 1993), composed to fourth order (Yoshida 1990) in
/// pieces of at most [`PIECE`].
pub fn rotate(body: &Body, orientation: DQuat, spin: DVec3, h: f64) -> (DQuat, DVec3) {
    let inertia = &body.mass.inertia;
    let own_spin = orientation.inverse() * spin;
    let mut own = *inertia * own_spin;
    let torque = own_spin.cross(own).length();
    if torque <= 1e-15 * own.length() * own_spin.length() {
        let turned = (orientation * rotation::by_vector(h * own_spin)).normalize();
        return (turned, turned * own_spin);
    }
    let momentum = orientation * own;
    let pieces = (own_spin.length() * h.abs() / PIECE).ceil().clamp(1.0, MAX_PIECES);
    let mut turned = orientation;
    for _ in 0..pieces as usize {
        for share in YOSHIDA {
            turned = (turned * midpoint_turn(body, own, share * h / pieces)).normalize();
            own = turned.inverse() * momentum;
        }
    }
    (turned, turned * (body.inverse_inertia * own))
}

/// The turn of a body with the momentum `own` in its axes for `h` seconds.
fn midpoint_turn(body: &Body, own: DVec3, h: f64) -> DQuat {
    let mut next = own;
    let mut turn = DQuat::IDENTITY;
    for _ in 0..MIDPOINT_ITERATIONS {
        let half = 0.25 * h * (body.inverse_inertia * (own + next));
        turn = DQuat::from_xyzw(half.x, half.y, half.z, 1.0).normalize();
        let better = turn.inverse() * own;
        let change = (better - next).abs().max_element();
        next = better;
        if change <= 1e-16 * own.abs().max_element() {
            break;
        }
    }
    turn
}

/// Shares of the step in Yoshida's composition: 1/(2 − ∛2) twice, and what is left between.
const YOSHIDA: [f64; 3] =
    [1.351_207_191_959_657_8, -1.702_414_383_919_315_5, 1.351_207_191_959_657_8];

/// The largest turn of a piece of a rotation (rad), and the most pieces.
const PIECE: f64 = 0.25;
const MAX_PIECES: f64 = 4096.0;

/// The iteration gains a digit or more in each.
const MIDPOINT_ITERATIONS: usize = 30;

/// Moves a body for `h` seconds under a constant force and torque that act on it alone: a
/// parabola, and a free rotation between two halves of the torque.
pub fn fly(
    body: &Body,
    state: &mut BodyState,
    (force, torque): (DVec3, DVec3),
    gyroscopic: bool,
    h: f64,
) {
    let change = 0.5 * h * body.inverse_mass * force;
    let mean = state.velocity + change;
    let kick = |turn: DQuat| 0.5 * h * (turn * (body.inverse_inertia * (turn.inverse() * torque)));
    let begun = state.angular_velocity + kick(state.pose.orientation);
    let (turned, spin) = match gyroscopic {
        true => rotate(body, state.pose.orientation, begun, h),
        false => {
            let turn = rotation::by_vector(h * begun);
            ((turn * state.pose.orientation).normalize(), begun)
        }
    };
    state.pose = Pose::new(state.pose.position + h * mean, turned);
    state.velocity = mean + change;
    state.angular_velocity = spin + kick(turned);
}

/// Kinetic energy plus the potential in a uniform field (J).
pub fn energy(body: &Body, state: &BodyState, gravity: DVec3) -> f64 {
    let (mass, inertia) = (body.mass.mass, &body.mass.inertia);
    energy_of_mass((mass, inertia), state, body.description.gravity_scale, gravity)
}

/// The same of a mass and an inertia in the body's own axes, with a factor on gravity.
pub fn energy_of_mass(
    (mass, inertia): (f64, &DMat3),
    state: &BodyState,
    gravity_scale: f64,
    gravity: DVec3,
) -> f64 {
    let spin = state.pose.orientation.inverse() * state.angular_velocity;
    let kinetic = 0.5 * mass * state.velocity.length_squared() + 0.5 * spin.dot(*inertia * spin);
    kinetic - gravity_scale * mass * gravity.dot(state.pose.position)
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
