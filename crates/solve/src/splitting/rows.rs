//! One entry of w = A x + b at a time, while x changes.

use stickslip_linalg::{SparseMatrix, Stencil};

use crate::options::choice;
use crate::problem::{FactoredForm, Problem};
use crate::solver::Refusal;

use super::pair_rows::PairRows;
use super::slot::{Slot, cells};

choice! {
    /// What the rows of A are taken from.
    pub enum RowAccess {
        /// Body velocities where the problem has factors, faces where it is on a grid, else the matrix.
        Auto = "auto",
        /// The assembled matrix.
        Matrix = "matrix",
        /// Body velocities: A is never assembled.
        Bodies = "bodies",
    }
}

/// Access to w row by row. With factors, v = M⁻¹Jᵀx is kept, so that
/// wᵢ = Jᵢ v + Cᵢ xᵢ + bᵢ and a change of xᵢ, v += (J M⁻¹)ᵢᵀ Δxᵢ, both cost as
/// much as one row of J, whatever the number of neighbours of the row.
///
/// v is the memory of a sweep: it belongs to the caller, is a linear function
/// of x, and is empty where the matrix is used.
pub struct Rows<'a> {
    view: View<'a>,
    b: &'a [f64],
    memory: usize,
}

enum View<'a> {
    Matrix(&'a SparseMatrix),
    /// The faces of a grid: A is never assembled.
    Stencil(&'a Stencil),
    /// Bodies of any kind.
    Sparse {
        jacobian: &'a SparseMatrix,
        /// J M⁻¹.
        weighted: SparseMatrix,
        compliance: &'a [f64],
    },
    /// Rigid bodies in pairs.
    Pairs(PairRows),
}

impl<'a> Rows<'a> {
    /// Rows of `problem`, of which [`RowAccess::Auto`] takes any, with another
    /// constant part of w.
    pub fn with_constant(problem: &'a Problem, b: &'a [f64]) -> Self {
        match (problem.factored(), problem.stencil()) {
            (Some(factored), _) => Self::from_bodies(factored, b),
            (None, Some(stencil)) => Self { view: View::Stencil(stencil), b, memory: 0 },
            (None, _) => Self { view: View::Matrix(problem.matrix()), b, memory: 0 },
        }
    }

    /// Rows of `problem`.
    pub fn new(
        solver: &'static str,
        problem: &'a Problem,
        access: RowAccess,
    ) -> Result<Self, Refusal> {
        let b = problem.b();
        match (access, problem.factored()) {
            (RowAccess::Matrix, _) => {
                Ok(Self { view: View::Matrix(problem.matrix()), b, memory: 0 })
            }
            (RowAccess::Bodies, None) => {
                let reason = "access=bodies needs a problem with J and Minv".into();
                Err(Refusal::Unfit { solver, reason })
            }
            (RowAccess::Bodies | RowAccess::Auto, _) => Ok(Self::with_constant(problem, b)),
        }
    }

    fn from_bodies(factored: &'a FactoredForm, b: &'a [f64]) -> Self {
        let weighted = factored.jacobian.product(factored.inertia.inverse());
        let view = match PairRows::new(factored, &weighted) {
            Some(pairs) => View::Pairs(pairs),
            None => View::Sparse {
                jacobian: &factored.jacobian,
                weighted,
                compliance: &factored.compliance,
            },
        };
        Self { view, b, memory: factored.freedoms() }
    }

    /// Puts what belongs to each row where a sweep in this order finds it next.
    pub fn arrange(&mut self, order: &[usize]) {
        if let View::Pairs(pairs) = &mut self.view {
            pairs.arrange(order);
        }
    }

    /// The memory for x, without the rounding errors of changes.
    pub fn memory(&self, x: &[f64]) -> Vec<f64> {
        let mut memory = vec![0.0; self.memory];
        self.reset(x, &mut memory);
        memory
    }

    /// Forgets every x before this one, and with it the rounding errors of all
    /// changes since the last call.
    pub fn reset(&self, x: &[f64], memory: &mut [f64]) {
        memory.fill(0.0);
        let memory = cells(memory);
        for (row, &x) in x.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            self.moved([row], [x], memory);
        }
    }

    /// wᵢ of some rows at x, which has the values `own` there.
    pub fn velocities<S: Slot, const N: usize>(
        &self,
        rows: [usize; N],
        own: [f64; N],
        x: &[S],
        memory: &[S],
    ) -> [f64; N] {
        let mut found = match &self.view {
            View::Matrix(matrix) => {
                rows.map(|row| matrix.row(row).map(|(at, value)| value * x[at].get()).sum::<f64>())
            }
            View::Stencil(stencil) => rows.map(|row| stencil.row_dot(row, |at| x[at].get())),
            View::Sparse { jacobian, compliance, .. } => {
                let mut found = rows.map(|row| {
                    jacobian.row(row).map(|(at, value)| value * memory[at].get()).sum::<f64>()
                });
                for at in 0..N {
                    found[at] += compliance[rows[at]] * own[at];
                }
                found
            }
            View::Pairs(pairs) => pairs.velocities(rows, own, memory),
        };
        found.iter_mut().zip(rows).for_each(|(found, row)| *found += self.b[row]);
        found
    }

    /// Tells that the xᵢ of some rows were raised by `changes`.
    pub fn moved<S: Slot, const N: usize>(
        &self,
        rows: [usize; N],
        changes: [f64; N],
        memory: &[S],
    ) {
        match &self.view {
            View::Matrix(_) | View::Stencil(_) => {}
            View::Sparse { weighted, .. } => {
                for (row, change) in rows.into_iter().zip(changes) {
                    for (at, value) in weighted.row(row).filter(|entry| entry.1 != 0.0) {
                        memory[at].set(memory[at].get() + value * change);
                    }
                }
            }
            View::Pairs(pairs) => pairs.moved(rows, changes, memory),
        }
    }

    /// Bytes that a pass over all rows reads and writes, counting each row and
    /// each velocity once.
    pub fn bytes(&self) -> usize {
        let entry = size_of::<usize>() + size_of::<f64>();
        let number = size_of::<f64>();
        let rows = match &self.view {
            View::Matrix(matrix) => entry * matrix.stored(),
            View::Stencil(stencil) => stencil.bytes(),
            View::Sparse { jacobian, weighted, compliance } => {
                entry * (jacobian.stored() + weighted.stored()) + size_of_val(*compliance)
            }
            View::Pairs(_) => PairRows::BYTES * self.b.len(),
        };
        // b and the diagonal are read, x and the velocities read and written.
        rows + number * (4 * self.b.len() + 2 * self.memory)
    }
}
