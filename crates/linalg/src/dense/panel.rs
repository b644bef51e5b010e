//! Factors of a panel: consecutive columns of a symmetric matrix and all rows below them.

use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::product::{Columns, Packed, subtract_packed};
use super::sums::subtract_scaled;

/// Columns that are eliminated one by one before the others hear of them.
const BLOCK: usize = 12;

/// Whose factor is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definiteness {
    /// Every pivot is positive.
    Positive,
    /// Pivots have either sign, and none vanishes.
    Quasi,
}

/// Products of a half with the other half that threads share.
const MANY: usize = 2_000_000;

/// A = L S Lᵀ with S = diag(±1) in place: with d = a_kk − Σ s_p l_kp², s_k = sign d,
/// l_kk = √|d| and l_ik = (a_ik − Σ s_p l_ip l_kp) s_k / l_kk, halves of the columns after halves
/// (Gustavson 1997). Columns have `height` entries, the k-th its diagonal at k; what is above is
/// not read. `false` where a pivot is not as expected.
#[inline(always)]
pub fn factor_panel<S: Simd>(
    simd: S,
    values: &mut [f64],
    height: usize,
    signs: &mut [f64],
    expected: Definiteness,
    packed: &mut Packed,
    is_shared: bool,
) -> bool {
    let width = signs.len();
    let mut end = 0;
    for block in 1.. {
        let begin = end;
        end = width.min(begin + BLOCK);
        let own = &mut values[begin * height..end * height];
        if !eliminate(simd, own, height, begin, &mut signs[begin..end], expected) {
            return false;
        }
        if end == width {
            break;
        }
        // A half is done whose other half comes next: as many blocks as the lowest bit says.
        let half = BLOCK << usize::trailing_zeros(block);
        let (first, last) = (end - half, width.min(end + half));
        let (done, open) = values[first * height..last * height].split_at_mut(half * height);
        let signs = &signs[first..end];
        if is_shared && (last - end) * half * (height - end) > MANY {
            let columns = (last - end).div_ceil(rayon::current_num_threads()).max(BLOCK);
            let shares = open.par_chunks_mut(columns * height).enumerate();
            shares.for_each_init(Packed::default, |packed, (at, open)| {
                let row = end + at * columns;
                Arch::new().dispatch(Half { done, open, height, row, signs, packed });
            });
        } else {
            Half { done, open, height, row: end, signs, packed }.with_simd(simd);
        }
    }
    true
}

/// Columns that lose what those before take from them, from a row on, that of the diagonal of
/// the first.
struct Half<'a> {
    done: &'a [f64],
    open: &'a mut [f64],
    height: usize,
    row: usize,
    signs: &'a [f64],
    packed: &'a mut Packed,
}

impl WithSimd for Half<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { done, open, height, row, signs, packed } = self;
        let entry = |k: usize, j: usize| signs[k] * done[k * height + row + j];
        packed.pack(signs.len(), open.len() / height, entry);
        let left = Columns { values: &done[row..], stride: height };
        subtract_packed(simd, &mut open[row..], height, left, packed, height - row, 0);
    }
}

/// Eliminates the columns of a block, the first of which has its diagonal in row `first`.
#[inline(always)]
fn eliminate<S: Simd>(
    simd: S,
    block: &mut [f64],
    height: usize,
    first: usize,
    signs: &mut [f64],
    expected: Definiteness,
) -> bool {
    for (k, sign) in signs.iter_mut().enumerate() {
        let (own, later) = block[k * height..].split_at_mut(height);
        let pivot = own[first + k];
        let is_expected = match expected {
            Definiteness::Positive => pivot > 0.0,
            Definiteness::Quasi => pivot != 0.0,
        };
        if !(is_expected && pivot.is_finite()) {
            return false;
        }
        *sign = pivot.signum();
        let root = pivot.abs().sqrt();
        let factor = *sign / root;
        own[first + k] = root;
        own[first + k + 1..].iter_mut().for_each(|value| *value *= factor);
        for (j, column) in later.chunks_exact_mut(height).enumerate() {
            let row = first + k + 1 + j;
            subtract_scaled(simd, &mut column[row..], *sign * own[row], &own[row..]);
        }
    }
    true
}
