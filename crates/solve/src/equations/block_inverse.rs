//! The inverse of a body's block of six.

use std::ops::Range;

use stickslip_linalg::BLOCK;

/// Inverts a symmetric positive definite block; `false` where a pivot is not
/// positive. Mostly linear and angular motion have nothing to do with each
/// other, and are two blocks of three.
pub fn invert(matrix: &mut [f64; BLOCK * BLOCK], inverse: &mut [f64; BLOCK * BLOCK]) -> bool {
    const HALF: usize = BLOCK / 2;
    let apart =
        matrix.chunks_exact(BLOCK).take(HALF).all(|row| row[HALF..].iter().all(|&it| it == 0.0));
    inverse.fill(0.0);
    if apart {
        invert_part(matrix, inverse, 0..HALF) && invert_part(matrix, inverse, HALF..BLOCK)
    } else {
        invert_part(matrix, inverse, 0..BLOCK)
    }
}

/// Gauss–Jordan elimination of some rows, which have entries in the columns of
/// the same numbers only.
#[inline(always)]
fn invert_part(
    matrix: &mut [f64; BLOCK * BLOCK],
    inverse: &mut [f64; BLOCK * BLOCK],
    part: Range<usize>,
) -> bool {
    for k in part.clone() {
        inverse[k * BLOCK + k] = 1.0;
    }
    for k in part.clone() {
        let pivot = matrix[k * BLOCK + k];
        if !(pivot > 0.0 && pivot.is_finite()) {
            return false;
        }
        for col in part.clone() {
            matrix[k * BLOCK + col] /= pivot;
            inverse[k * BLOCK + col] /= pivot;
        }
        for row in part.clone().filter(|&row| row != k) {
            let factor = matrix[row * BLOCK + k];
            if factor != 0.0 {
                for col in part.clone() {
                    matrix[row * BLOCK + col] -= factor * matrix[k * BLOCK + col];
                    inverse[row * BLOCK + col] -= factor * inverse[k * BLOCK + col];
                }
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the inverse of `matrix` is found, and times it gives one.
    fn is_inverted(matrix: [f64; BLOCK * BLOCK]) -> bool {
        let mut inverse = [f64::NAN; BLOCK * BLOCK];
        let found = invert(&mut matrix.clone(), &mut inverse);
        found
            && (0..BLOCK).all(|row| {
                (0..BLOCK).all(|col| {
                    let entry: f64 = (0..BLOCK)
                        .map(|k| matrix[row * BLOCK + k] * inverse[k * BLOCK + col])
                        .sum();
                    (entry - f64::from(u8::from(row == col))).abs() < 1e-12
                })
            })
    }

    /// A positive definite block, whose halves are coupled by `coupling`.
    fn block(coupling: f64) -> [f64; BLOCK * BLOCK] {
        std::array::from_fn(|at| {
            let (row, col) = (at / BLOCK, at % BLOCK);
            match (row == col, (row < BLOCK / 2) == (col < BLOCK / 2)) {
                (true, _) => 3.0 + row as f64,
                (_, true) => 0.3 * (row + col) as f64 / 6.0,
                _ => coupling * (1.0 + (row + col) as f64),
            }
        })
    }

    #[test]
    fn halves_apart_and_coupled_are_inverted() {
        assert!(is_inverted(block(0.0)));
        assert!(is_inverted(block(0.05)));
    }

    #[test]
    fn a_body_that_cannot_move_has_none() {
        let mut still = block(0.0);
        still[3 * BLOCK..].fill(0.0);
        assert!(!is_inverted(still));
        assert!(!is_inverted([0.0; BLOCK * BLOCK]));
    }

    #[test]
    fn a_pivot_without_an_end_is_refused() {
        for entry in [f64::INFINITY, f64::NAN, 0.0, -1.0] {
            let mut matrix = block(0.1);
            matrix[2 * BLOCK + 2] = entry;
            assert!(!invert(&mut matrix, &mut [0.0; BLOCK * BLOCK]), "{entry}");
        }
    }
}
