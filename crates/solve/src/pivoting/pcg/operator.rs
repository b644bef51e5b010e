//! Products with A_FF + shift, through J, M⁻¹ and C, the faces of a grid, or a sparse
//! matrix and J of few freedoms, where these are known.

use stickslip_linalg::krylov::LinearOperator;

use crate::pivoting::block::BoxSystem;

/// Body-space vectors that products reuse.
#[derive(Debug, Default)]
pub struct OperatorMemory {
    momentum: Vec<f64>,
    velocity: Vec<f64>,
}

/// A + diag(shift) on the free rows, zero on the others. x must be zero on the
/// rows that are not free.
pub struct FreeOperator<'a> {
    /// Where A and the shift come from.
    pub system: &'a BoxSystem<'a>,
    /// The free rows.
    pub free: &'a [bool],
    /// Memory.
    pub memory: &'a mut OperatorMemory,
}

impl LinearOperator for FreeOperator<'_> {
    fn size(&self) -> usize {
        self.free.len()
    }

    fn apply(&mut self, x: &[f64], y: &mut [f64]) {
        let shift = &self.system.shift;
        let problem = self.system.problem;
        let of_sparse = problem.sparse_part().map(|(sparse, factored)| (Some(sparse), factored));
        let of_factors = of_sparse.or_else(|| problem.factored().map(|factored| (None, factored)));
        if let Some((sparse, factored)) = of_factors {
            let OperatorMemory { momentum, velocity } = &mut *self.memory;
            momentum.resize(factored.freedoms(), 0.0);
            velocity.resize(factored.freedoms(), 0.0);
            factored.jacobian.multiply_transposed(x, momentum);
            factored.inertia.apply_inverse(momentum, velocity);
            for row in 0..x.len() {
                y[row] = if self.free[row] {
                    let softness = factored.compliance[row] + shift[row];
                    let pushed = factored.jacobian.row_dot(row, velocity) + softness * x[row];
                    sparse.map_or(pushed, |sparse| sparse.row_dot(row, |at| x[at]) + pushed)
                } else {
                    0.0
                };
            }
        } else {
            for row in 0..x.len() {
                y[row] = match problem.stencil() {
                    _ if !self.free[row] => 0.0,
                    Some(stencil) => stencil.row_dot(row, |at| x[at]) + shift[row] * x[row],
                    None => problem.matrix().row_dot(row, x) + shift[row] * x[row],
                };
            }
        }
    }
}
