//! Cholesky factors of dense matrices, in memory that is kept from one to the next.

use pulp::{Arch, Simd, WithSimd};

use super::panel::{Definiteness, factor_panel};
use super::product::Packed;
use super::sums::{dot_in_lanes, subtract_scaled};
use crate::cholesky::CholeskyError;

/// A factor L of a dense symmetric positive definite matrix A = L Lᵀ.
///
/// ```
/// use stickslip_linalg::DenseCholesky;
/// let mut factor = DenseCholesky::default();
/// factor.begin(2).copy_from_slice(&[4.0, 2.0, 2.0, 3.0]);
/// factor.factorise()?;
/// let mut x = [8.0, 7.0];
/// factor.solve(&mut x);
/// assert!((x[0] - 1.25).abs() < 1e-15 && (x[1] - 1.5).abs() < 1e-15);
/// # Ok::<(), stickslip_linalg::cholesky::CholeskyError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DenseCholesky {
    values: Vec<f64>,
    signs: Vec<f64>,
    packed: Packed,
}

impl DenseCholesky {
    /// The entries of a new matrix of so many rows, all zero, column by column. What is above
    /// the diagonal is not read.
    pub fn begin(&mut self, size: usize) -> &mut [f64] {
        self.signs.clear();
        self.signs.resize(size, 1.0);
        self.values.clear();
        self.values.resize(size * size, 0.0);
        &mut self.values
    }

    /// Factors the matrix that was begun last.
    ///
    /// # Errors
    /// Where it is not positive definite to working precision.
    pub fn factorise(&mut self) -> Result<(), CholeskyError> {
        let is_definite = Arch::new().dispatch(Factorise(self));
        if is_definite { Ok(()) } else { Err(CholeskyError::NotPositiveDefinite) }
    }

    /// Overwrites the right-hand side with the solution of the matrix factored last.
    pub fn solve(&self, x: &mut [f64]) {
        Arch::new().dispatch(Substitute { factor: self, x, goes_back: true });
    }

    /// x ← L⁻¹ x.
    pub fn solve_lower(&self, x: &mut [f64]) {
        Arch::new().dispatch(Substitute { factor: self, x, goes_back: false });
    }
}

struct Factorise<'a>(&'a mut DenseCholesky);

impl WithSimd for Factorise<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let DenseCholesky { values, signs, packed } = self.0;
        let height = signs.len();
        factor_panel(simd, values, height, signs, Definiteness::Positive, packed, false)
    }
}

/// x ← L⁻¹ x, and then L⁻ᵀ x where it goes back.
struct Substitute<'a> {
    factor: &'a DenseCholesky,
    x: &'a mut [f64],
    goes_back: bool,
}

impl WithSimd for Substitute<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let (x, size) = (self.x, self.factor.signs.len());
        let column = |k: usize| &self.factor.values[k * size..(k + 1) * size];
        for k in 0..size {
            x[k] /= column(k)[k];
            let value = x[k];
            subtract_scaled(simd, &mut x[k + 1..], value, &column(k)[k + 1..]);
        }
        for k in (0..size).rev().filter(|_| self.goes_back) {
            let below = dot_in_lanes(simd, &column(k)[k + 1..], &x[k + 1..]);
            x[k] = (x[k] - below) / column(k)[k];
        }
    }
}
