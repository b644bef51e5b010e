//! Which bodies and rows belong together.

use crate::model::Body;
use crate::rows::Row;

/// Rows and bodies of one island, in ascending order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Island {
    /// Its rows.
    pub rows: Vec<usize>,
    /// Its bodies, all dynamic.
    pub bodies: Vec<usize>,
}

/// Finds islands: bodies that rows join. Bodies that forces do not move join
/// nothing (T4). Keeps its memory from step to step.
#[derive(Debug, Default)]
pub struct Islands {
    parent: Vec<usize>,
    /// Island of each root; `usize::MAX` for bodies without rows.
    number: Vec<usize>,
    islands: Vec<Island>,
    count: usize,
    /// Place of each dynamic body in its island.
    local: Vec<usize>,
}

impl Islands {
    /// Sorts rows and bodies into islands, numbered by their first row.
    pub fn find(&mut self, bodies: &[Body], rows: &[Row]) {
        self.parent.clear();
        self.parent.extend(0..bodies.len());
        let dynamic = |row: &Row| {
            row.terms().iter().map(|term| term.body).find(|&body| bodies[body].is_dynamic())
        };
        for row in rows {
            let Some(first) = dynamic(row) else { continue };
            for term in row.terms() {
                if bodies[term.body].is_dynamic() {
                    self.join(first, term.body);
                }
            }
        }
        self.number.clear();
        self.number.resize(bodies.len(), usize::MAX);
        self.count = 0;
        for (index, row) in rows.iter().enumerate() {
            // A row between bodies that nothing moves has nothing to decide.
            let Some(body) = dynamic(row) else { continue };
            let root = self.root(body);
            if self.number[root] == usize::MAX {
                self.number[root] = self.count;
                self.open();
            }
            self.islands[self.number[root]].rows.push(index);
        }
        self.local.clear();
        self.local.resize(bodies.len(), usize::MAX);
        for body in 0..bodies.len() {
            let root = self.root(body);
            let number = self.number[root];
            if number != usize::MAX && bodies[body].is_dynamic() {
                let island = &mut self.islands[number];
                self.local[body] = island.bodies.len();
                island.bodies.push(body);
            }
        }
    }

    /// The islands found last.
    pub fn all(&self) -> &[Island] {
        &self.islands[..self.count]
    }

    /// The place of every body in its island; `usize::MAX` where it has none.
    pub fn places(&self) -> &[usize] {
        &self.local
    }

    fn open(&mut self) {
        if self.count == self.islands.len() {
            self.islands.push(Island::default());
        }
        self.islands[self.count].rows.clear();
        self.islands[self.count].bodies.clear();
        self.count += 1;
    }

    fn root(&mut self, mut body: usize) -> usize {
        while self.parent[body] != body {
            self.parent[body] = self.parent[self.parent[body]];
            body = self.parent[body];
        }
        body
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b);
    }
}
