//! From the contacts of pairs to manifolds, each with a seat in the lanes.
//!
//! Seats are given one after the other; contacts themselves are not read for that, since they
//! are where the thread is that found them.

use stickslip_contact::Contact;

use super::bodies::Bodies;
use super::colours::{COLOURS, Colours, Seat, lanes};
use super::group::POINTS;
use super::pairs::{NONE, Pairs};
use super::write::Job;

/// A manifold and where it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manifold {
    pub(super) seat: Seat,
    /// The next manifold of the same pair.
    pub(super) next: u32,
    pub(super) count: usize,
}

/// A manifold that has a colour and no seat yet: its pair, and its contacts in a scratch memory.
#[derive(Clone, Copy, Debug, Default)]
struct Fresh {
    colour: usize,
    pair: u32,
    scratch: u32,
    begin: u32,
    end: u32,
}

impl Fresh {
    /// Those of a colour together, and of those the ones with as many points.
    fn place(&self) -> usize {
        self.colour * POINTS + POINTS - (self.end - self.begin) as usize
    }
}

/// All manifolds. Keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Manifolds {
    pub(super) all: Vec<Manifold>,
    free: Vec<u32>,
    fresh: Vec<Fresh>,
    sorted: Vec<Fresh>,
    /// What is to be written into lanes.
    pub(super) jobs: Vec<Job>,
}

impl Manifolds {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.free.clear();
    }

    /// The manifolds of a pair, by their numbers.
    pub(super) fn of(&self, head: u32) -> impl Iterator<Item = u32> + '_ {
        let own = |at: u32| (at != NONE).then_some(at);
        std::iter::successors(own(head), move |&at| own(self.all[at as usize].next))
    }

    /// Removes the manifolds of a pair.
    pub(super) fn drop_all(&mut self, head: u32, colours: &mut Colours, nobody: u32) {
        let mut at = head;
        while at != NONE {
            let own = self.all[at as usize];
            colours.vacate(own.seat, nobody);
            self.free.push(at);
            at = own.next;
        }
    }

    /// At the beginning of a step: seats what was found of all pairs, those with as many
    /// points together; their groups are to be written anew, in the order of the jobs.
    pub(super) fn seat_all(&mut self, pairs: &mut Pairs, bodies: &Bodies, colours: &mut Colours) {
        self.jobs.clear();
        self.fresh.clear();
        let scratches = std::mem::take(&mut pairs.scratches);
        let mut ends = [0; (COLOURS + 1) * POINTS + 1];
        for (scratch, own) in scratches[..pairs.shares].iter().enumerate() {
            own.each(|pair, mut begin, parts| {
                let parties = pairs.bodies(pair);
                for &end in parts {
                    let colour = colours.choose(parties, bodies.moves(parties));
                    let (pair, scratch) = (pair as u32, scratch as u32);
                    let it = Fresh { colour, pair, scratch, begin, end };
                    ends[it.place() + 1] += 1;
                    self.fresh.push(it);
                    begin = end;
                }
            });
        }
        (1..ends.len()).for_each(|at| ends[at] += ends[at - 1]);
        let starts: [usize; COLOURS + 2] = std::array::from_fn(|colour| ends[colour * POINTS]);
        self.sorted.clear();
        self.sorted.resize(self.fresh.len(), Fresh::default());
        for it in &self.fresh {
            let end = &mut ends[it.place()];
            self.sorted[*end] = *it;
            *end += 1;
        }
        for colour in 0..=COLOURS {
            let own = starts[colour]..starts[colour + 1];
            colours.make_seats(colour, own.len(), bodies.nobody());
            let many = lanes(colour);
            for (at, it) in self.sorted[own].iter().enumerate() {
                let &Fresh { pair, scratch, begin, end, .. } = it;
                let (group, lane) = ((at / many) as u32, (at % many) as u16);
                let seat = Seat { colour: colour as u16, lane, group };
                let head = &mut pairs.manifolds[pair as usize];
                self.all.push(Manifold { seat, next: *head, count: (end - begin) as usize });
                *head = self.all.len() as u32 - 1;
                self.jobs.push(Job { seat, pair, scratch, begin, end });
            }
        }
        pairs.scratches = scratches;
    }

    /// Within a step: seats what was found of pairs that were looked at again.
    pub(super) fn renew(&mut self, pairs: &mut Pairs, bodies: &Bodies, colours: &mut Colours) {
        self.jobs.clear();
        let scratches = std::mem::take(&mut pairs.scratches);
        for (scratch, own) in scratches[..pairs.shares].iter().enumerate() {
            own.each(|pair, begin, parts| {
                self.renew_pair(pairs, pair, (scratch as u32, begin, parts), bodies, colours);
            });
        }
        pairs.scratches = scratches;
    }

    fn renew_pair(
        &mut self,
        pairs: &mut Pairs,
        pair: usize,
        (scratch, mut begin, parts): (u32, u32, &[u32]),
        bodies: &Bodies,
        colours: &mut Colours,
    ) {
        let mut spare = pairs.manifolds[pair];
        if self.of(spare).count() != parts.len() {
            self.drop_all(spare, colours, bodies.nobody());
            pairs.manifolds[pair] = NONE;
            spare = NONE;
        }
        for &end in parts {
            let count = (end - begin) as usize;
            let seat = match spare {
                NONE => {
                    let parties = pairs.bodies(pair);
                    let moves = bodies.moves(parties);
                    let colour = colours.choose(parties, moves);
                    let seat = colours.seat(colour, parties, moves, bodies.nobody());
                    let next = pairs.manifolds[pair];
                    pairs.manifolds[pair] = self.add(Manifold { seat, next, count });
                    seat
                }
                at => {
                    let own = &mut self.all[at as usize];
                    spare = own.next;
                    own.count = count;
                    own.seat
                }
            };
            self.jobs.push(Job { seat, pair: pair as u32, scratch, begin, end });
            begin = end;
        }
    }

    fn add(&mut self, manifold: Manifold) -> u32 {
        match self.free.pop() {
            Some(at) => {
                self.all[at as usize] = manifold;
                at
            }
            None => {
                self.all.push(manifold);
                self.all.len() as u32 - 1
            }
        }
    }
}

/// Contacts of one pair in manifolds: at most four points with one normal.
pub fn parts(contacts: &[Contact]) -> impl Iterator<Item = &[Contact]> {
    contacts.chunk_by(|one, two| one.normal == two.normal).flat_map(|own| own.chunks(POINTS))
}
