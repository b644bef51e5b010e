//! Sums of products in an order that no processor changes.

use pulp::Simd;

/// Partial sums of a dot product.
const LANES: usize = 8;

/// Σ xᵢ yᵢ, the k-th of eight partial sums over every eighth entry. Sums for which the plain
/// order is kept have [`crate::dot`].
#[inline(always)]
pub fn dot_in_lanes<S: Simd>(simd: S, x: &[f64], y: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    let ((x, x_rest), (y, y_rest)) = (x.as_chunks::<LANES>(), y.as_chunks::<LANES>());
    for (x, y) in x.iter().zip(y) {
        add_products(simd, &mut sums, x, y);
    }
    add_products(simd, &mut sums[..x_rest.len()], x_rest, y_rest);
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (b + f)) + ((c + g) + (d + h))
}

/// sumsₖ += xₖ yₖ.
#[inline(always)]
fn add_products<S: Simd>(simd: S, sums: &mut [f64], x: &[f64], y: &[f64]) {
    let (sums, sums_rest) = S::as_mut_simd_f64s(sums);
    let ((x, x_rest), (y, y_rest)) = (S::as_simd_f64s(x), S::as_simd_f64s(y));
    for (sum, (x, y)) in sums.iter_mut().zip(x.iter().zip(y)) {
        *sum = simd.mul_add_f64s(*x, *y, *sum);
    }
    if !sums_rest.is_empty() {
        let (x, y) = (simd.partial_load_f64s(x_rest), simd.partial_load_f64s(y_rest));
        let sum = simd.mul_add_f64s(x, y, simd.partial_load_f64s(sums_rest));
        simd.partial_store_f64s(sums_rest, sum);
    }
}

/// sums −= factor · values.
#[inline(always)]
pub fn subtract_scaled<S: Simd>(simd: S, sums: &mut [f64], factor: f64, values: &[f64]) {
    let factor = simd.splat_f64s(-factor);
    let (sums, sums_rest) = S::as_mut_simd_f64s(sums);
    let (values, values_rest) = S::as_simd_f64s(values);
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum = simd.mul_add_f64s(*value, factor, *sum);
    }
    if !sums_rest.is_empty() {
        let values = simd.partial_load_f64s(values_rest);
        let sum = simd.mul_add_f64s(values, factor, simd.partial_load_f64s(sums_rest));
        simd.partial_store_f64s(sums_rest, sum);
    }
}
