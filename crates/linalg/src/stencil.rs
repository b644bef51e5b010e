//! −∇·(c ∇) on some cells of a grid, known by its faces: 5 or 7 points, and no
//! entry of the matrix is stored (Erleben 2013, §4.2 and §6).
//!
//! (A x)ᵢ = Σ over the faces of cell i of c (xᵢ − xⱼ), xⱼ the value of the cell
//! behind the face, zero where that is none of the cells. c may differ from face
//! to face: two liquids of different density have c = Δt/(ρ Δx²) with ρ of the
//! face. c = 0 closes a face.

mod lists;

pub use lists::StencilError;

use std::ops::Range;

use crate::{SparseMatrix, Triplets};

/// The operator.
#[derive(Clone, Debug, PartialEq)]
pub struct Stencil {
    /// Cells along each axis.
    counts: Vec<usize>,
    /// How far the next cell is along each axis.
    strides: Vec<usize>,
    /// c of the face between each cell and the next, by axis; zero at the end of an axis.
    faces: Vec<Vec<f64>>,
    /// The row of each cell of the grid.
    rows: Vec<Option<u32>>,
    /// The cell of each row.
    cells: Vec<u32>,
}

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
        let strides = strides(counts);
        let at = |axis: usize, cell: usize| {
            if is_last(counts, &strides, axis, cell) { 0.0 } else { face(axis, cell) }
        };
        let faces =
            (0..counts.len()).map(|axis| (0..size).map(|cell| at(axis, cell)).collect()).collect();
        Self::numbered(counts.to_vec(), cells, faces)
    }

    /// Numbers the rows of these cells.
    fn numbered(counts: Vec<usize>, cells: Vec<u32>, faces: Vec<Vec<f64>>) -> Self {
        let mut rows = vec![None; counts.iter().product()];
        for (row, &cell) in cells.iter().enumerate() {
            rows[cell as usize] = Some(row as u32);
        }
        Self { strides: strides(&counts), counts, faces, rows, cells }
    }

    /// The operator on some of its rows, in that order, with zero behind the faces
    /// to all others: the block of A, on no more of the grid than it needs.
    pub fn part(&self, rows: &[usize]) -> Self {
        let place = |cell: usize, axis: usize| cell / self.strides[axis] % self.counts[axis];
        let reach = |axis: usize| -> Range<usize> {
            let places = rows.iter().map(|&row| place(self.cells[row] as usize, axis));
            let (first, last) =
                places.fold((usize::MAX, 0), |(first, last), at| (first.min(at), last.max(at)));
            // A face is kept by the cell before it, and is open where a cell is behind.
            first.saturating_sub(1)..(last + 2).min(self.counts[axis])
        };
        let reaches: Vec<Range<usize>> = (0..self.counts.len()).map(reach).collect();
        let counts: Vec<usize> = reaches.iter().map(Range::len).collect();
        let own = strides(&counts);
        let whole = |cell: usize| -> usize {
            let along = |axis: usize| {
                (cell / own[axis] % counts[axis] + reaches[axis].start) * self.strides[axis]
            };
            (0..counts.len()).map(along).sum()
        };
        let here = |cell: usize| -> usize {
            (0..counts.len())
                .map(|axis| (place(cell, axis) - reaches[axis].start) * own[axis])
                .sum()
        };
        let cells = rows.iter().map(|&row| here(self.cells[row] as usize) as u32).collect();
        let size: usize = counts.iter().product();
        let face = |axis: usize, cell: usize| {
            if is_last(&counts, &own, axis, cell) { 0.0 } else { self.faces[axis][whole(cell)] }
        };
        let faces = (0..counts.len()).map(|axis| (0..size).map(|cell| face(axis, cell)).collect());
        let faces = faces.collect();
        Self::numbered(counts, cells, faces)
    }

    /// Cells along each axis.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// The cell of each row.
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// By axis, c of the face between each cell and the next.
    pub fn faces(&self) -> &[Vec<f64>] {
        &self.faces
    }

    /// How many entries its matrix has.
    pub fn stored(&self) -> usize {
        let of = |row: usize| {
            let mut count = 1;
            self.for_each_face(row, |_, other| count += usize::from(other.is_some()));
            count
        };
        (0..self.size()).map(of).sum()
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// Bytes that a product reads of it.
    pub fn bytes(&self) -> usize {
        let faces: usize = self.faces.iter().map(|axis| size_of_val(axis.as_slice())).sum();
        faces + size_of_val(self.rows.as_slice()) + size_of_val(self.cells.as_slice())
    }

    /// The first number that is not finite.
    pub fn not_finite(&self) -> Option<f64> {
        self.faces.iter().flatten().copied().find(|c| !c.is_finite())
    }

    /// Calls `visit` with c and the row behind each open face of a row.
    pub fn for_each_face(&self, row: usize, mut visit: impl FnMut(f64, Option<usize>)) {
        let cell = self.cells[row] as usize;
        for (stride, faces) in self.strides.iter().zip(&self.faces) {
            // The last cell before this line has a closed face.
            let below = cell.checked_sub(*stride).map(|cell| (faces[cell], cell));
            for (c, other) in below.into_iter().chain([(faces[cell], cell + stride)]) {
                if c != 0.0 {
                    visit(c, self.rows[other].map(|row| row as usize));
                }
            }
        }
    }

    /// (A x) of one row, with x by its rows.
    pub fn row_dot(&self, row: usize, x: impl Fn(usize) -> f64) -> f64 {
        let (here, mut sum) = (x(row), 0.0);
        self.for_each_face(row, |c, other| sum += c * (here - other.map_or(0.0, &x)));
        sum
    }

    /// y = A x.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        for (row, y) in y.iter_mut().enumerate() {
            *y = self.row_dot(row, |at| x[at]);
        }
    }

    /// The diagonal of A.
    pub fn diagonal(&self) -> Vec<f64> {
        let entry = |row: usize| {
            let mut sum = 0.0;
            self.for_each_face(row, |c, _| sum += c);
            sum
        };
        (0..self.size()).map(entry).collect()
    }

    /// A as a matrix, with every diagonal entry stored.
    pub fn assemble(&self) -> SparseMatrix {
        let mut entries = Triplets::new();
        for row in 0..self.size() {
            entries.push(row, row, 0.0);
            self.for_each_face(row, |c, other| {
                entries.push(row, row, c);
                other.into_iter().for_each(|other| entries.push(row, other, -c));
            });
        }
        SparseMatrix::from_triplets(self.size(), self.size(), &entries)
    }
}

/// How far the next cell is along each axis.
fn strides(counts: &[usize]) -> Vec<usize> {
    (0..counts.len()).map(|axis| counts[..axis].iter().product()).collect()
}

/// Whether the grid ends behind a cell along an axis.
fn is_last(counts: &[usize], strides: &[usize], axis: usize, cell: usize) -> bool {
    cell / strides[axis] % counts[axis] + 1 == counts[axis]
}
