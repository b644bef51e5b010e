//! What ranks hold, dealt out anew by the numbers of bodies: for files, which know no ranks.
//!
//! A block is so many bodies with successive numbers. Every rank gets a stretch of blocks, of the
//! same length but for one, from the ranks that hold their bodies: nobody ever has more.

use glam::DVec3;
use stickslip_contact::Pose;
use stickslip_dynamics::{BodyState, ContactReport};

use crate::comm::{Lost, Parcel};
use crate::domain::Domain;
use crate::pairs::WIDE;
use crate::plan::parcels;
use crate::record::{Motion, RECORD, Record};
use crate::report::{CONTACT, PlacedReport, read_contact};

/// Bodies with successive numbers, and contacts.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The number of the first body.
    pub first: usize,
    /// The bodies.
    pub bodies: Vec<BodyState>,
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
        let deal = Deal { bodies: self.catalogue.collider_of.len(), size, ranks };
        let mut blocks: Vec<Block> = (deal.begin(me)..deal.begin(me + 1))
            .map(|block| {
                let first = block * size;
                let bodies = vec![NOBODY; size.min(deal.bodies - first)];
                Block { first, bodies, contacts: Vec::new() }
            })
            .collect();
        let begin = deal.begin(me) * size;
        let mut put = |body: usize, state: BodyState| {
            let place = body.checked_sub(begin).and_then(|at| {
                blocks.get_mut(at / size).and_then(|block| block.bodies.get_mut(at % size))
            });
            if let Some(place) = place {
                *place = state;
            }
        };
        let collider = |own: &Record| self.catalogue.colliders[own.collider as usize];
        for ((body, _), wall) in self.catalogue.walls.iter().zip(&self.walls) {
            put(*body as usize, *wall);
        }
        self.wides.iter().for_each(|own| put(collider(own).body as usize, state(own)));
        let mut sent = parcels(ranks);
        for own in &self.own {
            own.write(&mut sent[deal.rank(collider(own).body as usize)].words);
        }
        for Parcel { words, .. } in self.link.deliver(sent)? {
            let came = words.chunks_exact(RECORD).map(Record::read);
            came.for_each(|own| put(collider(&own).body as usize, state(&own)));
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
            let [first, second] =
                colliders.map(|own| self.catalogue.colliders[own as usize].body as usize);
            let body = if self.catalogue.moves(second) { second } else { first };
            let words = &mut sent[deal.rank(body)].words;
            for point in &self.pairs.points[pair.points()] {
                self.write_contact(pair, point, words);
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
        let words = self.in_turn([BodyState::HASH, 0.0_f64.to_bits()], |[hash, energy]| {
            let bodies = blocks.iter().flat_map(|block| &block.bodies);
            let hash = bodies.fold(hash, |before, body| body.hash_after(before));
            let energy = blocks.iter().fold(f64::from_bits(energy), |sum, own| {
                own.bodies.iter().zip(own.first..).fold(sum, |sum, own| sum + self.energy(own))
            });
            [hash, energy.to_bits()]
        })?;
        Ok((words[0], f64::from_bits(words[1])))
    }

    fn energy(&self, (state, body): (&BodyState, usize)) -> f64 {
        let gravity = self.catalogue.settings.gravity;
        let kind = |collider: u32| self.catalogue.kind(collider);
        let constants = self.catalogue.collider_of[body].map(|own| kind(own).constants);
        constants.map_or(0.0, |constants| constants.energy(state, gravity))
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

/// The place of a body that is not there yet.
const NOBODY: BodyState = BodyState {
    pose: Pose::IDENTITY,
    velocity: DVec3::ZERO,
    angular_velocity: DVec3::ZERO,
    still: 0.0,
    before: None,
    sub_stepped: false,
};

fn state(own: &Record) -> BodyState {
    let Motion { v, w } = own.motion;
    BodyState { pose: own.pose, velocity: v, angular_velocity: w, ..NOBODY }
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
