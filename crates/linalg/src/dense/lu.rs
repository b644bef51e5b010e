//! LU factors of dense matrices, in memory that is kept from one to the next.

use pulp::{Arch, Simd, WithSimd};

use super::product::{Columns, Packed, subtract_packed};
use super::sums::{dot_in_lanes, subtract_scaled};
use crate::SingularMatrix;

/// Columns that are eliminated one by one before the others hear of them.
const BLOCK: usize = 24;

/// A factor of a dense matrix with partial pivoting.
///
/// ```
/// use stickslip_linalg::DenseLu;
/// let mut lu = DenseLu::default();
/// lu.begin(2).copy_from_slice(&[0.0, 2.0, 1.0, 3.0]);
/// lu.factorise()?;
/// let mut x = [4.0, 7.0];
/// lu.solve(&mut x);
/// assert_eq!(x, [1.0, 2.0]);
/// # Ok::<(), stickslip_linalg::SingularMatrix>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DenseLu {
    size: usize,
    /// The matrix row by row, which is its transposed column by column; then the
    /// factors of that. Pivots are thus sought along rows, and how rows are scaled does
    /// not matter.
    values: Vec<f64>,
    /// With which row each has changed its place.
    swaps: Vec<usize>,
    packed: Packed,
}

impl DenseLu {
    /// The entries of a new matrix of so many rows, all zero, row by row.
    pub fn begin(&mut self, size: usize) -> &mut [f64] {
        self.size = size;
        self.values.clear();
        self.values.resize(size * size, 0.0);
        &mut self.values
    }

    /// Factors the matrix that was begun last.
    ///
    /// # Errors
    /// Where a pivot is zero or not finite.
    pub fn factorise(&mut self) -> Result<(), SingularMatrix> {
        self.swaps.clear();
        let is_regular = Arch::new().dispatch(Eliminate(self));
        if is_regular { Ok(()) } else { Err(SingularMatrix) }
    }

    /// The sizes of the pivots of the matrix factored last.
    pub fn pivots(&self) -> impl Iterator<Item = f64> + '_ {
        self.values.iter().step_by(self.size + 1).map(|pivot| pivot.abs())
    }

    /// Overwrites the right-hand side with the solution of the matrix factored last,
    /// A = Uᵀ Lᵀ P.
    pub fn solve(&self, x: &mut [f64]) {
        Arch::new().dispatch(Substitute(self, x));
        for (row, &other) in self.swaps.iter().enumerate().rev() {
            x.swap(row, other);
        }
    }
}

/// P Aᵀ = L U in place, block after block of columns: rows are swapped within the block and
/// then in all others, which take L₁₁⁻¹ above and lose L₂₁ U₁₂ below.
struct Eliminate<'a>(&'a mut DenseLu);

impl WithSimd for Eliminate<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let DenseLu { size, values, swaps, packed } = self.0;
        let size = *size;
        let mut begin = 0;
        while begin < size {
            let end = size.min(begin + BLOCK);
            let block = &mut values[begin * size..end * size];
            if !eliminate_block(simd, block, size, begin, swaps) {
                return false;
            }
            let (done, later) = values.split_at_mut(end * size);
            let before = done[..begin * size].chunks_exact_mut(size);
            for column in before.chain(later.chunks_exact_mut(size)) {
                for (row, &other) in swaps.iter().enumerate().skip(begin) {
                    column.swap(row, other);
                }
            }
            for column in later.chunks_exact_mut(size) {
                for k in begin..end {
                    let factor = column[k];
                    let lower = &done[k * size + k + 1..k * size + end];
                    subtract_scaled(simd, &mut column[k + 1..end], factor, lower);
                }
            }
            if end < size {
                let entry = |k: usize, j: usize| later[j * size + begin + k];
                packed.pack(end - begin, size - end, entry);
                let left = Columns { values: &done[begin * size + end..], stride: size };
                let whole = usize::MAX / 2;
                subtract_packed(simd, &mut later[end..], size, left, packed, size - end, whole);
            }
            begin = end;
        }
        true
    }
}

/// Uᵀ and Lᵀ undone: what rows say of them are their columns.
struct Substitute<'a>(&'a DenseLu, &'a mut [f64]);

impl WithSimd for Substitute<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self(DenseLu { size, values, .. }, x) = self;
        for k in 0..*size {
            let column = &values[k * size..(k + 1) * size];
            x[k] = (x[k] - dot_in_lanes(simd, &column[..k], &x[..k])) / column[k];
        }
        for k in (0..*size).rev() {
            let column = &values[k * size..(k + 1) * size];
            x[k] -= dot_in_lanes(simd, &column[k + 1..], &x[k + 1..]);
        }
    }
}

/// Eliminates the columns of a block, the first of which has its diagonal in row `first`;
/// `false` where a pivot is zero or not finite.
#[inline(always)]
fn eliminate_block<S: Simd>(
    simd: S,
    block: &mut [f64],
    size: usize,
    first: usize,
    swaps: &mut Vec<usize>,
) -> bool {
    for k in 0..block.len() / size {
        let row = first + k;
        let (before, rest) = block.split_at_mut(k * size);
        let (own, later) = rest.split_at_mut(size);
        let mut other = row;
        for (at, value) in own.iter().enumerate().skip(row + 1) {
            if value.abs() > own[other].abs() {
                other = at;
            }
        }
        let pivot = own[other];
        if pivot == 0.0 || !pivot.is_finite() {
            return false;
        }
        swaps.push(other);
        own.swap(row, other);
        for column in before.chunks_exact_mut(size).chain(later.chunks_exact_mut(size)) {
            column.swap(row, other);
        }
        own[row + 1..].iter_mut().for_each(|value| *value /= pivot);
        for column in later.chunks_exact_mut(size) {
            let factor = column[row];
            subtract_scaled(simd, &mut column[row + 1..], factor, &own[row + 1..]);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_each_other_and_solutions_solve() {
        let mut lu = DenseLu::default();
        for size in [0, 1, 40, 3, 0, 97] {
            // Rows of very different sizes, zeros on the diagonal.
            let entry = |i: usize, j: usize| match (i + j) % size.max(1) == size / 2 {
                true => 10_f64.powi(i as i32 % 20),
                false => 0.01 * 10_f64.powi(i as i32 % 20) * ((3 * i + 7 * j) % 11) as f64 / 11.0,
            };
            let matrix: Vec<f64> = (0..size * size).map(|at| entry(at / size, at % size)).collect();
            lu.begin(size).copy_from_slice(&matrix);
            lu.factorise().expect("regular");
            let expected: Vec<f64> = (0..size).map(|at| 1.0 + (at as f64).sin()).collect();
            let mut x: Vec<f64> =
                matrix.chunks_exact(size.max(1)).map(|row| crate::dot(row, &expected)).collect();
            lu.solve(&mut x);
            for (found, expected) in x.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-12, "{size}: {found} {expected}");
            }
        }
    }

    #[test]
    fn a_singular_matrix_is_told() {
        let mut lu = DenseLu::default();
        lu.begin(2).copy_from_slice(&[1.0, 2.0, 2.0, 4.0]);
        assert!(lu.factorise().is_err());
        lu.begin(1).copy_from_slice(&[f64::NAN]);
        assert!(lu.factorise().is_err());
    }
}
