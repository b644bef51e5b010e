//! Free rows solved with the bodies together: the quasi-definite
//! [M Jᵀ; J −(C + shift)] in an order of its own, refactored at every change.
//! It never forms J M⁻¹Jᵀ nor Jᵀc⁻¹J, so nothing fills in before elimination
//! does, and it bears c = 0 on rows that are not redundant.

use std::sync::Arc;

use stickslip_linalg::cholesky::{Analysis, QuasiDefiniteFactor};
use stickslip_linalg::{Ordering, SparseMatrix};

use super::body_space::views;
use crate::outcome::Counts;
use crate::pivoting::block::{BoxSystem, Breakdown, FreeSystem};
use crate::problem::Problem;

/// A factor of the augmented matrix; tight rows are −1 on the diagonal.
pub struct AugmentedSpace {
    matrix: SparseMatrix,
    freedoms: usize,
    factor: QuasiDefiniteFactor,
    vector: Vec<f64>,
    free: Vec<bool>,
    shift: Vec<f64>,
    valid: bool,
}

impl AugmentedSpace {
    /// Analyses the augmented matrix; `None` without a body-space view.
    pub fn new(system: &BoxSystem<'_>, ordering: Option<Ordering>) -> Option<Self> {
        let (bodies, _) = views(system.problem)?;
        let (freedoms, rows) = (bodies.freedoms(), bodies.jacobian.rows());
        let mut triplets = bodies.mass.to_triplets();
        for row in 0..rows {
            triplets.push(freedoms + row, freedoms + row, 0.0);
            for (col, value) in bodies.jacobian.row(row) {
                triplets.push(freedoms + row, col, value);
                triplets.push(col, freedoms + row, value);
            }
        }
        let size = freedoms + rows;
        let matrix = SparseMatrix::from_triplets(size, size, &triplets);
        let ordering = ordering.unwrap_or(Ordering::MinimumDegree);
        let factor = QuasiDefiniteFactor::new(Arc::new(Analysis::new(&matrix, ordering).ok()?));
        Some(Self {
            matrix,
            freedoms,
            factor,
            vector: vec![0.0; size],
            free: Vec::new(),
            shift: Vec::new(),
            valid: false,
        })
    }

    /// Rows of the matrix that is factored.
    pub fn size(&self) -> usize {
        self.factor.analysis().size()
    }

    /// Estimated time of one factorisation.
    pub fn cost(&self) -> f64 {
        self.factor.analysis().costs().factor
    }
}

impl FreeSystem for AugmentedSpace {
    fn begin(&mut self, _problem: &Problem) {
        self.valid = false;
    }

    fn prepare(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> Result<(), Breakdown> {
        if self.valid && self.free == free && self.shift == system.shift {
            return Ok(());
        }
        let (bodies, compliance) = views(system.problem).ok_or(Breakdown)?;
        let freedoms = self.freedoms;
        let starts = self.matrix.row_starts().to_vec();
        let columns = self.matrix.column_indices().to_vec();
        let values = self.matrix.values_mut();
        for dof in 0..freedoms {
            let masses = bodies.mass.row_slices(dof);
            for at in starts[dof]..starts[dof + 1] {
                let col = columns[at];
                values[at] = if col < freedoms {
                    masses.0.binary_search(&col).map_or(0.0, |place| masses.1[place])
                } else if free[col - freedoms] {
                    bodies.jacobian.get(col - freedoms, dof)
                } else {
                    0.0
                };
            }
        }
        for row in 0..free.len() {
            let range = starts[freedoms + row]..starts[freedoms + row + 1];
            let entries = bodies.jacobian.row_slices(row).1;
            for (at, value) in values[range.clone()].iter_mut().zip(entries) {
                *at = if free[row] { *value } else { 0.0 };
            }
            let softness = compliance[row] + system.shift[row];
            values[range.end - 1] = if free[row] { -softness } else { -1.0 };
        }
        counts.factorisations += 1;
        self.valid = false;
        self.factor.factorise(&self.matrix).map_err(|_| Breakdown)?;
        self.free = free.to_vec();
        self.shift.clone_from(&system.shift);
        self.valid = true;
        Ok(())
    }

    /// M v − Jᵀλ = 0 and J v + c λ = r, with λ ← −λ for symmetry.
    fn solve(&mut self, _system: &BoxSystem<'_>, rhs: &mut [f64]) {
        self.vector[..self.freedoms].fill(0.0);
        self.vector[self.freedoms..].copy_from_slice(rhs);
        self.factor.solve(&mut self.vector);
        for (row, value) in rhs.iter_mut().enumerate() {
            *value = if self.free[row] { -self.vector[self.freedoms + row] } else { 0.0 };
        }
    }
}
