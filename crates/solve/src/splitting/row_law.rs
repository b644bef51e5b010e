//! One relaxed step of one unit, row by row.
//!
//! A boxed row: xᵢ ← clamp(xᵢ − ω wᵢ/Aᵢᵢ, lo, hi), where a coupled tangent has
//! the bounds ±μ xₙ of the xₙ just found (Preclik et al., §3.1). Contacts of
//! cone kinds use one scalar step per block, because with different steps for
//! the two tangents the fixed point slips in the wrong direction:
//! `ncp`  xₙ as a boxed row, then x_t ← P_disc(μ xₙ)(x_t − ω w_t/ρ_t),
//! `ccp`  x ← P_K(x − ω w/ρ) for the whole contact.
//! ρ is the largest absolute row sum of the block, so at least its largest
//! eigenvalue.

use crate::problem::{Contact, ContactBlock, Kind, Problem};
use crate::sets::{circular_cone, disc, interval};

use super::units::Unit;

/// Where a step finds w and leaves x: inside a sweep w follows every change,
/// in Jacobi's method it stays that of the last iterate.
pub trait Access {
    /// wᵢ.
    fn velocity(&self, row: usize) -> f64;
    /// xᵢ.
    fn impulse(&self, row: usize) -> f64;
    /// Sets xᵢ.
    fn set(&mut self, row: usize, value: f64);
}

/// A way to treat one unit of a sweep.
pub trait Law {
    /// What it treats at once.
    type Unit: Copy;
    /// Improves the rows of `unit`.
    fn visit(&self, unit: Self::Unit, access: &mut impl Access);
}

/// Rows one after another.
pub struct RowLaw<'a> {
    problem: &'a Problem,
    relaxation: f64,
    diagonal: &'a [f64],
}

impl<'a> RowLaw<'a> {
    /// The law with relaxation ω.
    pub fn new(problem: &'a Problem, relaxation: f64) -> Self {
        Self { problem, relaxation, diagonal: problem.diagonal() }
    }

    fn row(&self, row: usize, lo: f64, hi: f64, access: &mut impl Access) {
        let step = self.relaxation * access.velocity(row) / self.diagonal[row];
        access.set(row, interval::project(access.impulse(row) - step, lo, hi));
    }

    fn boxed_contact(&self, contact: &Contact, access: &mut impl Access) {
        self.row(contact.normal, 0.0, f64::INFINITY, access);
        let radius = contact.mu * access.impulse(contact.normal);
        for &tangent in &contact.tangents {
            self.row(tangent, -radius, radius, access);
        }
    }

    fn coulomb(&self, contact: &Contact, block: &ContactBlock, access: &mut impl Access) {
        self.row(contact.normal, 0.0, f64::INFINITY, access);
        let radius = contact.mu * access.impulse(contact.normal);
        let step = self.relaxation / row_sum(block, 1);
        let mut trial = [0.0; 2];
        for (trial, &row) in trial.iter_mut().zip(&contact.tangents) {
            *trial = access.impulse(row) - step * access.velocity(row);
        }
        let found = disc::project(radius, trial);
        for (&row, value) in contact.tangents.iter().zip(found) {
            access.set(row, value);
        }
    }

    fn cone(&self, contact: &Contact, block: &ContactBlock, access: &mut impl Access) {
        let step = self.relaxation / row_sum(block, 0);
        let mut trial = [0.0; 3];
        for (trial, row) in trial.iter_mut().zip(contact.rows()) {
            *trial = access.impulse(row) - step * access.velocity(row);
        }
        for (row, value) in contact.rows().zip(circular_cone::project(contact.mu, trial)) {
            access.set(row, value);
        }
    }
}

impl Law for RowLaw<'_> {
    type Unit = Unit;

    fn visit(&self, unit: Unit, access: &mut impl Access) {
        match unit {
            Unit::Row(row) => {
                self.row(row, self.problem.lo()[row], self.problem.hi()[row], access);
            }
            Unit::Contact(index) => {
                let contact = &self.problem.contacts()[index];
                match self.problem.kind() {
                    Kind::Lcp | Kind::Blcp => self.boxed_contact(contact, access),
                    Kind::Ncp => {
                        self.coulomb(contact, &self.problem.contact_blocks()[index], access);
                    }
                    Kind::Ccp => {
                        self.cone(contact, &self.problem.contact_blocks()[index], access);
                    }
                }
            }
        }
    }
}

/// The largest absolute row sum of a block without its first rows and columns.
pub fn row_sum(block: &ContactBlock, first: usize) -> f64 {
    block.entries[first..block.size]
        .iter()
        .map(|row| row[first..block.size].iter().map(|value| value.abs()).sum())
        .fold(0.0, f64::max)
}
