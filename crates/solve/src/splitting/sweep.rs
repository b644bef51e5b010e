//! A sweep: every unit once, each seeing the changes of those before it.
//!
//! Units of one colour share nothing that any of them changes, so a colour may
//! be spread over the threads of the pool that the caller runs in: the numbers
//! are the same to the bit for any number of threads.

use rayon::prelude::*;

use crate::options::choice;
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::residual::natural_map;

use super::ordering::{Heuristic, Visits};
use super::row_update::{Access, UnitUpdate};
use super::rows::Rows;
use super::slot::{Atomics, Slot, cells};

choice! {
    /// In which sense a sweep goes through its order.
    pub enum Direction {
        /// From the first unit to the last.
        Forward = "forward",
        /// From the last unit to the first.
        Backward = "backward",
        /// Forward, then backward.
        Symmetric = "symmetric",
    }
}

/// Units that a thread takes at once: fewer are not worth the handing over.
const SHARE: usize = 128;

/// Gauss–Seidel sweeps by some law.
pub struct Sweep<'a, L: UnitUpdate> {
    /// The law of each unit.
    pub update: L,
    /// Access to w.
    pub rows: Rows<'a>,
    /// The order.
    pub visits: Visits<L::Unit>,
    /// Its sense.
    pub direction: Direction,
    /// What [`Rows`] remembers of x.
    pub memory: Vec<f64>,
    shared: [Atomics; 2],
    problem: &'a Problem,
}

/// x inside a sweep: the change of an entry is seen by the next visit.
struct Fresh<'s, 'a, S> {
    x: &'s [S],
    memory: &'s [S],
    rows: &'s Rows<'a>,
}

impl<S: Slot> Access for Fresh<'_, '_, S> {
    const FOLLOWS: bool = true;

    fn velocities<const N: usize>(&self, rows: [usize; N]) -> [f64; N] {
        self.rows.velocities(rows, self.impulses(rows), self.x, self.memory)
    }
    fn impulses<const N: usize>(&self, rows: [usize; N]) -> [f64; N] {
        rows.map(|row| self.x[row].get())
    }
    fn set<const N: usize>(&mut self, rows: [usize; N], values: [f64; N]) {
        let mut changes = [0.0; N];
        for at in 0..N {
            changes[at] = values[at] - self.x[rows[at]].get();
            self.x[rows[at]].set(values[at]);
        }
        if changes != [0.0; N] {
            self.rows.moved(rows, changes, self.memory);
        }
    }
}

impl<'a, L: UnitUpdate> Sweep<'a, L> {
    /// Sweeps that know of x = 0; call [`Self::reset`] for any other x.
    pub fn new(
        problem: &'a Problem,
        update: L,
        rows: Rows<'a>,
        visits: Visits<L::Unit>,
        direction: Direction,
    ) -> Self {
        let memory = rows.memory(&[]);
        Self { update, rows, visits, direction, memory, shared: Default::default(), problem }
    }

    /// Orders the next sweep by x, where that was asked for; how far rows are
    /// off costs a product.
    fn order_by(&mut self, x: &[f64], counts: &mut Counts) {
        let Some(heuristic) = self.visits.heuristic() else { return };
        let mut keys = x.to_vec();
        if heuristic == Heuristic::Residual {
            let mut w = vec![0.0; x.len()];
            self.problem.velocity(x, &mut w);
            counts.products += 1;
            natural_map(self.problem, x, &w, &mut keys);
        }
        let update = &self.update;
        self.visits.sort_by(|unit| {
            let mut largest = 0.0_f64;
            update.for_each_row(unit, &mut |row| largest = largest.max(keys[row].abs()));
            largest
        });
    }

    /// Forgets every x before this one.
    pub fn reset(&mut self, x: &[f64]) {
        self.rows.reset(x, &mut self.memory);
    }

    /// Bytes that a pass over all units reads and writes.
    pub fn bytes(&self) -> usize {
        self.rows.bytes() + size_of_val(&self.visits.order[..])
    }

    /// Sweeps over x, of which the memory must know. One pass over the rows
    /// costs as much as a product with A and counts as one.
    pub fn run(&mut self, x: &mut [f64], counts: &mut Counts) {
        self.visits.renew();
        self.order_by(x, counts);
        let senses: &[bool] = match self.direction {
            Direction::Forward => &[false],
            Direction::Backward => &[true],
            Direction::Symmetric => &[false, true],
        };
        counts.products += senses.len();
        if rayon::current_num_threads() > 1 && self.visits.largest_colour() > SHARE {
            let [shared_x, shared_memory] = &mut self.shared;
            let (slots, memory) = (shared_x.load(x), shared_memory.load(&self.memory));
            for &backward in senses {
                self.visits.for_each_colour(backward, |colour| {
                    colour.par_chunks(SHARE).for_each(|units| {
                        let mut access = Fresh { x: slots, memory, rows: &self.rows };
                        units.iter().for_each(|&unit| self.update.visit(unit, &mut access));
                    });
                });
            }
            shared_x.store(x);
            shared_memory.store(&mut self.memory);
        } else {
            let memory = cells(&mut self.memory);
            let mut access = Fresh { x: cells(x), memory, rows: &self.rows };
            for &backward in senses {
                let order = self.visits.order.iter();
                if backward {
                    order.rev().for_each(|&unit| self.update.visit(unit, &mut access));
                } else {
                    order.for_each(|&unit| self.update.visit(unit, &mut access));
                }
            }
        }
    }
}
