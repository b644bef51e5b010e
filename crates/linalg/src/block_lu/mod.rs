//! LU factors of matrices made of 6 × 6 blocks with a symmetric block pattern.
//!
//! Six is the number of freedoms of a rigid body: matrices with a block per
//! body and per pair of neighbours come from there. Without pivoting the
//! pattern is known beforehand, so that factoring allocates nothing and needs
//! no search. Without pivoting it may also lose digits: callers check what
//! they get and refine.

mod elimination;
mod kernel;
mod symbolic;

pub use kernel::{BLOCK, Block};
use kernel::{ENTRIES, backward, forward, subtract_apply};
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
    /// Whether the pair of blocks at each place below and above the diagonal
    /// holds anything: in a heap most neighbours do not press on each other.
    filled: Vec<bool>,
    work: Vec<f64>,
}

/// Most block updates of one factorisation that are worth listing.
const MAX_TARGETS: usize = 4_000_000;

impl BlockLu {
    /// Analyses a pattern: `size` block rows, and `pairs` that share a block.
    pub fn new(size: usize, pairs: &[(usize, usize)]) -> Result<Self, TooDense> {
        let symbolic = Symbolic::new(size, pairs, MAX_TARGETS)?;
        let below = symbolic.below();
        let blocks = vec![[0.0; ENTRIES]; size + 2 * below];
        let (filled, work) = (vec![false; below], vec![0.0; size * BLOCK]);
        Ok(Self { symbolic, blocks, filled, work })
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
        let (size, below) = (self.symbolic.size(), self.symbolic.below());
        self.blocks[..size].fill([0.0; ENTRIES]);
        for (at, filled) in self.filled.iter_mut().enumerate() {
            if std::mem::take(filled) {
                self.blocks[size + at].fill(0.0);
                self.blocks[size + below + at].fill(0.0);
            }
        }
    }

    /// A block of the matrix to add to, row after row.
    pub fn block_mut(&mut self, slot: usize) -> &mut Block {
        let (size, below) = (self.symbolic.size(), self.symbolic.below());
        if let Some(at) = slot.checked_sub(size) {
            self.filled[if at < below { at } else { at - below }] = true;
        }
        &mut self.blocks[slot]
    }

    /// Replaces the matrix by its factor. The error says that a pivot vanished.
    /// Runs on the threads of the caller's pool, to the same bits for any number.
    pub fn factorise(&mut self) -> Result<(), SingularMatrix> {
        elimination::factorise(&self.symbolic, &mut self.blocks, &mut self.filled)
    }

    /// Overwrites a right-hand side, six numbers per block row, with the
    /// solution. Only after [`Self::factorise`].
    pub fn solve(&mut self, x: &mut [f64]) {
        let Symbolic { place, column_start, column_rows, .. } = &self.symbolic;
        let (size, below) = (self.symbolic.size(), self.symbolic.below());
        let work = &mut self.work;
        let span = |at: usize| at * BLOCK..(at + 1) * BLOCK;
        let filled = |column: usize| {
            (column_start[column]..column_start[column + 1]).filter(|&at| self.filled[at])
        };
        for (block, &at) in place.iter().enumerate() {
            work[span(at)].copy_from_slice(&x[span(block)]);
        }
        let mut part = [0.0; BLOCK];
        for column in 0..size {
            forward(&self.blocks[column], &mut work[span(column)]);
            part.copy_from_slice(&work[span(column)]);
            for at in filled(column) {
                subtract_apply(&mut work[span(column_rows[at])], &self.blocks[size + at], &part);
            }
        }
        for column in (0..size).rev() {
            part.copy_from_slice(&work[span(column)]);
            for at in filled(column) {
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
