//! Which bodies and rows belong together.

use stickslip_linalg::Components;

use crate::freedoms::Layout;
use crate::rows::RowBuffer;

/// Rows and bodies of one island, in ascending order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Island {
    /// Its rows.
    pub rows: Vec<usize>,
    /// Its bodies, all dynamic; links of trees are among them.
    pub bodies: Vec<usize>,
    /// Its soft bodies.
    pub meshes: Vec<usize>,
    /// Freedoms of all its bodies, and of the vertices that its rows name.
    pub freedoms: usize,
}

/// Finds islands: bodies that rows join. Bodies that forces do not move join
/// nothing (Ho 2022, §6.1); all vertices of a soft body belong together, but only those that
/// rows name have columns. Keeps its memory from step to step.
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
    /// Sorts rows and the bodies that they may move, ascending, into islands, numbered by
    /// their first row. What the other bodies are costs nothing.
    pub fn find(
        &mut self,
        layout: &Layout,
        rows: &RowBuffer,
        bodies: impl Iterator<Item = usize> + Clone,
    ) {
        self.forget(layout, bodies.clone());
        for row in rows.rows() {
            let mut movers =
                rows.terms(row).iter().map(|term| term.mover).filter(|&mover| layout.moves(mover));
            let Some(first) = movers.next() else { continue };
            let own = layout.party(first);
            movers
                .map(|mover| layout.party(mover))
                .filter(|&other| other != own)
                .for_each(|other| self.joined.join(own, other));
            if layout.meshes() > 0 {
                let movers = rows.terms(row).iter().map(|term| term.mover);
                for mover in movers.filter(|&mover| layout.moves(mover)) {
                    self.columns[mover] = 0;
                }
            }
        }
        for (index, row) in rows.rows().iter().enumerate() {
            // A row between bodies that nothing moves has nothing to decide.
            let mut movers = rows.terms(row).iter().map(|term| term.mover);
            let Some(mover) = movers.find(|&mover| layout.moves(mover)) else { continue };
            let root = self.joined.root(layout.party(mover));
            if self.number[root] == usize::MAX {
                self.number[root] = self.count;
                self.open();
            }
            self.islands[self.number[root]].rows.push(index);
        }
        for mover in bodies {
            let root = self.joined.root(layout.party(mover));
            let number = self.number[root];
            if number != usize::MAX && layout.moves(mover) {
                let island = &mut self.islands[number];
                island.bodies.push(mover);
                (self.columns[mover], island.freedoms) = match layout.tree(mover) {
                    None => (island.freedoms, island.freedoms + layout.span(mover).len()),
                    Some(tree) if tree.first == mover => {
                        (island.freedoms, island.freedoms + tree.freedoms)
                    }
                    // Bodies come in ascending order: the first has its columns.
                    Some(tree) => (self.columns[tree.first], island.freedoms),
                };
            }
        }
        for mesh in 0..layout.meshes() {
            let root = self.joined.root(layout.bodies() + mesh);
            let number = self.number[root];
            if number == usize::MAX {
                continue;
            }
            let island = &mut self.islands[number];
            island.meshes.push(mesh);
            for column in &mut self.columns[layout.vertices(mesh)] {
                if *column != usize::MAX {
                    *column = island.freedoms;
                    island.freedoms += 3;
                }
            }
        }
    }

    /// Forgets what was known of some bodies, and of all soft ones.
    fn forget(&mut self, layout: &Layout, bodies: impl Iterator<Item = usize>) {
        self.count = 0;
        let parties = layout.bodies() + layout.meshes();
        if layout.meshes() > 0 || self.number.len() != parties {
            self.joined.reset(parties);
            self.columns.clear();
            self.columns.resize(layout.movers(), usize::MAX);
            self.number.clear();
            self.number.resize(parties, usize::MAX);
            return;
        }
        for body in bodies {
            self.joined.part(body);
            self.columns[body] = usize::MAX;
            self.number[body] = usize::MAX;
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
        self.islands[self.count].meshes.clear();
        self.islands[self.count].freedoms = 0;
        self.count += 1;
    }
}
