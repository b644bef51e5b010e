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

use std::sync::Arc;

use glam::DVec3;
use rayon::prelude::*;
use stickslip_elastic::{Assembly, Inertia as Spread, Stiffness};
use stickslip_linalg::cholesky::{Analysis, CholeskyFactor};
use stickslip_linalg::{Ordering, SparseMatrix, Triplets};

use super::islands::Islands;
use super::linearisation::Linearisation;
use crate::freedoms::Layout;
use crate::soft::SoftBody;
use crate::step_error::StepError;
use crate::world::World;

/// H of every soft body; keeps its memory from step to step.
#[derive(Debug, Default)]
pub struct Elastic {
    meshes: Vec<MeshInertia>,
    /// Jᵀ λ of all vertices.
    momentum: Vec<DVec3>,
}

#[derive(Debug)]
struct MeshInertia {
    /// Its first vertex among those of all soft bodies.
    first: usize,
    assembly: Assembly,
    /// H over the vertices that are not pinned.
    matrix: SparseMatrix,
    /// The order of elimination as if no row named any vertex.
    order: Vec<usize>,
    factor: Option<CholeskyFactor>,
    /// Vertices that rows name, by their places among those not pinned.
    named: Vec<usize>,
    /// α, β of the H = α M + β K that is factored, where K never changes.
    known: Option<(f64, f64)>,
    /// (H⁻¹)_SS.
    inverse: Vec<f64>,
    scratch: Vec<f64>,
    forces: Vec<DVec3>,
    right: Vec<f64>,
}

impl Elastic {
    /// Of these soft bodies.
    pub fn new(soft: &[SoftBody]) -> Self {
        let mut first = 0;
        let mesh = |body: &SoftBody| {
            first += body.vertices();
            MeshInertia::new(body, first - body.vertices())
        };
        Self { meshes: soft.iter().map(mesh).collect(), momentum: Vec::new() }
    }

    /// Factors H of every soft body where it is, for a step of `h` seconds, in the
    /// last `left` of which it moves with the velocity to be found; then gives all
    /// vertices the velocities of forces alone.
    pub fn accelerate(
        &mut self,
        world: &mut World,
        layout: &Layout,
        islands: &Islands,
        (h, left): (f64, f64),
    ) -> Result<(), StepError> {
        if self.meshes.is_empty() {
            return Ok(());
        }
        let step = world.state.step + 1;
        let gravity = world.settings.gravity;
        let (positions, soft) = (&world.state.vertices.positions, world.model.soft_bodies());
        let (velocities, pulls) = (&world.state.vertices.velocities, &world.pulls);
        let work = self.meshes.par_iter_mut().zip(soft).enumerate();
        let told: Vec<Result<(), String>> = work
            .map(|(number, (mesh, body))| {
                let own = mesh.first..mesh.first + body.vertices();
                mesh.name(&islands.columns()[layout.vertices(number)]);
                mesh.refresh(body, &positions[own.clone()], (h, left))?;
                let vertices = velocities[own.clone()].iter().zip(&pulls[own]);
                mesh.right.clear();
                for (at, (&velocity, &pull)) in vertices.enumerate() {
                    if !body.is_pinned[at] {
                        let mass = body.mesh.masses()[at];
                        let force = mass * gravity + mesh.forces[at] + pull;
                        mesh.right.extend((mass * velocity + h * force).to_array());
                    }
                }
                mesh.solve();
                Ok(())
            })
            .collect();
        for (told, body) in told.into_iter().zip(soft) {
            let name = &body.description.name;
            told.map_err(|reason| StepError::Problem {
                step,
                reason: format!("soft body \"{name}\": {reason}"),
            })?;
        }
        for mesh in &self.meshes {
            let own = &mut world.state.vertices.velocities[mesh.first..];
            for (&vertex, found) in mesh.assembly.free().iter().zip(mesh.right.chunks_exact(3)) {
                own[vertex as usize] = DVec3::from_slice(found);
            }
        }
        Ok(())
    }

    /// Adds the rows of (H⁻¹)_SS of a soft body to a block-diagonal matrix, in the
    /// columns from `first` on.
    pub fn push_inverse(&self, mesh: usize, first: usize, matrix: &mut SparseMatrix) {
        let mesh = &self.meshes[mesh];
        for row in mesh.inverse.chunks_exact((3 * mesh.named.len()).max(1)) {
            matrix.extend_row(first, row);
            matrix.finish_row();
        }
    }

    /// How many freedoms of a soft body rows name.
    pub fn freedoms(&self, mesh: usize) -> usize {
        3 * self.meshes[mesh].named.len()
    }

    /// u⁺ = u + H⁻¹ Jᵀ λ of all vertices.
    pub fn apply_impulses(&mut self, world: &mut World, lines: &Linearisation) {
        if self.meshes.is_empty() {
            return;
        }
        let bodies = world.state.bodies.len();
        self.momentum.clear();
        self.momentum.resize(world.state.vertices.velocities.len(), DVec3::ZERO);
        for (row, &impulse) in lines.rows.rows().iter().zip(&lines.impulses) {
            for term in lines.rows.terms(row).iter().filter(|term| term.mover >= bodies) {
                self.momentum[term.mover - bodies] += impulse * term.linear;
            }
        }
        let momentum = &self.momentum;
        self.meshes.par_iter_mut().filter(|mesh| !mesh.named.is_empty()).for_each(|mesh| {
            mesh.right.clear();
            for &vertex in mesh.assembly.free() {
                mesh.right.extend(momentum[mesh.first + vertex as usize].to_array());
            }
            mesh.solve();
        });
        for mesh in self.meshes.iter().filter(|mesh| !mesh.named.is_empty()) {
            let own = &mut world.state.vertices.velocities[mesh.first..];
            for (&vertex, found) in mesh.assembly.free().iter().zip(mesh.right.chunks_exact(3)) {
                own[vertex as usize] += DVec3::from_slice(found);
            }
        }
    }
}

impl MeshInertia {
    fn new(body: &SoftBody, first: usize) -> Self {
        let assembly = Assembly::new(&body.mesh, |vertex| body.is_pinned[vertex]);
        Self {
            first,
            order: order_of_vertices(assembly.pattern()),
            matrix: assembly.pattern().clone(),
            assembly,
            factor: None,
            named: Vec::new(),
            known: None,
            inverse: Vec::new(),
            scratch: Vec::new(),
            forces: Vec::new(),
            right: Vec::new(),
        }
    }

    /// Takes note of the vertices that rows name. Others than before need
    /// another order of elimination.
    fn name(&mut self, columns: &[usize]) {
        let free = self.assembly.free().iter().enumerate();
        let mut named = free.filter(|(_, vertex)| columns[**vertex as usize] != usize::MAX);
        if self.factor.is_some() && named.clone().map(|it| it.0).eq(self.named.iter().copied()) {
            return;
        }
        self.named.clear();
        self.named.extend(named.by_ref().map(|it| it.0));
        self.factor = None;
    }

    /// Evaluates forces, and H with its factor where it has changed.
    fn refresh(
        &mut self,
        body: &SoftBody,
        positions: &[DVec3],
        (h, left): (f64, f64),
    ) -> Result<(), String> {
        let [of_mass, of_stiffness] = body.description.damping;
        let factors = (1.0 + h * of_mass, h * of_stiffness + h * left);
        let is_known = self.factor.is_some() && self.known == Some(factors);
        let wanted = if is_known { Stiffness::None } else { Stiffness::Positive };
        self.assembly
            .evaluate(&body.mesh, positions, wanted)
            .map_err(|inverted| inverted.to_string())?;
        self.assembly.write_forces(&mut self.forces);
        if is_known || self.named.len() + self.order.len() == 0 {
            return Ok(());
        }
        self.assembly.write_matrix(&body.mesh, Spread::Lumped, factors, &mut self.matrix);
        if self.factor.is_none() {
            let mut is_named = vec![false; self.order.len()];
            self.named.iter().for_each(|&at| is_named[at] = true);
            let others = self.order.iter().filter(|at| !is_named[**at]);
            let order = others.chain(&self.named).flat_map(|&at| [3 * at, 3 * at + 1, 3 * at + 2]);
            let analysis = Analysis::in_order(&self.matrix, order.collect());
            let analysis = analysis.map_err(|error| error.to_string())?;
            self.factor = Some(CholeskyFactor::new(Arc::new(analysis)));
        }
        let Some(factor) = &mut self.factor else { return Ok(()) };
        factor.factorise(&self.matrix, |_| true, |_| 0.0).map_err(|error| error.to_string())?;
        factor.trailing_inverse(3 * self.named.len(), &mut self.inverse, &mut self.scratch);
        self.known = body.mesh.is_linear(body.description.energy).then_some(factors);
        Ok(())
    }

    fn solve(&mut self) {
        if let Some(factor) = &mut self.factor {
            factor.solve(&mut self.right);
        }
    }
}

/// The order of elimination with little fill, of vertices, whose three rows stay
/// together.
fn order_of_vertices(pattern: &SparseMatrix) -> Vec<usize> {
    let vertices = pattern.rows() / 3;
    let mut graph = Triplets::new();
    for vertex in 0..vertices {
        for &column in pattern.row_slices(3 * vertex).0.iter().step_by(3) {
            graph.push(vertex, column / 3, 1.0);
        }
    }
    let graph = SparseMatrix::from_triplets(vertices, vertices, &graph);
    Ordering::MinimumDegree.permutation(&graph)
}
