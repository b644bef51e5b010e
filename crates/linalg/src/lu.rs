//! Sparse LU factors of unsymmetric matrices with a fixed pattern.

use faer::MatMut;
use faer::linalg::solvers::SolveCore;
use faer::sparse::linalg::solvers::{Lu, SymbolicLu};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use thiserror::Error;

use crate::SparseMatrix;

/// The matrix has no LU factor to working precision, or the analysis failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the matrix is singular to working precision")]
pub struct SingularMatrix;

/// A factor P A Q = L U, the symbolic part of which is kept.
///
/// ```
/// use stickslip_linalg::{SparseLu, SparseMatrix};
/// let a = SparseMatrix::from_dense(2, 2, &[0.0, 2.0, 1.0, 3.0]);
/// let mut lu = SparseLu::new(&a)?;
/// lu.factorise(&a)?;
/// let mut x = [4.0, 7.0];
/// lu.solve(&mut x);
/// assert_eq!(x, [1.0, 2.0]);
/// # Ok::<(), stickslip_linalg::SingularMatrix>(())
/// ```
pub struct SparseLu {
    symbolic: SymbolicLu<usize>,
    factor: Option<Lu<usize, f64>>,
}

impl SparseLu {
    /// Analyses the pattern of `matrix`.
    pub fn new(matrix: &SparseMatrix) -> Result<Self, SingularMatrix> {
        let symbolic = SymbolicLu::try_new(pattern(matrix)).map_err(|_| SingularMatrix)?;
        Ok(Self { symbolic, factor: None })
    }

    /// Factors `matrix`, which must have the analysed pattern.
    pub fn factorise(&mut self, matrix: &SparseMatrix) -> Result<(), SingularMatrix> {
        // Compressed rows of A are compressed columns of Aᵀ.
        let transposed = SparseColMatRef::new(pattern(matrix), matrix.values());
        self.factor = Lu::try_new_with_symbolic(self.symbolic.clone(), transposed).ok();
        // faer lets a pivot of zero pass; dividing by it cannot stay finite.
        let mut probe = vec![1.0; matrix.rows()];
        self.solve(&mut probe);
        if probe.iter().all(|value| value.is_finite()) {
            Ok(())
        } else {
            self.factor = None;
            Err(SingularMatrix)
        }
    }

    /// Overwrites the right-hand side with the solution; without a factor it
    /// becomes NaN.
    pub fn solve(&self, x: &mut [f64]) {
        match &self.factor {
            Some(factor) => {
                let size = x.len();
                let column = MatMut::from_column_major_slice_mut(x, size, 1);
                factor.solve_transpose_in_place_with_conj(faer::Conj::No, column);
            }
            None => x.fill(f64::NAN),
        }
    }
}

fn pattern(matrix: &SparseMatrix) -> SymbolicSparseColMatRef<'_, usize> {
    SymbolicSparseColMatRef::new_checked(
        matrix.rows(),
        matrix.cols(),
        matrix.row_starts(),
        None,
        matrix.column_indices(),
    )
}
