//! From velocities to the end of a step and back.
//!
//! Both kinds of step are x⁺ = x* + h v⁺, v⁺ = v* + h M⁻¹(f + Jᵀ λ/h):
//! the first order from where the bodies are, x* = x and v* = v; the second,
//! of two steps (BDF2), from x* = (4x − x₋)/3 and v* = (4v − v₋)/3 with ⅔ of
//! the step. Rotations turn by the vector between two of them.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;
use stickslip_geometry::rotation;

use crate::model::Body;
use crate::motion;
use crate::state::{Before, BodyState};

/// How a step looks back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// At the beginning of the step alone.
    First,
    /// At the step before, too.
    Second,
}

impl Order {
    /// Seconds that velocity and forces act from the base.
    pub fn seconds(self, h: f64) -> f64 {
        match self {
            Self::First => h,
            Self::Second => 2.0 * h / 3.0,
        }
    }
}

/// Where a body's step starts from, and with which velocity.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    /// x*.
    pub pose: Pose,
    /// The velocity that forces alone would give.
    pub velocity: DVec3,
    /// Likewise, in world axes.
    pub spin: DVec3,
}

impl Base {
    /// At rest at the origin.
    pub const REST: Self = Self { pose: Pose::IDENTITY, velocity: DVec3::ZERO, spin: DVec3::ZERO };

    /// That of a body. `turned` is how it stands at the end, as nearly as is
    /// known: torques and spins are turned with it.
    pub fn new(
        order: Order,
        body: &Body,
        state: &BodyState,
        turned: DQuat,
        (force, torque): (DVec3, DVec3),
        gyroscopic: bool,
        h: f64,
    ) -> Self {
        let orientation = state.pose.orientation;
        let own_spin = orientation.inverse() * state.angular_velocity;
        let (pose, velocity, own_spin) = match (order, &state.before) {
            (Order::Second, Some(before)) => from_before(state, own_spin, before),
            _ => (state.pose, state.velocity, own_spin),
        };
        let mut free = BodyState {
            pose: Pose::new(pose.position, turned),
            velocity,
            angular_velocity: turned * own_spin,
            ..*state
        };
        motion::free_velocity(body, &mut free, force, torque, gyroscopic, order.seconds(h));
        Self { pose, velocity: free.velocity, spin: free.angular_velocity }
    }

    /// The velocity and the spin that lead from here to a pose in `h` seconds;
    /// of all turns that do, the one nearest to `near`.
    pub fn velocity_to(&self, pose: &Pose, near: DVec3, h: f64) -> (DVec3, DVec3) {
        let turn = pose.orientation * self.pose.orientation.inverse();
        ((pose.position - self.pose.position) / h, turn_near(turn, near * h) / h)
    }
}

fn from_before(state: &BodyState, spin: DVec3, before: &Before) -> (Pose, DVec3, DVec3) {
    let turn = turn_near(state.pose.orientation * before.pose.orientation.inverse(), DVec3::ZERO);
    let orientation = rotation::by_vector(turn / 3.0) * state.pose.orientation;
    let own = before.pose.orientation.inverse() * before.angular_velocity;
    let on = |now: DVec3, then: DVec3| now + (now - then) / 3.0;
    (
        Pose::new(on(state.pose.position, before.pose.position), orientation.normalize()),
        on(state.velocity, before.velocity),
        on(spin, own),
    )
}

/// The rotation vector of a rotation; of all that differ by whole turns, the
/// one nearest to `near`.
fn turn_near(rotation: DQuat, near: DVec3) -> DVec3 {
    let rotation = if rotation.w < 0.0 { -rotation } else { rotation };
    let imaginary = DVec3::new(rotation.x, rotation.y, rotation.z);
    let sine = imaginary.length();
    if sine == 0.0 {
        return DVec3::ZERO;
    }
    let axis = imaginary / sine;
    let angle = 2.0 * libm::atan2(sine, rotation.w);
    axis * (angle + TAU * ((near.dot(axis) - angle) / TAU).round())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn velocities_lead_to_the_poses_that_they_came_from() {
        let h = 1.0 / 60.0;
        let base = Base {
            pose: Pose::new(DVec3::new(1.0, 2.0, -3.0), DQuat::from_rotation_x(0.3)),
            ..Base::REST
        };
        for spin in [DVec3::new(3.0, -2.0, 1.0), DVec3::Y * 250.0, DVec3::ZERO] {
            let velocity = DVec3::new(0.1, -7.0, 2.0);
            let turn = DQuat::from_scaled_axis(h * spin);
            let pose = Pose::new(base.pose.position + h * velocity, turn * base.pose.orientation);
            let (v, w) = base.velocity_to(&pose, spin * 1.01, h);
            assert!((v - velocity).length() < 1e-12 && (w - spin).length() < 1e-11, "{spin}");
        }
    }
}
