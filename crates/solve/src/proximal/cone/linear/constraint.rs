//! P + Q (A + ρ D) factored as it is, scaled to S (P + Q A) S⁻¹ with S = √D,
//! so that masses far apart do not mislead the pivoting.

use stickslip_linalg::{SparseLu, SparseMatrix, Triplets};

use super::super::blocks::Block;
use super::super::small::{Vector, dot};
use super::{Breakdown, LinearLaw};

/// The scaled matrix and its factor.
pub struct ConstraintForm<const N: usize> {
    strips: Vec<Strip<N>>,
    /// √D of each row.
    root: Vec<f64>,
    matrix: SparseMatrix,
    lu: Option<SparseLu>,
}

/// The rows of A of one block over the union of their columns.
struct Strip<const N: usize> {
    columns: Vec<usize>,
    entries: Vec<Vector<N>>,
    /// Place of each of the block's own rows among the columns.
    own: [usize; N],
}

impl<const N: usize> ConstraintForm<N> {
    /// The pattern that the laws of `blocks` have on A.
    pub fn new(a: &SparseMatrix, blocks: &[Block<N>]) -> Self {
        let mut root = vec![1.0; a.rows()];
        let mut pattern = Triplets::new();
        let mut strips = Vec::with_capacity(blocks.len());
        for block in blocks {
            let strip = Strip::new(a, block);
            for &row in block.rows() {
                root[row] = block.scale.sqrt();
                for &column in &strip.columns {
                    pattern.push(row, column, 0.0);
                }
            }
            strips.push(strip);
        }
        let matrix = SparseMatrix::from_triplets(a.rows(), a.rows(), &pattern);
        let lu = SparseLu::new(&matrix).ok();
        Self { strips, root, matrix, lu }
    }

    /// Factors the given laws with the proximal weight ρ.
    pub fn factor(
        &mut self,
        blocks: &[Block<N>],
        laws: &[LinearLaw<N>],
        weight: f64,
    ) -> Result<(), Breakdown> {
        let starts: Vec<usize> = self.matrix.row_starts().to_vec();
        let values = self.matrix.values_mut();
        for ((block, law), strip) in blocks.iter().zip(laws).zip(&self.strips) {
            for (at, &row) in block.rows().iter().enumerate() {
                let line = &mut values[starts[row]..starts[row + 1]];
                for ((out, entry), &column) in
                    line.iter_mut().zip(&strip.entries).zip(&strip.columns)
                {
                    *out = self.root[row] * dot(law.velocity[at], *entry) / self.root[column];
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

impl<const N: usize> Strip<N> {
    fn new(matrix: &SparseMatrix, block: &Block<N>) -> Self {
        let rows = block.rows();
        let mut columns: Vec<usize> =
            rows.iter().flat_map(|&row| matrix.row_slices(row).0).chain(rows).copied().collect();
        columns.sort_unstable();
        columns.dedup();
        // The union holds the columns of all rows, and the rows themselves.
        let place = |column: usize| columns.binary_search(&column).expect("in the union");
        let mut own = [0; N];
        let mut entries = vec![[0.0; N]; columns.len()];
        for (at, &row) in rows.iter().enumerate() {
            own[at] = place(row);
            for (column, value) in matrix.row(row) {
                entries[place(column)][at] = value;
            }
        }
        Self { columns, entries, own }
    }
}
