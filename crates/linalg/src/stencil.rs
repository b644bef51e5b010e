//! −∇·(c ∇) on some cells of a grid, known by its faces: 5 or 7 points, and no
//! entry of the matrix is stored (Erleben 2013, §4.2 and §6).
//!
//! (A x)ᵢ = Σ over the faces of cell i of c (xᵢ − xⱼ), xⱼ the value of the cell
//! behind the face, zero where that is none of the cells. c may differ from face
//! to face: two liquids of different density have c = Δt/(ρ Δx²) with ρ of the
//! face. c = 0 closes a face.

use crate::{SparseMatrix, Triplets};

/// The operator.
#[derive(Clone, Debug, PartialEq)]
pub struct Stencil {
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
        let strides: Vec<usize> =
            (0..counts.len()).map(|axis| counts[..axis].iter().product()).collect();
        let cells: Vec<u32> =
            (0..size).filter(|&cell| takes(cell)).map(|cell| cell as u32).collect();
        let mut rows = vec![None; size];
        for (row, &cell) in cells.iter().enumerate() {
            rows[cell as usize] = Some(row as u32);
        }
        let at = |axis: usize, cell: usize| {
            let is_last = cell / strides[axis] % counts[axis] + 1 == counts[axis];
            if is_last { 0.0 } else { face(axis, cell) }
        };
        let faces =
            (0..counts.len()).map(|axis| (0..size).map(|cell| at(axis, cell)).collect()).collect();
        Self { strides, faces, rows, cells }
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
