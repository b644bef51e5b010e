//! Dense 6 × 6 blocks, row after row.

/// Rows and columns of a block.
pub const BLOCK: usize = 6;
/// Numbers in a block.
pub const ENTRIES: usize = BLOCK * BLOCK;
/// A 6 × 6 matrix, row after row.
pub type Block = [f64; ENTRIES];

/// c −= a b. `FUSED` where the processor multiplies and adds in one
/// instruction; elsewhere that would be a slow call.
#[inline(always)]
pub fn subtract_product<const FUSED: bool>(c: &mut Block, a: &Block, b: &Block) {
    for row in 0..BLOCK {
        let mut line = [0.0; BLOCK];
        line.copy_from_slice(&c[row * BLOCK..(row + 1) * BLOCK]);
        for k in 0..BLOCK {
            let factor = -a[row * BLOCK + k];
            for col in 0..BLOCK {
                line[col] = if FUSED {
                    factor.mul_add(b[k * BLOCK + col], line[col])
                } else {
                    line[col] + factor * b[k * BLOCK + col]
                };
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
