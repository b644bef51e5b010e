//! Rows of a factored problem, seen from the freedoms of trees.
//!
//! In their coordinates H is diagonal, and rows reach over all ancestors: a few rows fill
//! H + Σ weight · (…)ᵀ J. It is as small as the tree has freedoms, however many contacts there
//! are.

use stickslip_linalg::{DenseLu, SmallLu, add_products, in_wide_registers};

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
    values: Vec<f64>,
    /// Four rows.
    left: Vec<f64>,
    small: SmallLu,
    large: DenseLu,
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
        self.values.clear();
        self.values.resize(self.freedoms * self.width, 0.0);
        let diagonal = self.values.iter_mut().step_by(self.width + 1);
        diagonal.zip(&self.mass).for_each(|(entry, &mass)| *entry = mass);
    }

    /// Adds Σ weight · (own J_row + Σ factorᵢ J_otherᵢ)ᵀ J_row over the rows that `part`
    /// gives a weight.
    pub fn add<const OTHERS: usize>(&mut self, part: impl Fn(usize) -> Option<Part<OTHERS>>) {
        let Self { width, lines, values, left, .. } = self;
        let size = *width;
        left.resize(4 * size, 0.0);
        let mut parts = (0..lines.len() / size).filter_map(|row| Some((row, part(row)?)));
        in_wide_registers(
            #[inline(always)]
            || loop {
                // Four rows at a time; where fewer are left, the others add nothing.
                let (mut rows, mut count, mut end) = ([0; 4], 0, 0);
                for (own, left) in parts.by_ref().take(4).zip(left.chunks_exact_mut(size)) {
                    let (row, Part { weight, own, others }) = own;
                    let right = &lines[row * size..(row + 1) * size];
                    // Branches that the row does not move are zero up to its end.
                    let last = right.iter().rposition(|&value| value != 0.0);
                    end = end.max(last.map_or(0, |last| SmallLu::width(last + 1)));
                    left.iter_mut().zip(right).for_each(|(out, value)| *out = own * value);
                    for (other, factor) in others {
                        if factor != 0.0 {
                            let line = &lines[other * size..(other + 1) * size];
                            left.iter_mut().zip(line).for_each(|(sum, it)| *sum += factor * it);
                        }
                    }
                    left.iter_mut().for_each(|value| *value *= weight);
                    rows[count] = row;
                    count += 1;
                }
                if count == 0 {
                    return;
                }
                left[count * size..].fill(0.0);
                let lefts = [0, 1, 2, 3].map(|lane| &left[lane * size..(lane + 1) * size]);
                let rights = rows.map(|row| &lines[row * size..row * size + end]);
                add_products(values, size, lefts, rights);
            },
        );
    }

    /// Factors the matrix; `false` when a pivot vanished.
    pub fn factorise(&mut self) -> bool {
        if self.freedoms <= SMALL {
            self.small.begin_with(self.freedoms, &self.values);
            return self.small.factorise().is_ok();
        }
        let rows = self.large.begin(self.freedoms).chunks_exact_mut(self.freedoms);
        for (row, own) in rows.zip(self.values.chunks_exact(self.width)) {
            row.copy_from_slice(&own[..self.freedoms]);
        }
        self.large.factorise().is_ok()
    }

    /// Overwrites a momentum with the velocity that the factored matrix gives.
    pub fn solve(&mut self, momentum: &mut [f64]) {
        match self.freedoms <= SMALL {
            true => self.small.solve(momentum),
            false => self.large.solve(momentum),
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
        let (mut momentum, mut speeds) = ([9.0; 2], [9.0; 3]);
        matrix.push(&[1.0, 2.0, 4.0], &mut momentum);
        matrix.speeds(&[1.0, 3.0], &mut speeds);
        assert_eq!((momentum, speeds), ([3.0, 0.0], [7.0, -3.0, 0.5]));
    }
}
