//! Linear laws P Δx + Q (A + ρ D) Δx = g, with P and Q made of one small
//! matrix per block and D the scale of each block.
//!
//! Interior point and Newton steps are both of this form. The matrix is
//! unsymmetric; it is scaled to S (P + Q A) S⁻¹ with S = √D, so that masses far
//! apart do not mislead the pivoting.

use stickslip_linalg::{SparseLu, SparseMatrix, Triplets};

use super::blocks::Block;
use super::small::{Matrix, Vector};
use crate::problem::Problem;

/// The law of one block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearLaw {
    /// P.
    pub impulse: Matrix,
    /// Q.
    pub velocity: Matrix,
}

/// No factor to working precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakdown;

/// A factor of P + Q (A + ρ D); keeps its pattern from one to the next.
pub struct LawSystem<'p> {
    problem: &'p Problem,
    strips: Vec<Strip>,
    /// √D of each row.
    root: Vec<f64>,
    matrix: SparseMatrix,
    lu: Option<SparseLu>,
}

/// The rows of A of one block over the union of their columns.
struct Strip {
    columns: Vec<usize>,
    entries: Vec<Vector>,
    /// Place of each of the block's own rows among the columns.
    own: [usize; 3],
}

impl<'p> LawSystem<'p> {
    /// The pattern that the laws of `blocks` have on A.
    pub fn new(problem: &'p Problem, blocks: &[Block]) -> Self {
        let mut root = vec![1.0; problem.size()];
        let mut pattern = Triplets::new();
        let mut strips = Vec::with_capacity(blocks.len());
        for block in blocks {
            let strip = Strip::new(problem.matrix(), block);
            for &row in block.rows() {
                root[row] = block.scale.sqrt();
                for &column in &strip.columns {
                    pattern.push(row, column, 0.0);
                }
            }
            strips.push(strip);
        }
        let matrix = SparseMatrix::from_triplets(problem.size(), problem.size(), &pattern);
        let lu = SparseLu::new(&matrix).ok();
        Self { problem, strips, root, matrix, lu }
    }

    /// Factors the given laws with the proximal weight ρ.
    pub fn factor(
        &mut self,
        blocks: &[Block],
        laws: &[LinearLaw],
        weight: f64,
    ) -> Result<(), Breakdown> {
        let starts: Vec<usize> = self.matrix.row_starts().to_vec();
        let values = self.matrix.values_mut();
        for ((block, law), strip) in blocks.iter().zip(laws).zip(&self.strips) {
            for (at, &row) in block.rows().iter().enumerate() {
                let line = &mut values[starts[row]..];
                for ((out, entry), &column) in
                    line.iter_mut().zip(&strip.entries).zip(&strip.columns)
                {
                    let value = super::small::dot(law.velocity[at], *entry);
                    *out = self.root[row] * value / self.root[column];
                }
                for (other, &place) in strip.own.iter().enumerate().take(block.rows().len()) {
                    // Inside a block S cancels.
                    line[place] +=
                        law.impulse[at][other] + weight * block.scale * law.velocity[at][other];
                }
            }
        }
        if !self.matrix.values().iter().all(|value| value.is_finite()) {
            return Err(Breakdown);
        }
        let lu = self.lu.as_mut().ok_or(Breakdown)?;
        lu.factorise(&self.matrix).map_err(|_| Breakdown)
    }

    /// Overwrites g with Δx.
    pub fn solve(&self, g: &mut [f64]) {
        debug_assert_eq!(g.len(), self.problem.size());
        for (value, root) in g.iter_mut().zip(&self.root) {
            *value *= root;
        }
        match &self.lu {
            Some(lu) => lu.solve(g),
            None => g.fill(f64::NAN),
        }
        for (value, root) in g.iter_mut().zip(&self.root) {
            *value /= root;
        }
    }
}

impl Strip {
    fn new(matrix: &SparseMatrix, block: &Block) -> Self {
        let rows = block.rows();
        let mut columns: Vec<usize> =
            rows.iter().flat_map(|&row| matrix.row_slices(row).0).chain(rows).copied().collect();
        columns.sort_unstable();
        columns.dedup();
        let place = |column: usize| columns.binary_search(&column).unwrap_or(0);
        let mut own = [0; 3];
        let mut entries = vec![[0.0; 3]; columns.len()];
        for (at, &row) in rows.iter().enumerate() {
            own[at] = place(row);
            for (column, value) in matrix.row(row) {
                entries[place(column)][at] = value;
            }
        }
        Self { columns, entries, own }
    }
}
