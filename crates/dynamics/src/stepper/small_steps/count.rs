//! How many sub-steps a step needs.
//!
//! What rests sinks by F/(m ω²) under a force F on an effective mass m, with ω = 2π·¼/h. What
//! arrives at speed v is caught over a depth of about v h/8. Both are to stay within the
//! accuracy, before the step; afterwards it is measured.

use super::colours::Colours;
use super::group::Group;
use super::lane::LANES;
use super::softness::frequency;

/// Sub-steps are a power of two between these.
const FEWEST: usize = 8;
pub(super) const MOST: usize = 256;
/// Part of v h that what arrives may go in.
const IMPACT: f64 = 0.125;

/// The accuracy where nothing is said (m).
pub const ACCURACY: f64 = 1e-3;

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
    pub(super) fn of(colours: &Colours, h: f64) -> Self {
        let mut demand = Self::default();
        for group in colours.groups.iter().flatten() {
            demand.look(group, h);
        }
        demand
    }

    fn look(&mut self, group: &Group, h: f64) {
        for point in &group.at[..group.points] {
            for lane in 0..LANES {
                let mass = f64::from(point.normal_mass.get(lane));
                if mass > 0.0 {
                    let load = f64::from(point.normal_impulse.get(lane)) / (h * mass);
                    self.load = self.load.max(load);
                    self.approach = self.approach.max(-f64::from(point.approach.get(lane)));
                }
            }
        }
    }

    /// Sub-steps of a step of `step` seconds for an accuracy (m).
    pub fn substeps(&self, step: f64, accuracy: f64) -> usize {
        let rest = (self.load / accuracy).sqrt() / frequency(step);
        let impact = IMPACT * self.approach * step / accuracy;
        let needed = rest.max(impact).ceil().clamp(1.0, MOST as f64) as usize;
        needed.next_power_of_two().clamp(FEWEST, MOST)
    }
}
