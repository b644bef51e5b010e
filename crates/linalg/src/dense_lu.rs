//! LU factors of dense matrices, in memory that is kept from one to the next.

use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::lu::partial_pivoting::{factor, solve};
use faer::perm::PermRef;
use faer::{MatMut, MatRef, Par, Spec};

use crate::SingularMatrix;

/// A factor of a dense matrix with partial pivoting.
///
/// ```
/// use stickslip_linalg::DenseLu;
/// let mut lu = DenseLu::default();
/// lu.begin(2).copy_from_slice(&[0.0, 2.0, 1.0, 3.0]);
/// lu.factorise()?;
/// let mut x = [4.0, 7.0];
/// lu.solve(&mut x);
/// assert_eq!(x, [1.0, 2.0]);
/// # Ok::<(), stickslip_linalg::SingularMatrix>(())
/// ```
pub struct DenseLu {
    size: usize,
    /// The matrix row by row, which is its transposed column by column; then the
    /// factors of that. Pivots are thus sought along rows, and how rows are scaled does
    /// not matter.
    values: Vec<f64>,
    order: Vec<usize>,
    back: Vec<usize>,
    memory: MemBuffer,
    /// The size that `memory` is for.
    room: usize,
}

impl Default for DenseLu {
    fn default() -> Self {
        Self {
            size: 0,
            values: Vec::new(),
            order: Vec::new(),
            back: Vec::new(),
            memory: MemBuffer::new(StackReq::EMPTY),
            room: 0,
        }
    }
}

impl std::fmt::Debug for DenseLu {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("DenseLu").field("size", &self.size).finish_non_exhaustive()
    }
}

impl DenseLu {
    /// The entries of a new matrix of so many rows, all zero, row by row.
    pub fn begin(&mut self, size: usize) -> &mut [f64] {
        self.size = size;
        self.values.clear();
        self.values.resize(size * size, 0.0);
        &mut self.values
    }

    /// Factors the matrix that was begun last.
    ///
    /// # Errors
    /// Where a pivot is zero or not finite.
    pub fn factorise(&mut self) -> Result<(), SingularMatrix> {
        let size = self.size;
        if size == 0 {
            return Ok(());
        }
        if self.room < size {
            let factor =
                factor::lu_in_place_scratch::<usize, f64>(size, size, Par::Seq, Spec::default());
            let solve = solve::solve_transpose_in_place_scratch::<usize, f64>(size, 1, Par::Seq);
            self.memory = MemBuffer::new(factor.or(solve));
            self.room = size;
        }
        self.order.resize(size, 0);
        self.back.resize(size, 0);
        let matrix = MatMut::from_column_major_slice_mut(&mut self.values, size, size);
        factor::lu_in_place(
            matrix,
            &mut self.order,
            &mut self.back,
            Par::Seq,
            MemStack::new(&mut self.memory),
            Spec::default(),
        );
        let pivots = self.values.iter().step_by(size + 1);
        let is_regular = pivots.copied().all(|pivot| pivot != 0.0 && pivot.is_finite());
        if is_regular { Ok(()) } else { Err(SingularMatrix) }
    }

    /// Overwrites the right-hand side with the solution of the matrix factored last.
    pub fn solve(&mut self, x: &mut [f64]) {
        let size = self.size;
        if size == 0 {
            return;
        }
        let factors = MatRef::from_column_major_slice(&self.values, size, size);
        solve::solve_transpose_in_place(
            factors,
            factors,
            PermRef::new_checked(&self.order, &self.back, size),
            MatMut::from_column_major_slice_mut(x, size, 1),
            Par::Seq,
            MemStack::new(&mut self.memory),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_each_other_and_solutions_solve() {
        let mut lu = DenseLu::default();
        for size in [0, 1, 40, 3, 0, 97] {
            // Rows of very different sizes, zeros on the diagonal.
            let entry = |i: usize, j: usize| match (i + j) % size.max(1) == size / 2 {
                true => 10_f64.powi(i as i32 % 20),
                false => 0.01 * 10_f64.powi(i as i32 % 20) * ((3 * i + 7 * j) % 11) as f64 / 11.0,
            };
            let matrix: Vec<f64> = (0..size * size).map(|at| entry(at / size, at % size)).collect();
            lu.begin(size).copy_from_slice(&matrix);
            lu.factorise().expect("regular");
            let expected: Vec<f64> = (0..size).map(|at| 1.0 + (at as f64).sin()).collect();
            let mut x: Vec<f64> =
                matrix.chunks_exact(size.max(1)).map(|row| crate::dot(row, &expected)).collect();
            lu.solve(&mut x);
            for (found, expected) in x.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-12, "{size}: {found} {expected}");
            }
        }
    }

    #[test]
    fn a_singular_matrix_is_told() {
        let mut lu = DenseLu::default();
        lu.begin(2).copy_from_slice(&[1.0, 2.0, 2.0, 4.0]);
        assert!(lu.factorise().is_err());
        lu.begin(1).copy_from_slice(&[f64::NAN]);
        assert!(lu.factorise().is_err());
    }
}
