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

use crate::problem::{ContactBlock, FrictionContact, Kind, Problem};
use crate::sets::{circular_cone, disc, interval};

use super::units::Unit;

/// Where a step finds w and leaves x.
pub trait Access {
    /// Whether w follows every change of x, as it does inside a sweep; in
    /// Jacobi's method it stays that of the last iterate.
    const FOLLOWS: bool;
    /// wᵢ of some rows.
    fn velocities<const N: usize>(&self, rows: [usize; N]) -> [f64; N];
    /// xᵢ of some rows.
    fn impulses<const N: usize>(&self, rows: [usize; N]) -> [f64; N];
    /// Sets xᵢ of some rows.
    fn set<const N: usize>(&mut self, rows: [usize; N], values: [f64; N]);
}

/// A way to treat one unit of a sweep.
pub trait UnitUpdate: Sync {
    /// What it treats at once.
    type Unit: Copy + Sync;
    /// Calls `visit` for each row of `unit`.
    fn for_each_row(&self, unit: Self::Unit, visit: &mut dyn FnMut(usize));
    /// Improves the rows of `unit`.
    fn visit(&self, unit: Self::Unit, access: &mut impl Access);
}

/// Rows one after another. Those of a contact are read and written together,
/// for the time that saves: w of its tangents follows their normal by the
/// contact's own block of A.
pub struct RowUpdate<'a> {
    problem: &'a Problem,
    kind: Kind,
    relaxation: f64,
    /// ω/Aᵢᵢ.
    step: Vec<f64>,
    lo: &'a [f64],
    hi: &'a [f64],
    contacts: Vec<Local>,
    /// Radii of the friction bounds while they are held; empty when they follow
    /// their normals.
    held: Vec<f64>,
}

/// What a visit needs of a contact, in one place.
struct Local {
    /// Normal and tangents; the second tangent is that of a contact in space.
    rows: [usize; 3],
    size: usize,
    mu: f64,
    /// ρ of the tangents (`ncp`) or of the whole contact (`ccp`).
    scale: f64,
    /// How w of the tangents follows the normal, and w of the second the first.
    follow: [f64; 3],
}

impl Local {
    fn new(kind: Kind, contact: &FrictionContact, block: &ContactBlock) -> Self {
        let mut rows = [usize::MAX; 3];
        rows.iter_mut().zip(contact.rows()).for_each(|(to, row)| *to = row);
        let scale = match kind {
            Kind::Lcp | Kind::Blcp => 1.0,
            Kind::Ncp => row_sum(block, 1),
            Kind::Ccp => row_sum(block, 0),
        };
        let [_, first, second] = block.entries;
        let follow = [first[0], second[0], second[1]];
        Self { rows, size: block.size, mu: contact.mu, scale, follow }
    }
}

impl<'a> RowUpdate<'a> {
    /// The law with relaxation ω.
    pub fn new(problem: &'a Problem, relaxation: f64) -> Self {
        let contacts = problem.contacts().iter().zip(problem.contact_blocks());
        Self {
            problem,
            kind: problem.kind(),
            relaxation,
            step: problem.diagonal().iter().map(|entry| relaxation / entry).collect(),
            lo: problem.lo(),
            hi: problem.hi(),
            contacts: contacts
                .map(|(contact, block)| Local::new(problem.kind(), contact, block))
                .collect(),
            held: Vec::new(),
        }
    }

    /// Holds the friction bounds that belong to the normals of x.
    pub fn hold(&mut self, x: &[f64]) {
        self.held.clear();
        self.held.extend(self.contacts.iter().map(|it| it.mu * x[it.rows[0]].max(0.0)));
    }

    /// The relaxed step of one row.
    fn step(&self, row: usize, x: f64, w: f64, lo: f64, hi: f64) -> f64 {
        interval::project(x - self.step[row] * w, lo, hi)
    }

    fn contact<A: Access, const N: usize>(&self, index: usize, rows: [usize; N], access: &mut A) {
        let contact = &self.contacts[index];
        let old = access.impulses(rows);
        let mut w = access.velocities(rows);
        let mut x = old;
        // w of the rows after `at` takes in the change of row `at`.
        let follow = |at: usize, x: &[f64; N], w: &mut [f64; N]| {
            if A::FOLLOWS {
                for to in at + 1..N {
                    w[to] += contact.follow[at + to - 1] * (x[at] - old[at]);
                }
            }
        };
        if self.kind == Kind::Ccp {
            let step = self.relaxation / contact.scale;
            let mut trial = [0.0; 3];
            for at in 0..N {
                trial[at] = x[at] - step * w[at];
            }
            let found = circular_cone::project(contact.mu, trial);
            x.iter_mut().zip(found).for_each(|(x, found)| *x = found);
        } else {
            x[0] = self.step(rows[0], x[0], w[0], 0.0, f64::INFINITY);
            follow(0, &x, &mut w);
            let radius = self.held.get(index).copied().unwrap_or(contact.mu * x[0]);
            if self.kind == Kind::Ncp {
                let step = self.relaxation / contact.scale;
                let mut trial = [0.0; 2];
                for at in 1..N {
                    trial[at - 1] = x[at] - step * w[at];
                }
                let found = disc::project(radius, trial);
                x[1..].iter_mut().zip(found).for_each(|(x, found)| *x = found);
            } else {
                for at in 1..N {
                    x[at] = self.step(rows[at], x[at], w[at], -radius, radius);
                    follow(at, &x, &mut w);
                }
            }
        }
        access.set(rows, x);
    }
}

impl UnitUpdate for RowUpdate<'_> {
    type Unit = Unit;

    fn for_each_row(&self, unit: Unit, visit: &mut dyn FnMut(usize)) {
        unit.for_each_row(self.problem, visit);
    }

    fn visit(&self, unit: Unit, access: &mut impl Access) {
        match unit {
            Unit::Row(row) => {
                let ([x], [w]) = (access.impulses([row]), access.velocities([row]));
                access.set([row], [self.step(row, x, w, self.lo[row], self.hi[row])]);
            }
            Unit::Contact(index) => {
                let contact = &self.contacts[index];
                let [normal, first, second] = contact.rows;
                match contact.size {
                    3 => self.contact(index, [normal, first, second], access),
                    2 => self.contact(index, [normal, first], access),
                    _ => self.contact(index, [normal], access),
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
