//! How many sub-steps a step needs.
//!
//! What rests sinks by F/(m ω²) under a force F on an effective mass m, with ω = 2π·¼/h; F is
//! what a contact carried in the last step. What begins to lean on something light sinks twice
//! as deep at first, since the damping of a mass M is less by √(m/M): so F is at least twice the
//! weight of the upper body. What arrives at speed v is caught over a depth of about v h/8. What
//! turns about a joint leaves its circle by ω² r h²/2 a sub-step, of which a share is removed in
//! the next; and what swings under tension at ω needs sub-steps well below 2/ω, beyond which it gains
//! energy, for joints act along the directions with which a sub-step begins. All are to stay
//! within the accuracy, before the step; afterwards it is measured.

use glam::DVec3;

use super::colours::Colours;
use super::direct::{GIVE, is_two_sided};
use super::group::Group;
use super::joints::Joints;
use super::lane::{LANES, Lane, take};
use super::movers::Velocity;
use super::rows::BodyRow;
use super::softness::frequency;
use crate::settings::Accuracy;
use crate::world::World;

/// Sub-steps are a power of two between these, or half as many again.
const FEWEST: usize = 8;
pub(super) const MAX: usize = 256;
/// Part of v h that what arrives may go in.
const IMPACT: f64 = 0.125;

/// Times its depth at rest that something goes in at first, and a little more.
const OVERSHOOT: f64 = 2.2;

/// Share of the error of a joint that a sub-step removes, ωh/(2ζ + ωh).
const REMOVED: f64 = 0.44;
/// h √(F r/I) of what swings under tension, at most. Chains of 10 to 100 rigid links in a plane
/// with 2000 times their mass at the end hold with 0.5 and fly apart with 0.75 (links against
/// each other swing at √2 of that, and the removal of errors takes from what 2 would allow).
const SWING: f64 = 0.4;

/// The accuracy where nothing is said (m), and sub-steps that heaps of equal bodies need for it.
pub const ACCURACY: f64 = 1e-3;
const USUAL: f64 = 32.0;

/// How deep bodies may go in (m): what is asked, or what so many sub-steps can be expected to
/// reach.
pub(super) fn expected(world: &World) -> f64 {
    let (settings, count) = (&world.settings, world.settings.substeps);
    if !matches!(settings.accuracy, Accuracy::Within(_)) && count > 1 {
        let share = USUAL / count as f64;
        return ACCURACY * (share * share).min(1.0);
    }
    world.error_bounds.accuracy.unwrap_or(ACCURACY)
}

/// Loads and speeds of the contacts that a step begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Demand {
    /// Largest F/m of a point (m/s²).
    pub load: f64,
    /// Fastest approach of a point (m/s).
    pub approach: f64,
    /// Largest acceleration of what joints hold along its circle (m/s²).
    pub curvature: f64,
    /// Square of the fastest frequency at which something light swings under tension (1/s²).
    pub swing: f64,
}

impl Demand {
    /// That of every manifold, with a body that it moves and how many points it has; impulses
    /// are those of `h` seconds.
    pub(super) fn each(
        colours: &Colours,
        rows: &[BodyRow],
        (h, gravity): (f64, DVec3),
        mut found: impl FnMut(usize, Self, usize),
    ) {
        let groups = colours.groups.iter().flatten();
        groups.for_each(|group| Self::each_of(group, rows, (h, gravity), &mut found));
    }

    /// What all manifolds ask for together.
    pub(super) fn of_all(colours: &Colours, rows: &[BodyRow], (h, gravity): (f64, DVec3)) -> Self {
        let of_share = |groups: &[Group]| {
            let mut own = Self::default();
            for group in groups {
                Self::each_of(group, rows, (h, gravity), &mut |_, demand, _| own.add(&demand));
            }
            own
        };
        let mut all = Self::default();
        colours.in_shares(of_share, |own| all.add(&own));
        all
    }

    /// The same of eight manifolds.
    fn each_of(
        group: &Group,
        rows: &[BodyRow],
        (h, gravity): (f64, DVec3),
        found: &mut impl FnMut(usize, Self, usize),
    ) {
        for lane in 0..LANES {
            let side = usize::from(group.moves[0] >> lane & 1 == 0);
            if group.moves[side] >> lane & 1 == 1 {
                let (demand, points) = Self::of(group, lane, rows, (h, gravity));
                found(group.bodies[side][lane] as usize, demand, points);
            }
        }
    }

    /// Asks for what both ask for.
    pub(super) fn add(&mut self, other: &Self) {
        self.load = self.load.max(other.load);
        self.approach = self.approach.max(other.approach);
        self.curvature = self.curvature.max(other.curvature);
        self.swing = self.swing.max(other.swing);
    }

    /// That of a manifold, and how many points it has.
    fn of(
        group: &Group,
        lane: usize,
        rows: &[BodyRow],
        (h, gravity): (f64, DVec3),
    ) -> (Self, usize) {
        let mut demand = Self::default();
        let number = |own: &Lane| f64::from(own.get(lane));
        let points = group.at[..group.points].iter().filter(|it| number(&it.normal_mass) > 0.0);
        let count = points.clone().count();
        // The normal points to the second body, which is the upper one against gravity.
        let push = gravity.dot(take(&group.normal, lane));
        let upper = usize::from(push < 0.0);
        let inverse_mass = f64::from(rows[group.bodies[upper][lane] as usize].0[7]);
        let weight = if inverse_mass > 0.0 { push.abs() / inverse_mass } else { 0.0 };
        for point in points {
            let own = OVERSHOOT * weight / count as f64;
            let force = (number(&point.normal_impulse) / h).max(own);
            demand.load = demand.load.max(force / number(&point.normal_mass));
            demand.approach = demand.approach.max(-number(&point.approach));
        }
        (demand, count)
    }

    /// Sub-steps of a step of `step` seconds for an accuracy (m).
    pub fn substeps(&self, step: f64, accuracy: f64) -> usize {
        let rest = (self.load / accuracy).sqrt() / frequency(step);
        let impact = IMPACT * self.approach * step / accuracy;
        let bend = step * (self.curvature / (2.0 * REMOVED * accuracy)).sqrt();
        let swing = step * self.swing.sqrt() / SWING;
        let needed = rest.max(impact).max(bend).max(swing).ceil().clamp(1.0, MAX as f64) as usize;
        let power = needed.next_power_of_two().clamp(FEWEST, MAX);
        if needed <= power / 4 * 3 && power > FEWEST { power / 4 * 3 } else { power }
    }
}

impl Joints {
    /// What every row asks for, with a body: |ω|² r where it holds, since its points leave the
    /// lines along which a sub-step moves them; and F r/I, the square of the frequency at which
    /// a light body swings under its load F, which was that of `h` seconds.
    pub(super) fn demands(
        &self,
        rows: &[impl Velocity],
        h: f64,
        mut found: impl FnMut(usize, Demand),
    ) {
        for row in &self.rows {
            let parts = &self.parts[row.terms.0..row.terms.1];
            let moved = parts.iter().filter(|part| part.linear != DVec3::ZERO);
            let holds = is_two_sided(row) && row.responses[1].give == GIVE * row.mass;
            let force = row.impulse.abs() / h;
            let mut demand = Demand::default();
            for part in moved {
                let spin = rows[part.body].motion().1.length_squared();
                demand.curvature += if holds { spin * part.angular.length() } else { 0.0 };
                demand.swing = demand.swing.max(force * part.spin.length());
            }
            if let Some(first) = parts.first() {
                found(first.body, demand);
            }
        }
    }
}
