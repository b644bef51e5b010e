//! Rows of a factored problem, seen from the freedoms of trees.
//!
//! In their coordinates H is diagonal, and rows reach over all ancestors: a few rows fill
//! H + Σ weight · (…)ᵀ J. It is as small as the tree has freedoms, however many contacts there
//! are.

use stickslip_linalg::{DenseCholesky, DenseLu, RowProducts, SmallLu, in_wide_registers};

use super::structure::Part;
use crate::problem::FactoredForm;

/// More freedoms than this make a factor without zeros too dear.
const MAX_FREEDOMS: usize = 120;
/// More than this are factored in blocks.
const SMALL: usize = 48;

/// The matrix and its factor; keeps its memory from problem to problem.
#[derive(Debug, Default)]
pub struct FreedomMatrix {
    freedoms: usize,
    /// How long a row is in memory: behind the freedoms it is zero.
    width: usize,
    /// Rows of J with all zeros.
    lines: Vec<f64>,
    /// The diagonal of H.
    mass: Vec<f64>,
    products: RowProducts,
    /// Whether no row moves with another, so that the matrix is symmetric.
    is_symmetric: bool,
    factor: Factor,
    definite: DenseCholesky,
    small: SmallLu,
    large: DenseLu,
}

/// Which of its factors a matrix has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Factor {
    #[default]
    Definite,
    Small,
    Large,
}

impl FreedomMatrix {
    /// Whether a problem has trees alone, and more rows than these have freedoms.
    pub fn suits(factored: &FactoredForm) -> bool {
        factored.freedoms() <= MAX_FREEDOMS.min(factored.jacobian.rows())
            && factored
                .inertia
                .diagonal_of_trees()
                .is_some_and(|inverse| inverse.iter().all(|&value| value > 0.0))
    }

    /// Takes J and H of a problem.
    pub fn load(&mut self, factored: &FactoredForm) {
        let (jacobian, freedoms) = (&factored.jacobian, factored.freedoms());
        (self.freedoms, self.width) = (freedoms, SmallLu::width(freedoms).max(1));
        self.mass.clear();
        self.mass.extend(factored.inertia.inverse().values().iter().map(|value| 1.0 / value));
        self.lines.clear();
        self.lines.resize(jacobian.rows() * self.width, 0.0);
        for (row, line) in self.lines.chunks_exact_mut(self.width).enumerate() {
            let (columns, values) = jacobian.row_slices(row);
            columns.iter().zip(values).for_each(|(&column, &value)| line[column] = value);
        }
    }

    /// Begins the matrix with H.
    pub fn begin(&mut self) {
        self.products.begin(self.freedoms);
        self.is_symmetric = true;
    }

    /// Adds Σ weight · (own J_row + Σ factorᵢ J_otherᵢ)ᵀ J_row over the rows that `part`
    /// gives a weight.
    pub fn add<const OTHERS: usize>(&mut self, part: impl Fn(usize) -> Option<Part<OTHERS>>) {
        let Self { freedoms, width, lines, products, is_symmetric, .. } = self;
        let line = |row: usize| &lines[row * *width..row * *width + *freedoms];
        for row in 0..lines.len() / *width {
            let Some(Part { weight, own, others }) = part(row) else { continue };
            let (right, own) = (line(row), weight * own);
            if others.iter().all(|(_, factor)| *factor == 0.0) {
                products.push(right.iter().map(|value| own * value), right);
                continue;
            }
            *is_symmetric = false;
            let left = others.map(|(other, factor)| (line(other), weight * factor));
            let sum = |(at, value): (usize, &f64)| {
                left.iter().fold(own * value, |sum, (line, factor)| sum + factor * line[at])
            };
            products.push(right.iter().enumerate().map(sum), right);
        }
    }

    /// Factors the matrix; `false` when a pivot vanished.
    pub fn factorise(&mut self) -> bool {
        let Self { freedoms, mass, products, definite, small, large, .. } = self;
        let put_mass = |matrix: &mut [f64], width: usize| {
            let diagonal = matrix.iter_mut().step_by(width + 1);
            diagonal.zip(&*mass).for_each(|(entry, &mass)| *entry = mass);
        };
        if self.is_symmetric {
            let matrix = definite.begin(*freedoms);
            put_mass(matrix, *freedoms);
            products.add_upper_to(matrix, *freedoms);
            self.factor = Factor::Definite;
            if definite.factorise().is_ok() {
                return true;
            }
        }
        if *freedoms <= SMALL {
            let (matrix, width) = (small.begin(*freedoms), SmallLu::width(*freedoms));
            put_mass(matrix, width);
            products.add_to(matrix, width);
            self.factor = Factor::Small;
            return small.factorise().is_ok();
        }
        let matrix = large.begin(*freedoms);
        put_mass(matrix, *freedoms);
        products.add_to(matrix, *freedoms);
        self.factor = Factor::Large;
        large.factorise().is_ok()
    }

    /// Overwrites a momentum with the velocity that the factored matrix gives.
    pub fn solve(&mut self, momentum: &mut [f64]) {
        match self.factor {
            Factor::Definite => self.definite.solve(momentum),
            Factor::Small => self.small.solve(momentum),
            Factor::Large => self.large.solve(momentum),
        }
    }

    /// momentum ← Jᵀ impulses.
    pub fn push(&self, impulses: &[f64], momentum: &mut [f64]) {
        momentum.fill(0.0);
        in_wide_registers(
            #[inline(always)]
            || {
                let lines = self.lines.chunks_exact(self.width.max(1));
                for (&impulse, line) in impulses.iter().zip(lines) {
                    if impulse != 0.0 {
                        momentum.iter_mut().zip(line).for_each(|(sum, it)| *sum += impulse * it);
                    }
                }
            },
        );
    }

    /// speeds ← J velocity.
    pub fn speeds(&self, velocity: &[f64], speeds: &mut [f64]) {
        in_wide_registers(
            #[inline(always)]
            || {
                let lines = self.lines.chunks_exact(self.width.max(1));
                for (speed, line) in speeds.iter_mut().zip(lines) {
                    // Four sums side by side, for the sake of the registers.
                    let mut sums = [0.0; 4];
                    let (fours, rest) = line[..velocity.len()].as_chunks::<4>();
                    let (theirs, end) = velocity.as_chunks::<4>();
                    for (values, theirs) in fours.iter().zip(theirs) {
                        for k in 0..4 {
                            sums[k] += values[k] * theirs[k];
                        }
                    }
                    let rest: f64 = rest.iter().zip(end).map(|(one, two)| one * two).sum();
                    *speed = (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest;
                }
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use stickslip_linalg::SparseMatrix;

    use super::*;
    use crate::problem::Inertia;

    /// Three rows over two freedoms; the second slips with the first.
    #[test]
    fn the_matrix_is_that_of_its_rows() {
        let jacobian = SparseMatrix::from_dense(3, 2, &[1.0, 2.0, 0.0, -1.0, 0.5, 0.0]);
        let mut inertia = Inertia::from_inverse(SparseMatrix::diagonal_matrix(&[0.5, 1.0]));
        let factored = |inertia: Inertia| FactoredForm {
            jacobian: jacobian.clone(),
            inertia,
            compliance: vec![0.1; 3],
        };
        assert!(!FreedomMatrix::suits(&factored(inertia.clone())));
        inertia.pieces_mut().push(0);
        let factored = factored(inertia);
        assert!(FreedomMatrix::suits(&factored));
        let mut matrix = FreedomMatrix::default();
        matrix.load(&factored);
        matrix.begin();
        matrix.add(|row| match row {
            0 => Some(Part { weight: 10.0, own: 1.0, others: [(1, 0.3)] }),
            2 => Some(Part { weight: 4.0, own: 1.0, others: [(2, 0.0)] }),
            _ => None,
        });
        // H + 10 (1, 1.7)ᵀ (1, 2) + 4 (0.5, 0)ᵀ (0.5, 0), row by row.
        assert!(matrix.factorise());
        let mut velocity = [3.0, -2.0];
        matrix.solve(&mut velocity);
        let [a, b] = velocity;
        assert!((13.0 * a + 20.0 * b - 3.0).abs() < 1e-12);
        assert!((17.0 * a + 35.0 * b + 2.0).abs() < 1e-12);
        // H + 10 (1, 2)ᵀ (1, 2) where nothing moves with another.
        matrix.begin();
        matrix.add(|row| (row == 0).then_some(Part { weight: 10.0, own: 1.0, others: [(1, 0.0)] }));
        assert!(matrix.factorise() && matrix.factor == Factor::Definite);
        let mut velocity = [3.0, -2.0];
        matrix.solve(&mut velocity);
        let [a, b] = velocity;
        assert!((12.0 * a + 20.0 * b - 3.0).abs() < 1e-12);
        assert!((20.0 * a + 41.0 * b + 2.0).abs() < 1e-12);
        let (mut momentum, mut speeds) = ([9.0; 2], [9.0; 3]);
        matrix.push(&[1.0, 2.0, 4.0], &mut momentum);
        matrix.speeds(&[1.0, 3.0], &mut speeds);
        assert_eq!((momentum, speeds), ([3.0, 0.0], [7.0, -3.0, 0.5]));
    }
}
