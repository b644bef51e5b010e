//! LU factors of matrices made of 6 × 6 blocks with a symmetric block pattern.
//!
//! Six is the number of freedoms of a rigid body: matrices with a block per
//! body and per pair of neighbours come from there. Without pivoting the
//! pattern is known beforehand, so that factoring allocates nothing and needs
//! no search. Without pivoting it may also lose digits: callers check what
//! they get and refine.

mod kernel;
mod symbolic;

pub use kernel::{BLOCK, Block};
use kernel::{ENTRIES, backward, divide_by_upper, factor, forward, forward_block};
use kernel::{subtract_apply, subtract_product};
use symbolic::Symbolic;
pub use symbolic::TooDense;

use crate::SingularMatrix;

/// A matrix of 6 × 6 blocks, and after [`Self::factorise`] its factor.
///
/// ```
/// use stickslip_linalg::BlockLu;
/// // Two bodies and one pair: 4·E on the diagonal, 1·E beside it.
/// let mut matrix = BlockLu::new(2, &[(0, 1)])?;
/// for (row, col, value) in [(0, 0, 4.0), (1, 1, 4.0), (0, 1, 1.0), (1, 0, 1.0)] {
///     let slot = matrix.slot(row, col).expect("a pair that was named");
///     for axis in 0..6 {
///         matrix.block_mut(slot)[7 * axis] = value;
///     }
/// }
/// matrix.factorise().expect("positive definite");
/// let mut x = [5.0; 12];
/// matrix.solve(&mut x);
/// assert!(x.iter().all(|value| (value - 1.0).abs() < 1e-15));
/// # Ok::<(), stickslip_linalg::TooDense>(())
/// ```
#[derive(Clone, Debug)]
pub struct BlockLu {
    symbolic: Symbolic,
    blocks: Vec<Block>,
    work: Vec<f64>,
}

/// Most block updates of one factorisation that are worth listing.
const MOST_TARGETS: usize = 4_000_000;

impl BlockLu {
    /// Analyses a pattern: `size` block rows, and `pairs` that share a block.
    pub fn new(size: usize, pairs: &[(usize, usize)]) -> Result<Self, TooDense> {
        let symbolic = Symbolic::new(size, pairs, MOST_TARGETS)?;
        let count = size + 2 * symbolic.below();
        Ok(Self { symbolic, blocks: vec![[0.0; ENTRIES]; count], work: vec![0.0; size * BLOCK] })
    }

    /// Number of block rows.
    pub fn size(&self) -> usize {
        self.symbolic.size()
    }

    /// Where block (row, col) is kept; `None` for a pair that was not named.
    pub fn slot(&self, row: usize, col: usize) -> Option<usize> {
        self.symbolic.slot(row, col)
    }

    /// Sets every block to zero.
    pub fn clear(&mut self) {
        for block in &mut self.blocks {
            block.fill(0.0);
        }
    }

    /// A block of the matrix to add to, row after row.
    pub fn block_mut(&mut self, slot: usize) -> &mut Block {
        &mut self.blocks[slot]
    }

    /// Replaces the matrix by its factor. The error says that a pivot vanished.
    pub fn factorise(&mut self) -> Result<(), SingularMatrix> {
        let Symbolic { column_start, column_rows, targets, .. } = &self.symbolic;
        let (size, below) = (self.symbolic.size(), self.symbolic.below());
        let (diagonal, rest) = self.blocks.split_at_mut(size);
        let (lower, upper) = rest.split_at_mut(below);
        let mut target = targets.iter();
        for column in 0..size {
            let range = column_start[column]..column_start[column + 1];
            if !factor(&mut diagonal[column]) {
                return Err(SingularMatrix);
            }
            for at in range.clone() {
                divide_by_upper(&diagonal[column], &mut lower[at]);
                forward_block(&diagonal[column], &mut upper[at]);
            }
            // Blocks that change lie in later columns.
            let (lower, lower_later) = lower.split_at_mut(range.end);
            let (upper, upper_later) = upper.split_at_mut(range.end);
            for first in range.clone() {
                let row = column_rows[first];
                subtract_product(&mut diagonal[row], &lower[first], &upper[first]);
                for (second, &place) in (first + 1..range.end).zip(&mut target) {
                    let place = place as usize - range.end;
                    subtract_product(&mut lower_later[place], &lower[second], &upper[first]);
                    subtract_product(&mut upper_later[place], &lower[first], &upper[second]);
                }
            }
        }
        Ok(())
    }

    /// Overwrites a right-hand side, six numbers per block row, with the
    /// solution. Only after [`Self::factorise`].
    pub fn solve(&mut self, x: &mut [f64]) {
        let Symbolic { place, column_start, column_rows, .. } = &self.symbolic;
        let (size, below) = (self.symbolic.size(), self.symbolic.below());
        let work = &mut self.work;
        let span = |at: usize| at * BLOCK..(at + 1) * BLOCK;
        for (block, &at) in place.iter().enumerate() {
            work[span(at)].copy_from_slice(&x[span(block)]);
        }
        let mut part = [0.0; BLOCK];
        for column in 0..size {
            forward(&self.blocks[column], &mut work[span(column)]);
            part.copy_from_slice(&work[span(column)]);
            for at in column_start[column]..column_start[column + 1] {
                subtract_apply(&mut work[span(column_rows[at])], &self.blocks[size + at], &part);
            }
        }
        for column in (0..size).rev() {
            part.copy_from_slice(&work[span(column)]);
            for at in column_start[column]..column_start[column + 1] {
                let block = &self.blocks[size + below + at];
                subtract_apply(&mut part, block, &work[span(column_rows[at])]);
            }
            backward(&self.blocks[column], &mut part);
            work[span(column)].copy_from_slice(&part);
        }
        for (block, &at) in place.iter().enumerate() {
            x[span(block)].copy_from_slice(&work[span(at)]);
        }
    }
}
