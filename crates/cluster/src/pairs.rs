//! Pairs of bodies and the points at which they meet.

use std::ops::Range;

use glam::DVec3;
use stickslip_contact::{Contact, PairDetector, tangents};
use stickslip_dynamics::small_steps::{
    Carried, LOOK_AGAIN, MARGIN, NEAR, Softness, inherit, parts,
};

use crate::bodies::Bodies;
use crate::catalogue::Catalogue;
use crate::cells::COLOURS;
use crate::memory::Memory;

/// The phase of pairs with bodies that are wider than a cell.
pub const WIDE: usize = COLOURS;
/// Phases of a sweep: the colours, and wide bodies.
pub const PHASES: usize = COLOURS + 1;

/// A point at which two bodies meet.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub normal: DVec3,
    pub tangent: DVec3,
    /// From both centres of mass.
    pub arms: [DVec3; 2],
    /// Gap at the last look of all (m), by the motion since.
    pub gap: f64,
    /// Effective masses (kg).
    pub normal_mass: f64,
    pub tangent_mass: f64,
    /// Softness: s, β, and whether a sweep without the error follows.
    pub share: f64,
    pub rate: f64,
    pub relaxes: bool,
    /// Impulses (N·s).
    pub normal_impulse: f64,
    pub tangent_impulse: [f64; 2],
    /// Normal speed with which it came (m/s).
    pub approach: f64,
    pub feature: u64,
}

/// Two bodies that may touch.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// Their shapes, ascending.
    pub colliders: [u32; 2],
    /// Their places among the bodies of the rank.
    pub places: [u32; 2],
    /// Motion that is left until the next look (m).
    budget: f64,
    pub friction: f64,
    pub restitution: f64,
    begin: u32,
    count: u32,
    room: u32,
}

impl Pair {
    /// Nothing is known of it but who belongs to it.
    pub fn new(catalogue: &Catalogue, colliders: [u32; 2], places: [u32; 2]) -> Self {
        let surface = catalogue.surface(colliders);
        let friction = if catalogue.has_friction() { surface.friction } else { 0.0 };
        let restitution = surface.restitution;
        Self { colliders, places, budget: -1.0, friction, restitution, begin: 0, count: 0, room: 0 }
    }

    /// The places of its points.
    pub fn points(&self) -> Range<usize> {
        self.begin as usize..(self.begin + self.count) as usize
    }
}

/// All pairs of a rank, phase after phase in the order of a sweep.
#[derive(Debug, Default)]
pub struct Pairs {
    pub all: Vec<Pair>,
    /// Where the pairs of each phase are.
    pub phases: [Range<usize>; PHASES],
    pub points: Vec<Point>,
    detector: PairDetector,
    contacts: Vec<Contact>,
    carried: Vec<Carried>,
}

/// What pairs are looked at with.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    pub catalogue: &'a Catalogue,
    pub bodies: &'a Bodies,
    /// Length of a sub-step (s).
    pub h: f64,
}

impl Pairs {
    /// Becomes these pairs, phase after phase.
    pub fn fill(&mut self, pairs: Vec<Pair>, phases: [Range<usize>; PHASES]) {
        (self.all, self.phases) = (pairs, phases);
        self.points.clear();
    }

    /// Looks at all pairs; what they carry is among the memories, in ascending order.
    pub fn look(&mut self, sight: Sight<'_>, memories: &[Memory], scale: f64) {
        for at in 0..self.all.len() {
            let colliders = self.all[at].colliders;
            let begin = memories.partition_point(|memory| memory.colliders < colliders);
            let own = memories[begin..].iter().take_while(|own| own.colliders == colliders);
            self.find(sight, at);
            self.carried.clear();
            if let Some(first) = self.contacts.first() {
                self.carried.extend(own.map(|memory| {
                    let own = memory.carried(first.normal);
                    Carried { normal: scale * own.normal, friction: scale * own.friction, ..own }
                }));
            }
            self.write(sight, at);
        }
    }

    /// Takes the motion of the coming sub-step off all budgets, and looks again at those pairs
    /// that have spent theirs.
    pub fn look_again(&mut self, sight: Sight<'_>) {
        for at in 0..self.all.len() {
            self.all[at].budget -= sight.h * closing(sight, self.all[at].places);
            if self.all[at].budget >= 0.0 {
                continue;
            }
            self.find(sight, at);
            self.carried.clear();
            for point in &self.points[self.all[at].points()] {
                self.carried.push(Carried {
                    feature: point.feature,
                    normal: point.normal_impulse,
                    friction: point.friction(),
                    approach: point.approach,
                    arms: Some(point.arms),
                    ..Carried::default()
                });
            }
            self.write(sight, at);
        }
    }

    /// Finds the contacts of a pair, and when it must be looked at again.
    fn find(&mut self, sight: Sight<'_>, at: usize) {
        let Sight { catalogue, bodies, h } = sight;
        let pair = &mut self.all[at];
        self.contacts.clear();
        let margin = MARGIN + LOOK_AGAIN + h * closing(sight, pair.places) + 10.0 * h * h;
        let kinds = pair.colliders.map(|own| catalogue.kind(own));
        let centres = pair.places.map(|place| bodies.poses[place as usize].position);
        let apart = centres[0].distance(centres[1]) - kinds[0].radius - kinds[1].radius;
        if apart > margin {
            pair.budget = apart - MARGIN;
            return;
        }
        let place =
            |side: usize| bodies.poses[pair.places[side] as usize].compose(&kinds[side].pose);
        let poses = [place(0), place(1)];
        let shapes = [(&kinds[0].shape, &poses[0]), (&kinds[1].shape, &poses[1])];
        let numbers = pair.colliders.map(|own| own as usize);
        let apart = self.detector.collide_near(shapes, numbers, margin, &mut self.contacts);
        pair.budget = match self.contacts.is_empty() {
            true => (apart - MARGIN).max(LOOK_AGAIN),
            false => LOOK_AGAIN,
        };
    }

    /// Writes the contacts that were found as points of a pair, with what they inherit.
    fn write(&mut self, sight: Sight<'_>, at: usize) {
        let Sight { catalogue, bodies, .. } = sight;
        let pair = &mut self.all[at];
        let count = self.contacts.len() as u32;
        if count > pair.room {
            (pair.begin, pair.room) = (self.points.len() as u32, count);
            self.points.resize(self.points.len() + count as usize, Point::NONE);
        }
        pair.count = count;
        let centres = pair.places.map(|place| bodies.poses[place as usize].position);
        let [one, two] = pair.colliders.map(|own| catalogue.kind(own).radius);
        let mut place = pair.begin as usize;
        for part in parts(&self.contacts) {
            let inherited = inherit(&mut self.carried, part, centres, NEAR * one.min(two));
            for (contact, carried) in part.iter().zip(&inherited) {
                self.points[place] = Point::new(sight, pair, contact, carried);
                place += 1;
            }
        }
    }

    /// Impulses of sub-steps of another length: so many times those before.
    pub fn rescale(&mut self, sight: Sight<'_>, scale: f64) {
        for pair in &self.all {
            for point in &mut self.points[pair.points()] {
                point.normal_impulse *= scale;
                point.tangent_impulse = point.tangent_impulse.map(|own| scale * own);
                point.soften(sight, pair);
            }
        }
    }
}

/// Fastest speed with which the shapes of two bodies may close in on each other (m/s).
fn closing(Sight { catalogue, bodies, .. }: Sight<'_>, places: [u32; 2]) -> f64 {
    let [a, b] = places.map(|place| place as usize);
    let spin = |at: usize| {
        let reach = catalogue.kind(bodies.colliders[at]).constants.reach;
        bodies.motions[at].w.length() * reach
    };
    (bodies.motions[a].v - bodies.motions[b].v).length() + spin(a) + spin(b)
}

impl Point {
    const NONE: Self = Self {
        normal: DVec3::Y,
        tangent: DVec3::X,
        arms: [DVec3::ZERO; 2],
        gap: 0.0,
        normal_mass: 0.0,
        tangent_mass: 0.0,
        share: 0.0,
        rate: 0.0,
        relaxes: true,
        normal_impulse: 0.0,
        tangent_impulse: [0.0; 2],
        approach: 0.0,
        feature: 0,
    };

    /// A point with what it inherits.
    ///
    /// With one scalar mass 1/λ_max of the 2 × 2 tangent block a radial projection pushes
    /// along the slip.
    fn new(sight: Sight<'_>, pair: &Pair, contact: &Contact, carried: &Carried) -> Self {
        let bodies = sight.bodies;
        let places = pair.places.map(|place| place as usize);
        let n = contact.normal;
        let (t, b) = tangents(n);
        let arms = places.map(|place| contact.point - bodies.poses[place].position);
        let mass = |one: DVec3, two: DVec3| {
            let side = |side: usize| {
                let inertia = &bodies.inverse_inertias[places[side]];
                arms[side].cross(one).dot(*inertia * arms[side].cross(two))
            };
            side(0) + side(1)
        };
        let inverse_mass = bodies.inverse_masses[places[0]] + bodies.inverse_masses[places[1]];
        let (tt, tb, bb) = (inverse_mass + mass(t, t), mass(t, b), inverse_mass + mass(b, b));
        let largest = 0.5 * (tt + bb) + (0.25 * (tt - bb) * (tt - bb) + tb * tb).sqrt();
        let mut point = Self {
            normal: n,
            tangent: t,
            arms,
            gap: contact.gap,
            normal_mass: 1.0 / (inverse_mass + mass(n, n)),
            tangent_mass: 1.0 / largest,
            normal_impulse: carried.normal,
            tangent_impulse: [carried.friction.dot(t), carried.friction.dot(b)],
            approach: carried.approach,
            feature: contact.feature,
            ..Self::NONE
        };
        point.gap -= point.moved(bodies, places);
        point.soften(sight, pair);
        point
    }

    /// How it gives way in a sub-step.
    fn soften(&mut self, Sight { catalogue, h, .. }: Sight<'_>, pair: &Pair) {
        let moves = pair.colliders.map(|own| catalogue.kind(own).constants.is_dynamic);
        let times = if moves == [true; 2] { 1.0 } else { 2.0 };
        let compliance = &catalogue.surface(pair.colliders).compliance;
        let usual = Softness::of_substep(h, times);
        let softness = Softness::of(compliance, h, self.normal_mass, usual);
        self.share = softness.share(self.normal_mass);
        (self.rate, self.relaxes) = (softness.rate, softness.relaxes);
    }

    /// How far its gap has opened since the last look of all (m).
    pub fn moved(&self, bodies: &Bodies, places: [usize; 2]) -> f64 {
        let way = |side: usize| {
            let way = &bodies.ways[places[side]];
            self.normal.dot(way.v) + self.arms[side].cross(self.normal).dot(way.w)
        };
        way(1) - way(0)
    }

    /// Friction as a vector (N·s).
    pub fn friction(&self) -> DVec3 {
        let [x, y] = self.tangent_impulse;
        x * self.tangent + y * self.normal.cross(self.tangent)
    }
}
