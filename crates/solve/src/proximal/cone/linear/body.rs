//! The same law seen from the bodies. With c = C + ρ D and E = P + Q c,
//! (M + Jᵀ E⁻¹ Q J) v = Jᵀ E⁻¹ g, Δx = E⁻¹ (g − Q J v):
//! a matrix of the size of the bodies. Needs a regular E that is not too small.

use stickslip_linalg::SparseLu;

use super::super::blocks::Block;
use super::super::small::{Matrix, Vector, add, apply, inverse, product};
use super::{Breakdown, LinearLaw};
use crate::law::ScaledBodyMatrix;
use crate::problem::{BodyView, Problem};

/// The body-space matrix and its factor.
pub struct BodyForm<'p, const N: usize> {
    bodies: &'p BodyView,
    compliance: &'p [f64],
    matrix: ScaledBodyMatrix,
    /// Block and place in it of every row.
    places: Vec<(usize, usize)>,
    lu: SparseLu,
    /// E⁻¹ and E⁻¹ Q of each block.
    soft: Vec<(Matrix<N>, Matrix<N>)>,
}

/// Largest E⁻¹ Q over 1/D for which enough digits are left.
const LARGEST_STIFFNESS: f64 = 1e9;

impl<'p, const N: usize> BodyForm<'p, N> {
    /// `None` without bodies, or where they have as many freedoms as there
    /// are rows, or where the rows of a contact are far apart.
    pub fn new(problem: &'p Problem, blocks: &[Block<N>]) -> Option<Self> {
        let factored = problem.factored()?;
        // Counted before anything is inverted, which a large soft body makes dear.
        let moves = |freedom: &usize| factored.inertia.moves(*freedom);
        if (0..factored.freedoms()).filter(moves).count() >= problem.size() {
            return None;
        }
        let bodies = problem.body_space()?;
        let matrix = ScaledBodyMatrix::new(bodies);
        let mut places = vec![(0, 0); problem.size()];
        for (index, block) in blocks.iter().enumerate() {
            for (at, &row) in block.rows().iter().enumerate() {
                places[row] = (index, at);
                if !matrix.together(block.rows()[0], row) {
                    return None;
                }
            }
        }
        Some(Self {
            bodies,
            compliance: &factored.compliance,
            places,
            lu: SparseLu::new(matrix.matrix()).ok()?,
            matrix,
            soft: Vec::new(),
        })
    }

    /// Factors the given laws with the proximal weight ρ, unless one is too
    /// stiff.
    pub fn factor(
        &mut self,
        blocks: &[Block<N>],
        laws: &[LinearLaw<N>],
        weight: f64,
    ) -> Result<(), Breakdown> {
        self.soft.clear();
        for (block, law) in blocks.iter().zip(laws) {
            let mut softness = law.impulse;
            for (line, velocity) in softness.iter_mut().zip(&law.velocity) {
                for (at, &row) in block.rows().iter().enumerate() {
                    line[at] += velocity[at] * (self.compliance[row] + weight * block.scale);
                }
            }
            for unused in block.rows().len()..N {
                softness[unused] = [0.0; N];
                softness[unused][unused] = 1.0;
            }
            let inverse = inverse(&softness);
            let stiffness = product(&inverse, &law.velocity);
            let largest = LARGEST_STIFFNESS / block.scale;
            if !stiffness.iter().flatten().all(|entry| entry.abs() <= largest) {
                return Err(Breakdown);
            }
            self.soft.push((inverse, stiffness));
        }
        let (soft, places) = (&self.soft, &self.places);
        self.matrix.assemble(self.bodies, |row| {
            let (index, at) = places[row];
            let line: Vector<N> = soft[index].1[at];
            blocks[index].rows().iter().copied().zip(line)
        });
        self.lu.factorise(self.matrix.matrix()).map_err(|_| Breakdown)
    }

    /// Overwrites g with Δx.
    pub fn solve(&self, blocks: &[Block<N>], g: &mut [f64]) {
        for (block, (inverse, _)) in blocks.iter().zip(&self.soft) {
            block.scatter(apply(inverse, block.gather(g)), g);
        }
        let motion = self.matrix.motion(self.bodies, g, |v| self.lu.solve(v));
        for (block, (_, stiffness)) in blocks.iter().zip(&self.soft) {
            let correction = apply(stiffness, block.gather(&motion));
            block.scatter(add(block.gather(g), -1.0, correction), g);
        }
    }
}
