//! The linear system of Newton's method: blocks between movers, and their factor.
//!
//! Its pattern is that of the elements and of the pairs that have come near in the step so
//! far. The analysis of a pattern is kept for as long as the pattern stays, and depends on
//! nothing else: a restored state goes on to the same bits.

use std::sync::Arc;

use glam::{DMat3, DVec3};
use stickslip_barrier::outer;
use stickslip_linalg::cholesky::{Analysis, CholeskyError, CholeskyFactor};
use stickslip_linalg::krylov::{
    ConjugateGradientWorkspace, KrylovEnding, Stopping, preconditioned_conjugate_gradient,
};
use stickslip_linalg::preconditioner::{BLOCK_JACOBI as BLOCKS, MatrixSource, Parameters};
use stickslip_linalg::{Ordering, SparseMatrix, Triplets};

use super::places::Movers;
use crate::motion::cross_matrix;
use crate::settings::BarrierSolve;

/// σ that are tried where H is not positive to working precision.
const SHIFTS: [f64; 4] = [1e-14, 1e-11, 1e-8, 1e-5];

/// A point as the system sees it: its mover, and its arm where that is a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoverPoint {
    pub(super) mover: usize,
    /// From the centre of the body to the point (m).
    pub(super) arm: Option<DVec3>,
}

/// Matrix, right-hand side and factor.
pub(super) struct System {
    starts: Vec<usize>,
    /// Pairs of movers that elements join, both ways, ascending, with all diagonals.
    base: Vec<(u32, u32)>,
    /// Those that pairs have joined in this step so far.
    joined: Vec<(u32, u32)>,
    /// All pairs of the matrix, ascending, and the first of each mover.
    blocks: Vec<(u32, u32)>,
    first: Vec<usize>,
    /// Where each of them begins in the rows of its first mover.
    places: Vec<usize>,
    matrix: SparseMatrix,
    way: Way,
    /// ∂f/∂q, and what driven points add to it.
    pub(super) gradient: Vec<f64>,
    /// Σ g rᵀ of each body, from which the curvature of turning comes.
    virials: Vec<DMat3>,
}

/// How it is solved.
enum Way {
    /// By a factor, whose analysis is kept.
    Direct(Option<Box<CholeskyFactor>>),
    /// By conjugate gradients, with the blocks of movers as preconditioner.
    Iterative { groups: Vec<Vec<usize>>, workspace: Box<ConjugateGradientWorkspace> },
}

/// ‖r‖/‖b‖ of an iterative solve.
const RELATIVE: f64 = 1e-8;

impl System {
    /// For movers of which elements join some.
    pub(super) fn new(
        movers: &Movers,
        elements: impl Iterator<Item = Vec<usize>>,
        solve: BarrierSolve,
    ) -> Self {
        let count = movers.starts.len() - 1;
        let mut base: Vec<(u32, u32)> = (0..count as u32)
            .filter(|&mover| movers.is_free(mover as usize))
            .map(|mover| (mover, mover))
            .collect();
        for element in elements {
            join(&element, |mover| movers.is_free(mover), &mut base);
        }
        base.sort_unstable();
        base.dedup();
        let rows = |mover: usize| (movers.starts[mover]..movers.starts[mover + 1]).collect();
        let way = match solve {
            BarrierSolve::Direct => Way::Direct(None),
            BarrierSolve::Iterative => Way::Iterative {
                groups: (0..count).filter(|&it| movers.is_free(it)).map(rows).collect(),
                workspace: Box::default(),
            },
        };
        Self {
            starts: movers.starts.clone(),
            base,
            joined: Vec::new(),
            blocks: Vec::new(),
            first: Vec::new(),
            places: Vec::new(),
            matrix: SparseMatrix::zeros(0, 0),
            way,
            gradient: vec![0.0; movers.size()],
            virials: vec![DMat3::ZERO; movers.bodies],
        }
    }

    fn is_free(&self, mover: usize) -> bool {
        self.starts[mover] < self.starts[mover + 1]
    }

    /// Forgets the pairs of the last step.
    pub(super) fn begin(&mut self) {
        self.joined.clear();
    }

    /// Makes room for pairs of movers, and everything zero.
    pub(super) fn clear(
        &mut self,
        pairs: impl Iterator<Item = Vec<usize>>,
    ) -> Result<(), CholeskyError> {
        let before = self.joined.len();
        let starts = &self.starts;
        for movers in pairs {
            join(&movers, |mover| starts[mover] < starts[mover + 1], &mut self.joined);
        }
        self.joined.sort_unstable();
        self.joined.dedup();
        let is_new = self.blocks.is_empty();
        if is_new || self.joined.len() != before || before == 0 {
            let mut blocks = self.base.clone();
            blocks.extend_from_slice(&self.joined);
            blocks.sort_unstable();
            blocks.dedup();
            if is_new || blocks != self.blocks {
                self.blocks = blocks;
                self.analyse()?;
            }
        }
        self.matrix.values_mut().fill(0.0);
        self.gradient.fill(0.0);
        self.virials.fill(DMat3::ZERO);
        Ok(())
    }

    fn width(&self, mover: u32) -> usize {
        self.starts[mover as usize + 1] - self.starts[mover as usize]
    }

    fn analyse(&mut self) -> Result<(), CholeskyError> {
        let count = self.starts.len() - 1;
        self.first.clear();
        self.first.extend(
            (0..=count).map(|mover| self.blocks.partition_point(|b| (b.0 as usize) < mover)),
        );
        self.places.clear();
        let mut place = 0;
        for (at, &(mover, other)) in self.blocks.iter().enumerate() {
            let begins = at == 0 || self.blocks[at - 1].0 != mover;
            place = if begins { 0 } else { place };
            self.places.push(place);
            place += self.starts[other as usize + 1] - self.starts[other as usize];
        }
        let size = self.gradient.len();
        self.matrix.clear(size);
        for mover in 0..count {
            for _ in 0..self.width(mover as u32) {
                for &(_, other) in &self.blocks[self.first[mover]..self.first[mover + 1]] {
                    let begin = self.starts[other as usize];
                    self.matrix.extend_row(begin, &[0.0; 6][..self.width(other)]);
                }
                self.matrix.finish_row();
            }
        }
        let Way::Direct(factor) = &mut self.way else { return Ok(()) };
        // Movers are ordered, and their rows stay together.
        let mut graph = Triplets::new();
        for &(a, b) in &self.blocks {
            graph.push(a as usize, b as usize, 1.0);
        }
        let graph = SparseMatrix::from_triplets(count, count, &graph);
        let order = Ordering::MinimumDegree.permutation(&graph);
        let rows = order.iter().flat_map(|&mover| self.starts[mover]..self.starts[mover + 1]);
        let analysis = Analysis::in_order(&self.matrix, rows.collect())?;
        *factor = Some(Box::new(CholeskyFactor::new(Arc::new(analysis))));
        Ok(())
    }

    /// Adds ∂f/∂x of a point.
    pub(super) fn add_slope(&mut self, grip: &MoverPoint, slope: DVec3) {
        if !self.is_free(grip.mover) {
            return;
        }
        let at = self.starts[grip.mover];
        self.add_vector(at, slope);
        if let Some(arm) = grip.arm {
            self.add_vector(at + 3, arm.cross(slope));
            self.virials[grip.mover] += outer(slope, arm);
        }
    }

    /// Adds ∂f/∂θ of a body.
    pub(super) fn add_torque(&mut self, body: usize, torque: DVec3) {
        self.add_vector(self.starts[body] + 3, torque);
    }

    fn add_vector(&mut self, at: usize, vector: DVec3) {
        add_vector(&mut self.gradient, at, vector);
    }

    /// Adds ∂f/∂x of a point to a gradient that is kept elsewhere.
    pub(super) fn write_slope(&self, grip: &MoverPoint, slope: DVec3, gradient: &mut [f64]) {
        if self.is_free(grip.mover) {
            let at = self.starts[grip.mover];
            add_vector(gradient, at, slope);
            if let Some(arm) = grip.arm {
                add_vector(gradient, at + 3, arm.cross(slope));
            }
        }
    }

    /// Adds ∂²f/∂x∂y of two points, one way; `moved` is what a script is about to do with
    /// the second, where nothing else moves it.
    pub(super) fn add_block(
        &mut self,
        first: &MoverPoint,
        second: &MoverPoint,
        block: DMat3,
        moved: DVec3,
    ) {
        if !self.is_free(first.mover) {
            return;
        }
        if !self.is_free(second.mover) {
            let slope = block * moved;
            let at = self.starts[first.mover];
            self.add_vector(at, slope);
            if let Some(arm) = first.arm {
                self.add_vector(at + 3, arm.cross(slope));
            }
            return;
        }
        // x = p + r for a body, so that δx = δp + δθ × r = δp − [r] δθ.
        let turned =
            |block: DMat3, grip: &MoverPoint| grip.arm.map(|arm| -(block * cross_matrix(arm)));
        self.write(first.mover, second.mover, [0, 0], block);
        if let Some(right) = turned(block, second) {
            self.write(first.mover, second.mover, [0, 3], right);
        }
        if let Some(arm) = first.arm {
            let down = cross_matrix(arm) * block;
            self.write(first.mover, second.mover, [3, 0], down);
            if let Some(both) = turned(down, second) {
                self.write(first.mover, second.mover, [3, 3], both);
            }
        }
    }

    /// Adds a 3 × 3 block at an offset into the block of two movers.
    pub(super) fn write(&mut self, first: usize, second: usize, offset: [usize; 2], block: DMat3) {
        let own = self.first[first]..self.first[first + 1];
        let at = self.blocks[own].partition_point(|&(_, other)| (other as usize) < second);
        let place = self.places[self.first[first] + at] + offset[1];
        for row in 0..3 {
            let begin = self.matrix.row_starts()[self.starts[first] + offset[0] + row] + place;
            let values = &mut self.matrix.values_mut()[begin..begin + 3];
            for (column, value) in values.iter_mut().enumerate() {
                *value += block.col(column)[row];
            }
        }
    }

    /// Σ g rᵀ of a body, of all slopes that were added.
    pub(super) fn virial(&self, body: usize) -> DMat3 {
        self.virials[body]
    }

    /// −H⁻¹ ∂f/∂q. An iterative solve that ends before its residual is small still leads
    /// downwards. Says whether the diagonal of H was raised.
    pub(super) fn solve(&mut self, step: &mut Vec<f64>) -> Result<bool, String> {
        let mut is_shifted = false;
        step.clear();
        match &mut self.way {
            Way::Direct(factor) => {
                step.extend(self.gradient.iter().map(|slope| -slope));
                if let Some(factor) = factor {
                    is_shifted =
                        factorise(factor, &self.matrix).map_err(|error| error.to_string())?;
                    factor.solve(step);
                }
            }
            Way::Iterative { groups, workspace } => {
                step.resize(self.gradient.len(), 0.0);
                let downhill: Vec<f64> = self.gradient.iter().map(|slope| -slope).collect();
                let source = MatrixSource { matrix: &self.matrix, groups };
                let mut blocks = (BLOCKS.build)(&source, &Parameters::default())
                    .map_err(|error| error.to_string())?;
                let stopping = Stopping { relative: RELATIVE, ..Stopping::default() };
                let (mut matrix, blocks) = (&self.matrix, blocks.as_mut());
                let report = preconditioned_conjugate_gradient(
                    &mut matrix,
                    blocks,
                    &downhill,
                    step,
                    &stopping,
                    workspace,
                );
                if report.ending == KrylovEnding::NotFinite {
                    return Err("conjugate gradients overflowed".into());
                }
            }
        }
        Ok(is_shifted)
    }
}

/// Factors H, or H + σ diag(H) with the smallest σ of a few that makes it positive: where
/// stiff barriers press, rounding hides the inertia of what they do not hold. The step
/// still leads downwards. Says whether σ was needed.
fn factorise(factor: &mut CholeskyFactor, matrix: &SparseMatrix) -> Result<bool, CholeskyError> {
    let told = factor.factorise(matrix, |_| true, |_| 0.0).map(|()| false);
    let shifted = |factor: &mut CholeskyFactor, share: f64| {
        factor.factorise(matrix, |_| true, |row| share * matrix.get(row, row)).map(|()| true)
    };
    SHIFTS.iter().fold(told, |told, &share| told.or_else(|_| shifted(factor, share)))
}

fn add_vector(gradient: &mut [f64], at: usize, vector: DVec3) {
    for axis in 0..3 {
        gradient[at + axis] += vector[axis];
    }
}

fn join(movers: &[usize], is_free: impl Fn(usize) -> bool, pairs: &mut Vec<(u32, u32)>) {
    for &one in movers.iter().filter(|&&mover| is_free(mover)) {
        for &two in movers.iter().filter(|&&mover| is_free(mover)) {
            pairs.push((one as u32, two as u32));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(entries: &[f64; 4]) -> Result<([f64; 2], bool), CholeskyError> {
        let matrix = SparseMatrix::from_dense(2, 2, entries);
        let analysis = Analysis::in_order(&matrix, vec![0, 1])?;
        let mut factor = CholeskyFactor::new(Arc::new(analysis));
        let is_shifted = factorise(&mut factor, &matrix)?;
        let mut step = [1.0, 0.0];
        factor.solve(&mut step);
        Ok((step, is_shifted))
    }

    #[test]
    fn what_rounding_makes_indefinite_still_leads_downwards() {
        let ([along, _], is_shifted) = solved(&[1.0, 1.0, 1.0, 1.0 - 1e-15]).unwrap();
        assert!(along > 0.0 && along.is_finite() && is_shifted, "{along}");
        let ([first, second], is_shifted) = solved(&[2.0, 1.0, 1.0, 1.0]).unwrap();
        assert!(!is_shifted && (first - 1.0).abs() < 1e-15 && (second + 1.0).abs() < 1e-15);
        assert_eq!(solved(&[1.0, 2.0, 2.0, 1.0]), Err(CholeskyError::NotPositiveDefinite));
    }
}
