//! LU factors of small dense matrices.

use crate::fours::{LANES, for_fours};
use crate::{SingularMatrix, add_scaled, in_wide_registers};

/// A factor with partial pivoting of a matrix of some dozens of rows, for which a general one
/// spends its time on finding out what to do.
///
/// ```
/// use stickslip_linalg::SmallLu;
/// let mut lu = SmallLu::default();
/// let matrix = lu.begin(2);
/// matrix[..2].copy_from_slice(&[0.0, 2.0]);
/// matrix[SmallLu::width(2)..][..2].copy_from_slice(&[1.0, 3.0]);
/// lu.factorise()?;
/// let mut x = [4.0, 7.0];
/// lu.solve(&mut x);
/// assert_eq!(x, [1.0, 2.0]);
/// # Ok::<(), stickslip_linalg::SingularMatrix>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SmallLu {
    size: usize,
    /// Row by row, each as long as [`Self::width`]; then L without its diagonal of ones, and U.
    values: Vec<f64>,
    /// Which row of the matrix each row of the factors was.
    order: Vec<usize>,
    /// A row of U, or a right-hand side in the order of the factors.
    sorted: Vec<f64>,
}

impl SmallLu {
    /// How long a row of so many numbers is: what is behind its end stays zero.
    pub fn width(size: usize) -> usize {
        size.next_multiple_of(LANES)
    }

    /// A new matrix of so many rows, all zero, row by row.
    pub fn begin(&mut self, size: usize) -> &mut [f64] {
        self.size = size;
        self.values.clear();
        self.values.resize(size * Self::width(size), 0.0);
        &mut self.values
    }

    /// Factors the matrix that was begun last: A_ij −= L_ik U_kj from the first row on.
    ///
    /// # Errors
    /// Where a pivot is zero or not finite.
    pub fn factorise(&mut self) -> Result<(), SingularMatrix> {
        let Self { size, values, order, sorted } = self;
        let (size, width) = (*size, Self::width(*size));
        order.clear();
        order.extend(0..size);
        in_wide_registers(
            #[inline(always)]
            || {
                for k in 0..size {
                    let mut best = (k, values[k * width + k].abs());
                    for row in k + 1..size {
                        let found = values[row * width + k].abs();
                        if found > best.1 {
                            best = (row, found);
                        }
                    }
                    if !(best.1 > 0.0 && best.1.is_finite()) {
                        return Err(SingularMatrix);
                    }
                    let (above, below) = values.split_at_mut((k + 1) * width);
                    let own = &mut above[k * width..];
                    if best.0 > k {
                        order.swap(k, best.0);
                        own.swap_with_slice(&mut below[(best.0 - k - 1) * width..][..width]);
                    }
                    let inverse = 1.0 / own[k];
                    // Whole registers: what is before the first number of U is zero in the copy.
                    let first = (k + 1) / LANES * LANES;
                    sorted.clear();
                    sorted.extend_from_slice(&own[first..]);
                    sorted[..k + 1 - first].fill(0.0);
                    let column = Column { width, k, first, inverse };
                    for_fours!(sorted.len() / LANES, column.eliminate(below, sorted));
                }
                Ok(())
            },
        )
    }

    /// Overwrites the right-hand side with the solution of the matrix factored last.
    pub fn solve(&mut self, x: &mut [f64]) {
        let Self { size, values, order, sorted } = self;
        let (size, width) = (*size, Self::width(*size));
        sorted.clear();
        sorted.extend(order.iter().map(|&row| x[row]));
        in_wide_registers(
            #[inline(always)]
            || {
                for k in 1..size {
                    let row = &values[k * width..k * width + k];
                    sorted[k] -= product(row, &sorted[..k]);
                }
                for k in (0..size).rev() {
                    let row = &values[k * width..k * width + size];
                    let known = product(&row[k + 1..], &sorted[k + 1..size]);
                    sorted[k] = (sorted[k] - known) / row[k];
                }
            },
        );
        x[..size].copy_from_slice(sorted);
    }
}

/// A column that is eliminated from the rows below it.
struct Column {
    width: usize,
    k: usize,
    /// The first number of the rows that changes, in whole registers.
    first: usize,
    /// One over the pivot.
    inverse: f64,
}

impl Column {
    /// Takes U_k· from all rows, which is `FOURS` registers long; without a number, as long as
    /// it is.
    #[inline(always)]
    fn eliminate<const FOURS: usize>(&self, below: &mut [f64], own: &[f64]) {
        let &Self { width, k, first, inverse } = self;
        for row in below.chunks_exact_mut(width) {
            let factor = row[k] * inverse;
            if factor == 0.0 {
                continue;
            }
            let (fours, _) = row[first..].as_chunks_mut::<LANES>();
            match (fours.first_chunk_mut::<FOURS>(), own.as_chunks::<LANES>().0.first_chunk()) {
                (Some(row), Some(own)) if FOURS > 0 => take_away::<FOURS>(row, factor, own),
                _ => add_scaled(&mut row[first..], -factor, own),
            }
            row[k] = factor;
        }
    }
}

#[inline(always)]
fn take_away<const FOURS: usize>(
    row: &mut [[f64; LANES]; FOURS],
    factor: f64,
    own: &[[f64; LANES]; FOURS],
) {
    for (values, own) in row.iter_mut().zip(own) {
        // Read and written as a whole, so that it stays in a register.
        let (mut left, own) = (*values, *own);
        for lane in 0..LANES {
            left[lane] -= factor * own[lane];
        }
        *values = left;
    }
}

/// Σ aᵢ bᵢ in four sums side by side.
#[inline(always)]
fn product(a: &[f64], b: &[f64]) -> f64 {
    let ((fours, rest), (others, end)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut sums = [0.0; LANES];
    for (one, two) in fours.iter().zip(others) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * two[lane];
        }
    }
    let rest: f64 = rest.iter().zip(end).map(|(one, two)| one * two).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_each_other_and_solutions_solve() {
        let mut lu = SmallLu::default();
        for size in [0, 1, 4, 27, 3, 48] {
            // Zeros on the diagonal, so that rows have to change their places.
            let entry = |i: usize, j: usize| match i == j {
                true => 0.0,
                false => 1.0 + ((3 * i + 7 * j + i * j) % 11) as f64,
            };
            let shift = |i: usize, j: usize| if j == (i + 1) % size { 20.0 } else { 0.0 };
            let width = SmallLu::width(size);
            let matrix = lu.begin(size);
            for i in 0..size {
                for j in 0..size {
                    matrix[i * width + j] = if size == 1 { 2.0 } else { entry(i, j) + shift(i, j) };
                }
            }
            let copy = matrix.to_vec();
            lu.factorise().expect("regular");
            let expected: Vec<f64> = (0..size).map(|at| 1.0 + (at as f64).sin()).collect();
            let rows = copy.chunks_exact(width.max(1));
            let mut x: Vec<f64> = rows.map(|row| crate::dot(&row[..size], &expected)).collect();
            lu.solve(&mut x);
            for (found, expected) in x.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-12, "{size}: {found} {expected}");
            }
        }
    }

    #[test]
    fn a_singular_matrix_is_told() {
        let mut lu = SmallLu::default();
        lu.begin(2).copy_from_slice(&[1.0, 2.0, 0.0, 0.0, 2.0, 4.0, 0.0, 0.0]);
        assert!(lu.factorise().is_err());
        lu.begin(1)[0] = f64::NAN;
        assert!(lu.factorise().is_err());
    }
}
