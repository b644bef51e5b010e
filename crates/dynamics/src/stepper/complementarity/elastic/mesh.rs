//! The inertia of one soft body.
//!
//! The full one is H with its factor. Two others stand for it (course, §4.3):
//! M alone, with all forces of the beginning (W_M, explicit), and P = M + 2 D with
//! the 3 × 3 blocks D of what K adds to the diagonal of H (W_D, a Jacobi splitting
//! whose first pass is u⁺ = u + P⁻¹ (b − H u + Jᵀλ)). An element has at most four
//! corners, so that K ≼ 4 diag(K): P ≻ H/2, with which passes always converge. The
//! course's D without the 2 need not.

use std::sync::Arc;
use std::time::Instant;

use glam::{DMat3, DVec3};
use stickslip_elastic::{Assembly, Inertia as Spread, Stiffness};
use stickslip_linalg::SparseMatrix;
use stickslip_linalg::cholesky::{Analysis, CholeskyFactor};

use super::super::lap;
use super::dissection;
use crate::settings::{SoftInertia, SoftStep};
use crate::soft::SoftBody;

/// H of one soft body, and what goes with it; keeps its memory from step to step.
#[derive(Debug)]
pub struct MeshInertia {
    /// Its first vertex among those of all soft bodies.
    pub first: usize,
    pub(super) assembly: Assembly,
    /// H over the vertices that are not pinned.
    pub(super) matrix: SparseMatrix,
    /// h b K of the beginning of the step, where H does not say it.
    pub(super) damping: Option<SparseMatrix>,
    /// α of H = α M + β K, and the share of β K that is h b K, at the beginning of the step.
    pub(super) drag: (f64, f64),
    pub(super) inertia: SoftInertia,
    has_rounds: bool,
    /// The order of elimination as if no row named any vertex.
    order: Vec<usize>,
    pub(super) factor: Option<CholeskyFactor>,
    /// P⁻¹, where it stands for H⁻¹.
    pub(super) blocks: Vec<DMat3>,
    /// Vertices that rows name, by their places among those not pinned.
    pub(super) named: Vec<usize>,
    /// α, β of the H = α M + β K that is factored, where K never changes.
    known: Option<(f64, f64)>,
    /// (H⁻¹)_SS.
    pub(super) inverse: Vec<f64>,
    scratch: Vec<f64>,
    /// Where elements were evaluated last, and what of them.
    looked: Vec<DVec3>,
    evaluated: Option<Stiffness>,
    /// Of elements, where they were evaluated last (N).
    pub(super) forces: Vec<DVec3>,
    /// Right-hand sides and what they were solved for.
    pub(super) right: Vec<f64>,
    pub(super) other: Vec<f64>,
    pub(super) velocities: Vec<f64>,
    /// Seconds of the last refresh: forces and stiffness, factor.
    pub(super) times: (f64, f64),
    /// Why there is no H, if there is none.
    pub(super) told: Result<(), String>,
    pub(super) places: Vec<DVec3>,
}

impl MeshInertia {
    /// Of a soft body whose vertices begin at `first` among all.
    pub fn new(body: &SoftBody, first: usize) -> Self {
        let assembly = Assembly::new(&body.mesh, |vertex| body.is_pinned[vertex]);
        Self {
            first,
            order: dissection::order(body.mesh.rest(), &assembly),
            matrix: assembly.pattern().clone(),
            damping: None,
            drag: (0.0, 0.0),
            assembly,
            inertia: SoftInertia::Full,
            has_rounds: false,
            factor: None,
            blocks: Vec::new(),
            named: Vec::new(),
            known: None,
            inverse: Vec::new(),
            scratch: Vec::new(),
            looked: Vec::new(),
            evaluated: None,
            forces: Vec::new(),
            right: Vec::new(),
            other: Vec::new(),
            velocities: Vec::new(),
            times: (0.0, 0.0),
            told: Ok(()),
            places: Vec::new(),
        }
    }

    /// Takes note of the vertices that rows name. Others than before need
    /// another order of elimination.
    pub fn name(&mut self, columns: &[usize]) {
        let free = self.assembly.free().iter().enumerate();
        let mut named = free.filter(|(_, vertex)| columns[**vertex as usize] != usize::MAX);
        if self.factor.is_some() && named.clone().map(|it| it.0).eq(self.named.iter().copied()) {
            return;
        }
        self.named.clear();
        self.named.extend(named.by_ref().map(|it| it.0));
        self.factor = None;
    }

    /// Freedoms of the vertices that rows name.
    pub fn named_freedoms(&self) -> usize {
        3 * self.named.len()
    }

    /// Evaluates forces, and H with its factor where it has changed.
    pub fn refresh(
        &mut self,
        body: &SoftBody,
        positions: &[DVec3],
        (h, left): (f64, f64),
        step: &SoftStep,
    ) -> Result<(), String> {
        let inertia = step.inertia;
        let [of_mass, of_stiffness] = body.description.damping;
        let factors = (1.0 + h * of_mass, h * of_stiffness + h * left);
        (self.inertia, self.has_rounds) = (inertia, step.tolerance.is_some());
        let mut clock = Instant::now();
        self.times = (0.0, 0.0);
        let is_explicit = inertia == SoftInertia::Mass && of_stiffness == 0.0;
        self.drag = (factors.0, h * of_stiffness / factors.1);
        // H itself says h b K u, unless rounds write over it or there is none.
        let keeps = inertia == SoftInertia::Mass || step.tolerance.is_some();
        if !(keeps && of_stiffness > 0.0) {
            self.damping = None;
        } else if self.damping.is_none() {
            (self.damping, self.known) = (Some(self.assembly.pattern().clone()), None);
        }
        let is_known = self.factor.is_some() && self.known == Some(factors);
        let wanted = if is_known || is_explicit { Stiffness::None } else { Stiffness::Positive };
        self.evaluate(body, positions, wanted)?;
        self.times.0 += lap(&mut clock);
        if is_known || self.order.is_empty() {
            return Ok(());
        }
        if let Some(damping) = &mut self.damping {
            let factors = (0.0, h * of_stiffness);
            self.assembly.write_matrix(&body.mesh, Spread::Lumped, factors, damping);
        }
        if inertia != SoftInertia::Mass {
            self.assembly.write_matrix(&body.mesh, Spread::Lumped, factors, &mut self.matrix);
        }
        self.times.0 += lap(&mut clock);
        if inertia != SoftInertia::Full {
            self.write_blocks(body, factors.0);
            return Ok(());
        }
        self.factorise()?;
        self.times.1 += lap(&mut clock);
        self.known = body.mesh.is_linear(body.description.energy).then_some(factors);
        Ok(())
    }

    /// Evaluates the elements where the vertices are.
    pub fn evaluate(
        &mut self,
        body: &SoftBody,
        positions: &[DVec3],
        wanted: Stiffness,
    ) -> Result<(), String> {
        // The end of one step is the beginning of the next.
        let is_enough = |known: Stiffness| known == wanted || wanted == Stiffness::None;
        if self.evaluated.is_some_and(is_enough) && self.looked == positions {
            return Ok(());
        }
        self.evaluated = None;
        self.assembly
            .evaluate(&body.mesh, positions, wanted)
            .map_err(|inverted| inverted.to_string())?;
        self.assembly.write_forces(&mut self.forces);
        self.looked.clear();
        self.looked.extend_from_slice(positions);
        self.evaluated = Some(wanted);
        Ok(())
    }

    /// What is worth evaluating at the end of a step, of which the next one asks for
    /// all unless its H is known. Rounds look at many ends.
    pub fn wanted_at_the_end(&self) -> Stiffness {
        let is_asked = self.factor.is_some() && self.known.is_none() && !self.has_rounds;
        if is_asked { Stiffness::Positive } else { Stiffness::None }
    }

    /// H of a guess of the end, where the vertices are, with its factor. Blocks stay
    /// those of the beginning.
    pub fn linearise(
        &mut self,
        body: &SoftBody,
        positions: &[DVec3],
        (h, left): (f64, f64),
        stiffness: Stiffness,
    ) -> Result<(), String> {
        if self.inertia != SoftInertia::Full || self.known.is_some() || self.order.is_empty() {
            return Ok(());
        }
        let factors = (1.0 + h * body.description.damping[0], h * left);
        self.evaluate(body, positions, stiffness)?;
        self.assembly.write_matrix(&body.mesh, Spread::Lumped, factors, &mut self.matrix);
        if let Some(damping) = &self.damping {
            let values = self.matrix.values_mut().iter_mut().zip(damping.values());
            values.for_each(|(value, damping)| *value += damping);
        }
        self.factorise()
    }

    fn factorise(&mut self) -> Result<(), String> {
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
        Ok(())
    }

    /// P⁻¹: of M alone, or of M + 2 D where D is what K adds to the diagonal of H.
    fn write_blocks(&mut self, body: &SoftBody, of_mass: f64) {
        self.blocks.clear();
        for (at, &vertex) in self.assembly.free().iter().enumerate() {
            let mass = body.mesh.masses()[vertex as usize];
            let mut block = DMat3::from_diagonal(DVec3::splat(mass));
            if self.inertia == SoftInertia::Diagonal {
                let entry = |i: usize, j: usize| self.matrix.get(3 * at + i, 3 * at + j);
                let column = |j: usize| DVec3::new(entry(0, j), entry(1, j), entry(2, j));
                let own = DMat3::from_cols(column(0), column(1), column(2));
                block = 2.0 * own - of_mass * block;
            }
            self.blocks.push(block.inverse());
        }
    }
}
