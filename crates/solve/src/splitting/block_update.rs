//! One block of a sweep solved as a whole: a row, a contact, or a group of
//! them (SIGGRAPH 2022 course, Eq 160, Alg 8; Preclik et al., §3.1).
//!
//! Inside block B, w = A_BB x_B + c with c = w_B − A_BB x_B from the rest.

use crate::options::choice;
use crate::problem::{ContactBlock, Kind, Problem};
use crate::sets::disc_quadratic;

use super::blocks::Block;
use super::contact_cases;
use super::row_update::{Access, RowUpdate, UnitUpdate};
use super::units::Unit;

choice! {
    /// How a contact is solved.
    pub enum Local {
        /// To its own solution: by cases when boxed, by projections for cones.
        Exact = "exact",
        /// The normal alone, then the tangents inside the friction bound found.
        NormalFirst = "normal-first",
    }
}

/// The law of `block-pgs`.
pub struct BlockUpdate<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// Single rows, and contacts when `local` is normal-first.
    pub rows: RowUpdate<'a>,
    /// How contacts are solved.
    pub local: Local,
    /// Every block by index.
    pub blocks: Vec<Block>,
}

/// Projections onto a cone inside one contact end here, or when x stands still.
const MAX_PROJECTIONS: usize = 200;

impl UnitUpdate for BlockUpdate<'_> {
    type Unit = usize;

    fn for_each_row(&self, block: usize, visit: &mut dyn FnMut(usize)) {
        match &self.blocks[block] {
            Block::Unit(unit) => self.rows.for_each_row(*unit, visit),
            Block::Group(group) => group.rows.iter().for_each(|&row| visit(row)),
        }
    }

    fn visit(&self, block: usize, access: &mut impl Access) {
        match &self.blocks[block] {
            Block::Unit(Unit::Contact(contact))
                if self.local == Local::Exact || self.problem.kind() == Kind::Ncp =>
            {
                self.contact(*contact, access);
            }
            Block::Unit(unit) => self.rows.visit(*unit, access),
            Block::Group(group) => {
                // A block without a solution is counted and swept row by row.
                let mut inner = group.inner.lock().expect("no sweep ended in a panic");
                if !inner.solve(group, access) {
                    group.units.iter().for_each(|&unit| self.rows.visit(unit, access));
                }
            }
        }
    }
}

impl BlockUpdate<'_> {
    fn contact(&self, index: usize, access: &mut impl Access) {
        let contact = &self.problem.contacts()[index];
        let block = &self.problem.contact_blocks()[index];
        let mut local = Alone { rows: [usize::MAX; 3], x: [0.0; 3], c: [0.0; 3], block };
        for (at, row) in contact.rows().enumerate() {
            local.rows[at] = row;
            [local.x[at]] = access.impulses([row]);
            [local.c[at]] = access.velocities([row]);
        }
        for at in 0..block.size {
            local.c[at] -= local.product(at);
        }
        match self.problem.kind() {
            Kind::Lcp | Kind::Blcp => match contact_cases::solve(block, local.c, contact.mu) {
                Some(x) => local.x = x,
                None => self.rows.visit(Unit::Contact(index), &mut local),
            },
            Kind::Ncp if self.local == Local::NormalFirst => local.normal_first(contact.mu),
            Kind::Ncp | Kind::Ccp => {
                for _ in 0..MAX_PROJECTIONS {
                    let before = local.x;
                    self.rows.visit(Unit::Contact(index), &mut local);
                    if local.x == before {
                        break;
                    }
                }
            }
        }
        for (at, row) in contact.rows().enumerate() {
            access.set([row], [local.x[at]]);
        }
    }
}

/// A contact with the rest of the problem held still.
struct Alone<'s> {
    rows: [usize; 3],
    x: [f64; 3],
    c: [f64; 3],
    block: &'s ContactBlock,
}

impl Alone<'_> {
    fn place(&self, row: usize) -> usize {
        // Asked only for rows of the contact, all of which are in `rows`.
        self.rows.iter().position(|&known| known == row).expect("a row of the contact")
    }

    fn product(&self, at: usize) -> f64 {
        self.block.entries[at].iter().zip(self.x).map(|(a, x)| a * x).sum()
    }

    /// The normal with friction held, then friction inside the disc μ xₙ, each
    /// to its own solution: "nonlinear Gauss–Seidel" (Preclik et al., §3.1).
    fn normal_first(&mut self, mu: f64) {
        let a = &self.block.entries;
        self.x[0] = (self.x[0] - (self.c[0] + self.product(0)) / a[0][0]).max(0.0);
        let load = [1, 2].map(|at| self.c[at] + a[at][0] * self.x[0]);
        // A contact in the plane has one tangent, which the other leaves alone.
        let last = if self.block.size == 3 { a[2][2] } else { 1.0 };
        let tangents = [[a[1][1], a[1][2]], [a[2][1], last]];
        let found = disc_quadratic::minimise(mu * self.x[0], tangents, load);
        self.x[1..].copy_from_slice(&found);
    }
}

impl Access for Alone<'_> {
    const FOLLOWS: bool = true;

    fn velocities<const N: usize>(&self, rows: [usize; N]) -> [f64; N] {
        rows.map(|row| self.place(row)).map(|at| self.c[at] + self.product(at))
    }
    fn impulses<const N: usize>(&self, rows: [usize; N]) -> [f64; N] {
        rows.map(|row| self.x[self.place(row)])
    }
    fn set<const N: usize>(&mut self, rows: [usize; N], values: [f64; N]) {
        for (row, value) in rows.into_iter().zip(values) {
            self.x[self.place(row)] = value;
        }
    }
}
