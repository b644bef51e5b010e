//! Which rank has which cells: stretches of the Morton curve, cut by weight.
//!
//! What lies beyond all weight belongs to whoever has the nearest cell with weight beside it:
//! bodies on the ground reach into cells below it, which by their own places on the curve would
//! all be the first rank's, and would make all those bodies its ghosts.

use crate::cells::{Cell, END, code};
use crate::comm::{Link, Lost};

/// Stretches of the curve, one for each rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partition {
    /// Where each stretch but the first begins, ascending.
    splitters: Vec<u64>,
    /// The least and the greatest numbers of cells with weight, along each axis.
    bounds: (Cell, Cell),
}

impl Partition {
    /// Whether one rank has all cells.
    pub fn is_whole(&self) -> bool {
        self.splitters.is_empty()
    }

    /// The rank of a cell.
    pub fn owner(&self, cell: Cell) -> usize {
        let (least, most) = self.bounds;
        let code = code([0, 1, 2].map(|axis| cell[axis].clamp(least[axis], most[axis])));
        self.splitters.partition_point(|&begin| begin <= code)
    }

    /// Cuts the curve so that every rank gets the same weight, as far as cells allow. `weights`
    /// are those of this rank by their cells, in any order; no rank sees those of another:
    /// splitter k is the first place before which k/n of all weight lies, found by halving with
    /// one sum over ranks each time.
    pub fn balanced(link: &Link, weights: &[(Cell, u64)]) -> Result<Self, Lost> {
        let bounds = bounds(link, weights)?;
        let mut weights: Vec<(u64, u64)> =
            weights.iter().map(|&(cell, weight)| (code(cell), weight)).collect();
        weights.sort_unstable();
        Ok(Self { splitters: splitters(link, &weights)?, bounds })
    }
}

/// Cuts a row of places with weights, which ascend on this rank, so that every rank gets the same
/// weight as far as places allow: where each stretch but the first begins.
pub fn splitters(link: &Link, weights: &[(u64, u64)]) -> Result<Vec<u64>, Lost> {
    let ranks = link.size() as u64;
    let mut sums = Vec::with_capacity(weights.len());
    let mut sum = 0;
    for &(_, weight) in weights {
        sums.push(sum);
        sum += weight;
    }
    let before = |place: u64| {
        let at = weights.partition_point(|&(code, _)| code < place);
        sums.get(at).copied().unwrap_or(sum)
    };
    let total: u64 = link.gather(&[sum])?.iter().sum();
    let wanted: Vec<u64> = (1..ranks).map(|rank| total * rank / ranks).collect();
    let mut low = vec![0; wanted.len()];
    let mut high = vec![END; wanted.len()];
    while low.iter().zip(&high).any(|(low, high)| low < high) {
        let middles: Vec<u64> = low.iter().zip(&high).map(|(a, b)| a + (b - a) / 2).collect();
        let own: Vec<u64> = middles.iter().map(|&place| before(place)).collect();
        let all = link.gather(&own)?;
        for at in 0..wanted.len() {
            let sum: u64 = all.iter().skip(at).step_by(wanted.len()).sum();
            if low[at] < high[at] {
                match sum >= wanted[at] {
                    true => high[at] = middles[at],
                    false => low[at] = middles[at] + 1,
                }
            }
        }
    }
    Ok(low)
}

/// The least and the greatest numbers of the cells of all ranks, along each axis.
fn bounds(link: &Link, weights: &[(Cell, u64)]) -> Result<(Cell, Cell), Lost> {
    // As words in the order of the numbers. A rank without weight has none of its own.
    let word = |number: i32| u64::from(number.abs_diff(i32::MIN));
    let number = |word: u64| (i64::from(i32::MIN) + word as i64) as i32;
    let mut own = [[u64::MAX; 3], [0; 3]];
    for (cell, _) in weights {
        for axis in 0..3 {
            own[0][axis] = own[0][axis].min(word(cell[axis]));
            own[1][axis] = own[1][axis].max(word(cell[axis]));
        }
    }
    let all = link.gather(own.as_flattened())?;
    let of = |at: usize| all.iter().skip(at).step_by(6).copied();
    let is_empty = of(0).all(|word| word == u64::MAX);
    let least = |axis: usize| of(axis).min().map_or(0, number);
    let most = |axis: usize| of(3 + axis).max().map_or(0, number);
    if is_empty {
        return Ok(([0; 3], [0; 3]));
    }
    Ok(([0, 1, 2].map(least), [0, 1, 2].map(most)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comm::{Link, on_threads};

    fn cells(count: i32) -> impl Iterator<Item = (Cell, u64)> {
        (0..count).map(|at| ([at % 10 - 5, at / 100, at / 10 % 10], 1 + at as u64 % 7))
    }

    /// Weights on three ranks, by their cells; the cuts are those of a sort of all of them.
    #[test]
    fn stretches_weigh_the_same() {
        let found = on_threads(3, |comm| {
            let link = Link::new(comm);
            let own: Vec<_> = cells(3000).skip(link.rank()).step_by(3).collect();
            Ok(Partition::balanced(&link, &own)?)
        });
        let found = found.expect("nobody fails");
        assert!(found.iter().all(|own| *own == found[0]));
        assert_eq!(found[0].bounds, ([-5, 0, 0], [4, 29, 9]));
        let total: u64 = cells(3000).map(|own| own.1).sum();
        for (at, &begin) in found[0].splitters.iter().enumerate() {
            let before: u64 = cells(3000).filter(|own| code(own.0) < begin).map(|own| own.1).sum();
            let wanted = total * (at as u64 + 1) / 3;
            assert!(before >= wanted && before < wanted + 8, "{before} {wanted}");
        }
    }

    /// Cells below the ground have the ranks of those above: not all of them the first one.
    #[test]
    fn what_lies_outside_belongs_to_its_nearest_neighbour() {
        let found = on_threads(4, |comm| {
            let link = Link::new(comm);
            let own: Vec<_> = cells(1000).skip(link.rank()).step_by(4).collect();
            Ok(Partition::balanced(&link, &own)?)
        });
        let partition = &found.expect("nobody fails")[0];
        let mut seen = [false; 4];
        for (cell, _) in cells(100) {
            let below = [cell[0], -1, cell[2]];
            assert_eq!(partition.owner(below), partition.owner([cell[0], 0, cell[2]]));
            seen[partition.owner(below)] = true;
        }
        assert!(seen.iter().filter(|&&seen| seen).count() > 1, "{seen:?}");
    }

    #[test]
    fn one_rank_has_everything() {
        let link = Link::new(crate::comm::Serial);
        let all = Partition::balanced(&link, &[([5, 0, 0], 1), ([3, 0, 0], 2)]).expect("alone");
        assert_eq!(all.owner([7, -9, 1]), 0);
        let none = Partition::balanced(&link, &[]).expect("alone");
        assert_eq!(none.owner([7, -9, 1]), 0);
    }
}
