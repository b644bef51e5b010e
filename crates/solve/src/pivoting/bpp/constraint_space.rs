//! Free rows solved in constraint space: a factor of A_FF itself, changed row
//! by row from the last pivoting step's.

use std::sync::Arc;

use stickslip_linalg::Ordering;
use stickslip_linalg::cholesky::{Analysis, CholeskyFactor};

use crate::outcome::Counts;
use crate::pivoting::block::{BoxSystem, Breakdown, FreeSystem};
use crate::problem::Problem;

/// Time of copying one entry of A under the mask of free rows.
const COPY_PRICE: f64 = 3.0;

/// A factor of A + diag(shift) on the free rows.
pub struct ConstraintSpace {
    factor: CholeskyFactor,
    /// Stored entries of A.
    entries: usize,
    shift: Vec<f64>,
    valid: bool,
}

impl ConstraintSpace {
    /// Analyses A; `None` if that fails. Of two orders the one with the
    /// cheaper factor and changes wins.
    pub fn new(system: &BoxSystem<'_>, ordering: Option<Ordering>) -> Option<Self> {
        let matrix = system.problem.matrix();
        let analysis = match ordering {
            Some(ordering) => Analysis::new(matrix, ordering).ok()?,
            None => cheaper_analysis(matrix)?,
        };
        let factor = CholeskyFactor::new(Arc::new(analysis));
        Some(Self { factor, entries: matrix.stored(), shift: Vec::new(), valid: false })
    }

    /// Rows of the matrix that is factored.
    pub fn size(&self) -> usize {
        self.factor.analysis().size()
    }

    /// Estimated time of one factorisation, the copy of A included.
    pub fn cost(&self) -> f64 {
        self.factor.analysis().costs().factor + COPY_PRICE * self.entries as f64
    }
}

/// Nested dissection has shallow trees, hence cheap changes; minimum degree
/// often has less fill.
pub fn cheaper_analysis(matrix: &stickslip_linalg::SparseMatrix) -> Option<Analysis> {
    let dissection = Analysis::new(matrix, Ordering::NestedDissection).ok();
    let degree = Analysis::new(matrix, Ordering::MinimumDegree).ok();
    let price = |analysis: &Analysis| {
        let rows = analysis.size();
        let changes: f64 =
            (0..rows).map(|row| analysis.remove_cost(row)).sum::<f64>() / rows as f64;
        // A typical solve: eight new factors, and changes of one row in fifty.
        8.0 * analysis.costs().factor + 0.02 * rows as f64 * changes
    };
    match (dissection, degree) {
        (Some(a), Some(b)) => Some(if price(&a) < price(&b) { a } else { b }),
        (a, b) => a.or(b),
    }
}

impl FreeSystem for ConstraintSpace {
    fn begin(&mut self, _problem: &Problem) {
        self.valid = false;
    }

    fn prepare(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> Result<(), Breakdown> {
        if self.valid && self.shift == system.shift && self.change(system, free) {
            return Ok(());
        }
        counts.factorisations += 1;
        self.valid = false;
        self.factor
            .factorise(system.problem.matrix(), |row| free[row], |row| system.shift[row])
            .map_err(|_| Breakdown)?;
        self.shift.clone_from(&system.shift);
        self.valid = true;
        Ok(())
    }

    fn solve(&mut self, _system: &BoxSystem<'_>, rhs: &mut [f64]) {
        self.factor.solve(rhs);
    }
}

impl ConstraintSpace {
    /// Brings the factor to the new free set row by row, if that is cheaper
    /// than starting over and does not break down.
    fn change(&mut self, system: &BoxSystem<'_>, free: &[bool]) -> bool {
        let analysis = Arc::clone(self.factor.analysis());
        let budget = self.cost();
        let mut price = 0.0;
        for row in 0..free.len() {
            if free[row] != self.factor.is_active(row) {
                price +=
                    if free[row] { analysis.restore_cost(row) } else { analysis.remove_cost(row) };
                if price > budget {
                    return false;
                }
            }
        }
        // Removals first: they cannot fail and make returns cheaper.
        for row in 0..free.len() {
            if !free[row] && self.factor.is_active(row) {
                self.factor.remove(row);
            }
        }
        let matrix = system.problem.matrix();
        (0..free.len()).filter(|&row| free[row]).all(|row| {
            self.factor.is_active(row)
                || self.factor.restore(matrix, row, system.shift[row]).is_ok()
        })
    }
}
