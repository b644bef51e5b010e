//! L S Lᵀ of symmetric quasi-definite matrices [M Jᵀ; J −C], S = diag(±1), which exist for
//! every order of elimination.

use std::sync::Arc;

use super::numeric::{Factorise, Workspace};
use super::{Analysis, CholeskyError};
use crate::SparseMatrix;
use crate::dense::Definiteness;

/// A factor of a quasi-definite matrix with a fixed pattern.
pub struct QuasiDefiniteFactor {
    analysis: Arc<Analysis>,
    values: Vec<f64>,
    signs: Vec<f64>,
    work: Workspace,
    permuted: Vec<f64>,
    gathered: Vec<f64>,
}

impl QuasiDefiniteFactor {
    /// Memory for a factor with the given structure.
    pub fn new(analysis: Arc<Analysis>) -> Self {
        Self {
            values: vec![0.0; analysis.stored()],
            signs: vec![1.0; analysis.size()],
            work: Workspace::new(analysis.size()),
            permuted: vec![0.0; analysis.size()],
            gathered: vec![0.0; analysis.tallest()],
            analysis,
        }
    }

    /// The structure it was made for.
    pub fn analysis(&self) -> &Arc<Analysis> {
        &self.analysis
    }

    /// Factors `matrix`, which must have the analysed pattern.
    pub fn factorise(&mut self, matrix: &SparseMatrix) -> Result<(), CholeskyError> {
        self.values.fill(0.0);
        for (&place, &value) in self.analysis.scatter.iter().zip(matrix.values()) {
            if place != usize::MAX {
                self.values[place] = value;
            }
        }
        let is_regular = Factorise {
            analysis: &self.analysis,
            values: &mut self.values,
            signs: &mut self.signs,
            expected: Definiteness::Quasi,
            work: &mut self.work,
        }
        .run();
        if is_regular { Ok(()) } else { Err(CholeskyError::NotPositiveDefinite) }
    }

    /// Overwrites the right-hand side with the solution.
    pub fn solve(&mut self, x: &mut [f64]) {
        let analysis = &*self.analysis;
        for (value, &row) in self.permuted.iter_mut().zip(&analysis.order) {
            *value = x[row];
        }
        analysis.forward(&self.values, &mut self.permuted, &mut self.gathered);
        for (value, sign) in self.permuted.iter_mut().zip(&self.signs) {
            *value *= sign;
        }
        analysis.backward(&self.values, &mut self.permuted, &mut self.gathered);
        for (value, &row) in self.permuted.iter().zip(&analysis.order) {
            x[row] = *value;
        }
    }
}
