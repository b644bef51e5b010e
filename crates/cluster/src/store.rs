//! What a step leaves, and what ranks tell each other of it.

use glam::DVec3;
use stickslip_dynamics::{BodyState, ContactMemory};

use crate::bodies::Role;
use crate::comm::{Link, Lost, Parcel};
use crate::domain::Domain;
use crate::extent::{Extent, pair_cell};
use crate::figures::Figures;
use crate::memory::{Memory, More};
use crate::moments::shares;
use crate::pairs::{PHASES, WIDE, moments_of};
use crate::plan::parcels;
use crate::record::Motion;

/// What a rank says after a step.
pub(crate) struct Balance {
    /// The shape of a body whose motion is no longer finite.
    pub(crate) bad: u64,
    pub(crate) bodies: u64,
    pub(crate) contacts: u64,
    pub(crate) weight: u64,
    pub(crate) deepest: f64,
}

impl Balance {
    /// Those of all ranks.
    pub(crate) fn gather(link: &Link, own: Self) -> Result<Vec<Self>, Lost> {
        let Self { bad, bodies, contacts, weight, deepest } = own;
        let all = link.gather(&[bad, bodies, contacts, weight, deepest.to_bits()])?;
        let read = |words: &[u64]| Self {
            bad: words[0],
            bodies: words[1],
            contacts: words[2],
            weight: words[3],
            deepest: f64::from_bits(words[4]),
        };
        Ok(all.chunks_exact(5).map(read).collect())
    }
}

impl Domain {
    /// Keeps bodies, and what contacts carry: from step to step with impulses multiplied by
    /// `scale`, within a step all of it.
    pub(crate) fn store(&mut self, scale: Option<f64>) {
        let bodies = &self.bodies;
        let is_own = |role: &&Role| **role == Role::Own;
        self.own.clear();
        self.own.reserve_exact(bodies.roles.iter().filter(is_own).count());
        self.wides.clear();
        for at in 0..bodies.colliders.len() {
            match bodies.roles[at] {
                Role::Own => self.own.push(bodies.record(at)),
                Role::Wide => self.wides.push(bodies.record(at)),
                Role::Wall | Role::Joined | Role::Ghost => {}
            }
        }
        for &(place, wall) in &self.wall_places {
            let state = &mut self.walls[wall as usize];
            let Motion { v, w } = bodies.rows[place as usize].motion;
            (state.pose, state.velocity, state.angular_velocity) =
                (bodies.poses[place as usize], v, w);
        }
        self.memories.clear();
        self.memories.reserve_exact(self.pairs.count(PHASES));
        let step = self.catalogue.settings.time_step;
        let extent =
            |place: u32| Extent::new(&self.catalogue, &bodies.record(place as usize), step);
        for &at in &self.pairs.touching {
            let pair = &self.pairs.all[at as usize];
            let is_wide = self.pairs.phases[WIDE][0].contains(&(at as usize));
            let [one, two] = pair.places.map(extent);
            let cell = pair_cell(&self.catalogue.cells, [&one, &two]);
            if cell.is_none() && !is_wide {
                continue;
            }
            let points = &self.pairs.points[pair.points()];
            let moments = shares(points, moments_of(&self.pairs.moments, pair.points()));
            let surface = self.catalogue.surface(pair.surface);
            for (point, (moments, moment)) in points.iter().zip(moments) {
                let [x, y] = point.tangent_impulse;
                let moment = match scale {
                    Some(scale) if moment != DVec3::ZERO => {
                        let mut rows = ContactMemory::default().impulses;
                        surface.keep_moments(moments.map(|own| scale * own), &mut rows);
                        DVec3::from_slice(&rows[3..])
                    }
                    _ => moment,
                };
                let friction = match scale {
                    Some(scale) => scale * DVec3::new(x, y, 0.0),
                    None => point.friction(),
                };
                let more = match scale {
                    Some(_) => More { moment, ..More::default() },
                    None => More { moment, approach: point.approach, arms: Some(point.arms) },
                };
                let own = (pair.colliders(bodies), cell.filter(|_| !is_wide), point.feature);
                let normal = scale.unwrap_or(1.0) * point.normal_impulse;
                self.memories.push(Memory::new(own, normal, friction, more));
            }
        }
    }

    /// Deepest penetration of the points of this rank where bodies are now (m).
    pub(crate) fn deepest(&self) -> f64 {
        let pairs = self.pairs.touching.iter().map(|&at| &self.pairs.all[at as usize]);
        let points = pairs.flat_map(|pair| &self.pairs.points[pair.points()]);
        points.map(|own| -own.now).fold(0.0, f64::max)
    }

    /// Words of all ranks, given to rank 0 in their order; nobody else gets any.
    pub(crate) fn bring(&self, words: Vec<u64>) -> Result<Vec<Parcel>, Lost> {
        let mut parcels = parcels(self.link.size());
        parcels[0].words = words;
        self.link.deliver(parcels)
    }

    /// What the contacts of this rank carry to the next step, as a state keeps it.
    pub(crate) fn kept_contacts(&self) -> impl Iterator<Item = ContactMemory> + '_ {
        self.memories.iter().map(Memory::kept)
    }

    /// Bodies of this rank, to their places among all.
    pub(crate) fn put_bodies(&self, bodies: &mut [BodyState]) {
        let mut put = |body: u32, from: BodyState| {
            let to = &mut bodies[body as usize];
            *to = BodyState { still: to.still, sub_stepped: to.sub_stepped, ..from };
        };
        for own in self.own.iter().chain(&self.wides) {
            put(self.catalogue.body_of(own.collider), own.state());
        }
        for ((body, _), wall) in self.catalogue.walls.iter().zip(&self.walls) {
            put(*body, *wall);
        }
    }

    /// What all ranks measured, given to rank 0 in their order.
    pub fn all_figures(&self) -> Result<Option<Vec<Figures>>, Lost> {
        let came = self.bring(self.figures().words())?;
        let read = || came.iter().map(|parcel| Figures::read(&parcel.words)).collect();
        Ok((self.link.rank() == 0).then(read))
    }

    /// Whether any rank says yes, such as to ending now.
    pub fn any(&self, own: bool) -> Result<bool, Lost> {
        self.link.any(own)
    }
}
