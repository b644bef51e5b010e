//! Sparse LU factors of unsymmetric matrices with a fixed pattern.

use thiserror::Error;

use crate::cholesky::Analysis;
use crate::{DenseLu, Ordering, SparseMatrix, Triplets};

/// The matrix has no LU factor to working precision, or the analysis failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the matrix is singular to working precision")]
pub struct SingularMatrix;

/// An entry of the diagonal is the pivot as long as it has this share of the largest entry: so
/// the order of elimination, which knows the pattern alone, is mostly kept.
const KEPT: f64 = 0.1;

/// Factors that fill more than this share of a matrix are made by dense kernels.
const DENSE: f64 = 0.4;

const NONE: usize = usize::MAX;

/// A factor, the symbolic part of which is kept: column by column, or dense where that would
/// fill most of it.
///
/// ```
/// use stickslip_linalg::{SparseLu, SparseMatrix};
/// let a = SparseMatrix::from_dense(2, 2, &[0.0, 2.0, 1.0, 3.0]);
/// let mut lu = SparseLu::new(&a)?;
/// lu.factorise(&a)?;
/// let mut x = [4.0, 7.0];
/// lu.solve(&mut x);
/// assert_eq!(x, [1.0, 2.0]);
/// # Ok::<(), stickslip_linalg::SingularMatrix>(())
/// ```
pub struct SparseLu(Way);

enum Way {
    Sparse(Box<Columns>),
    Dense(DenseLu, bool),
}

/// P Aᵀ Q = L U, column by column (Gilbert and Peierls 1988): what a column takes from those
/// before it is found by walking the graph of L. The order Q is kept.
struct Columns {
    /// Which row of A is the k-th column of Aᵀ Q.
    order: Vec<usize>,
    is_factored: bool,
    /// Below the diagonal of L, whose diagonal is one, by the rows of Aᵀ.
    lower: Entries,
    /// Above the diagonal of U, by places.
    upper: Entries,
    pivots: Vec<f64>,
    /// The row of Aᵀ, a column of A, that is the pivot of each place, and back.
    row_of: Vec<usize>,
    place_of: Vec<usize>,
    walk: Walk,
    scratch: Vec<f64>,
}

/// Columns of entries.
#[derive(Default)]
struct Entries {
    starts: Vec<usize>,
    entries: Vec<(usize, f64)>,
}

impl Entries {
    fn clear(&mut self) {
        self.entries.clear();
        self.starts.clear();
        self.starts.push(0);
    }

    fn end_column(&mut self) {
        self.starts.push(self.entries.len());
    }

    fn column(&self, at: usize) -> &[(usize, f64)] {
        &self.entries[self.starts[at]..self.starts[at + 1]]
    }
}

/// A walk in depth through the graph of L.
#[derive(Default)]
struct Walk {
    seen: Vec<usize>,
    way: Vec<(usize, usize)>,
    /// Rows that are reached, each before what it leads to when read from the end.
    reached: Vec<usize>,
}

impl SparseLu {
    /// Analyses the pattern of `matrix`.
    ///
    /// # Errors
    /// Where it is not square.
    pub fn new(matrix: &SparseMatrix) -> Result<Self, SingularMatrix> {
        let size = matrix.rows();
        if size != matrix.cols() {
            return Err(SingularMatrix);
        }
        // What is eliminated changes rows and columns: both ways count.
        let mut both = Triplets::new();
        for row in 0..size {
            both.push(row, row, 1.0);
            for &column in matrix.row_slices(row).0 {
                both.push(row, column, 1.0);
                both.push(column, row, 1.0);
            }
        }
        let both = SparseMatrix::from_triplets(size, size, &both);
        let analysis = Analysis::new(&both, Ordering::MinimumDegree).map_err(|_| SingularMatrix)?;
        if analysis.stored() as f64 > 0.5 * DENSE * (size * size) as f64 {
            return Ok(Self(Way::Dense(DenseLu::default(), false)));
        }
        Ok(Self(Way::Sparse(Box::new(Columns {
            order: analysis.order().to_vec(),
            is_factored: false,
            lower: Entries::default(),
            upper: Entries::default(),
            pivots: Vec::new(),
            row_of: Vec::new(),
            place_of: Vec::new(),
            walk: Walk::default(),
            scratch: Vec::new(),
        }))))
    }

    /// Factors `matrix`, which must have the analysed pattern.
    ///
    /// # Errors
    /// Where no entry of a column is left that is not zero, or one is not finite.
    pub fn factorise(&mut self, matrix: &SparseMatrix) -> Result<(), SingularMatrix> {
        match &mut self.0 {
            Way::Sparse(columns) => columns.factorise(matrix),
            Way::Dense(factor, is_factored) => {
                let size = matrix.rows();
                let entries = factor.begin(size);
                for (row, line) in entries.chunks_exact_mut(size.max(1)).enumerate() {
                    matrix.row(row).for_each(|(column, value)| line[column] = value);
                }
                let made = factor.factorise();
                *is_factored = made.is_ok();
                made
            }
        }
    }

    /// Overwrites the right-hand side with the solution; without a factor it
    /// becomes NaN.
    pub fn solve(&self, x: &mut [f64]) {
        match &self.0 {
            Way::Sparse(columns) if columns.is_factored => columns.solve(x),
            Way::Dense(factor, true) => factor.solve(x),
            _ => x.fill(f64::NAN),
        }
    }
}

impl Columns {
    fn factorise(&mut self, matrix: &SparseMatrix) -> Result<(), SingularMatrix> {
        let size = self.order.len();
        self.lower.clear();
        self.upper.clear();
        self.pivots.clear();
        self.row_of.clear();
        self.place_of.clear();
        self.place_of.resize(size, NONE);
        self.walk.seen.clear();
        self.walk.seen.resize(size, NONE);
        self.scratch.clear();
        self.scratch.resize(size, 0.0);
        self.is_factored = (0..size).all(|place| self.eliminate(matrix, place));
        if self.is_factored { Ok(()) } else { Err(SingularMatrix) }
    }

    /// The column of a place: x = L⁻¹ a over the rows that are reached, those with a place go to
    /// U, the others are divided by the pivot and go to L.
    fn eliminate(&mut self, matrix: &SparseMatrix, place: usize) -> bool {
        let (columns, values) = matrix.row_slices(self.order[place]);
        self.walk.reached.clear();
        for &row in columns {
            self.walk.from(row, place, &self.place_of, &self.lower);
        }
        for (&row, &value) in columns.iter().zip(values) {
            self.scratch[row] = value;
        }
        let (mut largest, mut best) = (0.0, NONE);
        for &row in self.walk.reached.iter().rev() {
            let value = self.scratch[row];
            let known = self.place_of[row];
            if known == NONE {
                if !value.is_finite() {
                    return false;
                }
                if value.abs() > largest {
                    (largest, best) = (value.abs(), row);
                }
            } else if value != 0.0 {
                self.upper.entries.push((known, value));
                for &(other, entry) in self.lower.column(known) {
                    self.scratch[other] -= entry * value;
                }
            }
        }
        let own = self.order[place];
        if best == NONE || !largest.is_finite() {
            return false;
        }
        let is_open = self.place_of[own] == NONE && self.walk.seen[own] == place;
        if is_open && self.scratch[own].abs() >= KEPT * largest {
            best = own;
        }
        let pivot = self.scratch[best];
        for &row in &self.walk.reached {
            let value = std::mem::take(&mut self.scratch[row]);
            if self.place_of[row] == NONE && row != best && value != 0.0 {
                self.lower.entries.push((row, value / pivot));
            }
        }
        self.place_of[best] = place;
        self.row_of.push(best);
        self.pivots.push(pivot);
        self.lower.end_column();
        self.upper.end_column();
        true
    }

    /// A = Q Uᵀ Lᵀ P: columns of U and L are summed.
    fn solve(&self, x: &mut [f64]) {
        let sum = |entries: &[(usize, f64)], of: &[f64]| {
            entries.iter().map(|&(at, entry)| entry * of[at]).sum::<f64>()
        };
        let mut found = Vec::with_capacity(x.len());
        for (place, &row) in self.order.iter().enumerate() {
            found.push((x[row] - sum(self.upper.column(place), &found)) / self.pivots[place]);
        }
        for (place, &row) in self.row_of.iter().enumerate().rev() {
            x[row] = found[place] - sum(self.lower.column(place), x);
        }
    }
}

impl Walk {
    /// Adds what a row leads to: through its column of L, where it has one.
    fn from(&mut self, row: usize, stamp: usize, place_of: &[usize], lower: &Entries) {
        if self.seen[row] == stamp {
            return;
        }
        self.seen[row] = stamp;
        self.way.push((row, 0));
        while let Some((row, next)) = self.way.last_mut() {
            let column = match place_of[*row] {
                NONE => &[],
                place => lower.column(place),
            };
            match column.get(*next) {
                Some(&(other, _)) => {
                    *next += 1;
                    if self.seen[other] != stamp {
                        self.seen[other] = stamp;
                        self.way.push((other, 0));
                    }
                }
                None => {
                    self.reached.push(*row);
                    self.way.pop();
                }
            }
        }
    }
}
