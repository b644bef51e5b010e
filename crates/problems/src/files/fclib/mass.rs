//! Eliminating the body velocities of a global problem:
//! v = M⁻¹ (Jᵀ x + f), so J v = (J M⁻¹ Jᵀ) x + J M⁻¹ f.

use stickslip_linalg::{SparseLu, SparseMatrix, Triplets, connected_blocks, invert_block};

use stickslip_solve::{FactoredForm, Inertia};

/// Bodies have 3 or 6 degrees of freedom, a jointed block a few dozen. The
/// dense inverse of a larger block (a finite-element mesh) would cost more
/// than A itself.
const LARGEST_BLOCK: usize = 128;

/// How A was obtained.
pub enum Assembly {
    /// M is symmetric positive definite in small blocks.
    Factored(FactoredForm),
    /// M is not: A alone.
    Matrix(SparseMatrix),
}

/// A and J M⁻¹ f; `None` when M is singular or not finite.
pub fn eliminate(
    mass: &SparseMatrix,
    jacobian: SparseMatrix,
    force: &[f64],
) -> Option<(Assembly, Vec<f64>)> {
    if !mass.values().iter().all(|value| value.is_finite()) {
        return None;
    }
    let mut change = vec![0.0; jacobian.rows()];
    if let Some(inverse_mass) = inverse_by_blocks(mass) {
        let mut velocity = vec![0.0; force.len()];
        inverse_mass.multiply(force, &mut velocity);
        jacobian.multiply(&velocity, &mut change);
        let compliance = vec![0.0; jacobian.rows()];
        let factored =
            FactoredForm { jacobian, inertia: Inertia::from_inverse(inverse_mass), compliance };
        return Some((Assembly::Factored(factored), change));
    }
    let (matrix, velocity) = solve_by_elimination(mass, &jacobian, force)?;
    jacobian.multiply(&velocity, &mut change);
    Some((Assembly::Matrix(matrix), change))
}

/// M⁻¹ where M is symmetric positive definite in small blocks.
fn inverse_by_blocks(mass: &SparseMatrix) -> Option<SparseMatrix> {
    let asymmetric = mass.worst_asymmetry().is_some_and(|(_, _, gap)| gap > 1e-9 * mass.largest());
    if asymmetric {
        return None;
    }
    let mut inverse = Triplets::new();
    for block in connected_blocks(&mass.symmetric_part()) {
        if block.len() > LARGEST_BLOCK {
            return None;
        }
        let entries = invert_block(mass, &block)?;
        for (i, &row) in block.iter().enumerate() {
            for (j, &col) in block.iter().enumerate() {
                inverse.push(row, col, entries[i * block.len() + j]);
            }
        }
    }
    Some(SparseMatrix::from_triplets(mass.rows(), mass.cols(), &inverse).symmetric_part())
}

/// J M⁻¹ Jᵀ and M⁻¹ f by a sparse LU factorisation of M.
fn solve_by_elimination(
    mass: &SparseMatrix,
    jacobian: &SparseMatrix,
    force: &[f64],
) -> Option<(SparseMatrix, Vec<f64>)> {
    let (size, rows) = (mass.rows(), jacobian.rows());
    let mut factor = SparseLu::new(mass).ok()?;
    factor.factorise(mass).ok()?;
    let solve = |right: &dyn Fn(usize) -> f64| {
        let mut response: Vec<f64> = (0..size).map(right).collect();
        factor.solve(&mut response);
        response.iter().all(|value| value.is_finite()).then_some(response)
    };
    let velocity = solve(&|row| force[row])?;
    let mut matrix = Triplets::new();
    let mut column = vec![0.0; rows];
    for col in 0..rows {
        jacobian.multiply(&solve(&|freedom| jacobian.get(col, freedom))?, &mut column);
        for (row, &value) in column.iter().enumerate() {
            if value != 0.0 || row == col {
                matrix.push(row, col, value);
            }
        }
    }
    Some((SparseMatrix::from_triplets(rows, rows, &matrix), velocity))
}
