//! How the ranks begin: from what each was given of a scene, or from a state.

use std::sync::Arc;

use stickslip_dynamics::{BodyState, ContactMemory, State};

use crate::bodies::Bodies;
use crate::catalogue::Catalogue;
use crate::cells::Cell;
use crate::comm::{Comm, Link, Lost, Parcel};
use crate::detect::Detection;
use crate::domain::Domain;
use crate::error::ClusterError;
use crate::extent::{Extent, pair_cell};
use crate::figures::Figures;
use crate::memory::{Finder, Memory};
use crate::pairs::Pairs;
use crate::partition::Partition;
use crate::plan::{Guests, Plan, parcels};
use crate::record::{RECORD, Record};
use crate::share::{Given, Share};

impl Domain {
    /// The part of this rank of a scene whose bodies are all in the catalogue's model, in a state.
    /// All ranks are given the same.
    pub fn new(
        catalogue: Arc<Catalogue>,
        state: &State,
        comm: impl Comm + 'static,
    ) -> Result<Self, ClusterError> {
        let share = Share::new(comm, catalogue.hash(state))?;
        Self::shared(share, catalogue, &[], Some(state))
    }

    /// The part of this rank of a scene of which it was given a share, besides the bodies of the
    /// catalogue's model, which begin where `listed` says. All of it is in the state, where there
    /// is one.
    pub fn shared(
        share: Share,
        catalogue: Arc<Catalogue>,
        listed: &[BodyState],
        state: Option<&State>,
    ) -> Result<Self, ClusterError> {
        if let Some(found) = state.map(|it| it.bodies.len()).filter(|&it| it != catalogue.bodies) {
            return Err(ClusterError::OtherState { found, expected: catalogue.bodies });
        }
        if let Some(state) = state {
            let shapes = catalogue.shapes() as usize;
            let fits = |own: &ContactMemory| own.key.0.max(own.key.1) < shapes;
            if !(state.bodies.iter().all(BodyState::is_finite) && state.contacts.iter().all(fits)) {
                return Err(ClusterError::WrongState);
            }
        }
        let begun = |body: usize, own: Option<&BodyState>| match (state, own) {
            (Some(state), _) => state.bodies[body],
            (None, Some(own)) => *own,
            (None, None) => listed[catalogue.place_listed(body)],
        };
        let mut own = Vec::new();
        for &side in catalogue.listed() {
            let body = catalogue.body_of(side.0) as usize;
            if share.wants(body) {
                own.push(Record::of(side, &begun(body, None)));
            }
        }
        for Given { body, kind, state } in &share.given {
            // Whatever is given is a body that forces move.
            let Some(collider) = catalogue.collider_of(*body as usize) else { continue };
            own.push(Record::of((collider, *kind), &begun(*body as usize, Some(state))));
        }
        let link = share.link;
        let memories = match state {
            Some(state) => memories(&catalogue, &link, &own, state)?,
            None => Vec::new(),
        };
        let is_wide = |own: &Record| catalogue.kinds[own.kind as usize].is_wide;
        let (wides, mut own): (Vec<Record>, Vec<Record>) = own.into_iter().partition(is_wide);
        let wides = everywhere(&link, &wides)?;
        let cell = |own: &Record| catalogue.cells.cell(own.pose.position);
        let weights: Vec<(Cell, u64)> = own.iter().map(|own| (cell(own), 1)).collect();
        let partition = Partition::balanced(&link, &weights)?;
        drop(weights);
        own = at_home(&link, &partition, own, cell)?;
        own.sort_unstable_by_key(|own| own.collider);
        let walls = catalogue.walls.iter().map(|(body, _)| begun(*body as usize, None));
        let (time, step) = state.map_or((0.0, 0), |state| (state.time, state.step));
        Ok(Self {
            own,
            wides,
            walls: walls.collect(),
            wall_places: Vec::new(),
            memories,
            finder: Finder::default(),
            detection: Detection::default(),
            bodies: Bodies::default(),
            pairs: Pairs::default(),
            plan: Plan::default(),
            guests: Guests::default(),
            time,
            step,
            figures: Figures::default(),
            is_uneven: false,
            balanced_at: step,
            h: catalogue.settings.time_step / catalogue.settings.substeps as f64,
            partition,
            catalogue,
            link,
        })
    }
}

/// What all ranks have, on all ranks, in the order of the numbers.
fn everywhere(link: &Link, own: &[Record]) -> Result<Vec<Record>, Lost> {
    let mut words = Vec::new();
    own.iter().for_each(|own| own.write(&mut words));
    let all = link.gather_any(&words)?;
    let mut all: Vec<Record> =
        all.iter().flat_map(|words| words.chunks_exact(RECORD).map(Record::read)).collect();
    all.sort_unstable_by_key(|own| own.collider);
    Ok(all)
}

/// Bodies to the ranks of their cells.
fn at_home(
    link: &Link,
    partition: &Partition,
    own: Vec<Record>,
    cell: impl Fn(&Record) -> Cell,
) -> Result<Vec<Record>, Lost> {
    if link.size() == 1 {
        return Ok(own);
    }
    let mut sent = parcels(link.size());
    own.iter().for_each(|own| own.write(&mut sent[partition.owner(cell(own))].words));
    drop(own);
    let came = link.deliver(sent)?;
    let mut home = Vec::with_capacity(came.iter().map(|it| it.words.len() / RECORD).sum());
    for Parcel { words, .. } in came {
        home.extend(words.chunks_exact(RECORD).map(Record::read));
    }
    Ok(home)
}

/// What the contacts of a state carry whose first bodies that forces move were given to this rank.
/// They go to the ranks of their cells with the first look; those of wide bodies are on all ranks.
fn memories(
    catalogue: &Catalogue,
    link: &Link,
    own: &[Record],
    state: &State,
) -> Result<Vec<Memory>, Lost> {
    let (ranks, me) = (link.size(), link.rank());
    let is_copy = |collider: u32| catalogue.kind_listed(collider).is_none();
    let home = |collider: u32| catalogue.body_of(collider) as usize % ranks;
    let sides = |memory: &ContactMemory| [memory.key.0 as u32, memory.key.1 as u32];
    let moves = |collider: u32| catalogue.moves(catalogue.body_of(collider) as usize);
    let is_mine = |memory: &&ContactMemory| {
        let first = sides(memory).into_iter().find(|&side| moves(side));
        first.is_some_and(|side| home(side) == me)
    };
    // The kinds of copies are known where they were given.
    let mut own: Vec<(u32, u32)> = own.iter().map(|own| (own.collider, own.kind)).collect();
    own.sort_unstable();
    let given = |collider: u32| {
        let at = own.binary_search_by_key(&collider, |own| own.0).ok()?;
        Some(own[at].1)
    };
    let mut asked = parcels(ranks);
    for side in state.contacts.iter().filter(is_mine).flat_map(sides) {
        if is_copy(side) && home(side) != me {
            asked[home(side)].words.push(side.into());
        }
    }
    for Parcel { words, .. } in &mut asked {
        words.sort_unstable();
        words.dedup();
    }
    let mut answers = link.deliver(asked.clone())?;
    for word in answers.iter_mut().flat_map(|parcel| &mut parcel.words) {
        *word = u64::from(given(*word as u32).unwrap_or(0));
    }
    let answers = link.deliver(answers)?;
    let kind = |collider: u32| {
        let known = catalogue.kind_listed(collider).or_else(|| given(collider));
        known.or_else(|| {
            let rank = home(collider);
            let at = asked[rank].words.binary_search(&collider.into()).ok()?;
            let answer = answers.iter().find(|parcel| parcel.rank == rank)?;
            answer.words.get(at).map(|&kind| kind as u32)
        })
    };
    let mut memories = Vec::new();
    let mut of_wides = Vec::new();
    for memory in state.contacts.iter().filter(is_mine) {
        let record = |side: u32| {
            let body = catalogue.body_of(side) as usize;
            Some(Record::of((side, kind(side)?), &state.bodies[body]))
        };
        let [Some(one), Some(two)] = sides(memory).map(record) else { continue };
        if [one, two].iter().any(|own| catalogue.kinds[own.kind as usize].is_wide) {
            Memory::of(memory, None).write(&mut of_wides);
            continue;
        }
        let step = catalogue.settings.time_step;
        let [one, two] = [one, two].map(|own| Extent::new(catalogue, &own, step));
        if let Some(cell) = pair_cell(&catalogue.cells, [&one, &two]) {
            memories.push(Memory::of(memory, Some(cell)));
        }
    }
    for words in link.gather_any(&of_wides)? {
        memories.extend(words.chunks_exact(crate::memory::MEMORY).map(Memory::read));
    }
    Ok(memories)
}
