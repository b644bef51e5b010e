//! L D Lᵀ of symmetric quasi-definite matrices [M Jᵀ; J −C], which exist for
//! every order of elimination.

use std::sync::Arc;

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::ldlt::factor::LdltRegularization;
use faer::sparse::linalg::cholesky::LdltRef;
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par, Spec};

use super::{Analysis, CholeskyError};
use crate::SparseMatrix;

/// A factor of a quasi-definite matrix with a fixed pattern.
pub struct QuasiDefiniteFactor {
    analysis: Arc<Analysis>,
    values: Vec<f64>,
    triangle: Vec<f64>,
    memory: MemBuffer,
    permuted: Vec<f64>,
}

impl QuasiDefiniteFactor {
    /// Memory for a factor with the given structure.
    pub fn new(analysis: Arc<Analysis>) -> Self {
        let symbolic = &analysis.symbolic;
        let scratch = symbolic
            .factorize_numeric_ldlt_scratch::<f64>(Par::Seq, Spec::default())
            .or(symbolic.solve_in_place_scratch::<f64>(1, Par::Seq));
        Self {
            values: vec![0.0; analysis.stored()],
            triangle: vec![0.0; analysis.triangle_indices.len()],
            memory: MemBuffer::new(scratch),
            permuted: vec![0.0; analysis.size()],
            analysis,
        }
    }

    /// The structure it was made for.
    pub fn analysis(&self) -> &Arc<Analysis> {
        &self.analysis
    }

    /// Factors `matrix`, which must have the analysed pattern.
    pub fn factorise(&mut self, matrix: &SparseMatrix) -> Result<(), CholeskyError> {
        let analysis = &*self.analysis;
        for (&place, &value) in analysis.scatter.iter().zip(matrix.values()) {
            if place != usize::MAX {
                self.triangle[place] = value;
            }
        }
        let n = analysis.size();
        let (starts, indices) = (&analysis.triangle_starts, &analysis.triangle_indices);
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, starts, None, indices);
        analysis
            .symbolic
            .factorize_numeric_ldlt(
                &mut self.values,
                SparseColMatRef::new(pattern, &self.triangle[..]),
                analysis.side,
                LdltRegularization::default(),
                Par::Seq,
                MemStack::new(&mut self.memory),
                Spec::default(),
            )
            .map_err(|_| CholeskyError::NotPositiveDefinite)?;
        Ok(())
    }

    /// Overwrites the right-hand side with the solution.
    pub fn solve(&mut self, x: &mut [f64]) {
        let analysis = &*self.analysis;
        for (value, &row) in self.permuted.iter_mut().zip(&analysis.order) {
            *value = x[row];
        }
        LdltRef::new(&analysis.symbolic, &self.values[..]).solve_in_place_with_conj(
            Conj::No,
            MatMut::from_column_major_slice_mut(&mut self.permuted, x.len(), 1),
            Par::Seq,
            MemStack::new(&mut self.memory),
        );
        for (value, &row) in self.permuted.iter().zip(&analysis.order) {
            x[row] = *value;
        }
    }
}
