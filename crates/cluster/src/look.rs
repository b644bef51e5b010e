//! Everything to where it belongs, and who may touch whom.

use std::time::Instant;

use stickslip_contact::{Collider, Detector};

use crate::bodies::{HALF_MARGIN, RECORD, Record, Role, fat_box, pair_cell};
use crate::cells::{COLOURS, Cell, code, colour};
use crate::comm::{Lost, Parcel};
use crate::domain::{Domain, sight};
use crate::memory::{MEMORY, Memory};
use crate::partition::Partition;
use crate::plan::{Plan, parcels};
use crate::points::{PHASES, Pair, WIDE};

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
        self.hold(ghosts, &guests);
        self.figures.migrate_s += clock.lap(self);
        self.find_pairs();
        self.pairs.look(sight(&self.catalogue, &self.bodies, h), &self.memories, scale);
        self.figures.detect_s += clock.lap(self);
        self.plan =
            Plan::new(&self.link, &self.partition, &self.catalogue, &self.bodies, &self.pairs)?;
        self.figures.plan_s += clock.lap(self);
        Ok(())
    }

    /// New cuts between ranks, by the weight of bodies and contacts.
    fn balance(&mut self) -> Result<(), Lost> {
        let cells = self.catalogue.cells;
        let bodies = self.own.iter().map(|own| cells.cell(own.pose.position));
        let contacts = self.memories.iter().filter_map(|own| own.cell);
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
            let owner = memory.cell.map_or(me, |cell| partition.owner(cell));
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
        self.memories.sort_by_key(|memory| memory.colliders);
        Ok(())
    }

    /// Bodies go to all other ranks whose cells they reach into; gives those that came.
    fn share(&self) -> Result<Vec<Record>, Lost> {
        let step = self.catalogue.settings.time_step;
        let mut parcels = parcels(self.link.size());
        let mut told = vec![usize::MAX; self.link.size()];
        for (at, own) in self.own.iter().enumerate() {
            told[self.link.rank()] = at;
            for cell in self.catalogue.cells.reached(fat_box(&self.catalogue, own, step)) {
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

    /// Bodies that may touch wide ones go to all ranks; gives those of each.
    fn invite(&self) -> Result<Vec<Vec<Record>>, Lost> {
        if self.wides.is_empty() {
            return Ok(Vec::new());
        }
        let step = self.catalogue.settings.time_step;
        let boxes: Vec<_> =
            self.wides.iter().map(|own| fat_box(&self.catalogue, own, step)).collect();
        let mut words = Vec::new();
        for own in &self.own {
            let (lower, upper) = fat_box(&self.catalogue, own, step);
            if boxes.iter().any(|it| lower.cmple(it.1).all() && it.0.cmple(upper).all()) {
                own.write(&mut words);
            }
        }
        let all = self.link.gather_any(&words)?;
        Ok(all.iter().map(|own| own.chunks_exact(RECORD).map(Record::read).collect()).collect())
    }

    /// Lists all bodies that this rank holds now.
    fn hold(&mut self, ghosts: Vec<Record>, guests: &[Vec<Record>]) {
        let step = self.catalogue.settings.time_step;
        let mut all: Vec<(Record, Role)> = self.own.iter().map(|own| (*own, Role::Own)).collect();
        all.extend(self.wides.iter().map(|own| (*own, Role::Wide)));
        let foreign = ghosts.into_iter().chain(guests.iter().flatten().copied());
        all.extend(foreign.map(|own| (own, Role::Ghost)));
        for &(collider, wall) in &self.catalogue.wall_shapes {
            all.push((Record::of(collider, &self.walls[wall as usize]), Role::Wall));
        }
        // Own bodies come before guests of the same number.
        all.sort_by_key(|own| own.0.collider);
        all.dedup_by_key(|own| own.0.collider);
        self.bodies.fill(&self.catalogue, &all, step);
        self.figures.ghosts = all.iter().filter(|own| own.1 == Role::Ghost).count() as u64;
        let bodies = &self.bodies;
        let place = |own: &Record| bodies.find(own.collider).map(|at| at as u32);
        let places = |own: &Vec<Record>| own.iter().filter_map(place).collect();
        self.guests.of_rank = guests.iter().map(places).collect();
        let place = |&(own, wall): &(u32, u32)| bodies.find(own).map(|at| (at as u32, wall));
        self.wall_places = self.catalogue.wall_shapes.iter().filter_map(place).collect();
    }

    /// Pairs in cells of this rank, and all pairs of wide bodies, in the order of a sweep.
    fn find_pairs(&mut self) {
        let (catalogue, bodies) = (&*self.catalogue, &self.bodies);
        let step = catalogue.settings.time_step;
        let collider = |at: usize| {
            let own = bodies.colliders[at];
            let kind = catalogue.kind(own);
            let slack = if bodies.slack[at].is_finite() { bodies.slack[at] } else { 0.0 };
            Collider {
                shape: kind.shape.clone(),
                pose: bodies.poses[at].compose(&kind.pose),
                body: catalogue.colliders[own as usize].body as usize,
                movable: kind.constants.is_dynamic,
                margin: HALF_MARGIN + slack,
            }
        };
        let colliders: Vec<Collider> = (0..bodies.colliders.len()).map(collider).collect();
        let (partition, me) = (&self.partition, self.link.rank());
        // Phase and place along the curve; none where the pair is another rank's.
        let order = |one: usize, two: usize| {
            if bodies.roles[one] == Role::Wide || bodies.roles[two] == Role::Wide {
                return Some((WIDE, 0));
            }
            let pair = [bodies.record(one), bodies.record(two)];
            let cell = pair_cell(catalogue, [&pair[0], &pair[1]], step)?;
            let is_own = partition.owner(cell) == me;
            is_own.then(|| (colour(cell), code(cell)))
        };
        let may_touch = |one: usize, two: usize| {
            let layers = [one, two].map(|at| catalogue.kind(bodies.colliders[at]).layers);
            layers[0].meet(&layers[1]) && order(one, two).is_some()
        };
        let mut detector = Detector::default();
        let found = detector.pairs(&colliders, may_touch);
        let mut ordered: Vec<((usize, u64), u32, u32)> = found
            .iter()
            .filter_map(|&(one, two)| Some((order(one as usize, two as usize)?, one, two)))
            .collect();
        ordered.sort_unstable();
        let begin = |phase: usize| ordered.partition_point(|own| own.0.0 < phase);
        let phases: [_; PHASES] = std::array::from_fn(|phase| begin(phase)..begin(phase + 1));
        debug_assert!(phases[COLOURS].end == ordered.len());
        let pair = |&(_, one, two): &((usize, u64), u32, u32)| {
            let numbers = [one, two].map(|at| bodies.colliders[at as usize]);
            Pair::new(catalogue, numbers, [one, two])
        };
        let pairs = ordered.iter().map(pair).collect();
        self.pairs.fill(pairs, phases);
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
