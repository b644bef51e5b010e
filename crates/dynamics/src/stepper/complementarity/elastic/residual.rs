//! What a step leaves of its nonlinear equation.
//!
//! r = M (u⁺ − u) − h f(q⁺) + h B u⁺ − Jᵀλ with all forces where the step ends,
//! q⁺ = q + h u⁺ (course, Eq 263–264). B is that of the beginning. The linearised
//! step leaves what the stiffness of the beginning does not know. It is reported over
//! the sum of the sizes of its parts: momentum, forces from outside, of elements
//! and of contacts, each times h.

use glam::DVec3;
use stickslip_elastic::Stiffness;

use super::super::linearisation::Span;
use super::mesh::MeshInertia;
use super::{Elastic, tell};
use crate::soft::SoftBody;
use crate::step_error::StepError;
use crate::world::World;

/// Sums of squares over vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residual {
    error: f64,
    parts: [f64; 4],
}

impl Residual {
    /// Where an element is inside out, which its energy forbids.
    const INFINITE: Self = Self { error: f64::INFINITY, parts: [0.0; 4] };

    /// ‖r‖ (N·s).
    pub fn norm(&self) -> f64 {
        self.error.sqrt()
    }

    /// ‖r‖ over the sizes of its parts; 0 where nothing acts and nothing moves.
    pub fn relative(&self) -> f64 {
        let size: f64 = self.parts.iter().map(|part| part.sqrt()).sum();
        if self.error == 0.0 { 0.0 } else { self.norm() / size }
    }

    fn plus(self, other: Self) -> Self {
        let mut parts = self.parts;
        parts.iter_mut().zip(other.parts).for_each(|(part, other)| *part += other);
        Self { error: self.error + other.error, parts }
    }
}

impl Elastic {
    /// The residual of some soft bodies at the velocities that they have, under the
    /// impulses that were applied last.
    pub fn measure(&mut self, world: &World, span: &Span, members: &[usize]) -> Residual {
        let mut sum = Residual::default();
        for &number in members {
            let (mesh, body) = (&mut self.meshes[number], &world.model.soft_bodies()[number]);
            let own = mesh.first..mesh.first + body.vertices();
            let of = Vertices {
                begun: &self.begun[own.clone()],
                velocities: &world.state.vertices.velocities[own.clone()],
                pulls: &world.pulls[own.clone()],
                momentum: &self.momentum[own],
                gravity: world.settings.gravity,
            };
            mesh.guess(world, span.left);
            sum = sum.plus(mesh.measure(body, &of, span.h));
        }
        sum
    }

    /// Linearises some soft bodies where their velocities take them, as the residual
    /// was measured last; whether that is an inertia.
    pub fn linearise(
        &mut self,
        world: &World,
        span: &Span,
        members: &[usize],
        stiffness: Stiffness,
    ) -> Result<bool, StepError> {
        for &number in members {
            let (mesh, body) = (&mut self.meshes[number], &world.model.soft_bodies()[number]);
            let places = std::mem::take(&mut mesh.places);
            let told = mesh.linearise(body, &places, (span.h, span.left), stiffness);
            mesh.places = places;
            match told {
                Ok(()) => {}
                Err(_) if stiffness == Stiffness::Exact => return Ok(false),
                Err(reason) => return Err(tell(world, number, reason)),
            }
        }
        Ok(true)
    }

    /// Gives some soft bodies the velocities that are left without contacts:
    /// u − H⁻¹ (r + Jᵀλ), of the residual that was measured last.
    pub fn let_go(&mut self, world: &mut World, members: &[usize]) {
        for &number in members {
            self.meshes[number].solve();
            self.meshes[number].add(-1.0, &mut world.state.vertices.velocities);
        }
    }
}

/// What acts on the vertices of a soft body in a step.
struct Vertices<'a> {
    begun: &'a [DVec3],
    velocities: &'a [DVec3],
    pulls: &'a [DVec3],
    momentum: &'a [DVec3],
    gravity: DVec3,
}

impl MeshInertia {
    /// Where the velocities take its vertices.
    fn guess(&mut self, world: &World, left: f64) {
        let vertices = &world.state.vertices;
        let own = vertices.positions[self.first..].iter().zip(&vertices.velocities[self.first..]);
        let count = self.assembly.vertices();
        self.places.clear();
        self.places.extend(own.take(count).map(|(&place, &velocity)| place + left * velocity));
    }

    /// The residual; r + Jᵀλ is left in `right`.
    fn measure(&mut self, body: &SoftBody, of: &Vertices<'_>, h: f64) -> Residual {
        let places = std::mem::take(&mut self.places);
        let told = self.evaluate(body, &places, self.wanted_at_the_end());
        self.places = places;
        if told.is_err() {
            return Residual::INFINITE;
        }
        self.note_velocities(of.velocities);
        self.write_drag(body, h);
        self.right.clear();
        let mut found = Residual::default();
        for (&vertex, drag) in self.assembly.free().iter().zip(self.other.chunks_exact(3)) {
            let at = vertex as usize;
            let mass = body.mesh.masses()[at];
            let (outside, inside) = (h * (mass * of.gravity + of.pulls[at]), h * self.forces[at]);
            let left = mass * (of.velocities[at] - of.begun[at]) - outside - inside
                + DVec3::from_slice(drag);
            found.error += (left - of.momentum[at]).length_squared();
            let parts = [mass * of.begun[at], outside, inside, of.momentum[at]];
            found.parts.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part.length_squared());
            self.right.extend(left.to_array());
        }
        found
    }
}
