//! The events of one step, one after the other.
//!
//! Every point has a place, a velocity, and the time of that place; it is carried on when an
//! event asks for it. An event changes velocities alone, by h M⁻¹ f of its own clock:
//! together that is a symplectic step for every force by itself.
//!
//! A pair is certain not to reach its next layer for as long as the distance to it over the
//! sum of the speeds of its points. Speeds are bounded from above by twice what they are;
//! when a point becomes faster than its bound, all pairs are looked for anew.

use std::collections::BTreeMap;

use glam::DVec3;

use super::super::surfaces::Surfaces;
use super::clock::{Clock, END, Event, Queue};
use super::elements::Timed;
use super::kicks::PairImpulse;
use super::layers::Layers;
use super::pairs::{Key, Near, Pair, Reaches};
use crate::model::Model;
use crate::step_progress::StepProgress;

/// No two features come nearer than the layer of this number.
const MAX_LAYERS: u32 = 1 << 16;

/// A point and what moves it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Point {
    pub(super) place: DVec3,
    pub(super) velocity: DVec3,
    /// When it is at that place.
    pub(super) now: u64,
    /// 1/m (1/kg); 0 where forces do not move it.
    pub(super) inverse_mass: f64,
    /// Of a ball: spin (rad/s), 1/I and radius.
    pub(super) spin: DVec3,
    pub(super) inverse_inertia: f64,
    pub(super) radius: f64,
    /// Weight and what pushes from outside (m/s²; rad/s²).
    pub(super) acceleration: DVec3,
    pub(super) turning: DVec3,
    /// a of its soft body (1/s).
    pub(super) drag: f64,
    /// It is no faster than this (m/s).
    pub(super) bound: f64,
}

/// A step in the making.
pub(super) struct Flow<'a> {
    pub(super) model: &'a Model,
    pub(super) surfaces: &'a Surfaces,
    pub(super) step_progress: &'a StepProgress,
    pub(super) elements: &'a [Timed],
    pub(super) layers: Layers,
    /// Whether there is friction.
    pub(super) rubs: bool,
    pub(super) share: f64,
    pub(super) h: f64,
    pub(super) points: Vec<Point>,
    pub(super) weight: Clock,
    pub(super) queue: Queue,
    pub(super) pairs: Vec<Pair>,
    pub(super) told: BTreeMap<Key, PairImpulse>,
    /// Whether a point has become faster than its bound.
    pub(super) is_broken: bool,
    /// Kicks of layers and elements, and certificates that were looked at.
    pub(super) kicks: usize,
    pub(super) looks: usize,
}

impl Flow<'_> {
    /// All events of the step; the error is a sentence.
    pub(super) fn run(&mut self) -> Result<(), String> {
        self.rebuild(0)?;
        while let Some((tick, event)) = self.queue.pop() {
            match event {
                Event::Weight => self.weigh(tick),
                Event::Element(at) => self.stretch(at, tick)?,
                Event::Layer(pair, layer) => self.push(pair, layer, tick)?,
                Event::Look(pair) if self.pairs[pair as usize].look == tick => {
                    self.look(pair, tick)?;
                }
                Event::Look(_) => {}
            }
            self.step_progress.tell(tick as f64 / END as f64);
            let is_last = self.queue.next_tick().is_none_or(|next| next > tick);
            if self.is_broken && is_last && tick < END {
                self.rebuild(tick)?;
            }
        }
        (0..self.points.len()).for_each(|at| self.carry(at, END));
        Ok(())
    }

    /// Carries a point on to a time.
    pub(super) fn carry(&mut self, at: usize, tick: u64) {
        let seconds = self.h * ((tick - self.points[at].now) as f64 / END as f64);
        let point = &mut self.points[at];
        point.place += seconds * point.velocity;
        point.now = tick;
    }

    /// Bounds all speeds anew, finds all pairs, and sets all clocks.
    fn rebuild(&mut self, tick: u64) -> Result<(), String> {
        self.is_broken = false;
        (0..self.points.len()).for_each(|at| self.carry(at, tick));
        let left = self.h * ((END - tick) as f64 / END as f64);
        for point in &mut self.points {
            let speed = point.velocity.length();
            let slow = self.layers.thickness / self.h + point.acceleration.length() * self.h;
            point.bound = if point.inverse_mass > 0.0 { 2.0 * speed + slow } else { speed };
        }
        let places: Vec<DVec3> = self.points.iter().map(|point| point.place).collect();
        let travel: Vec<f64> = self.points.iter().map(|point| left * point.bound).collect();
        let inverse_masses: Vec<f64> = self.points.iter().map(|it| it.inverse_mass).collect();
        let thickness = self.layers.thickness;
        let reaches = Reaches {
            places: &places,
            travel: &travel,
            inverse_masses: &inverse_masses,
            thickness,
            rubs: self.rubs,
        };
        self.pairs = reaches.pairs(self.surfaces, self.model);
        self.queue.clear();
        self.queue.push(self.weight.next(tick), Event::Weight);
        for (at, timed) in self.elements.iter().enumerate() {
            self.queue.push(timed.clock.next(tick), Event::Element(at as u32));
        }
        (0..self.pairs.len()).try_for_each(|pair| self.look(pair as u32, tick))
    }

    /// The points of a pair at a time.
    pub(super) fn gather(&mut self, points: [u32; 4], tick: u64) -> [DVec3; 4] {
        points.map(|at| {
            self.carry(at as usize, tick);
            self.points[at as usize].place
        })
    }

    fn near(&mut self, pair: u32, tick: u64) -> Result<Near, String> {
        let x = self.gather(self.pairs[pair as usize].points, tick);
        let near = self.pairs[pair as usize].near(self.surfaces, &x);
        // NaN is no distance either.
        if near.distance > 0.0 { Ok(near) } else { Err(self.tell(pair, "touch")) }
    }

    fn tell(&self, pair: u32, what: &str) -> String {
        let name = |part: u32| self.model.party_name(self.surfaces.parts[part as usize].party);
        let [one, two] = self.pairs[pair as usize].parts;
        format!(
            "asynchronous needs everything apart, but \"{}\" and \"{}\" {what}",
            name(one),
            name(two)
        )
    }

    /// A certificate ends: opens the layers that are reached, and makes the next one.
    fn look(&mut self, at: u32, tick: u64) -> Result<(), String> {
        self.looks += 1;
        let near = self.near(at, tick)?;
        let pair = &self.pairs[at as usize];
        let fastest = |points: &[u32]| {
            points.iter().map(|&point| self.points[point as usize].bound).fold(0.0, f64::max)
        };
        let (first, second) = pair.points.split_at(pair.split());
        let speed = fastest(first) + fastest(second);
        self.pairs[at as usize].look = 0;
        for layer in self.pairs[at as usize].open + 1..MAX_LAYERS {
            let apart = near.distance - self.layers.thickness(layer);
            let parts = apart / speed / self.h * END as f64;
            // A layer acts when its clock ticks: there is no use in looking more often.
            if apart < 0.0 || parts < self.period(at, layer) {
                self.open(at, layer, tick)?;
                continue;
            }
            // Beyond the end of the step there is nothing to look at; NaN is a pair at rest.
            if parts < (END - tick) as f64 + 1.0 {
                let next = tick + parts as u64;
                self.pairs[at as usize].look = next;
                self.queue.push(next, Event::Look(at));
            }
            return Ok(());
        }
        Err(self.tell(at, "come nearer than any layer"))
    }

    fn known_clock(&self, at: u32, layer: u32) -> Option<Clock> {
        let Pair { inverse_mass, ratio, .. } = self.pairs[at as usize];
        self.layers.clock(layer, inverse_mass, ratio, self.share, self.h)
    }

    /// How many parts of the step are between two ticks of a layer; the fewest where no
    /// clock is fast enough.
    fn period(&self, at: u32, layer: u32) -> f64 {
        self.known_clock(at, layer).map_or(1.0, |clock| clock.period as f64)
    }

    fn clock(&self, at: u32, layer: u32) -> Result<Clock, String> {
        let clock = self.known_clock(at, layer);
        clock.ok_or_else(|| self.tell(at, "come so near that no clock is fast enough"))
    }

    fn open(&mut self, at: u32, layer: u32, tick: u64) -> Result<(), String> {
        let next = self.clock(at, layer)?.next(tick);
        let pair = &mut self.pairs[at as usize];
        pair.open = layer;
        if pair.ticks.len() < layer as usize {
            pair.ticks.resize(layer as usize, 0);
        }
        let known = &mut pair.ticks[layer as usize - 1];
        // It may have been closed since, and its tick be still in the queue.
        if *known != next {
            *known = next;
            self.queue.push(next, Event::Layer(at, layer));
        }
        Ok(())
    }

    /// A layer ticks.
    fn push(&mut self, at: u32, layer: u32, tick: u64) -> Result<(), String> {
        let place = layer as usize - 1;
        if self.pairs[at as usize].ticks[place] == tick {
            self.pairs[at as usize].ticks[place] = 0;
        }
        if layer > self.pairs[at as usize].open {
            return Ok(());
        }
        let near = self.near(at, tick)?;
        if near.distance >= self.layers.thickness(layer) {
            self.pairs[at as usize].open = layer - 1;
            return self.look(at, tick);
        }
        let clock = self.clock(at, layer)?;
        self.kick(at, layer, &near, clock.seconds(self.h));
        let next = tick + clock.period;
        self.pairs[at as usize].ticks[place] = next;
        self.queue.push(next, Event::Layer(at, layer));
        Ok(())
    }
}
