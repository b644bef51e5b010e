//! A spring that pulls a body by a point.
//!
//! The point has the velocity u and is d away from where it is pulled to; the
//! spring has stiffness k = m ω² and damping c = 2√(k m). A force taken at the
//! beginning of a step of h seconds makes stiff springs explode, so it is the
//! one that the spring would have at the end if nothing else acted:
//!
//! ```text
//! f = k (d − h u⁺) − c u⁺,   u⁺ = u + h K f,   K = 1/m + [r]×ᵀ I⁻¹ [r]×
//! (1 + h (c + h k) K) f = k d − (c + h k) u
//! ```
//!
//! That force is then an outside force of the simulation like any other.

use stickslip_dynamics::glam::{DMat3, DVec3};
use stickslip_dynamics::{BodyId, Simulation};

use crate::view::message::Drag;

/// ω of the spring where no stiffness is given (rad/s).
const FREQUENCY: f64 = 10.0;

/// A drag, and the force that it had in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull {
    /// What was asked for.
    pub drag: Drag,
    /// Force on the body (N).
    pub force: DVec3,
}

impl Pull {
    /// Pulls from the next step on.
    pub fn new(drag: Drag) -> Self {
        Self { drag, force: DVec3::ZERO }
    }

    /// Pushes the body for the next step.
    pub fn act(&mut self, simulation: &mut Simulation) {
        let body = self.drag.place.body;
        let Some((force, point)) = force(&self.drag, simulation) else { return };
        self.force = force;
        simulation
            .push(BodyId(body), force, point, DVec3::ZERO)
            .expect("`force` has found the body in the same model");
    }
}

/// The force and where it acts.
fn force(drag: &Drag, simulation: &Simulation) -> Option<(DVec3, DVec3)> {
    let body = simulation.model().bodies().get(drag.place.body)?;
    let state = simulation.state().bodies.get(drag.place.body)?;
    let (mass, h) = (body.mass.mass, simulation.settings().time_step);
    let stiffness = drag.stiffness.unwrap_or(mass * FREQUENCY * FREQUENCY);
    let damping = 2.0 * (stiffness * mass).sqrt();
    let point = state.pose.point(drag.at);
    let arm = point - state.pose.position;
    let velocity = state.velocity + state.angular_velocity.cross(arm);
    let turn = DMat3::from_quat(state.pose.orientation);
    let inverse_inertia = turn * body.inverse_inertia * turn.transpose();
    let cross = DMat3::from_cols(
        DVec3::new(0.0, arm.z, -arm.y),
        DVec3::new(-arm.z, 0.0, arm.x),
        DVec3::new(arm.y, -arm.x, 0.0),
    );
    let ease = DMat3::from_diagonal(DVec3::splat(body.inverse_mass))
        + cross.transpose() * inverse_inertia * cross;
    let rate = damping + h * stiffness;
    let system = DMat3::IDENTITY + ease * (h * rate);
    let force = system.inverse() * (stiffness * (drag.to - point) - rate * velocity);
    force.is_finite().then_some((force, point))
}
