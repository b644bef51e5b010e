//! P + Q (A + ρ D) factored as it is, scaled to S (P + Q A) S⁻¹ with S = √D,
//! so that masses far apart do not mislead the pivoting.

use stickslip_linalg::{SparseLu, SparseMatrix};

use super::super::blocks::Block;
use super::super::small::{Vector, dot};
use super::{BlockEquations, Breakdown};

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
        let mut owner = vec![usize::MAX; a.rows()];
        let strips: Vec<Strip<N>> = blocks.iter().map(|block| Strip::new(a, block)).collect();
        for (at, block) in blocks.iter().enumerate() {
            for &row in block.rows() {
                root[row] = block.scale.sqrt();
                owner[row] = at;
            }
        }
        let mut matrix = SparseMatrix::zeros(0, 0);
        matrix.clear(a.rows());
        for at in owner {
            let columns = strips.get(at).map_or(&[][..], |strip| &strip.columns);
            columns.iter().for_each(|&column| matrix.extend_row(column, &[0.0]));
            matrix.finish_row();
        }
        let lu = SparseLu::new(&matrix).ok();
        Self { strips, root, matrix, lu }
    }

    /// Factors the given laws with the proximal weight ρ.
    pub fn factor(
        &mut self,
        blocks: &[Block<N>],
        equations: &[BlockEquations<N>],
        weight: f64,
    ) -> Result<(), Breakdown> {
        let starts: Vec<usize> = self.matrix.row_starts().to_vec();
        let values = self.matrix.values_mut();
        for ((block, equations), strip) in blocks.iter().zip(equations).zip(&self.strips) {
            for (at, &row) in block.rows().iter().enumerate() {
                let line = &mut values[starts[row]..starts[row + 1]];
                for ((out, entry), &column) in
                    line.iter_mut().zip(&strip.entries).zip(&strip.columns)
                {
                    *out = self.root[row] * dot(equations.velocity[at], *entry) / self.root[column];
                }
                for (other, &place) in strip.own.iter().enumerate().take(block.rows().len()) {
                    // Inside a block S cancels.
                    line[place] += equations.impulse[at][other]
                        + weight * block.scale * equations.velocity[at][other];
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
            let mut of_row = matrix.row(row).peekable();
            for (&column, entry) in columns.iter().zip(&mut entries) {
                if let Some((_, value)) = of_row.next_if(|&(next, _)| next == column) {
                    entry[at] = value;
                }
            }
        }
        Self { columns, entries, own }
    }
}
