//! Pairs of bodies, and when each is looked at.

use std::ops::Range;

use glam::DVec3;
use stickslip_contact::{Contact, PairDetector};
use stickslip_dynamics::small_steps::{Carried, LOOK_AGAIN, MARGIN, NEAR, inherit, parts};

use crate::bodies::Bodies;
use crate::catalogue::Catalogue;
use crate::cells::COLOURS;
use crate::detect::Scope;
use crate::memory::{Finder, Memory};
use crate::moments::{Moment, axes, shares};
use crate::point::Point;

/// The phase of pairs with bodies that are wider than a cell.
pub const WIDE: usize = COLOURS;
/// Phases of a sweep: the colours, and wide bodies.
pub const PHASES: usize = COLOURS + 1;

/// Two bodies that may touch.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// Their places among the bodies of the rank, in ascending order of their shapes.
    pub places: [u32; 2],
    /// Motion that is left until the next look (m).
    budget: f64,
    /// The number of what happens where they meet.
    pub surface: u32,
    begin: u32,
    count: u32,
    room: u32,
}

impl Pair {
    /// Nothing is known of it but who belongs to it.
    pub fn new(Scope { catalogue, bodies, .. }: Scope<'_>, places: [u32; 2]) -> Self {
        let surface = catalogue.surface_of(places.map(|place| bodies.kinds[place as usize]));
        Self { places, budget: -1.0, surface, begin: 0, count: 0, room: 0 }
    }

    /// The numbers of its shapes, ascending.
    pub fn colliders(&self, bodies: &Bodies) -> [u32; 2] {
        self.places.map(|place| bodies.colliders[place as usize])
    }

    /// The places of its points.
    pub fn points(&self) -> Range<usize> {
        self.begin as usize..(self.begin + self.count) as usize
    }
}

/// For each phase what is in cells with bodies that other ranks hold too, and what is not.
pub type Parts = [[Range<usize>; 2]; PHASES];

/// All pairs of a rank, phase after phase in the order of a sweep.
#[derive(Debug, Default)]
pub struct Pairs {
    pub all: Vec<Pair>,
    /// Where the pairs of each phase are.
    pub phases: Parts,
    /// Pairs with points, likewise.
    pub touching: Vec<u32>,
    pub swept: Parts,
    /// Those of them that may bounce, likewise.
    pub struck: Vec<u32>,
    pub bouncing: Parts,
    pub points: Vec<Point>,
    /// Moments of manifolds where their first points are; empty where there are none at all.
    pub moments: Vec<Moment>,
    detector: PairDetector,
    contacts: Vec<Contact>,
    carried: Vec<Carried>,
}

/// The moments of some points, where there are any at all.
pub fn moments_of(moments: &[Moment], points: Range<usize>) -> &[Moment] {
    moments.get(points).unwrap_or_default()
}

/// Gives back memory that is far more than is used.
pub fn fit<T>(list: &mut Vec<T>) {
    if list.capacity() > list.len() + list.len() / 8 {
        list.shrink_to(list.len() + list.len() / 32);
    }
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
    /// Forgets all pairs.
    pub fn clear(&mut self) {
        self.all.clear();
        self.points.clear();
        self.moments.clear();
    }

    /// Looks at all pairs, which carry what is among the memories.
    pub fn look(&mut self, sight: Sight<'_>, (memories, finder): (&[Memory], &Finder), scale: f64) {
        for at in 0..self.all.len() {
            self.find(sight, at);
            self.carried.clear();
            if let Some(first) = self.contacts.first() {
                let pair = &self.all[at];
                let own = finder.find(memories, pair.colliders(sight.bodies)).iter();
                let surface = sight.catalogue.surface(pair.surface);
                self.carried.extend(own.map(|memory| {
                    let own = memory.carried(first.normal, surface);
                    let [normal, friction, moment] =
                        [own.normal * DVec3::X, own.friction, own.moment].map(|own| scale * own);
                    Carried { normal: normal.x, friction, moment, ..own }
                }));
            }
            self.write(sight, at);
        }
        fit(&mut self.points);
        self.list_touching();
    }

    /// Number of points in the first so many phases.
    pub fn count(&self, phases: usize) -> usize {
        let touching = self.swept[..phases].iter().flatten().flat_map(|part| part.clone());
        let pairs = touching.map(|at| &self.all[self.touching[at] as usize]);
        pairs.map(|pair| pair.count as usize).sum()
    }

    /// Lists the pairs that have points.
    fn list_touching(&mut self) {
        self.touching.clear();
        for (phase, swept) in self.phases.iter().zip(&mut self.swept) {
            for (pairs, swept) in phase.iter().zip(swept) {
                let begin = self.touching.len();
                let touches = |at: &u32| self.all[*at as usize].count > 0;
                self.touching.extend((pairs.start as u32..pairs.end as u32).filter(touches));
                *swept = begin..self.touching.len();
            }
        }
    }

    /// Lists the pairs that have a point for which `is_struck` holds; says whether there is one.
    pub fn list_struck(&mut self, is_struck: impl Fn(&Pair, &Point) -> bool) -> bool {
        self.struck.clear();
        for (phase, struck) in self.swept.iter().zip(&mut self.bouncing) {
            for (swept, struck) in phase.iter().zip(struck) {
                let begin = self.struck.len();
                let bounces = |at: &u32| {
                    let pair = &self.all[*at as usize];
                    self.points[pair.points()].iter().any(|point| is_struck(pair, point))
                };
                let swept = self.touching[swept.clone()].iter().copied();
                self.struck.extend(swept.filter(bounces));
                *struck = begin..self.struck.len();
            }
        }
        !self.struck.is_empty()
    }

    /// Takes the motion of the coming sub-step off all budgets, and looks again at those pairs
    /// that have spent theirs.
    pub fn look_again(&mut self, sight: Sight<'_>) {
        let mut has_looked = false;
        for at in 0..self.all.len() {
            let pair = &mut self.all[at];
            pair.budget -= sight.h * sight.bodies.closing(pair.places);
            if pair.budget >= 0.0 {
                continue;
            }
            has_looked = true;
            self.find(sight, at);
            self.carried.clear();
            let points = &self.points[self.all[at].points()];
            let moments = shares(points, moments_of(&self.moments, self.all[at].points()));
            for (point, (_, moment)) in points.iter().zip(moments) {
                self.carried.push(Carried {
                    moment,
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
        if has_looked {
            self.list_touching();
        }
    }

    /// Finds the contacts of a pair, and when it must be looked at again.
    fn find(&mut self, sight: Sight<'_>, at: usize) {
        let Sight { catalogue, bodies, h } = sight;
        let pair = &mut self.all[at];
        self.contacts.clear();
        let margin = MARGIN + LOOK_AGAIN + h * bodies.closing(pair.places) + 10.0 * h * h;
        let kinds = pair.places.map(|place| bodies.kind(catalogue, place as usize));
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
        let numbers = pair.colliders(bodies).map(|own| own as usize);
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
            if catalogue.has_moments() {
                self.moments.resize(self.points.len(), Moment::default());
            }
        }
        pair.count = count;
        let centres = pair.places.map(|place| bodies.poses[place as usize].position);
        let [one, two] = pair.places.map(|place| bodies.kind(catalogue, place as usize).radius);
        let mut place = pair.begin as usize;
        for part in parts(&self.contacts) {
            let inherited = inherit(&mut self.carried, part, centres, NEAR * one.min(two));
            for (contact, carried) in part.iter().zip(&inherited) {
                self.points[place] = Point::new(sight, pair, contact, carried);
                place += 1;
            }
            if let Some(moment) = self.moments.get_mut(place - part.len()..place) {
                moment.fill(Moment::default());
                if catalogue.has_moment(pair.surface) {
                    let inherited = inherited[..part.len()].iter().map(|own| own.moment).sum();
                    let [one, two] =
                        pair.places.map(|place| bodies.rows[place as usize].inverse_inertia);
                    let axes = axes(&self.points[place - part.len()]);
                    let surface = catalogue.surface(pair.surface);
                    moment[0] = Moment::new(surface, axes, &(one + two), part.len(), inherited);
                }
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
        for own in self.moments.iter_mut().flat_map(|moment| &mut moment.impulses) {
            *own *= scale;
        }
    }
}
