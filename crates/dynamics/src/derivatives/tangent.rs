//! Tangent coordinates of bodies: twelve numbers each, in the order position (m), rotation
//! vector in world axes (rad), velocity (m/s), angular velocity in world axes (rad/s).

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;
use stickslip_geometry::rotation;

use crate::state::BodyState;

/// Numbers of a body.
pub(crate) const BODY: usize = 12;

/// A state that is moved along one of its coordinates.
pub(crate) fn moved(state: &BodyState, coordinate: usize, by: f64) -> BodyState {
    let mut change = [0.0; BODY];
    change[coordinate] = by;
    shifted(state, &change)
}

/// A state that is moved along all of its coordinates.
pub(crate) fn shifted(state: &BodyState, change: &[f64; BODY]) -> BodyState {
    let part = |kind: usize| DVec3::from_slice(&change[3 * kind..]);
    let turned = (rotation::by_vector(part(1)) * state.pose.orientation).normalize();
    BodyState {
        pose: Pose::new(state.pose.position + part(0), turned),
        velocity: state.velocity + part(2),
        angular_velocity: state.angular_velocity + part(3),
        ..*state
    }
}

/// The coordinates of a state about another.
pub(crate) fn coordinates(state: &BodyState, about: &BodyState) -> [f64; BODY] {
    let position = state.pose.position - about.pose.position;
    let turn = rotation_vector(state.pose.orientation * about.pose.orientation.inverse());
    let velocity = state.velocity - about.velocity;
    let spin = state.angular_velocity - about.angular_velocity;
    let parts = [position, turn, velocity, spin];
    std::array::from_fn(|at| parts[at / 3][at % 3])
}

/// The rotation vector of a turn.
pub(crate) fn rotation_vector(turn: DQuat) -> DVec3 {
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let imaginary = DVec3::new(turn.x, turn.y, turn.z);
    // 2 asin(s)/s without loss of digits near 0.
    let sine = imaginary.length();
    let factor =
        if sine > 1e-4 { 2.0 * libm::atan2(sine, turn.w) / sine } else { 2.0 + sine * sine / 3.0 };
    factor * imaginary
}
