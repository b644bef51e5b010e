//! How many sub-steps a step needs.
//!
//! What rests sinks by F/(m ω²) under a force F on an effective mass m, with ω = 2π·¼/h; F is
//! what a contact carried in the last step. What begins to lean on something light sinks twice
//! as deep at first, since the damping of a mass M is less by √(m/M): so F is at least twice the
//! weight of the upper body. What arrives at speed v is caught over a depth of about v h/8. All
//! are to stay within the accuracy, before the step; afterwards it is measured.

use glam::DVec3;

use super::bodies::Bodies;
use super::colours::Colours;
use super::group::Group;
use super::joints::{Joints, Law, Ready, inverse_mass};
use super::lane::{LANES, Lane, take};
use super::rows::BodyRow;
use super::softness::frequency;
use crate::settings::Accuracy;
use crate::world::World;

/// Sub-steps are a power of two between these, or half as many again.
const FEWEST: usize = 8;
pub(super) const MOST: usize = 256;
/// Part of v h that what arrives may go in.
const IMPACT: f64 = 0.125;

/// Times its depth at rest that something goes in at first, and a little more.
const OVERSHOOT: f64 = 2.2;

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
}

impl Demand {
    /// That of all manifolds, whose impulses are those of `h` seconds.
    pub(super) fn of(colours: &Colours, rows: &[BodyRow], h: f64, gravity: DVec3) -> Self {
        let mut demand = Self::default();
        for group in colours.groups.iter().flatten() {
            for lane in 0..LANES {
                demand.look(group, lane, rows, (h, gravity));
            }
        }
        demand
    }

    fn look(&mut self, group: &Group, lane: usize, rows: &[BodyRow], (h, gravity): (f64, DVec3)) {
        let number = |own: &Lane| f64::from(own.get(lane));
        let points = group.at[..group.points].iter().filter(|it| number(&it.normal_mass) > 0.0);
        let count = points.clone().count() as f64;
        // The normal points to the second body, which is the upper one against gravity.
        let push = gravity.dot(take(&group.normal, lane));
        let upper = usize::from(push < 0.0);
        let inverse_mass = f64::from(rows[group.bodies[upper][lane] as usize].0[7]);
        let weight = if inverse_mass > 0.0 { push.abs() / inverse_mass } else { 0.0 };
        for point in points {
            let force = (number(&point.normal_impulse) / h).max(OVERSHOOT * weight / count);
            self.load = self.load.max(force / number(&point.normal_mass));
            self.approach = self.approach.max(-number(&point.approach));
        }
    }

    /// Sub-steps of a step of `step` seconds for an accuracy (m).
    pub fn substeps(&self, step: f64, accuracy: f64) -> usize {
        let rest = (self.load / accuracy).sqrt() / frequency(step);
        let impact = IMPACT * self.approach * step / accuracy;
        let needed = rest.max(impact).ceil().clamp(1.0, MOST as f64) as usize;
        let power = needed.next_power_of_two().clamp(FEWEST, MOST);
        if needed <= power / 4 * 3 && power > FEWEST { power / 4 * 3 } else { power }
    }
}

impl Joints {
    /// Largest F/m of a row that holds (m/s²), by the impulses of the last `h` seconds, or by
    /// the weight of the heavier body in case it hangs there.
    pub(super) fn load(&self, bodies: &Bodies, h: f64, gravity: f64) -> f64 {
        let holds = |row: &&Ready| row.lo == f64::NEG_INFINITY && row.laws[1] == Law::default();
        let load = |row: &Ready| {
            let parts = &self.parts[row.terms.0..row.terms.1];
            let moved = parts.iter().filter(|part| part.linear != DVec3::ZERO);
            let lightest = moved.map(|part| bodies.constants[part.body].inverse_mass);
            let weight = gravity / lightest.fold(f64::INFINITY, f64::min);
            inverse_mass(parts) * (row.impulse.abs() / h).max(OVERSHOOT * weight)
        };
        self.rows.iter().filter(holds).map(load).fold(0.0, f64::max)
    }
}
