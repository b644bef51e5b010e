//! Steps of second order: two stages of implicit Euler.
//!
//! With γ = 1 − 1/√2 (the stiffly accurate singly diagonal Runge–Kutta method of order 2,
//! which damps stiff parts as implicit Euler does):
//!
//! stage 1: x₁ = x + γh v₁, v₁ = v + γh a₁
//! stage 2: x⁺ = x* + γh v⁺, v⁺ = v* + γh a⁺, with x* = x + (1 − γ)h v₁ and
//!   v* = v + (1 − γ)h a₁
//!
//! x* only says from where displacements count: the way of stage 2 begins at x₁, which
//! nothing crosses. Bodies turn by exp((1 − γ)h ω₁) and then exp(γh ω⁺), with ω* by the
//! same formula in their own axes. Nothing of the last step is needed, so that a saved
//! state goes on as it would have.

use stickslip_contact::Pose;
use stickslip_geometry::rotation;

use super::Barrier;
use super::places::Driven;
use super::potential::Potential;
use crate::report::StepReport;
use crate::soft::Vertices;
use crate::state::BodyState;
use crate::step_error::StepError;
use crate::world::World;

const GAMMA: f64 = 1.0 - std::f64::consts::FRAC_1_SQRT_2;
/// (1 − γ)/γ.
const RATIO: f64 = (1.0 - GAMMA) / GAMMA;

impl Barrier {
    pub(super) fn two_stages(
        &mut self,
        world: &mut World,
        h: f64,
        driven: &[Driven],
        report: &mut StepReport,
    ) -> Result<Potential, StepError> {
        let (bodies, vertices) = (world.state.bodies.clone(), world.state.vertices.clone());
        let part = |drive: &Driven, start: Pose, share: f64| Driven {
            start,
            travel: share * drive.travel,
            turn: share * drive.turn,
            ..*drive
        };
        let first: Vec<_> = driven.iter().map(|it| part(it, it.start, GAMMA)).collect();
        self.stage(world, GAMMA * h, &first, report)?;
        let reached = &self.newton.places.poses;
        let second: Vec<_> =
            driven.iter().map(|it| part(it, reached[it.body], 1.0 - GAMMA)).collect();
        rebase(world, &bodies, &vertices, (1.0 - GAMMA) * h);
        self.stage(world, GAMMA * h, &second, report)
    }
}

/// From x, v and x₁, v₁ to x*, v*.
fn rebase(world: &mut World, bodies: &[BodyState], vertices: &Vertices, h: f64) {
    for (state, begun) in world.state.bodies.iter_mut().zip(bodies) {
        let spin = |it: &BodyState| it.pose.orientation.inverse() * it.angular_velocity;
        let (before, after) = (spin(begun), spin(state));
        let turned = rotation::by_vector(h * state.angular_velocity) * begun.pose.orientation;
        state.pose = Pose::new(begun.pose.position + h * state.velocity, turned.normalize());
        state.velocity = begun.velocity + RATIO * (state.velocity - begun.velocity);
        state.angular_velocity = state.pose.orientation * (before + RATIO * (after - before));
    }
    let now = &mut world.state.vertices;
    for at in 0..now.positions.len() {
        let (velocity, begun) = (now.velocities[at], vertices.velocities[at]);
        now.positions[at] = vertices.positions[at] + h * velocity;
        now.velocities[at] = begun + RATIO * (velocity - begun);
    }
}
