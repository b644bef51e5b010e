//! Forces of soft bodies: f − K Δx − B v with Rayleigh's B = a M + b K, of where their
//! vertices are when the step begins.

use glam::DVec3;
use stickslip_elastic::{Element, Local, Stiffness};

use super::movers::{Movers, add};
use super::sample::Moment;
use super::system::System;
use crate::model::Model;
use crate::state::State;

/// An element with its numbers among all vertices.
#[derive(Clone, Copy, Debug)]
struct Bound {
    element: Element,
    vertices: [usize; 4],
    count: usize,
    /// b of its body (s).
    damping: f64,
    soft: usize,
}

/// All elements of all soft bodies.
#[derive(Default)]
pub(super) struct Elastic {
    elements: Vec<Bound>,
    locals: Vec<Local>,
    /// a of each vertex (1/s).
    drags: Vec<f64>,
}

impl Elastic {
    pub(super) fn new(model: &Model) -> Self {
        let mut elastic = Self::default();
        for (soft, body) in model.soft_bodies().iter().enumerate() {
            let first = elastic.drags.len();
            let [drag, damping] = body.description.damping;
            elastic.drags.resize(first + body.vertices(), drag);
            elastic.elements.extend(body.mesh.elements().iter().map(|element| {
                let mut vertices = [0; 4];
                let own = element.vertices();
                { own.iter().zip(&mut vertices) }.for_each(|(&v, to)| *to = first + v as usize);
                Bound { element: *element, vertices, count: own.len(), damping, soft }
            }));
        }
        elastic
    }

    /// Forces and stiffness where everything is; the error is the soft body with an element
    /// that its energy does not allow.
    pub(super) fn look(&mut self, state: &State) -> Result<(), usize> {
        self.locals.clear();
        for bound in &self.elements {
            let mut corners = [DVec3::ZERO; 4];
            for (corner, &vertex) in corners.iter_mut().zip(&bound.vertices[..bound.count]) {
                *corner = state.vertices.positions[vertex];
            }
            let mut local = Local::default();
            let found = bound.element.evaluate(&corners, Stiffness::Positive, &mut local);
            found.ok_or(bound.soft)?;
            self.locals.push(local);
        }
        Ok(())
    }

    /// Adds the impulses of a step at the given velocities.
    pub(super) fn push(
        &self,
        movers: &Movers,
        state: &State,
        moment: Moment,
        velocities: &[f64],
        impulses: &mut [f64],
    ) {
        let velocity = |vertex: usize| match movers.vertex(vertex) {
            Some(start) => DVec3::from_slice(&velocities[start..]),
            None => state.vertices.velocities[vertex],
        };
        for (bound, local) in self.elements.iter().zip(&self.locals) {
            let factor = moment.lead + bound.damping;
            for a in 0..bound.count {
                let Some(start) = movers.vertex(bound.vertices[a]) else { continue };
                let mut force = local.force[a];
                if factor > 0.0 {
                    for b in 0..bound.count {
                        force -= factor * (local.stiffness[a][b] * velocity(bound.vertices[b]));
                    }
                }
                add(moment.h * force, &mut impulses[start..start + 3]);
            }
        }
        for (vertex, &drag) in self.drags.iter().enumerate() {
            if let Some(start) = movers.vertex(vertex).filter(|_| drag > 0.0) {
                let force = -drag * movers.masses[vertex] * velocity(vertex);
                add(moment.h * force, &mut impulses[start..start + 3]);
            }
        }
    }

    /// Adds h B + h² K.
    pub(super) fn write(&self, movers: &Movers, h: f64, system: &mut System) {
        for (bound, local) in self.elements.iter().zip(&self.locals) {
            let factor = h * (h + bound.damping);
            for a in 0..bound.count {
                let Some(row) = movers.vertex(bound.vertices[a]) else { continue };
                for b in 0..bound.count {
                    let Some(column) = movers.vertex(bound.vertices[b]) else { continue };
                    system.add(row, column, factor * local.stiffness[a][b]);
                }
            }
        }
        for (vertex, &drag) in self.drags.iter().enumerate() {
            if let Some(start) = movers.vertex(vertex).filter(|_| drag > 0.0) {
                let weight = DVec3::splat(h * drag * movers.masses[vertex]);
                system.add(start, start, glam::DMat3::from_diagonal(weight));
            }
        }
    }

    /// Calls with the vertices, stiffness, b and soft body of every element.
    pub(super) fn for_each(&self, mut visit: impl FnMut(&[usize], &Local, f64, usize)) {
        for (bound, local) in self.elements.iter().zip(&self.locals) {
            visit(&bound.vertices[..bound.count], local, bound.damping, bound.soft);
        }
    }

    /// a of a vertex (1/s).
    pub(super) fn drag(&self, vertex: usize) -> f64 {
        self.drags[vertex]
    }
}
