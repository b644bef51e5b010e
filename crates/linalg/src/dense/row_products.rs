//! C ← C + Σ leftₖᵀ rightₖ over pairs of rows.

use pulp::{Arch, Simd, WithSimd};

use super::product::{Columns, Packed, subtract_packed};

/// Pairs of rows of one length, whose products are added to a matrix; keeps its memory from one
/// matrix to the next.
///
/// ```
/// use stickslip_linalg::RowProducts;
/// let mut products = RowProducts::default();
/// products.begin(2);
/// products.push([1.0, 2.0].into_iter(), &[3.0, 4.0]);
/// let mut matrix = [1.0, 0.0, 0.0, 1.0];
/// products.add_to(&mut matrix, 2);
/// assert_eq!(matrix, [4.0, 4.0, 6.0, 9.0]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct RowProducts {
    length: usize,
    lefts: Vec<f64>,
    rights: Vec<f64>,
    packed: Packed,
}

impl RowProducts {
    /// Begins without pairs; rows are so long.
    pub fn begin(&mut self, length: usize) {
        self.length = length;
        self.lefts.clear();
        self.rights.clear();
    }

    /// Adds a pair.
    pub fn push(&mut self, left: impl Iterator<Item = f64>, right: &[f64]) {
        assert_eq!(right.len(), self.length, "a row of the length that was begun with");
        self.lefts.extend(left);
        self.rights.extend_from_slice(right);
        assert_eq!(self.lefts.len(), self.rights.len(), "a pair of one length");
    }

    /// C_ij += Σ left_i right_j in a matrix whose rows begin `stride` apart.
    pub fn add_to(&mut self, matrix: &mut [f64], stride: usize) {
        Arch::new().dispatch(Sum { products: self, matrix, stride, diagonal: usize::MAX / 2 });
    }

    /// The same where i ≤ j alone; others may be anything then.
    pub fn add_upper_to(&mut self, matrix: &mut [f64], stride: usize) {
        Arch::new().dispatch(Sum { products: self, matrix, stride, diagonal: 0 });
    }
}

/// What is a row of C here is a column of the product.
struct Sum<'a> {
    products: &'a mut RowProducts,
    matrix: &'a mut [f64],
    stride: usize,
    diagonal: usize,
}

impl WithSimd for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { products, matrix, stride, diagonal } = self;
        let RowProducts { length, lefts, rights, packed } = products;
        let length = *length;
        if rights.is_empty() {
            return;
        }
        packed.pack(rights.len() / length, length, |k, i| -lefts[k * length + i]);
        let right = Columns { values: &rights[..], stride: length };
        subtract_packed(simd, matrix, stride, right, packed, length, diagonal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole numbers, so that all sums are exact.
    #[test]
    fn products_of_every_length_are_added() {
        let mut products = RowProducts::default();
        for length in 1..40 {
            let count = 1 + length % 7;
            let number = |seed: usize, at: usize| ((seed * 7 + at * 5) % 11) as f64 - 5.0;
            products.begin(length);
            for k in 0..count {
                let right: Vec<f64> = (0..length).map(|at| number(k + 9, at)).collect();
                products.push((0..length).map(|at| number(k, at)), &right);
            }
            let stride = length + 3;
            let (mut whole, mut upper) = (vec![1.0; length * stride], vec![1.0; length * stride]);
            products.add_to(&mut whole, stride);
            products.add_upper_to(&mut upper, stride);
            for i in 0..length {
                for j in 0..length {
                    let sum: f64 = (0..count).map(|k| number(k, i) * number(k + 9, j)).sum();
                    assert_eq!(whole[i * stride + j], 1.0 + sum, "{length}: {i} {j}");
                    assert!(j < i || upper[i * stride + j] == 1.0 + sum, "{length}: {i} {j}");
                }
                assert_eq!(whole[i * stride + length..(i + 1) * stride], [1.0; 3]);
            }
        }
    }
}
