//! The arrays of an HDF5 file by path, and FCLib's matrices made of them.

use hdf5_pure::{Error, File, FormatError, GroupBuilder};
use stickslip_linalg::{SparseMatrix, Triplets};

use crate::files::FileError;

/// FCLib's `nz` of a matrix in compressed columns.
const COMPRESSED_COLUMNS: i64 = -1;
/// FCLib's `nz` of a matrix in compressed rows.
const COMPRESSED_ROWS: i64 = -2;

/// The arrays of a matrix group, by FCLib's names.
struct Parts {
    p: Vec<i64>,
    i: Vec<i64>,
    x: Vec<f64>,
}

/// An opened file whose errors name the file and the path inside.
pub struct Arrays<'a> {
    hdf5: File,
    file: &'a str,
}

impl<'a> Arrays<'a> {
    /// Opens the content of `file`.
    pub fn open(bytes: Vec<u8>, file: &'a str) -> Result<Self, FileError> {
        let length = bytes.len() as u64;
        let fail = |reason: String| Err(FileError::value(file, "as HDF5", reason));
        match File::from_bytes(bytes) {
            // The reader would be content as long as the arrays asked for are there.
            Ok(hdf5) if hdf5.superblock().eof_address > length => {
                fail(format!("is truncated: {length} bytes of {}", hdf5.superblock().eof_address))
            }
            Ok(hdf5) => Ok(Self { hdf5, file }),
            Err(error) => fail(format!("is unreadable: {error}")),
        }
    }

    /// An error about the value at `path`.
    pub fn fail<T>(&self, path: &str, reason: impl Into<String>) -> Result<T, FileError> {
        Err(FileError::value(self.file, path, reason))
    }

    /// Whether there is a group at `path`.
    pub fn has_group(&self, path: &str) -> Result<bool, FileError> {
        self.present(path, self.hdf5.group(path)).map(|group| group.is_some())
    }

    /// The numbers at `path`, `None` when nothing is there.
    pub fn optional_numbers(&self, path: &str) -> Result<Option<Vec<f64>>, FileError> {
        self.present(path, self.hdf5.dataset(path).and_then(|found| found.read_f64()))
    }

    /// The text at `path`, `None` when nothing is there.
    pub fn optional_text(&self, path: &str) -> Result<Option<String>, FileError> {
        let strings =
            self.present(path, self.hdf5.dataset(path).and_then(|it| it.read_string()))?;
        Ok(strings.and_then(|strings| strings.into_iter().next()))
    }

    /// The numbers at `path`.
    pub fn numbers(&self, path: &str) -> Result<Vec<f64>, FileError> {
        self.optional_numbers(path)?.map_or_else(|| self.fail(path, "is missing"), Ok)
    }

    /// The one whole number at `path`.
    pub fn integer(&self, path: &str) -> Result<i64, FileError> {
        match self.integers(path)?[..] {
            [value] => Ok(value),
            ref values => self.fail(path, format!("has {} entries, not one", values.len())),
        }
    }

    fn integers(&self, path: &str) -> Result<Vec<i64>, FileError> {
        self.present(path, self.hdf5.dataset(path).and_then(|found| found.read_i64()))?
            .map_or_else(|| self.fail(path, "is missing"), Ok)
    }

    fn present<T>(&self, path: &str, found: Result<T, Error>) -> Result<Option<T>, FileError> {
        match found {
            Ok(value) => Ok(Some(value)),
            Err(Error::Format(FormatError::PathNotFound(_))) => Ok(None),
            Err(error) => self.fail(path, format!("is unreadable: {error}")),
        }
    }

    /// The matrix in the group `path`, which must be rows × cols.
    pub fn matrix(&self, path: &str, rows: usize, cols: usize) -> Result<SparseMatrix, FileError> {
        for (key, expected) in [("m", rows), ("n", cols)] {
            let size_path = format!("{path}/{key}");
            let found = self.integer(&size_path)?;
            if usize::try_from(found) != Ok(expected) {
                return self.fail(&size_path, format!("is {found} but the vectors say {expected}"));
            }
        }
        let format_path = format!("{path}/nz");
        let format = self.integer(&format_path)?;
        let triplets = match format {
            COMPRESSED_ROWS => self.compressed(path, rows, cols)?,
            COMPRESSED_COLUMNS => {
                let Triplets { rows, cols, vals } = self.compressed(path, cols, rows)?;
                Triplets { rows: cols, cols: rows, vals }
            }
            0.. => self.coordinates(path, format, rows, cols)?,
            _ => return self.fail(&format_path, format!("is {format}, which is no matrix format")),
        };
        Ok(SparseMatrix::from_triplets(rows, cols, &triplets))
    }

    /// Lines (rows or columns) that begin at p and hold indices i < `width`.
    fn compressed(&self, path: &str, lines: usize, width: usize) -> Result<Triplets, FileError> {
        let Parts { p: starts, i: indices, x: values } = self.parts(path)?;
        let start_path = |at: usize| format!("{path}/p[{at}]");
        if starts.len() != lines + 1 {
            let reason = format!("has {} entries, not {}", starts.len(), lines + 1);
            return self.fail(&format!("{path}/p"), reason);
        }
        if starts[0] != 0 {
            return self.fail(&start_path(0), format!("is {}, not 0", starts[0]));
        }
        let stored = indices.len().min(values.len());
        let mut triplets = Triplets::new();
        for line in 0..lines {
            let (start, end) = (starts[line], starts[line + 1]);
            if end < start || end as u64 > stored as u64 {
                let reason =
                    format!("is {end} but must lie between p[{line}] = {start} and {stored}");
                return self.fail(&start_path(line + 1), reason);
            }
            // Both lie between 0 and `stored` now.
            for at in start as usize..end as usize {
                triplets.push(line, self.index(path, "i", at, indices[at], width)?, values[at]);
            }
        }
        Ok(triplets)
    }

    /// Triplets with i = row and p = column, of which the first `count` are used.
    fn coordinates(
        &self,
        path: &str,
        count: i64,
        rows: usize,
        cols: usize,
    ) -> Result<Triplets, FileError> {
        let Parts { p: columns, i: indices, x: values } = self.parts(path)?;
        let stored = indices.len().min(values.len()).min(columns.len());
        let Some(count) = usize::try_from(count).ok().filter(|&count| count <= stored) else {
            let reason = format!("is {count} but i, p and x hold {stored} entries");
            return self.fail(&format!("{path}/nz"), reason);
        };
        let mut triplets = Triplets::new();
        for at in 0..count {
            let row = self.index(path, "i", at, indices[at], rows)?;
            let col = self.index(path, "p", at, columns[at], cols)?;
            triplets.push(row, col, values[at]);
        }
        Ok(triplets)
    }

    fn parts(&self, path: &str) -> Result<Parts, FileError> {
        let [p, i, x] = ["p", "i", "x"].map(|key| format!("{path}/{key}"));
        Ok(Parts { p: self.integers(&p)?, i: self.integers(&i)?, x: self.numbers(&x)? })
    }

    fn index(
        &self,
        path: &str,
        key: &str,
        at: usize,
        value: i64,
        limit: usize,
    ) -> Result<usize, FileError> {
        match usize::try_from(value) {
            Ok(index) if index < limit => Ok(index),
            _ => {
                let reason = format!("is {value} but must be ≥ 0 and < {limit}");
                self.fail(&format!("{path}/{key}[{at}]"), reason)
            }
        }
    }
}

/// Adds a matrix in compressed rows, as the files of the collection have it.
/// `None` when it has too many entries for FCLib's 32-bit indices.
pub fn put_matrix(group: &mut GroupBuilder, name: &str, matrix: &SparseMatrix) -> Option<()> {
    let narrow = |value: usize| i32::try_from(value).ok();
    let narrow_all = |values: &[usize]| -> Option<Vec<i32>> {
        values.iter().map(|&value| narrow(value)).collect()
    };
    let starts = narrow_all(matrix.row_starts())?;
    let columns = narrow_all(matrix.column_indices())?;
    let mut target = group.create_group(name);
    for (key, value) in [
        ("m", narrow(matrix.rows())?),
        ("n", narrow(matrix.cols())?),
        ("nz", COMPRESSED_ROWS as i32),
        ("nzmax", narrow(matrix.stored())?),
    ] {
        target.create_dataset(key).with_i32_data(&[value]);
    }
    target.create_dataset("p").with_i32_data(&starts);
    target.create_dataset("i").with_i32_data(&columns);
    target.create_dataset("x").with_f64_data(matrix.values());
    group.add_group(target.finish());
    Some(())
}
