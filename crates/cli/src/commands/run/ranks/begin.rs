//! How ranks begin: each reads the scene, and keeps of its repeated bodies what is given to it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use stickslip_cluster::{
    Catalogue, ClusterError, Comm, Domain, KindCount, Part, Share, fingerprint, stretch,
};
use stickslip_dynamics::{Body, BodyState, Settings, Simulation, SweepOrder};
use stickslip_scene::recording::{BodyHeader, Header};
use stickslip_scene::{Scene, SparseScene, StateFileError, StateReader, TakeCopies, copy_name};

use super::super::Arguments;
use super::super::setup::{Request, note};
use crate::error::Failure;

/// A scene for ranks, without its repeated bodies.
pub struct Beginning {
    request: Request,
    /// What all ranks have of it.
    pub sparse: SparseScene,
    /// How many steps to go.
    pub steps: usize,
    /// The file of the state to go on from.
    state: Option<PathBuf>,
    /// What is in the catalogue where nothing is repeated: the same for all ranks.
    whole: Option<Known>,
    /// Tells scenes apart.
    hash: u64,
}

/// What a rank knows of the bodies that it was not given.
#[derive(Clone)]
struct Known {
    catalogue: Arc<Catalogue>,
    /// The bodies that are not repeated, at their beginning.
    listed: Vec<BodyState>,
    error_limit: f64,
}

impl Beginning {
    /// Reads the scene and checks it, as far as that can be without its repeated bodies.
    pub fn new(arguments: &Arguments) -> Result<Self, Failure> {
        let request = Request::new(arguments)?;
        let mut nobody = Examples::default();
        let mut sparse = request.source.read_sparsely(&request.overrides, &mut nobody)?;
        let steps = request.change(arguments, &mut sparse.scene)?;
        let counts: Vec<KindCount> = sparse
            .copies
            .iter()
            .filter(|it| !it.bodies.is_empty())
            .map(|it| KindCount { first: it.bodies.start, bodies: it.bodies.len() })
            .collect();
        let state = arguments.from_state.clone();
        let saved = state.as_deref().map(|path| saved_state(path, &sparse.scene)).transpose()?;
        let mut text = format!("{:?} {:?} {steps}", request.overrides, sparse.scene.settings);
        text += &sparse.scene.source;
        let saved = saved.map(|it| it.checksum().into());
        let words = text.bytes().map(u64::from).chain(saved);
        let hash = fingerprint(words);
        let mut beginning = Self { request, sparse, steps, state, whole: None, hash };
        let (known, simulation) = beginning.known(&counts)?;
        note(&simulation);
        beginning.whole = Some(known).filter(|_| beginning.sparse.copies.is_empty());
        Ok(beginning)
    }

    /// What is known with one body of each kind of the repeated ones.
    fn known(&self, kinds: &[KindCount]) -> Result<(Known, Simulation), Failure> {
        let mut model = self.sparse.scene.model.clone();
        let listed = model.bodies().len();
        let bodies = kinds.iter().map(|kind| kind.first).collect();
        let mut examples = Examples { bodies, made: Vec::new() };
        if !kinds.is_empty() {
            self.request.source.read_sparsely(&self.request.overrides, &mut examples)?;
        }
        for body in examples.made {
            model.add_body(body.description)?;
        }
        let scene = &self.sparse.scene;
        // Ranks have their own order.
        let settings = Settings { order: SweepOrder::Lanes, ..scene.settings.clone() };
        let simulation = Simulation::new(model, settings);
        let simulation = simulation.map_err(|error| self.request.explain(error, scene))?;
        let bounds = simulation.error_bounds();
        let copies: Vec<_> = self.sparse.copies.iter().map(copies).collect();
        let catalogue = Catalogue::sparse(
            simulation.model(),
            (&copies, kinds),
            simulation.settings(),
            bounds.accuracy,
        );
        let known = Known {
            catalogue: Arc::new(catalogue.map_err(ClusterError::from)?),
            listed: simulation.state().bodies[..listed].to_vec(),
            error_limit: bounds.limit,
        };
        Ok((known, simulation))
    }

    /// The part of a rank, and from which gaps on a step misses what is asked (m).
    pub fn domain(&self, comm: impl Comm + 'static) -> Result<(Domain, f64), ClusterError> {
        let cannot = |failure: Failure| ClusterError::Outside(failure.to_string());
        let mut share = Share::new(comm, self.hash)?;
        let known = match &self.whole {
            Some(known) => known.clone(),
            None => {
                let (source, overrides) = (&self.request.source, &self.request.overrides);
                let read = source.read_sparsely(overrides, &mut Giving(&mut share));
                read.map_err(|error| cannot(error.into()))?;
                let kinds = share.agree()?;
                self.known(&kinds).map_err(cannot)?.0
            }
        };
        let Known { catalogue, listed, error_limit } = known;
        let part = self.state.as_deref().map(|path| part(path, &share)).transpose()?;
        Ok((Domain::shared(share, catalogue, &listed, part.as_ref())?, error_limit))
    }

    /// What a recording begins with, but for its bodies.
    pub fn header(&self) -> Header {
        self.sparse.header(&self.request.overrides)
    }

    /// The bodies of the header, one by one.
    pub fn give_headers(
        &self,
        take: &mut dyn FnMut(&BodyHeader) -> io::Result<()>,
    ) -> io::Result<()> {
        self.sparse.give_headers(&self.request.source, &self.request.overrides, take)
    }
}

/// A saved state of a scene, of which nothing that belongs to one rank is read.
fn saved_state(path: &Path, scene: &Scene) -> Result<StateReader, Failure> {
    let saved = StateReader::open(path)?;
    match saved.scene() == scene.name {
        true => Ok(saved),
        false => {
            let (path, found) = (path.into(), saved.scene().to_owned());
            Err(Failure::OtherScene { path, found, expected: scene.name.clone() })
        }
    }
}

/// A rank's part of a saved state, which all ranks check together.
fn part(path: &Path, share: &Share) -> Result<Part, ClusterError> {
    let (rank, ranks) = (share.rank(), share.ranks());
    let read = || -> Result<(Part, StateReader, (u32, u64)), StateFileError> {
        let mut saved = StateReader::open(path)?;
        let (bodies, contacts) = saved.counts();
        let bodies = stretch(bodies, rank, ranks);
        let part = Part {
            first: bodies.start,
            bodies: saved.bodies(bodies)?,
            contacts: saved.contacts(stretch(contacts, rank, ranks))?,
            rest: saved.rest().clone(),
        };
        let own = saved.stretch(rank as u64, ranks as u64)?;
        Ok((part, saved, own))
    };
    let cannot = |error: StateFileError| ClusterError::Outside(error.to_string());
    let (part, saved, (checksum, length)) = read().map_err(cannot)?;
    let all = share.gather(&[checksum.into(), length])?;
    let stretches: Vec<(u32, u64)> =
        all.chunks_exact(2).map(|own| (own[0] as u32, own[1])).collect();
    saved.check(&stretches).map_err(cannot)?;
    Ok(part)
}

fn copies(copies: &stickslip_scene::Copies) -> stickslip_cluster::Copies {
    stickslip_cluster::Copies {
        bodies: copies.bodies.clone(),
        name: copies.name.clone(),
        counts: copies.counts.clone(),
        call: copy_name,
    }
}

/// Gives a rank its share.
struct Giving<'s>(&'s mut Share);

impl TakeCopies for Giving<'_> {
    fn wants(&self, body: usize) -> bool {
        self.0.wants(body)
    }

    fn take(&mut self, body: usize, made: &Body, _color: Option<&str>) {
        self.0.give(body, made);
    }
}

/// Takes the copies with these numbers, which ascend.
#[derive(Default)]
struct Examples {
    bodies: Vec<usize>,
    made: Vec<Body>,
}

impl TakeCopies for Examples {
    fn wants(&self, body: usize) -> bool {
        self.bodies.binary_search(&body).is_ok()
    }

    fn take(&mut self, _body: usize, made: &Body, _color: Option<&str>) {
        self.made.push(made.clone());
    }
}
