//! How what a part comes to changes with where it begins, row by row.
//!
//! Rows of a joint or a contact change with the places of the bodies that they name, and with no
//! others: these changes are central differences of those rows alone (`find.rs`), and so are the
//! flights of single bodies. All else is linear: with dJ known, a blow changes by
//!
//! d(M⁻¹Jᵀλ) = d(M⁻¹) Jᵀλ + M⁻¹ dJᵀ λ,
//!
//! and the speed of a row by d(J v) = dJ v + J dv (`level.rs`). A change of one body is followed
//! through a step (`plain.rs`, that of trees in `trees.rs`) or a piece of two kicks (`kick.rs`) from neighbour to neighbour,
//! so that all columns of a part together cost what its rows do, times a constant.

mod find;
mod inputs;
mod kick;
mod level;
mod near;
mod plain;
mod trees;

use std::ops::Range;

use glam::DVec3;

pub use self::inputs::Rubbing;
pub(super) use self::near::Near;
pub use self::trees::RowNumbers;
use self::trees::{TreeScratch, TreeSlopes};
use super::Chart;
use super::chart::add;
use crate::rows::Term;

/// Rows that are written together: those of a joint, or of a contact.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) rows: Range<usize>,
    /// The members that they name, by their places.
    pub(super) members: Vec<usize>,
    /// Number of their terms.
    terms: usize,
    first_term: usize,
    first_number: usize,
}

/// What changes with the place of a row besides its terms.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbers {
    pub(super) error: f64,
    pub(super) target: f64,
}

/// Changes of blocks with the six coordinates of the place of each member that they name.
#[derive(Default)]
pub(super) struct Slopes {
    pub(super) blocks: Vec<Block>,
    /// Blocks that name each member.
    pub(super) of: Vec<Vec<usize>>,
    terms: Vec<Term>,
    numbers: Vec<Numbers>,
}

/// Changes of a part's members: two vectors each, of the place or of the velocity; 0 but for
/// those that are touched.
#[derive(Default)]
pub(super) struct Changes {
    values: Vec<[DVec3; 2]>,
    touched: Vec<usize>,
    is_touched: Vec<bool>,
}

/// One column of the derivatives of a part.
#[derive(Default)]
pub struct Column {
    /// Of w of each row.
    pub w: Vec<f64>,
    /// Of w of each row of a first kick as its first round knows it, without what bends it.
    pub straight: Vec<f64>,
    /// Of the ends, in the coordinates of the members.
    pub ends: Vec<f64>,
    /// Of the gap whose closing ends the part.
    pub meeting: f64,
}

/// What a part is changed in.
#[derive(Clone, Copy, Debug)]
pub enum Seed<'a> {
    /// A coordinate of the state of a member, by its place.
    State(usize, usize),
    /// A place, or behind all places a rate, of a tree: a piece of the chart of the members.
    Way(usize, usize),
    /// The impulse of a row.
    Impulse(usize),
    /// Force and torque on each member; torques on links of trees alone.
    Forces(&'a [[DVec3; 2]]),
}

/// How a state goes on with its orientation and its spin: changes of both of these by the six
/// coordinates of either.
pub(super) type Turning = [[DVec3; 2]; 6];

/// What the columns of a part are made of; kept from part to part.
#[derive(Default)]
pub(super) struct Parts {
    /// Of the rows of the beginning, of what is measured at the end of a first kick, of the
    /// rows of the second.
    begin: Slopes,
    measured: Slopes,
    end: Slopes,
    /// Of each member: on the way into a plain step, and on the way to the end of a part.
    begun: Vec<Turning>,
    flown: Vec<Turning>,
    /// Of the contact whose closing ends the part.
    meeting: Slopes,
    kick: kick::Kick,
    /// Σ λ·angular on each member.
    moments: [Vec<DVec3>; 2],
    /// Trees, and which of them each piece is.
    trees: Vec<TreeSlopes>,
    numbers: Vec<usize>,
    chart: Chart,
    /// The first coordinate of each member that no tree carries.
    firsts: Vec<usize>,
}

/// Changes on the way; kept from column to column.
#[derive(Default)]
pub(super) struct Scratch {
    places: [Changes; 2],
    before: Changes,
    speeds: Changes,
    last: Changes,
    middle: Changes,
    trees: TreeScratch,
    bent: Bent,
    firsts: kick::Firsts,
}

/// Blocks that bend as members move one way.
#[derive(Default)]
pub(super) struct Bent {
    /// Number of a block, and the first of its terms and numbers.
    blocks: Vec<(usize, usize, usize)>,
    terms: Vec<Term>,
    numbers: Vec<Numbers>,
    is_bent: Vec<bool>,
}

impl Changes {
    /// No change of so many members.
    fn clear(&mut self, members: usize) {
        if self.values.len() == members {
            for &at in &self.touched {
                (self.values[at], self.is_touched[at]) = ([DVec3::ZERO; 2], false);
            }
        } else {
            self.values = vec![[DVec3::ZERO; 2]; members];
            self.is_touched = vec![false; members];
        }
        self.touched.clear();
    }

    fn add(&mut self, member: usize, [first, second]: [DVec3; 2]) {
        if !self.is_touched[member] {
            self.is_touched[member] = true;
            self.touched.push(member);
        }
        self.values[member][0] += first;
        self.values[member][1] += second;
    }

    fn copy(&mut self, other: &Self) {
        self.clear(other.values.len());
        other.touched.iter().for_each(|&member| self.add(member, other.values[member]));
    }
}

impl Column {
    /// Nothing, of so many rows and coordinates.
    pub fn clear(&mut self, rows: usize, coordinates: usize) {
        for (values, count) in
            [(&mut self.w, rows), (&mut self.straight, rows), (&mut self.ends, coordinates)]
        {
            values.clear();
            values.resize(count, 0.0);
        }
        self.meeting = 0.0;
    }

    fn add_end(&mut self, first: usize, [one, two]: [DVec3; 2]) {
        add(&mut self.ends, first, one);
        add(&mut self.ends, first + 3, two);
    }
}

impl Bent {
    /// Tells the changes of errors and targets of the rows that bend.
    fn tell_numbers(&self, slopes: &Slopes, mut tell: impl FnMut(usize, &Numbers)) {
        for &(block, _, first) in &self.blocks {
            let rows = slopes.blocks[block].rows.clone();
            rows.zip(&self.numbers[first..]).for_each(|(row, number)| tell(row, number));
        }
    }
}

impl Slopes {
    /// Forgets all blocks.
    fn clear(&mut self, members: usize) {
        self.blocks.clear();
        self.terms.clear();
        self.numbers.clear();
        self.of.resize_with(members.max(self.of.len()), Vec::new);
        self.of.iter_mut().for_each(Vec::clear);
    }

    /// Adds the changes of a block as the members move.
    fn bend(&self, number: usize, places: &Changes, bent: &mut Bent) {
        let block = &self.blocks[number];
        let (first, numbers) = (bent.terms.len(), bent.numbers.len());
        bent.blocks.push((number, first, numbers));
        bent.terms.resize(first + block.terms, Term::default());
        bent.numbers.resize(numbers + block.rows.len(), Numbers::default());
        for (at, &member) in block.members.iter().enumerate() {
            if !places.is_touched[member] {
                continue;
            }
            for coordinate in 0..6 {
                let by = places.values[member][coordinate / 3][coordinate % 3];
                if by == 0.0 {
                    continue;
                }
                let slope = 6 * at + coordinate;
                let from = &self.terms[block.first_term + slope * block.terms..][..block.terms];
                for (sum, term) in bent.terms[first..].iter_mut().zip(from) {
                    sum.mover = term.mover;
                    sum.linear += by * term.linear;
                    sum.angular += by * term.angular;
                }
                let count = block.rows.len();
                let from = &self.numbers[block.first_number + slope * count..][..count];
                for (sum, number) in bent.numbers[numbers..].iter_mut().zip(from) {
                    sum.error += by * number.error;
                    sum.target += by * number.target;
                }
            }
        }
    }
}
