//! Loops of trees in accurate steps.
//!
//! The row of a loop, j u⁺ = −γ φ/h, is linear at the beginning of a step. With the curvature
//! κ = u·∂j·u of the loop it leaves ½ h² κ of it open, and u⁺, which j at the end does not hold,
//! is off by h κ or so: forces that follow from u⁺ are then of an order less than the plain step,
//! and whole and half steps, which have seen another number of such ends, point to no end of
//! second order. So accurate steps
//!
//! - close the loop where the step ends: j u⁺ = −γ φ/h − ½ h κ;
//! - and then take from u⁺ what would open it again, ½ h κ, by impulses of the same rows.
//!
//! κ is what the ends of a step back and of one ahead at the rates u differ by from the place
//! between them, h² κ = φ₊ − 2 φ₀ + φ₋.

use stickslip_linalg::DenseLu;

use super::super::linearisation::Linearisation;
use super::Trees;
use super::stepped;
use crate::joint::{Interval, Rule};
use crate::motion;
use crate::rows::{Bodies, RowBuffer};
use crate::state::BodyState;
use crate::tree::Posture;
use crate::world::World;

/// Loops of a step; keeps their memory.
#[derive(Debug, Default)]
pub struct Loops {
    rows: Vec<Loop>,
    /// Rows of the joints that close them, ahead and behind.
    ends: [RowBuffer; 2],
    states: Vec<BodyState>,
    posture: Posture,
    /// J H⁻¹ Jᵀ + ε of the loops.
    response: DenseLu,
    speeds: Vec<f64>,
}

/// A row that closes a loop.
#[derive(Clone, Copy, Debug)]
struct Loop {
    row: usize,
    /// Its place among the rows of all joints that close loops.
    place: usize,
    /// ½ h κ.
    bend: f64,
}

impl Linearisation {
    /// Makes the rows of loops close them where a step of `h` seconds ends, once the trees are
    /// carried.
    pub fn close_loops(&mut self, world: &World, h: f64) {
        let mut loops = std::mem::take(&mut self.trees.loops);
        self.find_loops(world, &mut loops);
        if !loops.rows.is_empty() {
            for (at, seconds) in [h, -h].into_iter().enumerate() {
                self.write_end(world, &mut loops, at, seconds);
            }
            let Loops { rows, ends: [ahead, behind], .. } = &mut loops;
            for Loop { row, place, bend } in rows {
                let row = self.rows.row_mut(*row);
                let [ahead, behind] = [&*ahead, &*behind].map(|end| end.rows()[*place].error);
                let curved = ahead - 2.0 * row.error + behind;
                *bend = 0.5 * curved / h;
                row.error += 0.5 * curved / row.gamma;
            }
        }
        self.trees.loops = loops;
    }

    /// The rows of joints between trees, or between trees and what forces do not move, that hold.
    fn find_loops(&self, world: &World, loops: &mut Loops) {
        loops.rows.clear();
        let (mut first, mut place) = (0, 0);
        for joint in self.joint_rows.chunk_by(|one, two| one == two) {
            let rows = first..first + joint.len();
            first = rows.end;
            let before = loops.rows.len();
            loops.rows.extend(
                rows.clone().filter(|&row| self.is_loop(world, row)).map(|row| Loop {
                    row,
                    place: place + row - rows.start,
                    bend: 0.0,
                }),
            );
            if loops.rows.len() > before {
                place += rows.len();
            }
        }
    }

    /// Whether there are loops with some of the bodies.
    pub fn has_loops(&self, world: &World, has: impl Fn(usize) -> bool) -> bool {
        let own = |row: usize| {
            let terms = self.rows.terms(&self.rows.rows()[row]);
            terms.iter().any(|term| has(term.mover))
        };
        (0..self.joint_rows.len()).any(|row| own(row) && self.is_loop(world, row))
    }

    fn is_loop(&self, world: &World, at: usize) -> bool {
        let row = &self.rows.rows()[at];
        let moves = |mover: usize| world.model.bodies().get(mover).is_none_or(|it| it.is_dynamic());
        let mut terms = self.rows.terms(row).iter().filter(|term| moves(term.mover)).peekable();
        row.is_held
            && row.gamma > 0.0
            && !world.forest.carries(self.joint_rows[at])
            && terms.peek().is_some()
            && terms.all(|term| self.trees.link(term.mover).is_some())
    }

    /// Writes the rows of the joints with loops where all would be after so many seconds at the
    /// rates of the beginning.
    fn write_end(&self, world: &World, loops: &mut Loops, at: usize, seconds: f64) {
        let Loops { rows: found, ends, states, posture, .. } = loops;
        states.clone_from(&world.state.bodies);
        for (body, state) in world.model.bodies().iter().zip(&mut *states) {
            if !body.is_dynamic() {
                motion::advance(body, state, seconds);
            }
        }
        let Trees { forest, steps, .. } = &self.trees;
        for (tree, step) in forest.trees.iter().zip(steps).filter(|(_, step)| !step.left_out) {
            posture.clone_from(&step.dynamics.posture);
            posture.advance(tree, seconds);
            posture.place(tree, states);
        }
        let bodies = Bodies { bodies: world.model.bodies(), states, vertices: &[] };
        let rows = &mut ends[at];
        rows.clear();
        let time = world.state.time + seconds;
        let interval = Interval { time, h: seconds.abs(), rule: Rule::Ends };
        for of in found.chunk_by(|one, two| self.joint_rows[one.row] == self.joint_rows[two.row]) {
            let joint = self.joint_rows[of[0].row];
            let mut coordinates = world.state.joints[joint].coordinates;
            world.model.joints()[joint].track(&bodies, &mut coordinates);
            let controls = world.joint_signals(joint);
            let written = &world.model.joints()[joint];
            written.write_rows(&bodies, &coordinates, interval, controls, rows);
        }
    }

    /// Takes from the rates what would open the loops again, once the trees have moved.
    pub fn straighten_loops(&mut self, world: &mut World) {
        if self.trees.loops.rows.is_empty() {
            return;
        }
        let mut loops = std::mem::take(&mut self.trees.loops);
        let Loops { rows, response, speeds, .. } = &mut loops;
        let matrix = response.begin(rows.len());
        for (line, one) in matrix.chunks_exact_mut(rows.len()).zip(&*rows) {
            for (entry, two) in line.iter_mut().zip(&*rows) {
                *entry = self.trees.coupling(one.row, two.row);
                if one.row == two.row {
                    *entry += self.rows.rows()[one.row].epsilon;
                }
            }
        }
        speeds.clear();
        speeds.extend(rows.iter().map(|row| -row.bend));
        // Rows that hold the same twice have their compliance; where that is rounding the
        // rates stay as they are.
        if response.factorise().is_ok() {
            response.solve(speeds);
            self.trees.strike(rows.iter().map(|row| row.row).zip(speeds.iter().copied()));
            for (tree, step) in stepped(&self.trees.forest, &mut self.trees.steps) {
                if !step.rests {
                    step.dynamics.posture.put_velocities(tree, &mut world.state.bodies);
                }
            }
        }
        self.trees.loops = loops;
    }
}

impl Trees {
    /// j₁ H⁻¹ j₂ᵀ of two rows of the problem.
    fn coupling(&self, one: usize, two: usize) -> f64 {
        let trees = (0..self.steps.len()).map(|tree| {
            let ((left, values), (right, others)) =
                (self.weighted(one, tree), self.weighted(two, tree));
            let (mut sum, mut next) = (0.0, 0);
            for (&freedom, value) in left.iter().zip(values) {
                next += right[next..].partition_point(|&other| other < freedom);
                if right.get(next) == Some(&freedom) {
                    sum += value * others[next];
                }
            }
            sum
        });
        trees.sum()
    }

    /// u += H⁻¹ Jᵀ λ.
    fn strike(&mut self, impulses: impl Iterator<Item = (usize, f64)>) {
        self.steps.iter_mut().for_each(|step| step.change.fill(0.0));
        for (row, impulse) in impulses {
            for tree in 0..self.steps.len() {
                let found = self.part(row, tree).map(|part| part.entries.clone());
                for &(freedom, value) in &self.entries[found.unwrap_or_default()] {
                    self.steps[tree].change[freedom] += value * impulse;
                }
            }
        }
        for (tree, step) in stepped(&self.forest, &mut self.steps) {
            step.dynamics.mass.solve(tree, &mut step.change);
            let rates = step.dynamics.posture.rates.iter_mut();
            rates.zip(&step.change).for_each(|(rate, change)| *rate += change);
        }
    }
}
