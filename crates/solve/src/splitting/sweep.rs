//! A sweep: every unit once, each seeing the changes of those before it.

use crate::options::choice;
use crate::outcome::Counts;

use super::ordering::Visits;
use super::row_law::{Access, Law};
use super::rows::Rows;

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

/// Gauss–Seidel sweeps by some law.
pub struct Sweep<'a, L: Law> {
    /// The law of each unit.
    pub law: L,
    /// Access to w.
    pub rows: Rows<'a>,
    /// The order.
    pub visits: Visits<L::Unit>,
    /// Its sense.
    pub direction: Direction,
}

/// x inside a sweep: the change of an entry is seen by the next visit.
struct Fresh<'s, 'a> {
    x: &'s mut [f64],
    rows: &'s mut Rows<'a>,
}

impl Access for Fresh<'_, '_> {
    fn velocity(&self, row: usize) -> f64 {
        self.rows.velocity(row, self.x)
    }
    fn impulse(&self, row: usize) -> f64 {
        self.x[row]
    }
    fn set(&mut self, row: usize, value: f64) {
        let change = value - self.x[row];
        if change != 0.0 {
            self.x[row] = value;
            self.rows.moved(row, change);
        }
    }
}

impl<L: Law> Sweep<'_, L> {
    /// Sweeps over x, of which [`Rows`] must know. One pass over the rows
    /// costs as much as a product with A and counts as one.
    pub fn run(&mut self, x: &mut [f64], counts: &mut Counts) {
        self.visits.renew();
        let mut access = Fresh { x, rows: &mut self.rows };
        if self.direction != Direction::Backward {
            self.visits.order.iter().for_each(|&unit| self.law.visit(unit, &mut access));
            counts.products += 1;
        }
        if self.direction != Direction::Forward {
            self.visits.order.iter().rev().for_each(|&unit| self.law.visit(unit, &mut access));
            counts.products += 1;
        }
    }
}
