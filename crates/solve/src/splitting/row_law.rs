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

use crate::problem::{ContactBlock, Kind, Problem};
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
pub trait Law: Sync {
    /// What it treats at once.
    type Unit: Copy + Sync;
    /// Improves the rows of `unit`.
    fn visit(&self, unit: Self::Unit, access: &mut impl Access);
}

/// Rows one after another.
pub struct RowLaw<'a> {
    kind: Kind,
    relaxation: f64,
    diagonal: &'a [f64],
    lo: &'a [f64],
    hi: &'a [f64],
    contacts: Vec<Local>,
}

/// What a visit needs of a contact, in one place.
struct Local {
    normal: usize,
    tangents: [usize; 2],
    count: usize,
    mu: f64,
    /// ρ of the tangents (`ncp`) or of the whole contact (`ccp`).
    scale: f64,
}

impl Local {
    fn new(problem: &Problem, index: usize) -> Self {
        let contact = &problem.contacts()[index];
        let mut tangents = [usize::MAX; 2];
        tangents[..contact.tangents.len()].copy_from_slice(&contact.tangents);
        let scale = match problem.kind() {
            Kind::Lcp | Kind::Blcp => 1.0,
            Kind::Ncp => row_sum(&problem.contact_blocks()[index], 1),
            Kind::Ccp => row_sum(&problem.contact_blocks()[index], 0),
        };
        let (normal, count) = (contact.normal, contact.tangents.len());
        Self { normal, tangents, count, mu: contact.mu, scale }
    }

    fn tangents(&self) -> &[usize] {
        &self.tangents[..self.count]
    }

    fn rows(&self) -> impl Iterator<Item = usize> {
        std::iter::once(self.normal).chain(self.tangents().iter().copied())
    }
}

impl<'a> RowLaw<'a> {
    /// The law with relaxation ω.
    pub fn new(problem: &'a Problem, relaxation: f64) -> Self {
        Self {
            kind: problem.kind(),
            relaxation,
            diagonal: problem.diagonal(),
            lo: problem.lo(),
            hi: problem.hi(),
            contacts: (0..problem.contacts().len()).map(|at| Local::new(problem, at)).collect(),
        }
    }

    fn row(&self, row: usize, lo: f64, hi: f64, access: &mut impl Access) {
        let step = self.relaxation * access.velocity(row) / self.diagonal[row];
        access.set(row, interval::project(access.impulse(row) - step, lo, hi));
    }

    fn boxed_contact(&self, contact: &Local, access: &mut impl Access) {
        self.row(contact.normal, 0.0, f64::INFINITY, access);
        let radius = contact.mu * access.impulse(contact.normal);
        for &tangent in contact.tangents() {
            self.row(tangent, -radius, radius, access);
        }
    }

    fn coulomb(&self, contact: &Local, access: &mut impl Access) {
        self.row(contact.normal, 0.0, f64::INFINITY, access);
        let radius = contact.mu * access.impulse(contact.normal);
        let step = self.relaxation / contact.scale;
        let mut trial = [0.0; 2];
        for (trial, &row) in trial.iter_mut().zip(contact.tangents()) {
            *trial = access.impulse(row) - step * access.velocity(row);
        }
        let found = disc::project(radius, trial);
        for (&row, value) in contact.tangents().iter().zip(found) {
            access.set(row, value);
        }
    }

    fn cone(&self, contact: &Local, access: &mut impl Access) {
        let step = self.relaxation / contact.scale;
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
            Unit::Row(row) => self.row(row, self.lo[row], self.hi[row], access),
            Unit::Contact(index) => {
                let contact = &self.contacts[index];
                match self.kind {
                    Kind::Lcp | Kind::Blcp => self.boxed_contact(contact, access),
                    Kind::Ncp => self.coulomb(contact, access),
                    Kind::Ccp => self.cone(contact, access),
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
