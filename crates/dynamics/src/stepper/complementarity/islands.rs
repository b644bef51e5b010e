//! Which bodies and rows belong together.

use stickslip_linalg::Components;

use crate::freedoms::Layout;
use crate::rows::RowBuffer;

/// Rows and bodies of one island, in ascending order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Island {
    /// Its rows.
    pub rows: Vec<usize>,
    /// Its bodies, all dynamic.
    pub bodies: Vec<usize>,
    /// Freedoms of all its bodies.
    pub freedoms: usize,
}

/// Finds islands: bodies that rows join. Bodies that forces do not move join
/// nothing (T4). Keeps its memory from step to step.
#[derive(Debug, Default)]
pub struct Islands {
    joined: Components,
    /// Island of each root; `usize::MAX` for bodies without rows.
    number: Vec<usize>,
    islands: Vec<Island>,
    count: usize,
    /// First column of each mover among the freedoms of its island.
    columns: Vec<usize>,
}

impl Islands {
    /// Sorts rows and bodies into islands, numbered by their first row.
    pub fn find(&mut self, layout: &Layout, rows: &RowBuffer) {
        self.joined.reset(layout.movers());
        for row in rows.rows() {
            let mut movers =
                rows.terms(row).iter().map(|term| term.mover).filter(|&mover| layout.moves(mover));
            let Some(first) = movers.next() else { continue };
            movers.for_each(|mover| self.joined.join(first, mover));
        }
        self.number.clear();
        self.number.resize(layout.movers(), usize::MAX);
        self.count = 0;
        for (index, row) in rows.rows().iter().enumerate() {
            // A row between bodies that nothing moves has nothing to decide.
            let mut movers = rows.terms(row).iter().map(|term| term.mover);
            let Some(mover) = movers.find(|&mover| layout.moves(mover)) else { continue };
            let root = self.joined.root(mover);
            if self.number[root] == usize::MAX {
                self.number[root] = self.count;
                self.open();
            }
            self.islands[self.number[root]].rows.push(index);
        }
        self.columns.clear();
        self.columns.resize(layout.movers(), usize::MAX);
        for mover in 0..layout.movers() {
            let root = self.joined.root(mover);
            let number = self.number[root];
            if number != usize::MAX && layout.moves(mover) {
                let island = &mut self.islands[number];
                self.columns[mover] = island.freedoms;
                island.bodies.push(mover);
                island.freedoms += layout.span(mover).len();
            }
        }
    }

    /// The islands found last.
    pub fn all(&self) -> &[Island] {
        &self.islands[..self.count]
    }

    /// The first column of every mover among the freedoms of its island;
    /// `usize::MAX` where it is in none.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    fn open(&mut self) {
        if self.count == self.islands.len() {
            self.islands.push(Island::default());
        }
        self.islands[self.count].rows.clear();
        self.islands[self.count].bodies.clear();
        self.islands[self.count].freedoms = 0;
        self.count += 1;
    }
}
