//! The inertia of a factored problem.

use stickslip_linalg::{SparseMatrix, connected_blocks};

/// Freedoms of a rigid body: three to move in, and then three to turn about.
pub(super) const RIGID_FREEDOMS: usize = 6;
/// Where its rows of H⁻¹ begin, from the first, and their columns.
const RIGID_STARTS: [usize; RIGID_FREEDOMS + 1] = [0, 1, 2, 3, 6, 9, 12];
const RIGID_COLUMNS: [usize; 12] = [0, 1, 2, 3, 4, 5, 3, 4, 5, 3, 4, 5];

/// H of A = J H⁻¹ Jᵀ + C, given by its inverse: symmetric and block diagonal,
/// one block per rigid body, a zero block for a body that nothing moves.
///
/// Methods ask for products, for the freedoms that move, or for the rows of
/// the inverse; how it is stored is known here alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Inertia {
    inverse: SparseMatrix,
    /// See [`Inertia::pieces`].
    pieces: Vec<usize>,
}

impl Inertia {
    /// From H⁻¹ itself.
    pub fn from_inverse(inverse: SparseMatrix) -> Self {
        Self { inverse, pieces: Vec::new() }
    }

    /// Nothing that moves.
    pub fn empty() -> Self {
        Self::from_inverse(SparseMatrix::zeros(0, 0))
    }

    /// v = H⁻¹ p.
    pub fn apply_inverse(&self, momentum: &[f64], velocity: &mut [f64]) {
        self.inverse.multiply(momentum, velocity);
    }

    /// The rows of H⁻¹, for methods that build A or a preconditioner from them.
    pub fn inverse(&self) -> &SparseMatrix {
        &self.inverse
    }

    /// The same to write over.
    pub fn inverse_mut(&mut self) -> &mut SparseMatrix {
        &mut self.inverse
    }

    /// Where trees of joints are among what moves, the first freedom of every body and of every
    /// piece of a tree without branches; nothing elsewhere. Rows of J reach over all ancestors
    /// in a tree, so that A has hardly a zero however sparse H⁻¹ is.
    pub fn pieces(&self) -> &[usize] {
        &self.pieces
    }

    /// The same to write over.
    pub fn pieces_mut(&mut self) -> &mut Vec<usize> {
        &mut self.pieces
    }

    /// Whether trees of joints are among what moves.
    pub fn has_trees(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// The diagonal of H⁻¹ where trees are all that moves, in coordinates in which H has
    /// nothing else.
    pub(crate) fn diagonal_of_trees(&self) -> Option<&[f64]> {
        let is_diagonal = || {
            self.inverse.stored() == self.inverse.rows()
                && self.inverse.column_indices().iter().copied().eq(0..self.inverse.rows())
        };
        (self.has_trees() && is_diagonal()).then(|| self.inverse.values())
    }

    /// Whether a degree of freedom can move: its row of H⁻¹ is not zero.
    pub fn moves(&self, freedom: usize) -> bool {
        self.inverse.row(freedom).any(|(_, value)| value != 0.0)
    }

    /// Adds pᵀ H⁻¹ p over the first six of these freedoms to a sum, term by term; `None`
    /// where they are not those of one rigid body, three to move in and three to turn about.
    pub(super) fn add_rigid_square(
        &self,
        mut sum: f64,
        freedoms: &[usize],
        momentum: &[f64],
    ) -> Option<f64> {
        let first = *freedoms.first()?;
        if *freedoms.get(RIGID_FREEDOMS - 1)? != first + RIGID_FREEDOMS - 1 {
            return None;
        }
        let starts: &[usize; RIGID_FREEDOMS + 1] =
            self.inverse.row_starts().get(first..)?.first_chunk()?;
        let begin = starts[0];
        let columns: &[usize; 12] = self.inverse.column_indices()[begin..].first_chunk()?;
        if starts.map(|start| start - begin) != RIGID_STARTS
            || columns.map(|column| column.wrapping_sub(first)) != RIGID_COLUMNS
        {
            return None;
        }
        let inverse: &[f64; 12] = self.inverse.values()[begin..].first_chunk()?;
        let p: &[f64; RIGID_FREEDOMS] = momentum.first_chunk()?;
        for (p, inverse) in p[..3].iter().zip(&inverse[..3]) {
            sum += p * inverse * p;
        }
        for (left, line) in p[3..].iter().zip(inverse[3..].chunks_exact(3)) {
            for (inverse, right) in line.iter().zip(&p[3..]) {
                sum += left * inverse * right;
            }
        }
        Some(sum)
    }

    /// The freedoms of each block, ascending.
    pub fn blocks(&self) -> Vec<Vec<usize>> {
        connected_blocks(&self.inverse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_products_and_what_moves() {
        let entries = [2.0, 0.0, 1.0, 0.0, 0.5, 0.0, 1.0, 0.0, 3.0];
        let mut inertia = Inertia::from_inverse(SparseMatrix::from_dense(3, 3, &entries));
        assert_eq!(inertia.blocks(), [vec![0, 2], vec![1]]);
        let mut velocity = [0.0; 3];
        inertia.apply_inverse(&[1.0, 2.0, -1.0], &mut velocity);
        assert_eq!(velocity, [1.0, 1.0, -2.0]);
        *inertia.inverse_mut() = SparseMatrix::diagonal_matrix(&[1.0, 0.0]);
        assert_eq!([inertia.moves(0), inertia.moves(1)], [true, false]);
    }
}
