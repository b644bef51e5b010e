//! Dense 6 × 6 blocks, row after row.

/// Rows and columns of a block.
pub const BLOCK: usize = 6;
/// Numbers in a block.
pub const ENTRIES: usize = BLOCK * BLOCK;
/// A 6 × 6 matrix, row after row.
pub type Block = [f64; ENTRIES];

/// c −= a b. Multiplied and added with one rounding, so that processors that do that in
/// one instruction and those that need a call for it end in the same bits.
#[inline(always)]
pub fn subtract_product(c: &mut Block, a: &Block, b: &Block) {
    for row in 0..BLOCK {
        let mut line = [0.0; BLOCK];
        line.copy_from_slice(&c[row * BLOCK..(row + 1) * BLOCK]);
        for k in 0..BLOCK {
            let factor = -a[row * BLOCK + k];
            for col in 0..BLOCK {
                line[col] = factor.mul_add(b[k * BLOCK + col], line[col]);
            }
        }
        c[row * BLOCK..(row + 1) * BLOCK].copy_from_slice(&line);
    }
}

/// a ← L U in place without pivoting, the diagonal of U inverted. `false` when
/// a pivot vanishes against the entries it came from, or is not finite.
#[inline(always)]
pub fn factor(a: &mut Block) -> bool {
    let largest = (0..BLOCK).map(|k| a[k * BLOCK + k].abs()).fold(0.0, f64::max);
    for k in 0..BLOCK {
        let pivot = a[k * BLOCK + k];
        if !(pivot.abs() > 1e-14 * largest && pivot.is_finite()) {
            return false;
        }
        let inverse = 1.0 / pivot;
        a[k * BLOCK + k] = inverse;
        for row in k + 1..BLOCK {
            let factor = a[row * BLOCK + k] * inverse;
            a[row * BLOCK + k] = factor;
            for col in k + 1..BLOCK {
                a[row * BLOCK + col] -= factor * a[k * BLOCK + col];
            }
        }
    }
    true
}

/// x ← L⁻¹ x for a factored block.
#[inline(always)]
pub fn forward(a: &Block, x: &mut [f64]) {
    for row in 1..BLOCK {
        let mut value = x[row];
        for k in 0..row {
            value -= a[row * BLOCK + k] * x[k];
        }
        x[row] = value;
    }
}

/// x ← U⁻¹ x for a factored block.
#[inline(always)]
pub fn backward(a: &Block, x: &mut [f64]) {
    for row in (0..BLOCK).rev() {
        let mut value = x[row];
        for k in row + 1..BLOCK {
            value -= a[row * BLOCK + k] * x[k];
        }
        x[row] = value * a[row * BLOCK + row];
    }
}

/// b ← L⁻¹ b, all columns at once.
#[inline(always)]
pub fn forward_block(a: &Block, b: &mut Block) {
    for row in 1..BLOCK {
        let (above, below) = b.split_at_mut(row * BLOCK);
        for k in 0..row {
            let factor = a[row * BLOCK + k];
            for col in 0..BLOCK {
                below[col] -= factor * above[k * BLOCK + col];
            }
        }
    }
}

/// b ← b U⁻¹, all rows at once.
#[inline(always)]
pub fn divide_by_upper(a: &Block, b: &mut Block) {
    for row in b.chunks_exact_mut(BLOCK) {
        for col in 0..BLOCK {
            let value = row[col] * a[col * BLOCK + col];
            row[col] = value;
            for later in col + 1..BLOCK {
                row[later] -= value * a[col * BLOCK + later];
            }
        }
    }
}

/// y −= a x.
#[inline(always)]
pub fn subtract_apply(y: &mut [f64], a: &Block, x: &[f64]) {
    for (out, line) in y.iter_mut().zip(a.chunks_exact(BLOCK)) {
        for (value, x) in line.iter().zip(x) {
            *out -= value * x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole numbers, which are not rounded.
    fn whole(seed: usize) -> Block {
        std::array::from_fn(|at| ((at * 7 + seed * 13 + at * at * 3) % 17) as f64 - 8.0)
    }

    #[test]
    fn a_product_is_the_sum_of_products() {
        let (a, b, before) = (whole(1), whole(2), whole(3));
        let mut expected = before;
        for row in 0..BLOCK {
            for col in 0..BLOCK {
                for k in 0..BLOCK {
                    expected[row * BLOCK + col] -= a[row * BLOCK + k] * b[k * BLOCK + col];
                }
            }
        }
        let mut found = before;
        subtract_product(&mut found, &a, &b);
        assert_eq!(found, expected);
    }

    /// x² = 1 + 2⁻²⁹ + 2⁻⁶⁰, the last part of which a rounded product has lost.
    #[test]
    fn a_product_is_not_rounded_before_it_is_subtracted() {
        let x = 1.0 + 2.0_f64.powi(-30);
        let (mut c, mut a) = ([0.0; ENTRIES], [0.0; ENTRIES]);
        (c[0], a[0]) = (x * x, x);
        let b = a;
        subtract_product(&mut c, &a, &b);
        assert_eq!(c[0], -(2.0_f64.powi(-60)));
    }

    /// A pivot is judged against the largest entry of the diagonal.
    #[test]
    fn a_pivot_counts_against_its_block() {
        let diagonal = |last: f64| {
            let mut block = [0.0; ENTRIES];
            for k in 0..BLOCK {
                block[k * BLOCK + k] = [1.0, 1.0, 1e3, 1.0, 1.0, last][k];
            }
            block
        };
        for (last, accepted) in [
            (1e3, true),
            (1.1e-11, true),
            (-1.1e-11, true),
            (0.9e-11, false),
            (0.0, false),
            (f64::NAN, false),
            (f64::INFINITY, false),
        ] {
            assert_eq!(factor(&mut diagonal(last)), accepted, "{last}");
        }
    }
}
