//! Everything to where it belongs, and who may touch whom.

use std::time::Instant;

use crate::bodies::Role;
use crate::catalogue::WallShape;
use crate::cells::Cell;
use crate::comm::{Lost, Parcel};
use crate::detect::Scope;
use crate::domain::{Domain, sight};
use crate::extent::Extent;
use crate::memory::{MEMORY, Memory};
use crate::partition::Partition;
use crate::plan::{Plan, parcels};
use crate::record::{RECORD, Record};

impl Domain {
    /// Looks at everything anew, for sub-steps of `h` seconds; kept impulses are multiplied by
    /// `scale`.
    pub(crate) fn look(&mut self, h: f64, scale: f64) -> Result<(), Lost> {
        self.figures.looks += 1;
        let mut clock = Lap::new(self);
        if std::mem::take(&mut self.is_uneven) {
            self.balance()?;
        }
        self.migrate()?;
        let ghosts = self.share()?;
        let guests = self.invite()?;
        self.hold(&ghosts, &guests);
        self.figures.migrate_s += clock.lap(self);
        let (catalogue, bodies, partition) = (&*self.catalogue, &self.bodies, &self.partition);
        let scope = Scope { catalogue, bodies, partition, rank: self.link.rank() };
        self.detection.find(scope, &mut self.pairs);
        self.finder.fill(&self.memories);
        let carried = (&self.memories[..], &self.finder);
        self.pairs.look(sight(catalogue, bodies, h), carried, scale);
        self.figures.detect_s += clock.lap(self);
        self.plan = Plan::new(&self.link, &self.bodies, &self.pairs, &self.detection.holders)?;
        // Needed no more until the next look.
        (self.detection, self.finder) = Default::default();
        self.figures.plan_s += clock.lap(self);
        Ok(())
    }

    /// New cuts between ranks, by the weight of bodies and contacts.
    fn balance(&mut self) -> Result<(), Lost> {
        let cells = self.catalogue.cells;
        let bodies = self.own.iter().map(|own| cells.cell(own.pose.position));
        let contacts = self.memories.iter().filter_map(Memory::cell);
        let weights: Vec<(Cell, u64)> = bodies.chain(contacts).map(|cell| (cell, 1)).collect();
        self.partition = Partition::balanced(&self.link, &weights)?;
        self.figures.balancings += 1;
        Ok(())
    }

    /// Bodies, and what contacts carry, go to the ranks of their cells.
    fn migrate(&mut self) -> Result<(), Lost> {
        let me = self.link.rank();
        let cells = self.catalogue.cells;
        let mut parcels = parcels(self.link.size());
        parcels.iter_mut().for_each(|parcel| parcel.words.push(0));
        let partition = &self.partition;
        self.own.retain(|own| {
            let owner = partition.owner(cells.cell(own.pose.position));
            if owner != me {
                let words = &mut parcels[owner].words;
                words[0] += 1;
                own.write(words);
            }
            owner == me
        });
        self.figures.migrations += parcels.iter().map(|parcel| parcel.words[0]).sum::<u64>();
        self.memories.retain(|memory| {
            let owner = memory.cell().map_or(me, |cell| partition.owner(cell));
            if owner != me {
                memory.write(&mut parcels[owner].words);
            }
            owner == me
        });
        parcels.retain(|parcel| parcel.words.len() > 1);
        for Parcel { words, .. } in self.link.deliver(parcels)? {
            let (bodies, memories) = words[1..].split_at(words[0] as usize * RECORD);
            self.own.extend(bodies.chunks_exact(RECORD).map(Record::read));
            self.memories.extend(memories.chunks_exact(MEMORY).map(Memory::read));
        }
        // Those of a pair come from one rank, in their order.
        Ok(())
    }

    /// Bodies go to all other ranks whose cells they reach into; gives those that came.
    fn share(&self) -> Result<Vec<Record>, Lost> {
        let step = self.catalogue.settings.time_step;
        let mut parcels = parcels(self.link.size());
        let mut told = vec![usize::MAX; self.link.size()];
        for (at, own) in self.own.iter().enumerate() {
            told[self.link.rank()] = at;
            let bounds = Extent::new(&self.catalogue, own, step).bounds();
            for cell in self.catalogue.cells.reached(bounds) {
                let owner = self.partition.owner(cell);
                if told[owner] != at {
                    told[owner] = at;
                    own.write(&mut parcels[owner].words);
                }
            }
        }
        let came = self.link.deliver(parcels)?;
        Ok(came.iter().flat_map(|it| it.words.chunks_exact(RECORD).map(Record::read)).collect())
    }

    /// Bodies that may touch wide or joined ones go to all ranks; gives those of each.
    fn invite(&self) -> Result<Vec<Vec<Record>>, Lost> {
        let is_joined = |own: &Record| {
            let kind = &self.catalogue.kinds[own.kind as usize];
            kind.is_wide && kind.is_solid
        };
        let joined = self.wall_records().filter(is_joined);
        let step = self.catalogue.settings.time_step;
        let bounds = |own: &Record| Extent::new(&self.catalogue, own, step).bounds();
        let boxes: Vec<_> =
            self.wides.iter().copied().chain(joined).map(|own| bounds(&own)).collect();
        if boxes.is_empty() {
            return Ok(Vec::new());
        }
        let mut words = Vec::new();
        for own in &self.own {
            let (lower, upper) = bounds(own);
            if boxes.iter().any(|it| lower.cmple(it.1).all() && it.0.cmple(upper).all()) {
                own.write(&mut words);
            }
        }
        let all = self.link.gather_any(&words)?;
        Ok(all.iter().map(|own| own.chunks_exact(RECORD).map(Record::read).collect()).collect())
    }

    /// Lists all bodies that this rank holds now.
    fn hold(&mut self, ghosts: &[Record], guests: &[Vec<Record>]) {
        let step = self.catalogue.settings.time_step;
        let is_wide = |own: &Record| self.catalogue.kinds[own.kind as usize].is_wide;
        let (joined, walls): (Vec<Record>, Vec<Record>) = self.wall_records().partition(is_wide);
        // Own bodies come before guests of the same number.
        let mut all = vec![
            (&self.own[..], Role::Own),
            (&self.wides[..], Role::Wide),
            (&walls[..], Role::Wall),
            (&joined[..], Role::Joined),
            (ghosts, Role::Ghost),
        ];
        all.extend(guests.iter().map(|own| (&own[..], Role::Ghost)));
        self.bodies.fill(&self.catalogue, &all, step);
        // They come back from there after the step.
        self.own = Vec::new();
        self.bodies.note_speeds(&self.catalogue);
        let bodies = &self.bodies;
        let ghosts = bodies.roles.iter().filter(|role| **role == Role::Ghost);
        self.figures.ghosts = ghosts.count() as u64;
        let place = |own: &Record| bodies.find(own.collider).map(|at| at as u32);
        let places = |own: &Vec<Record>| own.iter().filter_map(place).collect();
        self.guests.of_rank = guests.iter().map(places).collect();
        let place = |own: &WallShape| bodies.find(own.collider).map(|at| (at as u32, own.wall));
        self.wall_places = self.catalogue.wall_shapes.iter().filter_map(place).collect();
        self.list_twins();
    }

    /// The shapes of walls where they are.
    pub(crate) fn wall_records(&self) -> impl Iterator<Item = Record> + '_ {
        let wall = move |own: &WallShape| {
            Record::of((own.collider, own.kind), &self.walls[own.wall as usize])
        };
        self.catalogue.wall_shapes.iter().map(wall)
    }
}

/// Seconds of work from lap to lap, without waiting for others.
struct Lap(Instant, f64);

impl Lap {
    fn new(domain: &Domain) -> Self {
        Self(Instant::now(), domain.link.traffic().waited_s)
    }

    fn lap(&mut self, domain: &Domain) -> f64 {
        let next = Self::new(domain);
        let seconds = (next.0 - self.0).as_secs_f64() - (next.1 - self.1);
        *self = next;
        seconds
    }
}
