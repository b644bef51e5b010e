//! A point at which two bodies meet.

use glam::DVec3;
use stickslip_contact::{Contact, tangents};
use stickslip_dynamics::small_steps::{Carried, Softness};

use crate::pairs::{Pair, Sight};
use crate::record::Motion;

/// A point at which two bodies meet.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub normal: DVec3,
    pub tangent: DVec3,
    /// From both centres of mass.
    pub arms: [DVec3; 2],
    /// Gap at the last look of all (m), by the motion since.
    gap: f64,
    /// Gap now (m).
    pub now: f64,
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

impl Point {
    /// Room for one.
    pub const NONE: Self = Self {
        normal: DVec3::Y,
        tangent: DVec3::X,
        arms: [DVec3::ZERO; 2],
        gap: 0.0,
        now: 0.0,
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
    pub fn new(sight: Sight<'_>, pair: &Pair, contact: &Contact, carried: &Carried) -> Self {
        let bodies = sight.bodies;
        let places = pair.places.map(|place| place as usize);
        let n = contact.normal;
        let (t, b) = tangents(n);
        let arms = places.map(|place| contact.point - bodies.poses[place].position);
        let rows = places.map(|place| &bodies.rows[place]);
        let mass = |one: DVec3, two: DVec3| {
            let side = |side: usize| {
                let inertia = rows[side].inverse_inertia;
                arms[side].cross(one).dot(inertia * arms[side].cross(two))
            };
            side(0) + side(1)
        };
        let inverse_mass = rows[0].inverse_mass + rows[1].inverse_mass;
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
        point.gap -= point.moved(&bodies.ways, places);
        point.measure(&bodies.ways, places);
        point.soften(sight, pair);
        point
    }

    /// How it gives way in a sub-step.
    pub fn soften(&mut self, Sight { catalogue, bodies, h }: Sight<'_>, pair: &Pair) {
        let kinds = pair.places.map(|place| bodies.kind(catalogue, place as usize));
        let moves = kinds.map(|kind| kind.constants.is_dynamic);
        let times = if moves == [true; 2] { 1.0 } else { 2.0 };
        let compliance = &catalogue.surface(pair.surface).compliance;
        let usual = Softness::of_substep(h, times);
        let softness = Softness::of(compliance, h, self.normal_mass, usual);
        self.share = softness.share(self.normal_mass);
        (self.rate, self.relaxes) = (softness.rate, softness.relaxes);
    }

    /// How far its gap has opened since the last look of all (m).
    #[inline]
    fn moved(&self, ways: &[Motion], places: [usize; 2]) -> f64 {
        let way = |side: usize| {
            let way = &ways[places[side]];
            self.normal.dot(way.v) + self.arms[side].cross(self.normal).dot(way.w)
        };
        way(1) - way(0)
    }

    /// Measures its gap anew.
    pub fn measure(&mut self, ways: &[Motion], places: [usize; 2]) {
        self.now = self.gap + self.moved(ways, places);
    }

    /// Whether it was struck fast enough to bounce.
    pub fn is_struck(&self, bounce_speed: f64) -> bool {
        self.normal_impulse > 0.0 && self.approach < bounce_speed
    }

    /// Friction as a vector (N·s).
    pub fn friction(&self) -> DVec3 {
        let [x, y] = self.tangent_impulse;
        x * self.tangent + y * self.normal.cross(self.tangent)
    }
}
