//! What ranks hold, dealt out anew by the numbers of bodies: for files, which know no ranks.
//!
//! A block is so many bodies with successive numbers. Every rank gets a stretch of blocks, of the
//! same length but for one, from the ranks that hold their bodies: nobody ever has more.

use stickslip_dynamics::{BodyState, ContactReport};

use crate::catalogue::WallShape;
use crate::comm::{Lost, Parcel};
use crate::domain::Domain;
use crate::moments::shares;
use crate::pairs::{WIDE, moments_of};
use crate::plan::parcels;
use crate::record::{NOBODY, RECORD, Record};
use crate::report::{CONTACT, PlacedReport, read_contact};

/// Bodies with successive numbers, and contacts.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The number of the first body.
    pub first: usize,
    /// The bodies.
    pub bodies: Vec<BodyState>,
    /// Their kinds; none of walls.
    kinds: Vec<Option<u32>>,
    /// Contacts whose second body is one of these, or their first where forces do not move the
    /// second; in ascending order of their bodies.
    pub contacts: Vec<PlacedReport>,
}

/// Which rank has which blocks.
#[derive(Clone, Copy, Debug)]
struct Deal {
    bodies: usize,
    size: usize,
    ranks: usize,
}

impl Deal {
    fn blocks(&self) -> usize {
        self.bodies.div_ceil(self.size)
    }

    /// The first block of a rank, and of all after it.
    fn begin(&self, rank: usize) -> usize {
        rank * self.blocks() / self.ranks
    }

    /// The rank of a body: the first whose blocks end after it.
    fn rank(&self, body: usize) -> usize {
        ((body / self.size + 1) * self.ranks - 1) / self.blocks()
    }
}

impl Domain {
    /// This rank's stretch of all bodies and contacts in blocks of `size` bodies.
    pub fn blocks(&self, size: usize) -> Result<Vec<Block>, Lost> {
        let (ranks, me) = (self.link.size(), self.link.rank());
        let deal = Deal { bodies: self.catalogue.bodies, size, ranks };
        let mut blocks: Vec<Block> = (deal.begin(me)..deal.begin(me + 1))
            .map(|block| {
                let first = block * size;
                let bodies = vec![NOBODY; size.min(deal.bodies - first)];
                let kinds = vec![None; bodies.len()];
                Block { first, bodies, kinds, contacts: Vec::new() }
            })
            .collect();
        let begin = deal.begin(me) * size;
        let mut put = |body: usize, kind: Option<u32>, state: BodyState| {
            let place = body.checked_sub(begin).map(|at| (at / size, at % size));
            if let Some((block, at)) = place.filter(|place| place.0 < blocks.len()) {
                (blocks[block].bodies[at], blocks[block].kinds[at]) = (state, kind);
            }
        };
        let body = |own: &Record| self.catalogue.body_of(own.collider) as usize;
        for (at, ((body, own), wall)) in self.catalogue.walls.iter().zip(&self.walls).enumerate() {
            let is_its = |shape: &&WallShape| shape.wall == at as u32;
            let shapes = || self.catalogue.wall_shapes.iter();
            let shape = own.is_dynamic().then(|| shapes().find(is_its)).flatten();
            put(*body as usize, shape.map(|shape| shape.kind), *wall);
        }
        self.wides.iter().for_each(|own| put(body(own), Some(own.kind), own.state()));
        let mut sent = parcels(ranks);
        for own in &self.own {
            own.write(&mut sent[deal.rank(body(own))].words);
        }
        for Parcel { words, .. } in self.link.deliver(sent)? {
            let came = words.chunks_exact(RECORD).map(Record::read);
            came.for_each(|own| put(body(&own), Some(own.kind), own.state()));
        }
        for Parcel { words, .. } in self.link.deliver(self.contacts_of(deal))? {
            for contact in words.chunks_exact(CONTACT).map(read_contact) {
                let at = self.block_body(&contact.report) - begin;
                blocks[at / size].contacts.push(contact);
            }
        }
        for block in &mut blocks {
            block.contacts.sort_by_key(|contact| {
                let ContactReport { first, second, point, .. } = contact.report;
                (first, second, point.to_array().map(f64::to_bits))
            });
        }
        Ok(blocks)
    }

    /// What acted in the contacts of this rank in the last sub-step, for the ranks of their
    /// blocks.
    fn contacts_of(&self, deal: Deal) -> Vec<Parcel> {
        let mut sent = parcels(deal.ranks);
        for &at in &self.pairs.touching {
            // Every rank has the pairs of wide bodies.
            if self.pairs.phases[WIDE][0].contains(&(at as usize)) && self.link.rank() != 0 {
                continue;
            }
            let pair = &self.pairs.all[at as usize];
            let colliders = pair.colliders(&self.bodies);
            let [first, second] = colliders.map(|own| self.catalogue.body_of(own) as usize);
            let body = if self.catalogue.moves(second) { second } else { first };
            let words = &mut sent[deal.rank(body)].words;
            let points = &self.pairs.points[pair.points()];
            let moments = shares(points, moments_of(&self.pairs.moments, pair.points()));
            for (point, (_, moment)) in points.iter().zip(moments) {
                self.write_contact(pair, (point, moment), words);
            }
        }
        sent
    }

    /// The body that says which block a contact belongs to.
    fn block_body(&self, contact: &ContactReport) -> usize {
        match self.catalogue.moves(contact.second) {
            true => contact.second,
            false => contact.first,
        }
    }

    /// The hash of the state ([`State::hash`](stickslip_dynamics::State::hash)), and kinetic plus
    /// potential energy (J), of all blocks of all ranks: in the order of the numbers of bodies, as
    /// without ranks.
    pub fn totals(&self, blocks: &[Block]) -> Result<(u64, f64), Lost> {
        let gravity = self.catalogue.settings.gravity;
        let words = self.in_turn([BodyState::HASH, 0.0_f64.to_bits()], |[hash, energy]| {
            let bodies = blocks.iter().flat_map(|block| &block.bodies);
            let hash = bodies.fold(hash, |before, body| body.hash_after(before));
            let energy = blocks.iter().fold(f64::from_bits(energy), |sum, own| {
                let kinds =
                    own.kinds.iter().map(|kind| Some(&self.catalogue.kinds[(*kind)? as usize]));
                let moving =
                    own.bodies.iter().zip(kinds).filter_map(|(body, kind)| Some((body, kind?)));
                moving.fold(sum, |sum, (body, kind)| sum + kind.constants.energy(body, gravity))
            });
            [hash, energy.to_bits()]
        })?;
        Ok((words[0], f64::from_bits(words[1])))
    }

    /// Goes from rank to rank in their order: each is given the words that the one before it
    /// made, and makes its own of them. All get those of the last.
    fn in_turn<const N: usize>(
        &self,
        words: [u64; N],
        work: impl FnOnce([u64; N]) -> [u64; N],
    ) -> Result<[u64; N], Lost> {
        let (me, last) = (self.link.rank(), self.link.size() - 1);
        let mut before = [Parcel { rank: me.max(1) - 1, words: words.to_vec() }];
        if me > 0 {
            self.link.exchange(&[], &mut before, || ())?;
        }
        let made = work(std::array::from_fn(|at| before[0].words[at]));
        if me < last {
            let sent = [Parcel { rank: me + 1, words: made.to_vec() }];
            self.link.exchange(&sent, &mut [], || ())?;
        }
        let all = self.link.gather(&made)?;
        Ok(std::array::from_fn(|at| all[last * N + at]))
    }

    /// Words of all ranks, as many of each, in the order of the ranks.
    pub fn gather(&self, own: &[u64]) -> Result<Vec<u64>, Lost> {
        self.link.gather(own)
    }

    /// Words of all ranks, however many of each.
    pub fn gather_any(&self, own: &[u64]) -> Result<Vec<Vec<u64>>, Lost> {
        self.link.gather_any(own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every body belongs to the rank whose blocks it is in, and ranks have equally many.
    #[test]
    fn blocks_are_dealt_out_evenly() {
        for (bodies, size, ranks) in [(1000, 64, 3), (100, 64, 5), (64, 64, 1), (7000, 100, 8)] {
            let deal = Deal { bodies, size, ranks };
            let counts: Vec<usize> =
                (0..ranks).map(|rank| deal.begin(rank + 1) - deal.begin(rank)).collect();
            assert_eq!(counts.iter().sum::<usize>(), bodies.div_ceil(size));
            let (least, most) = (counts.iter().min(), counts.iter().max());
            assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 1), "{counts:?}");
            for body in 0..bodies {
                let rank = deal.rank(body);
                assert!((deal.begin(rank)..deal.begin(rank + 1)).contains(&(body / size)));
            }
        }
    }
}
