//! Which rank has which cells: stretches of the Morton curve, cut by weight.

use crate::cells::{Cell, END, code};
use crate::comm::{Link, Lost};

/// Stretches of the curve, one for each rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partition {
    /// Where each stretch but the first begins, ascending.
    splitters: Vec<u64>,
}

impl Partition {
    /// The rank of a cell.
    pub fn owner(&self, cell: Cell) -> usize {
        let code = code(cell);
        self.splitters.partition_point(|&begin| begin <= code)
    }

    /// Cuts the curve so that every rank gets the same weight, as far as cells allow. `weights`
    /// are those of this rank by their place on the curve, in any order; no rank sees those of
    /// another: splitter k is the first place before which k/n of all weight lies, found by
    /// halving with one sum over ranks each time.
    pub fn balanced(link: &Link, weights: &mut [(u64, u64)]) -> Result<Self, Lost> {
        let ranks = link.size() as u64;
        weights.sort_unstable();
        let mut sums = Vec::with_capacity(weights.len());
        let mut sum = 0;
        for &(_, weight) in &*weights {
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
        Ok(Self { splitters: low })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comm::{Link, on_threads};

    /// Weights on three ranks, by their places; the cuts are those of a sort of all of them.
    #[test]
    fn stretches_weigh_the_same() {
        let weight = |at: u64| 1 + at % 7;
        let found = on_threads(3, |comm| {
            let link = Link::new(comm);
            let own = (0..3000u64).filter(|at| at % 3 == link.rank() as u64);
            let mut own: Vec<(u64, u64)> = own.map(|at| (at << 40, weight(at))).collect();
            Ok(Partition::balanced(&link, &mut own)?)
        });
        let found = found.expect("nobody fails");
        assert!(found.iter().all(|own| *own == found[0]));
        let total: u64 = (0..3000).map(weight).sum();
        for (at, &begin) in found[0].splitters.iter().enumerate() {
            let before: u64 = (0..3000).filter(|at| at << 40 < begin).map(weight).sum();
            let wanted = total * (at as u64 + 1) / 3;
            assert!(before >= wanted && before < wanted + 8, "{before} {wanted}");
        }
    }

    #[test]
    fn one_rank_has_everything() {
        let link = Link::new(crate::comm::Serial);
        let all = Partition::balanced(&link, &mut [(5, 1), (3, 2)]).expect("alone");
        assert_eq!(all.owner([7, -9, 1]), 0);
    }
}
