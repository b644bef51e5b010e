//! Which rows of a level become one row of the next (Notay, An aggregation-based
//! algebraic multigrid method, ETNA 37, 2010, without its quality control).
//!
//! A row joins the free row to which its coupling −aᵢⱼ is largest. Three such
//! passes, each on the matrix of the pairs before it, make groups of eight: on
//! a grid of cells 2 × 2 × 2 of them, because two pairs side by side share two
//! faces and pairs in line only one.

use super::level::Level;

/// Passes of pairing from one level to the next.
const PASSES: usize = 3;
/// Couplings below this share of the row's largest do not make a pair.
const WEAK: f64 = 0.25;

/// The aggregate of each row and the matrix over the aggregates.
pub fn coarsened(level: &Level) -> (Vec<u32>, Level) {
    let (mut aggregate, count) = pairs(level);
    let mut coarse = level.summed(&aggregate, count);
    for _ in 1..PASSES {
        let (next, count) = pairs(&coarse);
        coarse = coarse.summed(&next, count);
        aggregate.iter_mut().for_each(|group| *group = next[*group as usize]);
    }
    (aggregate, coarse)
}

fn pairs(level: &Level) -> (Vec<u32>, usize) {
    let mut group = vec![u32::MAX; level.rows()];
    let mut count = 0;
    for row in 0..level.rows() {
        if group[row] != u32::MAX {
            continue;
        }
        let (mut largest, mut strongest, mut partner) = (0.0_f64, 0.0, None);
        for (column, value) in level.row(row) {
            largest = largest.max(-value);
            if group[column] == u32::MAX && -value > strongest {
                (strongest, partner) = (-value, Some(column));
            }
        }
        group[row] = count;
        if let Some(partner) = partner.filter(|_| strongest >= WEAK * largest) {
            group[partner] = count;
        }
        count += 1;
    }
    (group, count as usize)
}
