//! A = J H⁻¹ Jᵀ + C: the factored view and the body-space view.

use stickslip_linalg::{SparseMatrix, Triplets, connected_blocks, invert_block};

use super::inertia::RIGID_FREEDOMS;
use super::{Inertia, ProblemError};

/// The factors of A = J H⁻¹ Jᵀ + C. J has a row per constraint and a column
/// per degree of freedom; H is the inertia, M for rigid bodies; C is diagonal.
#[derive(Clone, Debug, PartialEq)]
pub struct FactoredForm {
    /// Constraint Jacobian, rows × degrees of freedom.
    pub jacobian: SparseMatrix,
    /// Inertia of the degrees of freedom.
    pub inertia: Inertia,
    /// Compliance of each row, ≥ 0.
    pub compliance: Vec<f64>,
}

/// Body-space vectors of a product with A, kept for the next one.
#[derive(Clone, Debug, Default)]
pub struct ProductScratch {
    momentum: Vec<f64>,
    velocity: Vec<f64>,
}

impl FactoredForm {
    /// Number of degrees of freedom.
    pub fn freedoms(&self) -> usize {
        self.jacobian.cols()
    }

    /// y = J (H⁻¹ (Jᵀ x)) + C x. Allocates two body-space vectors, which
    /// [`Self::multiply_in`] does not.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        self.multiply_in(x, y, &mut ProductScratch::default());
    }

    /// As [`Self::multiply`], in memory kept from the last product.
    pub fn multiply_in(&self, x: &[f64], y: &mut [f64], scratch: &mut ProductScratch) {
        let ProductScratch { momentum, velocity } = scratch;
        momentum.resize(self.freedoms(), 0.0);
        velocity.resize(self.freedoms(), 0.0);
        self.jacobian.multiply_transposed(x, momentum);
        self.inertia.apply_inverse(momentum, velocity);
        self.jacobian.multiply(velocity, y);
        for ((out, compliance), x) in y.iter_mut().zip(&self.compliance).zip(x) {
            *out += compliance * x;
        }
    }

    /// The assembled A, with every diagonal entry stored.
    pub fn assemble(&self) -> SparseMatrix {
        let weighted = self.jacobian.product(self.inertia.inverse());
        weighted
            .product(&self.jacobian.transposed())
            .sum(&SparseMatrix::diagonal_matrix(&self.compliance))
    }

    /// The diagonal of A.
    pub fn diagonal(&self) -> Vec<f64> {
        let mut diagonal = Vec::new();
        self.write_diagonal(&mut diagonal);
        diagonal
    }

    /// Replaces `diagonal` by the diagonal of A.
    pub(super) fn write_diagonal(&self, diagonal: &mut Vec<f64>) {
        diagonal.clear();
        if let Some(inverse) = self.inertia.diagonal_of_trees() {
            diagonal.extend((0..self.jacobian.rows()).map(|row| {
                let (cols, values) = self.jacobian.row_slices(row);
                let square = |(&col, value): (&usize, &f64)| value * inverse[col] * value;
                let squares: f64 = cols.iter().zip(values).map(square).sum();
                self.compliance[row] + squares
            }));
            return;
        }
        diagonal.extend((0..self.jacobian.rows()).map(|row| {
            let (cols, values) = self.jacobian.row_slices(row);
            let mut sum = self.compliance[row];
            let mut at = 0;
            while at < cols.len() {
                let rigid = self.inertia.add_rigid_square(sum, &cols[at..], &values[at..]);
                (sum, at) = match rigid {
                    Some(sum) => (sum, at + RIGID_FREEDOMS),
                    None => (self.add_share(sum, at, cols, values), at + 1),
                };
            }
            sum
        }));
    }

    /// Adds what the entry at place `at` of a row of J gives to the diagonal.
    fn add_share(&self, mut sum: f64, at: usize, cols: &[usize], values: &[f64]) -> f64 {
        let (inverse, freedom, value) = (self.inertia.inverse(), cols[at], values[at]);
        let (others, inverses) = inverse.row_slices(freedom);
        if others.len() > cols.len() {
            // A soft body: few of its freedoms are those of the row.
            for (&other, right) in cols.iter().zip(values) {
                sum += value * inverse.get(freedom, other) * right;
            }
            return sum;
        }
        for (&other, inverse) in others.iter().zip(inverses) {
            // Freedoms of one body mostly stand next to each other.
            let near = (at + other).wrapping_sub(freedom);
            let is_near = cols.get(near) == Some(&other);
            let place = if is_near { Some(near) } else { cols.binary_search(&other).ok() };
            sum += place.map_or(0.0, |place| value * inverse * values[place]);
        }
        sum
    }

    /// The principal block of A over at most three rows. `dense` has an entry
    /// per degree of freedom, zero before and after.
    pub(super) fn small_block(&self, rows: &[usize], dense: &mut [f64]) -> [[f64; 3]; 3] {
        let mut entries = [[0.0; 3]; 3];
        for (j, &col) in rows.iter().enumerate() {
            for (dof, value) in self.jacobian.row(col) {
                dense[dof] = value;
            }
            for (i, &row) in rows.iter().enumerate() {
                entries[i][j] = self
                    .jacobian
                    .row(row)
                    .map(|(dof, value)| value * self.inertia.inverse().row_dot(dof, dense))
                    .sum();
            }
            entries[j][j] += self.compliance[col];
            for (dof, _) in self.jacobian.row(col) {
                dense[dof] = 0.0;
            }
        }
        entries
    }

    pub(super) fn check(&self, n: usize) -> Result<(), ProblemError> {
        let fail = |part, reason| Err(ProblemError::Factor { part, reason });
        if self.jacobian.rows() != n {
            return fail("J", format!("{} rows but the problem has {n}", self.jacobian.rows()));
        }
        let freedoms = self.freedoms();
        if self.inertia.inverse().rows() != freedoms || self.inertia.inverse().cols() != freedoms {
            return fail(
                "Minv",
                format!(
                    "{} × {} but J has {freedoms} columns",
                    self.inertia.inverse().rows(),
                    self.inertia.inverse().cols()
                ),
            );
        }
        for (part, matrix) in [("J", &self.jacobian), ("Minv", self.inertia.inverse())] {
            if matrix.values().iter().all(|value| value.is_finite()) {
                continue;
            }
            for row in 0..matrix.rows() {
                if let Some((col, value)) = matrix.row(row).find(|entry| !entry.1.is_finite()) {
                    return fail(part, format!("entry ({row}, {col}) is {value}"));
                }
            }
        }
        if let Some((row, col, gap)) = self.inertia.inverse().worst_asymmetry()
            && gap > 1e-9 * self.inertia.inverse().largest()
        {
            return fail(
                "Minv",
                format!(
                    "not symmetric: entries ({row}, {col}) and ({col}, {row}) differ by {gap:e}"
                ),
            );
        }
        let negative = |row: usize| self.inertia.inverse().get(row, row) < 0.0;
        if let Some(row) = (0..freedoms).find(|&row| negative(row)) {
            let value = self.inertia.inverse().get(row, row);
            return fail(
                "Minv",
                format!("diagonal entry {row} is {value}: an inverse mass is ≥ 0"),
            );
        }
        if self.compliance.len() != n {
            return fail(
                "C",
                format!("{} entries but the problem has {n} rows", self.compliance.len()),
            );
        }
        if let Some(row) = self.compliance.iter().position(|&c| !c.is_finite() || c < 0.0) {
            return fail(
                "C",
                format!(
                    "entry {row} is {} but a compliance is a finite number ≥ 0",
                    self.compliance[row]
                ),
            );
        }
        Ok(())
    }
}

/// The same problem seen from the bodies: M, and J on the movable degrees of
/// freedom only. With r the right-hand side of the free rows F,
/// (M + J_Fᵀ C_F⁻¹ J_F) v = J_Fᵀ C_F⁻¹ r and λ_F = C_F⁻¹ (r − J_F v).
#[derive(Clone, Debug, PartialEq)]
pub struct BodyView {
    /// Mass matrix of the movable degrees of freedom, block diagonal.
    pub mass: SparseMatrix,
    /// Its inverse.
    pub inverse_mass: SparseMatrix,
    /// Jacobian on the movable degrees of freedom.
    pub jacobian: SparseMatrix,
}

impl BodyView {
    /// Inverts M⁻¹ block by block. `None` when a block is singular without
    /// being zero: such a direction has infinite mass only in part.
    pub(super) fn new(factored: &FactoredForm) -> Option<Self> {
        let movable: Vec<usize> =
            (0..factored.freedoms()).filter(|&dof| factored.inertia.moves(dof)).collect();
        let inverse_mass = factored.inertia.inverse().principal_block(&movable);
        let mut mass = Triplets::new();
        for block in connected_blocks(&inverse_mass) {
            let inverse = invert_block(&inverse_mass, &block)?;
            for (i, &row) in block.iter().enumerate() {
                for (j, &col) in block.iter().enumerate() {
                    mass.push(row, col, inverse[i * block.len() + j]);
                }
            }
        }
        let jacobian = block(&factored.jacobian, 0..factored.jacobian.rows(), &movable);
        let freedoms = movable.len();
        Some(Self {
            mass: SparseMatrix::from_triplets(freedoms, freedoms, &mass),
            inverse_mass,
            jacobian: with_pair_patterns(&jacobian),
        })
    }

    /// Number of movable degrees of freedom.
    pub fn freedoms(&self) -> usize {
        self.jacobian.cols()
    }
}

/// Most columns of two rigid bodies.
const PAIR_COLUMNS: usize = 12;

/// Stores zeros so that neighbouring rows of the same pair of bodies have the
/// same columns and can be summed up as dense blocks.
fn with_pair_patterns(jacobian: &SparseMatrix) -> SparseMatrix {
    let mut entries = jacobian.to_triplets();
    let mut group = 0..0;
    let mut columns: Vec<usize> = Vec::new();
    let mut pad = |group: std::ops::Range<usize>, columns: &[usize]| {
        for row in group {
            for &col in columns {
                entries.push(row, col, 0.0);
            }
        }
    };
    for row in 0..jacobian.rows() {
        let (cols, _) = jacobian.row_slices(row);
        let mut union: Vec<usize> = columns.iter().chain(cols).copied().collect();
        union.sort_unstable();
        union.dedup();
        let shares = union.len() < columns.len() + cols.len();
        if shares && union.len() <= PAIR_COLUMNS.max(columns.len()) {
            columns = union;
        } else {
            pad(group.clone(), &columns);
            group.start = row;
            columns = cols.to_vec();
        }
        group.end = row + 1;
    }
    pad(group, &columns);
    SparseMatrix::from_triplets(jacobian.rows(), jacobian.cols(), &entries)
}

/// The entries in the given rows and columns, renumbered in that order.
fn block(
    matrix: &SparseMatrix,
    rows: impl ExactSizeIterator<Item = usize>,
    cols: &[usize],
) -> SparseMatrix {
    let mut position = vec![None; matrix.cols()];
    for (new, &old) in cols.iter().enumerate() {
        position[old] = Some(new);
    }
    let count = rows.len();
    let mut entries = Triplets::new();
    for (new_row, row) in rows.enumerate() {
        for (col, value) in matrix.row(row) {
            if let Some(new_col) = position[col] {
                entries.push(new_row, new_col, value);
            }
        }
    }
    SparseMatrix::from_triplets(count, cols.len(), &entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> FactoredForm {
        FactoredForm {
            jacobian: SparseMatrix::from_dense(2, 4, &[1.0, 0.0, -1.0, 0.5, 0.0, 2.0, 1.0, 0.0]),
            inertia: Inertia::from_inverse(SparseMatrix::from_dense(
                4,
                4,
                &[2.0, 1.0, 0.0, 0.0, 1.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0],
            )),
            compliance: vec![0.25, 0.0],
        }
    }

    #[test]
    fn product_assembly_and_diagonal_agree() {
        let factored = example();
        let assembled = factored.assemble();
        assert_eq!(assembled.to_dense(), vec![2.75, 1.5, 1.5, 12.5]);
        assert_eq!(factored.diagonal(), assembled.diagonal());
        let mut y = [0.0; 2];
        factored.multiply(&[1.0, -1.0], &mut y);
        assert_eq!(y, [1.25, -11.0]);
    }

    /// Rigid bodies whole, in part, side by side and apart; a body of three freedoms that
    /// stand apart; one whose block is full. Whole numbers, so that all sums are exact.
    #[test]
    fn diagonals_are_those_of_the_product_for_every_pattern() {
        let mut inverse = Triplets::new();
        for body in 0..3 {
            for axis in 0..3 {
                inverse.push(6 * body + axis, 6 * body + axis, 2.0 + body as f64);
                for other in 0..3 {
                    let value = if axis == other { 7.0 + body as f64 } else { 1.0 };
                    inverse.push(6 * body + 3 + axis, 6 * body + 3 + other, value);
                }
            }
        }
        for (row, col) in [(18, 18), (18, 20), (20, 18), (20, 20), (19, 19)] {
            inverse.push(row, col, if row == col { 5.0 } else { 2.0 });
        }
        (21..27).for_each(|row| {
            (21..27).for_each(|col| inverse.push(row, col, if row == col { 9.0 } else { 1.0 }));
        });
        let rows: [&[usize]; 7] = [
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
            &[0, 1, 2, 3, 4, 5, 12, 13, 14, 15, 16, 17],
            &[1, 3, 4, 5, 6, 7],
            &[3, 4, 5, 6, 7, 8, 9, 10, 11],
            &[6, 7, 8, 9, 10, 11, 18, 20],
            &[18, 19, 20, 21, 22, 23, 24, 25, 26],
            &[12, 13, 14, 15, 16, 17, 24],
        ];
        let mut jacobian = Triplets::new();
        for (row, cols) in rows.iter().enumerate() {
            cols.iter()
                .for_each(|&col| jacobian.push(row, col, ((3 * row + col) % 5) as f64 - 1.5));
        }
        let factored = FactoredForm {
            jacobian: SparseMatrix::from_triplets(rows.len(), 27, &jacobian),
            inertia: Inertia::from_inverse(SparseMatrix::from_triplets(27, 27, &inverse)),
            compliance: (0..rows.len()).map(|row| row as f64).collect(),
        };
        assert_eq!(factored.diagonal(), factored.assemble().diagonal());
    }

    #[test]
    fn body_space_drops_fixed_freedoms_and_inverts_blocks() {
        let bodies = BodyView::new(&example()).expect("blocks are regular");
        assert_eq!(bodies.freedoms(), 3);
        let identity = bodies.mass.product(&bodies.inverse_mass).to_dense();
        for (at, value) in identity.iter().enumerate() {
            let expected = if at % 4 == 0 { 1.0 } else { 0.0 };
            assert!((value - expected).abs() < 1e-14);
        }
    }

    #[test]
    fn a_partly_singular_mass_block_has_no_body_space() {
        let mut factored = example();
        *factored.inertia.inverse_mut() = SparseMatrix::from_dense(
            4,
            4,
            &[1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0],
        );
        assert_eq!(BodyView::new(&factored), None);
    }
}
