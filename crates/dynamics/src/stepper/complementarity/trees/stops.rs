//! Stops of joints that a step does not come to.
//!
//! A stop at the distance φ is the row w = j u⁺ + φ/h ≥ 0, λ ≥ 0, w λ = 0. Most stops are far
//! away, and a problem without their rows has the same solution as long as w ≥ 0 holds there.
//! So the stops that an axis would not come half way to are left out; the solution is then
//! asked for all of them, and those that it passes are put back and solved for.

use std::ops::Range;

use stickslip_solve::Label;

use super::super::linearisation::Linearisation;
use super::TreeStep;
use crate::tree::Entry;
use crate::world::World;

/// A stop that is left out.
#[derive(Clone, Debug)]
pub struct FarStop {
    /// Its part of a row.
    part: usize,
    terms: Range<usize>,
    /// φ/h: how fast the axis would have to go to come there.
    reach: f64,
}

impl TreeStep {
    /// j u at the rates as they are, and j (u + Δu) with the change in the making.
    fn speeds(&self, entries: &[Entry]) -> (f64, f64) {
        let rates = &self.dynamics.posture.rates;
        entries.iter().fold((0.0, 0.0), |(before, after), &(freedom, value)| {
            let (rate, change) = (rates[freedom], self.change[freedom]);
            (before + value * rate, after + value * (rate + change))
        })
    }
}

impl Linearisation {
    /// Leaves out the stops that are farther than twice what an axis goes in `h` seconds,
    /// with the rates as they are and with those that forces alone would give.
    pub(super) fn leave_out_stops(&mut self, world: &World, h: f64) {
        self.trees.far_stops.clear();
        // Sleep is for islands, and soft bodies are accelerated as part of theirs.
        if world.settings.sleeping.is_some() || !world.model.soft_bodies().is_empty() {
            return;
        }
        let trees = &mut self.trees;
        for (at, part) in trees.parts.iter().enumerate() {
            let Some(&joint) = self.joint_rows.get(part.row) else { break };
            let row = &self.rows.rows()[part.row];
            // Ends of slack springs are like stops; servos have targets.
            let pushes = row.lo == 0.0 && row.hi == f64::INFINITY;
            let is_stop = pushes && row.gamma == 1.0 && row.target == 0.0;
            if !(is_stop && row.error > 0.0 && trees.forest.carries(joint)) {
                continue;
            }
            let reach = row.error / h;
            let entries = &trees.entries[part.entries.clone()];
            let (before, after) = trees.steps[part.tree].speeds(entries);
            if before.min(after) > -0.5 * reach {
                let terms = self.rows.strike_out(part.row);
                (self.impulses[part.row], self.labels[part.row]) = (0.0, Label::Lower);
                trees.far_stops.push(FarStop { part: at, terms, reach });
            }
        }
    }

    /// Puts the stops back that were in a problem, row by row.
    pub fn put_back_recorded(&mut self, counts: &[bool]) {
        let mut left_out = std::mem::take(&mut self.trees.far_stops);
        for stop in left_out.drain(..) {
            let row = self.trees.parts[stop.part].row;
            if counts[row] {
                self.rows.put_back(row, stop.terms);
                self.trees.weigh(stop.part..stop.part + 1);
            }
        }
    }

    /// Puts the stops back that the impulses as they are would pass; whether there are any.
    pub fn put_back_stops(&mut self) -> bool {
        if self.trees.far_stops.is_empty() {
            return false;
        }
        self.find_changes();
        let mut left_out = std::mem::take(&mut self.trees.far_stops);
        let count = left_out.len();
        left_out.retain(|stop| {
            let part = &self.trees.parts[stop.part];
            let entries = &self.trees.entries[part.entries.clone()];
            let (_, after) = self.trees.steps[part.tree].speeds(entries);
            let holds = after + stop.reach >= 0.0;
            if !holds {
                self.rows.put_back(part.row, stop.terms.clone());
                self.trees.weigh(stop.part..stop.part + 1);
            }
            holds
        });
        let any = left_out.len() < count;
        self.trees.has_changes = !any;
        self.trees.far_stops = left_out;
        any
    }
}
