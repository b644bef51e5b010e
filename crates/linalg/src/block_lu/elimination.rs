//! Column after column: each is factored and subtracted from those behind it.
//!
//! A column with rows r₁ < r₂ < … changes column r₁ in rows r₁ and below,
//! column r₂ in rows r₂ and below, and so on, each by its own share, so that a
//! large column is subtracted on several threads. Every block gets its changes
//! in the order of the columns that they come from: the bits are the same for
//! any number of threads.

use std::ops::Range;

use pulp::{Arch, Simd, WithSimd};

use super::kernel::{Block, divide_by_upper, factor, forward_block, subtract_product};
use super::symbolic::Symbolic;
use crate::SingularMatrix;

/// So few pairs of blocks are subtracted sooner than another thread wakes up.
const FEW_PAIRS: usize = 600;

/// Replaces a matrix, its blocks stored as [`Symbolic`] says, by its factor.
pub fn factorise(
    symbolic: &Symbolic,
    blocks: &mut [Block],
    filled: &mut [bool],
) -> Result<(), SingularMatrix> {
    let (diagonal, rest) = blocks.split_at_mut(symbolic.size());
    let (lower, upper) = rest.split_at_mut(symbolic.below());
    let mut behind = Columns { number: 0, place: 0, diagonal, lower, upper, filled };
    let mut targets = symbolic.targets.as_slice();
    let has_threads = rayon::current_num_threads() > 1;
    for column in 0..symbolic.size() {
        let own = symbolic.column_start[column]..symbolic.column_start[column + 1];
        let rows = &symbolic.column_rows[own.clone()];
        let (mut front, mut rest) = behind.split(column + 1, own.end);
        if !Arch::new().dispatch(Pivot(&mut front)) {
            return Err(SingularMatrix);
        }
        let (places, others) = targets.split_at(rows.len() * rows.len().saturating_sub(1) / 2);
        let all = Subtraction { symbolic, rows, front: &front, firsts: 0..rows.len(), places };
        all.run(&mut rest, has_threads);
        (behind, targets) = (rest, others);
    }
    Ok(())
}

/// Neighbouring columns: the blocks on the diagonal, those below it, those above
/// it, and which of the latter hold anything.
struct Columns<'a> {
    /// The first of them, and the place of its first block below the diagonal.
    number: usize,
    place: usize,
    diagonal: &'a mut [Block],
    lower: &'a mut [Block],
    upper: &'a mut [Block],
    filled: &'a mut [bool],
}

impl Columns<'_> {
    fn reborrow(&mut self) -> Columns<'_> {
        let Self { number, place, diagonal, lower, upper, filled } = self;
        Columns { number: *number, place: *place, diagonal, lower, upper, filled }
    }

    /// Those before column `number`, which begins at `place`, and the others.
    fn split(self, number: usize, place: usize) -> (Self, Self) {
        let at = place - self.place;
        let diagonal = self.diagonal.split_at_mut(number - self.number);
        let lower = self.lower.split_at_mut(at);
        let upper = self.upper.split_at_mut(at);
        let filled = self.filled.split_at_mut(at);
        let before =
            Self { diagonal: diagonal.0, lower: lower.0, upper: upper.0, filled: filled.0, ..self };
        let (diagonal, lower, upper, filled) = (diagonal.1, lower.1, upper.1, filled.1);
        (before, Self { number, place, diagonal, lower, upper, filled })
    }
}

/// Factors the one column that is there; `false` when a pivot vanished.
struct Pivot<'a, 'b>(&'a mut Columns<'b>);

impl WithSimd for Pivot<'_, '_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> bool {
        let Columns { diagonal, lower, upper, filled, .. } = self.0;
        if !factor(&mut diagonal[0]) {
            return false;
        }
        let blocks = lower.iter_mut().zip(upper.iter_mut()).zip(filled.iter());
        for ((below, above), _) in blocks.filter(|(_, filled)| **filled) {
            divide_by_upper(&diagonal[0], below);
            forward_block(&diagonal[0], above);
        }
        true
    }
}

/// What some rows of a factored column take from the columns of these rows.
struct Subtraction<'a> {
    symbolic: &'a Symbolic,
    /// All rows of the column, and its blocks.
    rows: &'a [usize],
    front: &'a Columns<'a>,
    /// Which rows, and for each the places of its pairs with the rows after it.
    firsts: Range<usize>,
    places: &'a [u32],
}

impl Subtraction<'_> {
    /// `columns` holds those that change.
    fn run(self, columns: &mut Columns<'_>, has_threads: bool) {
        if !has_threads || self.places.len() <= FEW_PAIRS || self.firsts.len() < 2 {
            Arch::new().dispatch(Subtract(self, columns));
            return;
        }
        let Self { symbolic, rows, front, firsts, places } = self;
        // Earlier rows have more pairs: half of them lie before the middle.
        let (mut middle, mut pairs) = (firsts.start, 0);
        while middle + 1 < firsts.end && 2 * pairs < places.len() {
            pairs += rows.len() - middle - 1;
            middle += 1;
        }
        let (column, (near, far)) = (rows[middle], places.split_at(pairs));
        let (mut before, mut after) =
            columns.reborrow().split(column, symbolic.column_start[column]);
        let part = |firsts, places| Subtraction { symbolic, rows, front, firsts, places };
        rayon::join(
            || part(firsts.start..middle, near).run(&mut before, has_threads),
            || part(middle..firsts.end, far).run(&mut after, has_threads),
        );
    }
}

/// The subtraction, compiled for what the processor can do: more than half of
/// the time of a large heap goes into its products.
struct Subtract<'a, 'b, 'c>(Subtraction<'a>, &'b mut Columns<'c>);

impl WithSimd for Subtract<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self(Subtraction { rows, front, firsts, mut places, .. }, columns) = self;
        for first in firsts {
            let (own, rest) = places.split_at(rows.len() - first - 1);
            places = rest;
            if !front.filled[first] {
                continue;
            }
            let (lower, upper) = (&front.lower[first], &front.upper[first]);
            let diagonal = &mut columns.diagonal[rows[first] - columns.number];
            subtract_product(diagonal, lower, upper);
            for (second, &place) in (first + 1..rows.len()).zip(own) {
                if front.filled[second] {
                    let place = place as usize - columns.place;
                    columns.filled[place] = true;
                    let (below, above) = (&mut columns.lower[place], &mut columns.upper[place]);
                    subtract_product(below, &front.lower[second], upper);
                    subtract_product(above, lower, &front.upper[second]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::BlockLu;

    /// A column of 80 rows has 3 160 pairs, so that halves are halved again.
    #[test]
    fn threads_change_no_bit() {
        let size = 81;
        let pairs: Vec<(usize, usize)> = (0..size)
            .flat_map(|a| (a + 1..size).map(move |b| (a, b)))
            .filter(|(a, b)| (a * 31 + b * 17) % 7 != 0)
            .collect();
        let mut matrix = BlockLu::new(size, &pairs).expect("few enough");
        for &(a, b) in pairs.iter().filter(|(a, b)| (a + b) % 5 != 0) {
            for (row, col) in [(a, b), (b, a)] {
                let slot = matrix.slot(row, col).expect("a pair that was named");
                for (at, value) in matrix.block_mut(slot).iter_mut().enumerate() {
                    *value = ((row * 41 + col * 23 + at * at * 3) % 19) as f64 / 19.0 - 0.5;
                }
            }
        }
        for body in 0..size {
            let slot = matrix.slot(body, body).expect("a diagonal block");
            (0..6).for_each(|axis| matrix.block_mut(slot)[7 * axis] = 300.0 + axis as f64);
        }
        let solve = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("a pool").install(|| {
                let mut matrix = matrix.clone();
                matrix.factorise().expect("diagonally dominant");
                let mut x: Vec<f64> = (0..6 * size).map(|at| (at % 13) as f64 - 6.0).collect();
                matrix.solve(&mut x);
                x.iter().map(|value| value.to_bits()).collect::<Vec<u64>>()
            })
        };
        let alone = solve(1);
        assert_eq!(solve(2), alone);
        assert_eq!(solve(5), alone);
    }
}
