//! What one rank has of a scene, and a step of it.
//!
//! One step, in the words of the code:
//!
//! 1. **look**: bodies and what contacts carry go to the ranks of their cells, ghosts to all
//!    ranks whose cells they reach into; every rank finds the pairs of its own cells, in the
//!    order of colour, cell and numbers, and their points; and all agree on who sends which
//!    velocities to whom (`look`, `plan`).
//! 2. **count**: as many sub-steps as the loads and speeds of all ranks ask for, or as many as
//!    the settings fix.
//! 3. Every sub-step is that of small steps, each pass colour by colour with an exchange after
//!    each (`substep`); joints before contacts, by all ranks alike (`joined`). Where a body has
//!    left what was foreseen, all look again.
//! 4. **store**: bodies, and what contacts carry; the balance of the ranks (`store`).

use std::sync::Arc;
use std::time::Instant;

use cpu_time::ThreadTime;
use stickslip_dynamics::small_steps::{Demand, Mechanisms};
use stickslip_dynamics::{BodyState, StepError};

use crate::bodies::Bodies;
use crate::catalogue::Catalogue;
use crate::comm::Link;
use crate::detect::Detection;
use crate::error::ClusterError;
use crate::figures::{Figures, StepFigures};
use crate::joined::Twins;
use crate::memory::{Finder, Memory};
use crate::pairs::{PHASES, Pairs, Sight, WIDE};
use crate::partition::Partition;
use crate::plan::{Guests, Plan};
use crate::record::{Motion, Record};
use crate::store::Balance;

/// Ranks are balanced anew where the busiest has this many times the mean.
const IMBALANCE: f64 = 1.1;
/// Steps from one balancing to the next at least.
const PATIENCE: u64 = 8;

/// One rank's part of a scene.
pub struct Domain {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) link: Link,
    pub(crate) partition: Partition,
    /// Bodies in cells of this rank, and those that all ranks hold.
    pub(crate) own: Vec<Record>,
    pub(crate) wides: Vec<Record>,
    /// Bodies that forces do not move, in the order of the catalogue.
    pub(crate) walls: Vec<BodyState>,
    /// Shapes of walls: place among the bodies, and which wall.
    pub(crate) wall_places: Vec<(u32, u32)>,
    /// Shapes of one joined body.
    pub(crate) twins: Twins,
    /// What joins bodies, on all ranks alike.
    pub(crate) joints: Option<Mechanisms>,
    pub(crate) memories: Vec<Memory>,
    pub(crate) finder: Finder,
    pub(crate) detection: Detection,
    pub(crate) bodies: Bodies,
    pub(crate) pairs: Pairs,
    pub(crate) plan: Plan,
    pub(crate) guests: Guests,
    pub(crate) time: f64,
    pub(crate) step: u64,
    pub(crate) figures: Figures,
    /// Whether the next look begins with new cuts, and when the last ones were made.
    pub(crate) is_uneven: bool,
    pub(crate) balanced_at: u64,
    /// Length of the last sub-step (s).
    pub(crate) h: f64,
}

impl Domain {
    /// The number of this rank.
    pub fn rank(&self) -> usize {
        self.link.rank()
    }

    /// Steps done.
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// Simulated time (s).
    pub fn time(&self) -> f64 {
        self.time
    }

    /// How long the impulses of contacts acted in the last step: its last sub-step (s).
    pub fn interval(&self) -> f64 {
        self.h
    }

    /// What was measured so far on this rank.
    pub fn figures(&self) -> Figures {
        Figures { traffic: self.link.traffic(), ..self.figures }
    }

    /// One step; every rank gives the same figures, or the same error.
    pub fn step(&mut self) -> Result<StepFigures, ClusterError> {
        let (clock, processor) = (Instant::now(), ThreadTime::now());
        let waited = self.link.traffic().waited_s;
        let settings = &self.catalogue.settings;
        let (step, told) = (settings.time_step, settings.time_step / settings.substeps as f64);
        let begun = self.time;
        self.wall_places.clear();
        self.drive(begun, told);
        self.look(told, 1.0)?;
        let count = self.count(told)?;
        self.h = step / count as f64;
        let scale = self.h / told;
        self.joints.iter_mut().for_each(Mechanisms::begin);
        if scale != 1.0 {
            self.pairs.rescale(sight(&self.catalogue, &self.bodies, self.h), scale);
        }
        for at in 0..count {
            self.time = begun + at as f64 * self.h;
            self.substep(at == 0, at + 1 == count)?;
        }
        (self.time, self.step) = (begun + step, self.step + 1);
        let deepest = self.deepest();
        let joint_error = self.joint_error();
        self.store(Some(1.0 / scale));
        self.figures.steps += 1;
        self.figures.substeps += count as u64;
        self.figures.wall_s += clock.elapsed().as_secs_f64();
        self.figures.processor_s += processor.elapsed().as_secs_f64();
        self.figures.work_s +=
            clock.elapsed().as_secs_f64() - (self.link.traffic().waited_s - waited);
        self.agree(count, deepest, joint_error)
    }

    /// As many sub-steps as the settings fix, or as the contacts of all ranks ask for.
    fn count(&mut self, told: f64) -> Result<usize, ClusterError> {
        let least = self.catalogue.settings.substeps;
        if self.catalogue.is_fixed {
            return Ok(least);
        }
        let mut demand = Demand::default();
        self.note_approaches();
        for &at in &self.pairs.touching {
            for point in &self.pairs.points[self.pairs.all[at as usize].points()] {
                demand.load = demand.load.max(point.normal_impulse / (told * point.normal_mass));
                demand.approach = demand.approach.max(-point.approach);
            }
        }
        // Numbers that are not negative have the order of their bits.
        let all = self.link.gather(&[demand.load.to_bits(), demand.approach.to_bits()])?;
        let most = |at: usize| all.iter().skip(at).step_by(2).copied().max().unwrap_or(0);
        let [load, approach] = [0, 1].map(|at| f64::from_bits(most(at)));
        let step = self.catalogue.settings.time_step;
        let Demand { curvature, swing, .. } = self.demand_of_joints(told);
        Ok(Demand { load, approach, curvature, swing }
            .substeps(step, self.catalogue.accuracy)
            .max(least))
    }

    /// What all ranks have to agree on after a step: that nobody is lost, and who is busiest.
    fn agree(
        &mut self,
        substeps: usize,
        deepest: f64,
        joint_error: f64,
    ) -> Result<StepFigures, ClusterError> {
        let is_bad = |own: &Record| {
            let Motion { v, w } = own.motion;
            !(own.pose.is_finite() && v.is_finite() && w.is_finite())
        };
        let all = || self.own.iter().copied().chain(self.wides.iter().copied());
        let all = || all().chain(self.wall_records());
        let bad = all().filter(is_bad).map(|own| u64::from(own.collider)).min();
        // Every rank has the pairs of wide bodies.
        let points = self.pairs.count(if self.link.rank() == 0 { PHASES } else { WIDE });
        let weight = self.own.len() + self.memories.len();
        let said = Balance {
            bad: bad.unwrap_or(u64::MAX),
            bodies: self.own.len() as u64,
            contacts: points as u64,
            weight: weight as u64,
            deepest,
        };
        let all = Balance::gather(&self.link, said)?;
        let bad = all.iter().map(|own| own.bad).min().unwrap_or(u64::MAX);
        if bad != u64::MAX {
            let name = self.catalogue.name(self.catalogue.body_of(bad as u32) as usize);
            return Err(StepError::NotFinite { name, step: self.step }.into());
        }
        let (expected, wide) = self.catalogue.moving;
        let found = all.iter().map(|own| own.bodies).sum::<u64>() + wide as u64;
        if found != expected as u64 {
            let (step, expected) = (self.step, expected as u64);
            return Err(ClusterError::Count { step, found, expected });
        }
        let most = all.iter().map(|own| own.weight).max().unwrap_or(0) as f64;
        let mean = all.iter().map(|own| own.weight).sum::<u64>() as f64 / all.len() as f64;
        let imbalance = if mean > 0.0 { most / mean } else { 1.0 };
        let deepest = all.iter().map(|own| own.deepest).fold(0.0, f64::max);
        self.figures.imbalance_sum += imbalance;
        self.figures.deepest = self.figures.deepest.max(deepest);
        if imbalance > IMBALANCE && self.step >= self.balanced_at + PATIENCE {
            (self.is_uneven, self.balanced_at) = (true, self.step);
        }
        let contacts = all.iter().map(|own| own.contacts).sum();
        self.figures.bodies = self.own.len() as u64;
        self.figures.contacts = points as u64;
        let is_inaccurate = deepest.max(joint_error) > self.catalogue.accuracy;
        Ok(StepFigures { substeps, contacts, deepest, joint_error, is_inaccurate, imbalance })
    }
}

/// What pairs are looked at with.
pub(crate) fn sight<'a>(catalogue: &'a Catalogue, bodies: &'a Bodies, h: f64) -> Sight<'a> {
    Sight { catalogue, bodies, h }
}
