//! The inertia of soft bodies as a step takes it.
//!
//! Forces at the end of a step of h seconds, linear about its beginning, make
//! (M + h B + h² K) u⁺ = M u + h (f + f_e(q)) + Jᵀλ with B = a M + b K (SIGGRAPH
//! 2022 course, Eq 76–84 and 267): the inertia is H = (1 + h a) M + (h b + h²) K.
//! Without λ that gives the velocities that forces alone would give.
//!
//! A problem sees only the vertices S that its rows name. With S eliminated
//! last, the end of the factor of H is that of its Schur complement, so that
//! (H⁻¹)_SS costs no solve: a dense block of the problem's H⁻¹, which every method
//! takes as it takes that of a rigid body. What the other vertices do follows
//! from u⁺ = u + H⁻¹ Jᵀ λ.
//!
//! Where something cheaper than H stands for it, P⁻¹ of 3 × 3 blocks takes the
//! place of H⁻¹ (`mesh.rs`). What the step leaves of its equation is measured in
//! `residual.rs`, and made small in `rounds.rs`.

mod apply;
mod dissection;
mod ends;
mod guess;
mod mesh;
mod residual;
mod rounds;

pub use self::ends::Surroundings;
pub use self::rounds::Rounds;

use std::ops::Range;

use glam::DVec3;
use rayon::prelude::*;
use stickslip_geometry::Bounds;
use stickslip_linalg::SparseMatrix;

use self::mesh::MeshInertia;
use super::islands::Islands;
use crate::freedoms::Layout;
use crate::rows::RowBuffer;
use crate::soft::SoftBody;
use crate::step_error::StepError;
use crate::world::World;

/// H of every soft body; keeps its memory from step to step.
#[derive(Debug, Default)]
pub struct Elastic {
    meshes: Vec<MeshInertia>,
    /// Velocities of all vertices at the beginning of the step.
    begun: Vec<DVec3>,
    /// Jᵀ λ of all vertices.
    momentum: Vec<DVec3>,
}

impl Elastic {
    /// Of these soft bodies.
    pub fn new(soft: &[SoftBody]) -> Self {
        let mut first = 0;
        let mesh = |body: &SoftBody| {
            first += body.vertices();
            MeshInertia::new(body, first - body.vertices())
        };
        Self { meshes: soft.iter().map(mesh).collect(), ..Self::default() }
    }

    /// Factors H of every soft body where it is, for a step of `h` seconds, in the
    /// last `left` of which it moves with the velocity to be found; then gives all
    /// vertices the velocities of forces alone.
    pub fn accelerate(
        &mut self,
        world: &mut World,
        layout: &Layout,
        islands: &Islands,
        lengths: (f64, f64),
    ) -> Result<(), StepError> {
        if self.meshes.is_empty() {
            return Ok(());
        }
        self.begun.clone_from(&world.state.vertices.velocities);
        let (gravity, step) = (world.settings.gravity, &world.settings.soft);
        let (positions, soft) = (&world.state.vertices.positions, world.model.soft_bodies());
        let (velocities, pulls) = (&self.begun, &world.pulls);
        let work = self.meshes.par_iter_mut().zip(soft).enumerate();
        work.for_each(|(number, (mesh, body))| {
            let own = mesh.first..mesh.first + body.vertices();
            mesh.name(&islands.columns()[layout.vertices(number)]);
            mesh.told = mesh.refresh(body, &positions[own.clone()], lengths, step);
            if mesh.told.is_ok() {
                mesh.accelerate(body, &velocities[own.clone()], &pulls[own], (lengths.0, gravity));
            }
        });
        for (number, mesh) in self.meshes.iter().enumerate() {
            mesh.told.clone().map_err(|reason| tell(world, number, reason))?;
            mesh.put(&mut world.state.vertices.velocities);
        }
        Ok(())
    }

    /// Seconds that forces and stiffness took, and factors, in the last step.
    pub fn times(&self) -> (f64, f64) {
        let all = self.meshes.iter().map(|mesh| mesh.times);
        all.fold((0.0, 0.0), |sum, own| (sum.0 + own.0, sum.1 + own.1))
    }

    /// Adds the rows of (H⁻¹)_SS of a soft body to a block-diagonal matrix, in the
    /// columns from `first` on.
    pub fn push_inverse(&self, mesh: usize, first: usize, matrix: &mut SparseMatrix) {
        self.meshes[mesh].push_inverse(first, matrix);
    }

    /// How many freedoms of a soft body rows name.
    pub fn freedoms(&self, mesh: usize) -> usize {
        self.meshes[mesh].named_freedoms()
    }

    /// The vertices of a soft body among all.
    fn vertices(&self, mesh: usize) -> Range<usize> {
        let mesh = &self.meshes[mesh];
        mesh.first..mesh.first + mesh.assembly.vertices()
    }

    /// The longest side of the box around some soft bodies (m).
    fn size(&self, world: &World, members: &[usize]) -> f64 {
        let own = members.iter().flat_map(|&mesh| self.vertices(mesh));
        let bounds = Bounds::around(own.map(|at| world.state.vertices.positions[at]));
        bounds.size().max_element()
    }

    /// u⁺ = u + H⁻¹ Jᵀ λ of all vertices.
    pub fn apply_impulses(&mut self, world: &mut World, rows: &RowBuffer, impulses: &[f64]) {
        self.apply_where(world, rows, impulses, |_| true);
    }

    /// The same for the vertices of some soft bodies.
    fn apply_where(
        &mut self,
        world: &mut World,
        rows: &RowBuffer,
        impulses: &[f64],
        moves: impl Fn(usize) -> bool + Sync,
    ) {
        if self.meshes.is_empty() {
            return;
        }
        self.gather_momentum(world, rows, impulses);
        let momentum = &self.momentum;
        let named = |(number, mesh): &(usize, &mut MeshInertia)| {
            mesh.named_freedoms() > 0 && moves(*number)
        };
        let meshes = self.meshes.par_iter_mut().enumerate().filter(named);
        meshes.for_each(|(_, mesh)| mesh.solve_for(momentum));
        for (number, mesh) in self.meshes.iter().enumerate() {
            if mesh.named_freedoms() > 0 && moves(number) {
                mesh.add(1.0, &mut world.state.vertices.velocities);
            }
        }
    }

    /// Jᵀ λ of all vertices.
    fn gather_momentum(&mut self, world: &World, rows: &RowBuffer, impulses: &[f64]) {
        let bodies = world.state.bodies.len();
        self.momentum.clear();
        self.momentum.resize(world.state.vertices.velocities.len(), DVec3::ZERO);
        for (row, &impulse) in rows.rows().iter().zip(impulses) {
            for term in rows.terms(row).iter().filter(|term| term.mover >= bodies) {
                self.momentum[term.mover - bodies] += impulse * term.linear;
            }
        }
    }
}

/// Why there is no step, with the name of the soft body.
fn tell(world: &World, number: usize, reason: String) -> StepError {
    let name = &world.model.soft_bodies()[number].description.name;
    StepError::Problem {
        step: world.state.step + 1,
        reason: format!("soft body \"{name}\": {reason}"),
    }
}
