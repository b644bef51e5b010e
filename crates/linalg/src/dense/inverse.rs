//! The inverse of L Lᵀ.

use pulp::{Arch, Simd, WithSimd};

use super::product::{Columns, Packed, subtract_packed};
use super::sums::subtract_scaled;

/// Columns at a time.
const BLOCK: usize = 24;

/// (L Lᵀ)⁻¹ = RᵀR with R = L⁻¹, both triangles. `lower` holds L column by column and zeros above
/// it, and is overwritten; `inverse` has room for as many entries, all zero.
pub fn invert_square(lower: &mut [f64], inverse: &mut [f64], size: usize, packed: &mut Packed) {
    Arch::new().dispatch(Invert { lower, inverse, size, packed });
    for row in 0..size {
        for column in 0..row {
            inverse[column * size + row] = inverse[row * size + column];
        }
    }
}

struct Invert<'a> {
    lower: &'a mut [f64],
    inverse: &'a mut [f64],
    size: usize,
    packed: &'a mut Packed,
}

impl WithSimd for Invert<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { lower, inverse, size, packed } = self;
        for begin in (0..size).step_by(BLOCK) {
            invert_columns(simd, lower, inverse, size, begin, packed);
        }
        for row in 0..size {
            for column in 0..size {
                lower[row * size + column] = inverse[column * size + row];
            }
        }
        // What follows needs R's columns in turn alone: products take their places.
        for begin in (0..size).step_by(BLOCK) {
            let end = size.min(begin + BLOCK);
            let product = &mut inverse[begin * size..end * size];
            packed.pack(size - begin, end - begin, |k, j| -product[j * size + begin + k]);
            product.fill(0.0);
            let left = Columns { values: &lower[begin * size..], stride: size };
            subtract_packed(simd, product, size, left, packed, end, usize::MAX / 2);
        }
    }
}

/// R's columns from `begin` on, a block of them: R_KJ = L_KK⁻¹ (1 − Σ L_KI R_IJ), block of rows
/// after block of rows.
#[inline(always)]
fn invert_columns<S: Simd>(
    simd: S,
    lower: &[f64],
    inverse: &mut [f64],
    size: usize,
    begin: usize,
    packed: &mut Packed,
) {
    let end = size.min(begin + BLOCK);
    let block = &mut inverse[begin * size..end * size];
    for (j, column) in block.chunks_exact_mut(size).enumerate() {
        column[begin + j] = 1.0;
    }
    for first in (begin..size).step_by(BLOCK) {
        let last = size.min(first + BLOCK);
        for column in block.chunks_exact_mut(size) {
            for k in first..last {
                column[k] /= lower[k * size + k];
                let factor = column[k];
                let own = &lower[k * size + k + 1..k * size + last];
                subtract_scaled(simd, &mut column[k + 1..last], factor, own);
            }
        }
        if last < size {
            packed.pack(last - first, end - begin, |k, j| block[j * size + first + k]);
            let left = Columns { values: &lower[first * size + last..], stride: size };
            let whole = usize::MAX / 2;
            subtract_packed(simd, &mut block[last..], size, left, packed, size - last, whole);
        }
    }
}
