//! −∇·(c ∇) on some cells of a grid, known by its faces: 5 or 7 points, and no
//! column of the matrix is stored (Erleben 2013, §4.2 and §6).
//!
//! (A x)ᵢ = Σ over the faces of cell i of c (xᵢ − xⱼ), xⱼ the value of the cell
//! behind the face, zero where that is none of the cells. c may differ from face
//! to face: two liquids of different density have c = Δt/(ρ Δx²) with ρ of the
//! face. c = 0 closes a face.
//!
//! Products add up as those of the matrix do, Σ c first, and the columns in the
//! order of the cells: both have the same bits where rows are numbered by cells.

mod lists;

pub use lists::StencilError;

use crate::SparseMatrix;

/// The operator.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stencil {
    /// Cells along each axis.
    counts: Vec<usize>,
    /// The cell of each row.
    cells: Vec<u32>,
    rows: Vec<Faces>,
    /// Σ c of each row.
    diagonal: Vec<f64>,
}

/// The faces of a cell: below along the last axis, the one before, the first, then
/// above along the first, the next, the last: the order of the cells behind them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Faces {
    /// The row behind each face, or [`NOBODY`].
    behind: [u32; SIDES],
    /// c of each.
    c: [f64; SIDES],
}

const AXES: usize = 3;
const SIDES: usize = 2 * AXES;
const NOBODY: u32 = u32::MAX;

/// The faces of a cell axis by axis, below and above.
const BY_AXES: [(usize, bool, usize); SIDES] =
    [(0, false, 2), (0, true, 3), (1, false, 1), (1, true, 4), (2, false, 0), (2, true, 5)];

impl Stencil {
    /// The operator on the cells for which `takes` says so, numbered in their
    /// order. `counts` are cells along each axis, and `face` gives c between a
    /// cell and the next along an axis.
    pub fn new(
        counts: &[usize],
        takes: impl Fn(usize) -> bool,
        face: impl Fn(usize, usize) -> f64,
    ) -> Self {
        let size: usize = counts.iter().product();
        let cells: Vec<u32> =
            (0..size).filter(|&cell| takes(cell)).map(|cell| cell as u32).collect();
        Self::numbered(counts, &cells, face)
    }

    /// The operator on these cells, one row each.
    fn numbered(counts: &[usize], cells: &[u32], face: impl Fn(usize, usize) -> f64) -> Self {
        let mut rows = vec![NOBODY; counts.iter().product()];
        for (row, &cell) in cells.iter().enumerate() {
            rows[cell as usize] = row as u32;
        }
        let strides = strides(counts);
        let mut stencil = Self::default();
        stencil.clear(counts);
        for &cell in cells {
            let at = cell as usize;
            stencil.push(cell, |axis, above| {
                let place = at / strides[axis] % counts[axis];
                match above {
                    true if place + 1 < counts[axis] => {
                        Some((face(axis, at), rows[at + strides[axis]]))
                    }
                    false if place > 0 => {
                        let below = at - strides[axis];
                        Some((face(axis, below), rows[below]))
                    }
                    _ => None,
                }
                .map(|(c, row)| (c, (row != NOBODY).then_some(row)))
            });
        }
        stencil
    }

    /// Forgets all rows and keeps the memory; [`Self::push`] makes new ones.
    pub fn clear(&mut self, counts: &[usize]) {
        self.counts.clear();
        self.counts.extend_from_slice(counts);
        self.cells.clear();
        self.rows.clear();
        self.diagonal.clear();
    }

    /// Adds the row of a cell. `face` tells c and the row behind the face along an
    /// axis, below or above; nothing where the grid ends.
    pub fn push(
        &mut self,
        cell: u32,
        mut face: impl FnMut(usize, bool) -> Option<(f64, Option<u32>)>,
    ) {
        let mut own = Faces { behind: [NOBODY; SIDES], c: [0.0; SIDES] };
        let mut sum = 0.0;
        for (axis, above, side) in BY_AXES.into_iter().take(2 * self.counts.len()) {
            if let Some((c, row)) = face(axis, above).filter(|found| found.0 != 0.0) {
                sum += c;
                (own.c[side], own.behind[side]) = (c, row.unwrap_or(NOBODY));
            }
        }
        self.cells.push(cell);
        self.rows.push(own);
        self.diagonal.push(sum);
    }

    /// The operator on some of its rows, in that order, with zero behind the faces
    /// to all others: the block of A.
    pub fn part(&self, rows: &[usize]) -> Self {
        let mut place = vec![NOBODY; self.size()];
        rows.iter().zip(0..).for_each(|(&row, at)| place[row] = at);
        let moved = |&row: &usize| {
            let own = self.rows[row];
            let behind =
                own.behind.map(|row| if row == NOBODY { NOBODY } else { place[row as usize] });
            Faces { behind, ..own }
        };
        Self {
            counts: self.counts.clone(),
            cells: rows.iter().map(|&row| self.cells[row]).collect(),
            rows: rows.iter().map(moved).collect(),
            diagonal: rows.iter().map(|&row| self.diagonal[row]).collect(),
        }
    }

    /// Cells along each axis.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// The cell of each row.
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// By axis, c of the face between each cell of the grid and the next, 0 where no
    /// row has it.
    pub fn faces(&self) -> Vec<Vec<f64>> {
        let size = self.counts.iter().product();
        let mut faces = vec![vec![0.0; size]; self.counts.len()];
        let strides = strides(&self.counts);
        for (&cell, own) in self.cells.iter().zip(&self.rows) {
            for (axis, above, side) in BY_AXES.into_iter().filter(|face| own.c[face.2] != 0.0) {
                let before = if above { 0 } else { strides[axis] };
                faces[axis][cell as usize - before] = own.c[side];
            }
        }
        faces
    }

    /// How many entries its matrix has.
    pub fn stored(&self) -> usize {
        let behind = self.rows.iter().flat_map(|own| own.behind);
        self.size() + behind.filter(|&row| row != NOBODY).count()
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// Bytes that a product reads of it.
    pub fn bytes(&self) -> usize {
        size_of_val(self.rows.as_slice()) + size_of_val(self.diagonal.as_slice())
    }

    /// The first number that is not finite.
    pub fn not_finite(&self) -> Option<f64> {
        self.rows.iter().flat_map(|own| own.c).find(|c| !c.is_finite())
    }

    /// Calls `visit` with the column and value of each entry of a row: columns
    /// ascend where rows are numbered by cells.
    #[inline]
    pub fn for_each_entry(&self, row: usize, mut visit: impl FnMut(usize, f64)) {
        let Faces { behind, c } = &self.rows[row];
        for side in 0..AXES {
            if behind[side] != NOBODY {
                visit(behind[side] as usize, -c[side]);
            }
        }
        visit(row, self.diagonal[row]);
        for side in AXES..SIDES {
            if behind[side] != NOBODY {
                visit(behind[side] as usize, -c[side]);
            }
        }
    }

    /// (A x) of one row, with x by its rows.
    #[inline]
    pub fn row_dot(&self, row: usize, x: impl Fn(usize) -> f64) -> f64 {
        // What a sum over the entries of a matrix begins with.
        let mut sum = -0.0;
        self.for_each_entry(row, |column, value| sum += value * x(column));
        sum
    }

    /// y = A x.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        for (row, y) in y.iter_mut().enumerate() {
            *y = self.row_dot(row, |at| x[at]);
        }
    }

    /// The diagonal of A.
    pub fn diagonal(&self) -> &[f64] {
        &self.diagonal
    }

    /// A as a matrix, with every diagonal entry stored.
    pub fn assemble(&self) -> SparseMatrix {
        let mut matrix = SparseMatrix::zeros(0, 0);
        matrix.clear(self.size());
        let mut entries: Vec<(usize, f64)> = Vec::with_capacity(SIDES + 1);
        for row in 0..self.size() {
            entries.clear();
            self.for_each_entry(row, |column, value| entries.push((column, value)));
            entries.sort_unstable_by_key(|entry| entry.0);
            entries.iter().for_each(|&(column, value)| matrix.extend_row(column, &[value]));
            matrix.finish_row();
        }
        matrix
    }
}

/// How far the next cell is along each axis.
fn strides(counts: &[usize]) -> Vec<usize> {
    (0..counts.len()).map(|axis| counts[..axis].iter().product()).collect()
}
