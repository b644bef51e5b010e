//! Matrix Market files: a matrix, and vectors that lie beside it.

mod lines;

use std::fs;
use std::path::{Path, PathBuf};

use stickslip_linalg::{SparseMatrix, Triplets};

use super::FileError;
use lines::{Lines, Numbers, Word};
use stickslip_solve::{Kind, Problem, ProblemData};

/// Reads the matrix in `text` and the vectors that lie beside `path`.
pub fn read(path: &Path, text: &str, file: &str) -> Result<Problem, FileError> {
    let table = Table::parse(text, file, Numbers::Finite)?;
    if table.rows != table.cols {
        return Err(FileError::value(
            file,
            "the matrix",
            format!("is {} × {} but must be square", table.rows, table.cols),
        ));
    }
    let beside = |part: &str| candidates(path, part).into_iter().find(|path| path.is_file());
    let b = match beside("b") {
        Some(path) => read_vector(&path, Numbers::Finite)?,
        None => {
            let names: Vec<String> =
                candidates(path, "b").iter().map(|path| path.display().to_string()).collect();
            let reason = format!("is missing: none of {} exists", names.join(", "));
            return Err(FileError::value(file, "the vector b", reason));
        }
    };
    // The header alone must not decide how much memory is taken.
    if b.len() != table.rows {
        let reason = format!("has {} entries but the matrix has {} rows", b.len(), table.rows);
        return Err(FileError::value(file, "the vector b", reason));
    }
    let lo = beside("lo").map(|path| read_vector(&path, Numbers::Bounds)).transpose()?;
    let hi = beside("hi").map(|path| read_vector(&path, Numbers::Bounds)).transpose()?;
    let kind = if lo.is_none() && hi.is_none() { Kind::Lcp } else { Kind::Blcp };
    let matrix = SparseMatrix::from_triplets(table.rows, table.cols, &table.entries);
    let mut data = ProblemData::assembled(super::name_of(file), kind, matrix, b);
    data.lo = lo.unwrap_or(data.lo);
    data.hi = hi.unwrap_or(data.hi);
    Problem::new(data).map_err(FileError::problem(file))
}

/// Where a vector may lie, in the order of preference.
fn candidates(matrix: &Path, part: &str) -> Vec<PathBuf> {
    let stem = matrix.file_stem().unwrap_or_default().to_string_lossy();
    let mut names = vec![format!("{stem}.{part}"), format!("{stem}_{part}.mtx")];
    if stem == "A" {
        names.extend([format!("{part}.mtx"), format!("{part}.txt"), part.into()]);
    }
    names.iter().map(|name| matrix.with_file_name(name)).collect()
}

fn read_vector(path: &Path, numbers: Numbers) -> Result<Vec<f64>, FileError> {
    let file = path.display().to_string();
    let bytes = fs::read(path).map_err(FileError::io(&file, "cannot be read"))?;
    let text = super::text(bytes, &file)?;
    if !text.starts_with("%%MatrixMarket") {
        let mut lines = Lines::new(&text, &file, numbers);
        let mut vector = Vec::new();
        while let Some(words) = lines.next() {
            lines.expect_words(&words, 1, "one number per line")?;
            vector.push(lines.number(&words[0])?);
        }
        return Ok(vector);
    }
    let table = Table::parse(&text, &file, numbers)?;
    if table.rows != 1 && table.cols != 1 {
        let reason = format!("is {} × {} but must be a vector", table.rows, table.cols);
        return Err(FileError::value(&file, "the array", reason));
    }
    if table.entries.len() != table.rows * table.cols {
        let reason = "must list every entry (use the array format)";
        return Err(FileError::value(&file, "the vector", reason));
    }
    let mut vector = vec![0.0; table.entries.len()];
    for ((row, col), value) in
        table.entries.rows.iter().zip(&table.entries.cols).zip(&table.entries.vals)
    {
        vector[row + col] += value;
    }
    Ok(vector)
}

/// The content of one Matrix Market file; symmetric entries are mirrored.
struct Table {
    rows: usize,
    cols: usize,
    entries: Triplets,
}

impl Table {
    fn parse(text: &str, file: &str, numbers: Numbers) -> Result<Self, FileError> {
        let header = text.lines().next().unwrap_or_default().to_lowercase();
        let mut lines = Lines::new(text, file, numbers);
        let header: Vec<&str> = header.split_whitespace().collect();
        let ["%%matrixmarket", "matrix", layout, field, symmetry] = header[..] else {
            return lines.fail_at(
                1,
                1,
                "expected \"%%MatrixMarket matrix coordinate|array real|integer general|symmetric\"",
            );
        };
        if !matches!(field, "real" | "integer") {
            return lines.fail_at(
                1,
                1,
                format!("\"{field}\" entries are not supported; real and integer are"),
            );
        }
        let symmetric = match symmetry {
            "general" => false,
            "symmetric" => true,
            _ => {
                return lines.fail_at(
                    1,
                    1,
                    format!("\"{symmetry}\" matrices are not supported; general and symmetric are"),
                );
            }
        };
        match layout {
            "coordinate" => Self::coordinate(&mut lines, symmetric),
            "array" => Self::array(&mut lines, symmetric),
            _ => lines.fail_at(
                1,
                1,
                format!("unknown layout \"{layout}\"; coordinate and array are known"),
            ),
        }
    }

    fn coordinate(lines: &mut Lines<'_>, symmetric: bool) -> Result<Self, FileError> {
        let sizes = lines.needed("the sizes: rows, columns, entries")?;
        lines.expect_words(&sizes, 3, "rows, columns and the number of entries")?;
        let mut table = Self::empty(lines, &sizes, symmetric)?;
        let count = lines.count(&sizes[2])?;
        for found in 0..count {
            let words = lines.needed(&format!("entry {} of {count}", found + 1))?;
            lines.expect_words(&words, 3, "row, column and value")?;
            let row = lines.index(&words[0], table.rows, "row")?;
            let col = lines.index(&words[1], table.cols, "column")?;
            let value = lines.number(&words[2])?;
            if symmetric && row < col {
                let reason = format!(
                    "entry ({}, {}) lies above the diagonal, but a symmetric file lists the lower triangle only",
                    row + 1,
                    col + 1
                );
                return lines.fail(&words[0], reason);
            }
            table.push(row, col, value, symmetric);
        }
        lines.expect_end()?;
        Ok(table)
    }

    /// Column by column; of a symmetric matrix only the lower triangle.
    fn array(lines: &mut Lines<'_>, symmetric: bool) -> Result<Self, FileError> {
        let sizes = lines.needed("the sizes: rows, columns")?;
        lines.expect_words(&sizes, 2, "rows and columns")?;
        let mut table = Self::empty(lines, &sizes, symmetric)?;
        for col in 0..table.cols {
            for row in (if symmetric { col } else { 0 })..table.rows {
                let words = lines.needed(&format!("entry ({}, {})", row + 1, col + 1))?;
                lines.expect_words(&words, 1, "one number per line")?;
                let value = lines.number(&words[0])?;
                table.push(row, col, value, symmetric);
            }
        }
        lines.expect_end()?;
        Ok(table)
    }

    fn empty(lines: &Lines<'_>, sizes: &[Word<'_>], symmetric: bool) -> Result<Self, FileError> {
        let (rows, cols) = (lines.count(&sizes[0])?, lines.count(&sizes[1])?);
        if rows == 0 || cols == 0 {
            return lines.fail(&sizes[0], format!("{rows} × {cols} is empty"));
        }
        if symmetric && rows != cols {
            return lines.fail(&sizes[0], format!("{rows} × {cols} cannot be symmetric"));
        }
        Ok(Self { rows, cols, entries: Triplets::new() })
    }

    fn push(&mut self, row: usize, col: usize, value: f64, symmetric: bool) {
        self.entries.push(row, col, value);
        if symmetric && row != col {
            self.entries.push(col, row, value);
        }
    }
}
