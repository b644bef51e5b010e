//! A state in parts: nobody ever has more of one than the others.
//!
//! A rank is given, or gives, a stretch of all bodies by their numbers and a stretch of all
//! contacts by their keys, besides what every rank has: time, and what joints carry.

use std::ops::Range;

use stickslip_dynamics::{BodyState, ContactMemory, State};

use crate::catalogue::Catalogue;
use crate::comm::{Link, Lost, Parcel};
use crate::domain::Domain;
use crate::error::ClusterError;
use crate::extent::{Extent, pair_cell};
use crate::memory::{MEMORY, Memory};
use crate::partition::splitters;
use crate::plan::parcels;
use crate::record::{NOBODY, RECORD, Record};

/// A rank's part of a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// The number of its first body.
    pub first: usize,
    /// Its bodies.
    pub bodies: Vec<BodyState>,
    /// Its contacts, in ascending order of their keys.
    pub contacts: Vec<ContactMemory>,
    /// What every rank has: no bodies, and no contacts.
    pub rest: State,
}

/// The stretch of a rank of so many things: of the same length for all, but for one.
pub fn stretch(count: usize, rank: usize, ranks: usize) -> Range<usize> {
    rank * count / ranks..(rank + 1) * count / ranks
}

/// Whose stretch something is in.
fn owner(at: usize, count: usize, ranks: usize) -> usize {
    ((at + 1) * ranks - 1) / count
}

impl Part {
    /// That of a rank of a whole state.
    pub fn of(state: &State, rank: usize, ranks: usize) -> Self {
        let bodies = stretch(state.bodies.len(), rank, ranks);
        Self {
            first: bodies.start,
            bodies: state.bodies[bodies].to_vec(),
            contacts: state.contacts[stretch(state.contacts.len(), rank, ranks)].to_vec(),
            rest: State {
                step: state.step,
                time: state.time,
                joints: state.joints.clone(),
                joint_impulses: state.joint_impulses.clone(),
                joint_labels: state.joint_labels.clone(),
                controls: state.controls.clone(),
                ..State::default()
            },
        }
    }

    /// Whether all of it can be gone on from, in a scene of so many shapes.
    fn is_sound(&self, shapes: usize) -> bool {
        let fits = |own: &ContactMemory| {
            own.key.0.max(own.key.1) < shapes && own.impulses.iter().all(|own| own.is_finite())
        };
        self.bodies.iter().all(BodyState::is_finite) && self.contacts.iter().all(fits)
    }
}

/// Where the bodies begin that a rank makes records of, and all walls.
pub(crate) struct Places {
    /// With their numbers, ascending.
    own: Vec<(u32, BodyState)>,
}

impl Places {
    /// Those of this rank by the parts of all ranks, which are checked.
    pub(crate) fn new(
        catalogue: &Catalogue,
        link: &Link,
        part: &Part,
    ) -> Result<Self, ClusterError> {
        let found: u64 = link.gather(&[part.bodies.len() as u64])?.iter().sum();
        if found != catalogue.bodies as u64 {
            let (found, expected) = (found as usize, catalogue.bodies);
            return Err(ClusterError::OtherState { found, expected });
        }
        if link.any(!part.is_sound(catalogue.shapes as usize))? {
            return Err(ClusterError::WrongState);
        }
        let is_wall = |body: u32| catalogue.walls.binary_search_by_key(&body, |own| own.0).is_ok();
        let mut sent = parcels(link.size());
        let mut of_all = Vec::new();
        for (state, body) in part.bodies.iter().zip(part.first as u32..) {
            let words = match is_wall(body) {
                true => &mut of_all,
                false => &mut sent[body as usize % link.size()].words,
            };
            Record::of((body, 0), state).write(words);
        }
        let mut came = link.deliver(sent)?;
        let walls = link.gather_any(&of_all)?;
        came.extend(walls.into_iter().map(|words| Parcel { rank: 0, words }));
        let records = came.iter().flat_map(|own| own.words.chunks_exact(RECORD).map(Record::read));
        let mut own: Vec<(u32, BodyState)> =
            records.map(|own| (own.collider, own.state())).collect();
        own.sort_unstable_by_key(|own| own.0);
        Ok(Self { own })
    }

    /// Where a body begins that is a wall or was given to this rank.
    pub(crate) fn of(&self, body: usize) -> BodyState {
        let at = self.own.binary_search_by_key(&(body as u32), |own| own.0);
        at.map_or(NOBODY, |at| self.own[at].1)
    }
}

/// What contacts carry of which each rank was given some, while bodies are where they were given.
/// They go to the ranks of their cells with the first look; those of wide and of joined bodies are
/// on all ranks.
pub(crate) fn memories(
    catalogue: &Catalogue,
    link: &Link,
    (own, walls): (&[Record], &[BodyState]),
    contacts: &[ContactMemory],
) -> Result<Vec<Memory>, Lost> {
    let ranks = link.size();
    // All points of a pair go to one rank, in their order.
    let mut sent = parcels(ranks);
    for contact in contacts {
        let memory = Memory::of(contact);
        let [one, two] = memory.colliders.map(|own| own as usize);
        memory.write(&mut sent[(one + two) % ranks].words);
    }
    let came = link.deliver(sent)?;
    let words = came.iter().flat_map(|own| own.words.chunks_exact(MEMORY));
    let mut all: Vec<Memory> = words.map(Memory::read).collect();
    drop(came);
    all.sort_by_key(|own| own.colliders);
    // Where their bodies are is known where these were given.
    let mut asked = parcels(ranks);
    for side in all.iter().flat_map(|own| own.colliders) {
        if catalogue.wall_shape(side).is_none() {
            asked[catalogue.body_of(side) as usize % ranks].words.push(side.into());
        }
    }
    for Parcel { words, .. } in &mut asked {
        words.sort_unstable();
        words.dedup();
    }
    let mut given: Vec<&Record> = own.iter().collect();
    given.sort_unstable_by_key(|own| own.collider);
    let mut answers = link.deliver(asked)?;
    for Parcel { words, .. } in &mut answers {
        for side in std::mem::take(words) {
            let at = given.binary_search_by_key(&side, |own| own.collider.into());
            at.iter().for_each(|&at| given[at].write(words));
        }
    }
    let came = link.deliver(answers)?;
    let words = came.iter().flat_map(|own| own.words.chunks_exact(RECORD));
    let mut known: Vec<Record> = words.map(Record::read).collect();
    known.sort_unstable_by_key(|own| own.collider);
    let record = |side: u32| match catalogue.wall_shape(side) {
        Some(shape) => Some(Record::of((side, shape.kind), &walls[shape.wall as usize])),
        None => {
            let at = known.binary_search_by_key(&side, |own| own.collider);
            at.ok().map(|at| known[at])
        }
    };
    let mut memories = Vec::new();
    let mut of_wides = Vec::new();
    let step = catalogue.settings.time_step;
    for memory in all {
        let [Some(one), Some(two)] = memory.colliders.map(record) else { continue };
        if [one, two].iter().any(|own| catalogue.kinds[own.kind as usize].is_wide) {
            memory.write(&mut of_wides);
            continue;
        }
        let [one, two] = [one, two].map(|own| Extent::new(catalogue, &own, step));
        if let Some(cell) = pair_cell(&catalogue.cells, [&one, &two]) {
            memories.push(memory.of_cell(cell));
        }
    }
    for words in link.gather_any(&of_wides)? {
        memories.extend(words.chunks_exact(MEMORY).map(Memory::read));
    }
    Ok(memories)
}

impl Domain {
    /// This rank's part of the state of all ranks.
    pub fn part(&self) -> Result<Part, Lost> {
        let (ranks, count) = (self.link.size(), self.catalogue.bodies);
        let mine = stretch(count, self.link.rank(), ranks);
        let mut bodies = vec![NOBODY; mine.len()];
        let mut put = |body: u32, state: BodyState| {
            if mine.contains(&(body as usize)) {
                bodies[body as usize - mine.start] = state;
            }
        };
        let body = |own: &Record| self.catalogue.body_of(own.collider);
        self.catalogue.walls.iter().zip(&self.walls).for_each(|(own, wall)| put(own.0, *wall));
        self.wides.iter().for_each(|own| put(body(own), own.state()));
        let mut sent = parcels(ranks);
        for own in &self.own {
            own.write(&mut sent[owner(body(own) as usize, count, ranks)].words);
        }
        for Parcel { words, .. } in self.link.deliver(sent)? {
            let came = words.chunks_exact(RECORD).map(Record::read);
            came.for_each(|own| put(body(&own), own.state()));
        }
        let contacts = self.contacts_in_order()?;
        let mut rest = State { step: self.step, time: self.time, ..State::default() };
        self.tell_joints(&mut rest);
        Ok(Part { first: mine.start, bodies, contacts, rest })
    }

    /// This rank's stretch of what all contacts carry, in the order of their keys.
    fn contacts_in_order(&self) -> Result<Vec<ContactMemory>, Lost> {
        // Every rank has those of wide and of joined bodies.
        let is_first = self.link.rank() == 0;
        let own = || self.memories.iter().filter(|own| own.cell().is_some() || is_first);
        let key = |own: &Memory| u64::from(own.colliders[0]) << 31 | u64::from(own.colliders[1]);
        let mut keys: Vec<u64> = own().map(key).collect();
        keys.sort_unstable();
        let keys: Vec<(u64, u64)> = keys.into_iter().map(|key| (key, 1)).collect();
        let cuts = splitters(&self.link, &keys)?;
        let mut sent = parcels(self.link.size());
        for memory in own() {
            let rank = cuts.partition_point(|&begin| begin <= key(memory));
            memory.write(&mut sent[rank].words);
        }
        let mut contacts = Vec::new();
        for Parcel { words, .. } in self.link.deliver(sent)? {
            contacts.extend(words.chunks_exact(MEMORY).map(|words| Memory::read(words).kept()));
        }
        contacts.sort_unstable_by_key(|memory| memory.key);
        Ok(contacts)
    }

    /// The state of all ranks, given to rank 0, which then needs the memory for all of it.
    pub fn state(&self) -> Result<Option<State>, Lost> {
        let part = self.part()?;
        let mut words = Vec::new();
        part.bodies.iter().for_each(|own| Record::of((0, 0), own).write(&mut words));
        let bodies = self.bring(words)?;
        let mut words = Vec::new();
        part.contacts.iter().for_each(|own| Memory::of(own).write(&mut words));
        let contacts = self.bring(words)?;
        let mut state = part.rest;
        let words = bodies.iter().flat_map(|own| own.words.chunks_exact(RECORD));
        state.bodies = words.map(|words| Record::read(words).state()).collect();
        let words = contacts.iter().flat_map(|own| own.words.chunks_exact(MEMORY));
        state.contacts = words.map(|words| Memory::read(words).kept()).collect();
        Ok((self.link.rank() == 0).then_some(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything is in the stretch of its owner, and stretches follow each other.
    #[test]
    fn stretches_follow_each_other() {
        for (count, ranks) in [(10, 3), (3, 8), (64, 1), (1001, 7), (0, 4)] {
            let all: Vec<usize> = (0..ranks).flat_map(|rank| stretch(count, rank, ranks)).collect();
            assert!(all.iter().copied().eq(0..count));
            assert!(
                (0..count).all(|at| stretch(count, owner(at, count, ranks), ranks).contains(&at))
            );
        }
    }
}
