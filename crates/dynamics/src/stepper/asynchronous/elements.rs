//! Elements with clocks of their own.

use glam::DVec3;
use stickslip_elastic::{Element, Local, Stiffness};

use super::clock::Clock;
use crate::model::Model;
use crate::stepper::penalty::{Rates, largest_eigenvalue};

/// An element, its clock, and its numbers among all points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timed {
    pub(super) element: Element,
    pub(super) vertices: [u32; 4],
    pub(super) count: usize,
    /// b of its body (s).
    pub(super) damping: f64,
    pub(super) clock: Clock,
    pub(super) soft: usize,
}

impl Timed {
    /// The forces on its corners with damping; none where its energy does not allow it.
    pub(super) fn forces(&self, x: &[DVec3; 4], v: &[DVec3; 4]) -> Option<[DVec3; 4]> {
        let mut local = Local::default();
        let wanted = if self.damping > 0.0 { Stiffness::Positive } else { Stiffness::None };
        self.element.evaluate(x, wanted, &mut local)?;
        let mut forces = local.force;
        if self.damping > 0.0 {
            for (a, force) in forces.iter_mut().enumerate().take(self.count) {
                let drag: DVec3 = (0..self.count).map(|b| local.stiffness[a][b] * v[b]).sum();
                *force -= self.damping * drag;
            }
        }
        Some(forces)
    }
}

/// All elements of a model, each with a share of its own stable step. A vertex's mass is
/// shared among its elements by their stiffness at it; the error names a soft body whose
/// elements are too stiff for any clock.
pub(super) fn timed(model: &Model, share: f64, step: f64) -> Result<Vec<Timed>, usize> {
    let mut all = Vec::new();
    let mut first = 0;
    for (soft, body) in model.soft_bodies().iter().enumerate() {
        let masses = body.mesh.masses();
        let trace = |block: &glam::DMat3| block.x_axis.x + block.y_axis.y + block.z_axis.z;
        let mut sums = vec![0.0; masses.len()];
        let mut locals = Vec::new();
        for element in body.mesh.elements() {
            let mut local = Local::default();
            let corners = element.corners(body.mesh.rest());
            // At rest every energy has its stiffness.
            let _ = element.evaluate(&corners, Stiffness::Positive, &mut local);
            for (a, &vertex) in element.vertices().iter().enumerate() {
                sums[vertex as usize] += trace(&local.stiffness[a][a]);
            }
            locals.push(local);
        }
        let damping = body.description.damping[1];
        for (element, local) in body.mesh.elements().iter().zip(&locals) {
            let own = element.vertices();
            let mut scaled = [[0.0; 12]; 12];
            let root = |a: usize| {
                let vertex = own[a] as usize;
                (masses[vertex] * trace(&local.stiffness[a][a]) / sums[vertex]).sqrt()
            };
            for row in 0..3 * own.len() {
                for column in 0..3 * own.len() {
                    let (a, b) = (row / 3, column / 3);
                    let factor = root(a) * root(b);
                    let entry = local.stiffness[a][b].col(column % 3)[row % 3];
                    scaled[row][column] = if factor > 0.0 { entry / factor } else { 0.0 };
                }
            }
            let stiffness = largest_eigenvalue(scaled);
            let rates = Rates { stiffness, damping: damping * stiffness };
            let clock = Clock::within(share * rates.limit(), step).ok_or(soft)?;
            let mut vertices = [0; 4];
            { own.iter().zip(&mut vertices) }.for_each(|(&v, to)| *to = first + v);
            all.push(Timed { element: *element, vertices, count: own.len(), damping, clock, soft });
        }
        first += body.vertices() as u32;
    }
    Ok(all)
}
