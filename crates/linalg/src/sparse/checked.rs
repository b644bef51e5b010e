//! Matrices from arrays of strangers: every index is looked at first.

use thiserror::Error;

use super::{SparseMatrix, Triplets};

/// Why arrays do not make a matrix; names the place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SparseError {
    /// An array has another length than the others ask for.
    #[error("{what} has {found} numbers, but must have {expected}")]
    Length {
        /// Which array.
        what: &'static str,
        /// How long it is.
        found: usize,
        /// How long it must be.
        expected: usize,
    },
    /// The starts do not begin at zero, or fall.
    #[error("start {at} is {found}: starts begin at 0 and never fall")]
    Starts {
        /// Which start.
        at: usize,
        /// What it is.
        found: usize,
    },
    /// An index beyond the matrix.
    #[error("entry {entry} is in {what} {found}, but there are {count}")]
    Index {
        /// "row" or "column".
        what: &'static str,
        /// Which entry.
        entry: usize,
        /// Its index.
        found: usize,
        /// How many rows or columns there are.
        count: usize,
    },
    /// NaN or infinity.
    #[error("entry {entry} is not finite")]
    NotFinite {
        /// Which entry.
        entry: usize,
    },
}

impl SparseMatrix {
    /// The matrix of compressed rows: the entries of row i are those from
    /// `starts[i]` to `starts[i + 1]`, in any order; those named twice add up.
    ///
    /// ```
    /// use stickslip_linalg::SparseMatrix;
    /// let a = SparseMatrix::from_csr(2, 2, &[0, 2, 3], &[1, 0, 1], &[5.0, 2.0, 3.0])?;
    /// assert_eq!(a.to_dense(), [2.0, 5.0, 0.0, 3.0]);
    /// # Ok::<(), stickslip_linalg::SparseError>(())
    /// ```
    pub fn from_csr(
        rows: usize,
        cols: usize,
        starts: &[usize],
        columns: &[usize],
        values: &[f64],
    ) -> Result<Self, SparseError> {
        let lines = lines(rows, starts, columns.len(), "starts")?;
        Self::from_entries(rows, cols, lines, columns.to_vec(), values)
    }

    /// The matrix of compressed columns.
    pub fn from_csc(
        rows: usize,
        cols: usize,
        starts: &[usize],
        row_indices: &[usize],
        values: &[f64],
    ) -> Result<Self, SparseError> {
        let lines = lines(cols, starts, row_indices.len(), "starts")?;
        Self::from_entries(rows, cols, row_indices.to_vec(), lines, values)
    }

    /// The matrix of entries in any order; those named twice add up.
    pub fn from_coordinates(
        rows: usize,
        cols: usize,
        row_indices: &[usize],
        columns: &[usize],
        values: &[f64],
    ) -> Result<Self, SparseError> {
        Self::from_entries(rows, cols, row_indices.to_vec(), columns.to_vec(), values)
    }

    fn from_entries(
        rows: usize,
        cols: usize,
        row_indices: Vec<usize>,
        columns: Vec<usize>,
        values: &[f64],
    ) -> Result<Self, SparseError> {
        length("values", values.len(), columns.len())?;
        length("row indices", row_indices.len(), columns.len())?;
        inside("row", &row_indices, rows)?;
        inside("column", &columns, cols)?;
        if let Some(entry) = values.iter().position(|value| !value.is_finite()) {
            return Err(SparseError::NotFinite { entry });
        }
        let triplets = Triplets { rows: row_indices, cols: columns, vals: values.to_vec() };
        Ok(Self::from_triplets(rows, cols, &triplets))
    }
}

/// The row or column of every entry, from where each begins.
fn lines(
    count: usize,
    starts: &[usize],
    entries: usize,
    what: &'static str,
) -> Result<Vec<usize>, SparseError> {
    length(what, starts.len(), count.saturating_add(1))?;
    if starts[0] != 0 {
        return Err(SparseError::Starts { at: 0, found: starts[0] });
    }
    if let Some(before) = starts.windows(2).position(|pair| pair[1] < pair[0]) {
        return Err(SparseError::Starts { at: before + 1, found: starts[before + 1] });
    }
    length("indices", entries, starts[count])?;
    let of = |line: usize| std::iter::repeat_n(line, starts[line + 1] - starts[line]);
    Ok((0..count).flat_map(of).collect())
}

fn length(what: &'static str, found: usize, expected: usize) -> Result<(), SparseError> {
    if found == expected { Ok(()) } else { Err(SparseError::Length { what, found, expected }) }
}

fn inside(what: &'static str, indices: &[usize], count: usize) -> Result<(), SparseError> {
    match indices.iter().position(|&index| index >= count) {
        None => Ok(()),
        Some(entry) => Err(SparseError::Index { what, entry, found: indices[entry], count }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_columns_and_coordinates_make_the_same_matrix() {
        // [1 0 2; 0 3 4], the 4 in two halves.
        let dense = [1.0, 0.0, 2.0, 0.0, 3.0, 4.0];
        let rows =
            SparseMatrix::from_csr(2, 3, &[0, 2, 5], &[2, 0, 2, 1, 2], &[2.0, 1.0, 1.0, 3.0, 3.0]);
        let columns =
            SparseMatrix::from_csc(2, 3, &[0, 1, 2, 4], &[0, 1, 1, 0], &[1.0, 3.0, 4.0, 2.0]);
        let entries =
            SparseMatrix::from_coordinates(2, 3, &[1, 0, 1, 0], &[1, 2, 2, 0], &[3., 2., 4., 1.]);
        for matrix in [rows, columns, entries] {
            assert_eq!(matrix.expect("good arrays").to_dense(), dense);
        }
    }

    #[test]
    fn the_place_of_what_is_wrong_is_named() {
        let csr = |starts: &[usize], columns: &[usize], values: &[f64]| {
            let made = SparseMatrix::from_csr(2, 2, starts, columns, values);
            made.expect_err("bad arrays").to_string()
        };
        assert_eq!(csr(&[0, 1], &[0], &[1.0]), "starts has 2 numbers, but must have 3");
        assert_eq!(csr(&[1, 1, 1], &[0], &[1.0]), "start 0 is 1: starts begin at 0 and never fall");
        let falls = "start 2 is 0: starts begin at 0 and never fall";
        assert_eq!(csr(&[0, 1, 0], &[0], &[1.0]), falls);
        assert_eq!(csr(&[0, 1, 3], &[0], &[1.0]), "indices has 1 numbers, but must have 3");
        assert_eq!(csr(&[0, 1, 2], &[0, 2], &[1.0; 2]), "entry 1 is in column 2, but there are 2");
        assert_eq!(csr(&[0, 1, 2], &[0, 1], &[1.0]), "values has 1 numbers, but must have 2");
        assert_eq!(csr(&[0, 1, 2], &[0, 1], &[1.0, f64::NAN]), "entry 1 is not finite");
        let huge = SparseMatrix::from_csr(usize::MAX, 1, &[0], &[], &[]);
        assert!(huge.is_err());
    }
}
