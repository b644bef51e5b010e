//! How the ranks begin: from what each was given of a scene, or from a state.

use std::sync::Arc;

use stickslip_dynamics::{BodyState, State};

use crate::bodies::Bodies;
use crate::catalogue::Catalogue;
use crate::cells::Cell;
use crate::comm::{Comm, Link, Lost, Parcel};
use crate::detect::Detection;
use crate::domain::Domain;
use crate::error::ClusterError;
use crate::figures::Figures;
use crate::joined::Twins;
use crate::memory::Finder;
use crate::pairs::Pairs;
use crate::part::{Part, Places, memories};
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
        let part = Part::of(state, share.link.rank(), share.link.size());
        Self::shared(share, catalogue, &[], Some(&part))
    }

    /// The part of this rank of a scene of which it was given a share, besides the bodies of the
    /// catalogue's model, which begin where `listed` says. All of it is in the state, where there
    /// is one, of which it was given a part.
    pub fn shared(
        share: Share,
        catalogue: Arc<Catalogue>,
        listed: &[BodyState],
        part: Option<&Part>,
    ) -> Result<Self, ClusterError> {
        let places = part.map(|part| Places::new(&catalogue, &share.link, part)).transpose()?;
        let begun = |body: usize, own: Option<&BodyState>| match (&places, own) {
            (Some(places), _) => places.of(body),
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
        let walls = catalogue.walls.iter().map(|(body, _)| begun(*body as usize, None));
        let walls: Vec<BodyState> = walls.collect();
        drop(places);
        let memories = match part {
            Some(part) => memories(&catalogue, &link, (&own, &walls), &part.contacts)?,
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
        let rest = part.map(|part| &part.rest);
        let (time, step) = rest.map_or((0.0, 0), |rest| (rest.time, rest.step));
        let joints = catalogue.joints(rest)?;
        Ok(Self {
            own,
            wides,
            walls,
            wall_places: Vec::new(),
            twins: Twins::default(),
            joints,
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
