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
//!
//! A soft body is pulled by the vertices around the one that was gripped, by
//! weights wᵢ that sum to 1 and fall to 0 at a quarter of its size: u = Σ wᵢ uᵢ,
//! and K = Σ wᵢ²/mᵢ, which is more than the truth, so that the spring stays still.

use stickslip_dynamics::glam::{DMat3, DVec3};
use stickslip_dynamics::{BodyId, Model, Simulation};

use crate::view::message::{Drag, DragTarget};

/// ω of the spring where no stiffness is given (rad/s).
const FREQUENCY: f64 = 10.0;

/// Largest ω h of a spring on a rigid body.
const STIFFEST: f64 = 0.25;

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
        match self.drag.target {
            DragTarget::Point(at) => self.push(at, simulation),
            DragTarget::Vertex(vertex) => self.pull(vertex, simulation),
        }
    }

    fn push(&mut self, at: DVec3, simulation: &mut Simulation) {
        let body = self.drag.place.body;
        let Some((force, point)) = force(&self.drag, at, simulation) else { return };
        self.force = force;
        simulation
            .push(BodyId(body), force, point, DVec3::ZERO)
            .expect("`force` has found the body in the same model");
    }

    fn pull(&mut self, vertex: usize, simulation: &mut Simulation) {
        let Some((force, shares)) = soft_force(&self.drag, vertex, simulation) else { return };
        self.force = force;
        for (vertex, share) in shares {
            simulation
                .pull(vertex, share * force)
                .expect("`soft_force` has found the vertices in the same model");
        }
    }
}

/// Whether there is anything to pull; says what is wrong.
pub fn check(drag: &Drag, model: &Model) -> Result<(), String> {
    let number = drag.place.body;
    let soft = number.checked_sub(model.bodies().len()).and_then(|at| model.soft_bodies().get(at));
    match (model.bodies().get(number), soft, drag.target) {
        (Some(body), _, DragTarget::Point(_)) if body.is_dynamic() => Ok(()),
        (Some(body), _, DragTarget::Point(_)) => {
            Err(format!("forces do not move {}", body.description.name))
        }
        (Some(body), _, DragTarget::Vertex(_)) => {
            Err(format!("vertex: {} has none; a point is told by at", body.description.name))
        }
        (_, Some(body), DragTarget::Vertex(vertex)) if vertex < body.vertices() => Ok(()),
        (_, Some(body), DragTarget::Vertex(vertex)) => {
            let (name, count) = (&body.description.name, body.vertices());
            Err(format!("vertex: is {vertex}, but {name} has {count}"))
        }
        (_, Some(body), DragTarget::Point(_)) => {
            Err(format!("at: {} is soft; what is pulled is told by vertex", body.description.name))
        }
        (None, None, _) => Err(format!("there is no body {number}")),
    }
}

/// The force of a drag on vertices, and the share of each that is not pinned.
fn soft_force(
    drag: &Drag,
    vertex: usize,
    simulation: &Simulation,
) -> Option<(DVec3, Vec<(usize, f64)>)> {
    let number = drag.place.body.checked_sub(simulation.model().bodies().len())?;
    let body = simulation.model().soft_bodies().get(number)?;
    let gripped = *body.positions.get(vertex)?;
    let corners = |all: fn(DVec3, DVec3) -> DVec3| body.positions.iter().copied().reduce(all);
    let reach = 0.25 * corners(DVec3::max)?.distance(corners(DVec3::min)?);
    let first = simulation.soft_vertices(number).start;
    let free = (0..body.vertices()).filter(|&at| !body.is_pinned[at]);
    let weight = |at: usize| 1.0 - body.positions[at].distance(gripped) / reach;
    let mut shares: Vec<(usize, f64)> =
        free.map(|at| (first + at, weight(at))).filter(|share| share.1 > 0.0).collect();
    let sum: f64 = shares.iter().map(|share| share.1).sum();
    shares.iter_mut().for_each(|share| share.1 /= sum);
    let vertices = &simulation.state().vertices;
    let mean = |of: &[DVec3]| shares.iter().map(|&(at, share)| share * of[at]).sum::<DVec3>();
    let (point, velocity) = (mean(&vertices.positions), mean(&vertices.velocities));
    let masses = body.mesh.masses();
    let ease: f64 = shares.iter().map(|&(at, share)| share * share / masses[at - first]).sum();
    let (mass, h) = (body.mesh.mass(), simulation.settings().time_step);
    let stiffness = drag.stiffness.unwrap_or(mass * FREQUENCY * FREQUENCY);
    let rate = 2.0 * (stiffness * mass).sqrt() + h * stiffness;
    let force = (stiffness * (drag.to - point) - rate * velocity) / (1.0 + h * rate * ease);
    (!shares.is_empty() && force.is_finite()).then_some((force, shares))
}

/// The force and where it acts.
fn force(drag: &Drag, at: DVec3, simulation: &Simulation) -> Option<(DVec3, DVec3)> {
    let body = simulation.model().bodies().get(drag.place.body)?;
    let state = simulation.state().bodies.get(drag.place.body)?;
    let (mass, h) = (body.mass.mass, simulation.settings().time_step);
    // A force that stays for the whole step lags by half of it: stiffer springs would spin
    // up what turns.
    let stiffest = mass * (STIFFEST / h) * (STIFFEST / h);
    let stiffness = drag.stiffness.unwrap_or(mass * FREQUENCY * FREQUENCY).min(stiffest);
    let damping = 2.0 * (stiffness * mass).sqrt();
    let point = state.pose.point(at);
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
