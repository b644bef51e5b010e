//! One entry of w = A x + b at a time, while x changes.

use stickslip_linalg::SparseMatrix;

use crate::options::choice;
use crate::problem::Problem;
use crate::solver::Refusal;

choice! {
    /// What the rows of A are taken from.
    pub enum RowAccess {
        /// Body velocities where the problem has factors, else the matrix.
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
pub struct Rows<'a> {
    view: View<'a>,
    b: &'a [f64],
}

enum View<'a> {
    Matrix(&'a SparseMatrix),
    Bodies {
        jacobian: &'a SparseMatrix,
        /// J M⁻¹.
        weighted: SparseMatrix,
        compliance: &'a [f64],
        /// M⁻¹Jᵀx.
        velocity: Vec<f64>,
    },
}

impl<'a> Rows<'a> {
    /// Rows of `problem` for x = 0; call [`Self::reset`] for any other x.
    pub fn new(
        solver: &'static str,
        problem: &'a Problem,
        access: RowAccess,
    ) -> Result<Self, Refusal> {
        let view = match (access, problem.factored()) {
            (RowAccess::Bodies, None) => {
                let reason = "access=bodies needs a problem with J and Minv".into();
                return Err(Refusal::Unfit { solver, reason });
            }
            (RowAccess::Auto | RowAccess::Bodies, Some(factored)) => View::Bodies {
                jacobian: &factored.jacobian,
                weighted: factored.jacobian.product(&factored.inverse_mass),
                compliance: &factored.compliance,
                velocity: vec![0.0; factored.freedoms()],
            },
            (RowAccess::Auto, None) | (RowAccess::Matrix, _) => View::Matrix(problem.matrix()),
        };
        Ok(Self { view, b: problem.b() })
    }

    /// Forgets every x before this one, and with it the rounding errors of all
    /// changes since the last call.
    pub fn reset(&mut self, x: &[f64]) {
        if let View::Bodies { weighted, velocity, .. } = &mut self.view {
            weighted.multiply_transposed(x, velocity);
        }
    }

    /// wᵢ at x.
    pub fn velocity(&self, row: usize, x: &[f64]) -> f64 {
        self.b[row]
            + match &self.view {
                View::Matrix(matrix) => matrix.row_dot(row, x),
                View::Bodies { jacobian, compliance, velocity, .. } => {
                    jacobian.row_dot(row, velocity) + compliance[row] * x[row]
                }
            }
    }

    /// Tells that xᵢ was raised by `change`.
    pub fn moved(&mut self, row: usize, change: f64) {
        if let View::Bodies { weighted, velocity, .. } = &mut self.view {
            let (columns, values) = weighted.row_slices(row);
            for (&column, value) in columns.iter().zip(values) {
                velocity[column] += value * change;
            }
        }
    }

    /// What is kept beside x: a linear function of it, so that whoever combines
    /// iterates can combine these in the same way. Empty without bodies.
    pub fn memory(&mut self) -> &mut [f64] {
        match &mut self.view {
            View::Matrix(_) => &mut [],
            View::Bodies { velocity, .. } => velocity,
        }
    }
}
