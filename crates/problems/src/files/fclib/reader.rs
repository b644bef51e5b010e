//! From FCLib's vectors and matrices to a problem.

use stickslip_linalg::SparseMatrix;

use super::arrays::Arrays;
use super::mass::{self, Assembly};
use crate::files::{FileError, name_of};
use stickslip_solve::{FrictionContact, Kind, Problem, ProblemData};

/// Reads the bytes of an FCLib file.
pub fn read(bytes: Vec<u8>, file: &str) -> Result<Problem, FileError> {
    let arrays = Arrays::open(bytes, file)?;
    let (layout, mut data) = if arrays.has_group("fclib_local")? {
        ("fclib_local", local(&arrays)?)
    } else if arrays.has_group("fclib_global")? {
        ("fclib_global", global(&arrays)?)
    } else {
        return arrays.fail("the root", "has neither a group fclib_local nor fclib_global");
    };
    let free = free_rows(&data);
    data.solution = impulses(&arrays, "solution", free)?
        // The public files store zeros where no solution is known.
        .filter(|solution| solution.iter().any(|&value| value != 0.0));
    data.x0 = impulses(&arrays, "guesses/1", free)?;
    data.name = arrays
        .optional_text(&format!("{layout}/info/title"))?
        .filter(|title| !title.is_empty())
        .unwrap_or_else(|| name_of(file));
    Problem::new(data).map_err(FileError::problem(file))
}

/// A = [W V; Vᵀ R], b = [q; s].
fn local(arrays: &Arrays<'_>) -> Result<ProblemData, FileError> {
    let mut b = arrays.numbers("fclib_local/vectors/q")?;
    let contacts = contacts(arrays, "fclib_local", b.len())?;
    let rows = b.len();
    let mut matrix = arrays.matrix("fclib_local/W", rows, rows)?;
    if arrays.has_group("fclib_local/V")? {
        let s = arrays.optional_numbers("fclib_local/vectors/s")?.unwrap_or_default();
        let coupling = arrays.matrix("fclib_local/V", rows, s.len())?;
        let bilateral = arrays.matrix("fclib_local/R", s.len(), s.len())?;
        matrix = bordered(&matrix, &coupling, &bilateral);
        b.extend(s);
    }
    Ok(with_contacts(ProblemData::assembled("", Kind::Ncp, matrix, b), contacts))
}

/// J = [H G]ᵀ, A = J M⁻¹ Jᵀ, b = [w; b] + J M⁻¹ f.
fn global(arrays: &Arrays<'_>) -> Result<ProblemData, FileError> {
    let force = arrays.numbers("fclib_global/vectors/f")?;
    let mut b = arrays.numbers("fclib_global/vectors/w")?;
    let contacts = contacts(arrays, "fclib_global", b.len())?;
    let freedoms = force.len();
    let mass = arrays.matrix("fclib_global/M", freedoms, freedoms)?;
    let mut jacobian = arrays.matrix("fclib_global/H", freedoms, b.len())?.transposed();
    if arrays.has_group("fclib_global/G")? {
        let offset = arrays.optional_numbers("fclib_global/vectors/b")?.unwrap_or_default();
        let bilateral = arrays.matrix("fclib_global/G", freedoms, offset.len())?.transposed();
        jacobian = stacked(&jacobian, &bilateral);
        b.extend(offset);
    }
    let Some((assembly, velocity)) = mass::eliminate(&mass, jacobian, &force) else {
        return arrays.fail("fclib_global/M", "is not invertible");
    };
    if force.iter().any(|&value| value != 0.0) {
        for (offset, change) in b.iter_mut().zip(velocity) {
            *offset += change;
        }
    }
    let data = match assembly {
        Assembly::Factored(factored) => ProblemData::factored("", Kind::Ncp, factored, b),
        Assembly::Matrix(matrix) => ProblemData::assembled("", Kind::Ncp, matrix, b),
    };
    Ok(with_contacts(data, contacts))
}

fn contacts(
    arrays: &Arrays<'_>,
    layout: &str,
    rows: usize,
) -> Result<Vec<FrictionContact>, FileError> {
    let path = format!("{layout}/spacedim");
    let dimension = match arrays.integer(&path)? {
        2 => 2,
        3 => 3,
        other => return arrays.fail(&path, format!("is {other} but must be 2 or 3")),
    };
    let path = format!("{layout}/vectors/mu");
    let mu = arrays.numbers(&path)?;
    if mu.len().checked_mul(dimension) != Some(rows) {
        let reason = format!("has {} entries but {rows} rows are in contact", mu.len());
        return arrays.fail(&path, format!("{reason} with {dimension} rows each"));
    }
    let contact = |(index, &mu): (usize, &f64)| {
        let normal = index * dimension;
        FrictionContact {
            normal,
            tangents: (normal + 1..normal + dimension).collect(),
            mu,
            ..FrictionContact::default()
        }
    };
    Ok(mu.iter().enumerate().map(contact).collect())
}

/// Tangents and the rows after the contacts have no bounds of their own.
fn with_contacts(mut data: ProblemData, contacts: Vec<FrictionContact>) -> ProblemData {
    data.lo.fill(f64::NEG_INFINITY);
    for contact in &contacts {
        data.lo[contact.normal] = 0.0;
    }
    data.contacts = contacts;
    data
}

fn free_rows(data: &ProblemData) -> usize {
    data.b.len() - data.contacts.iter().map(|contact| contact.rows().count()).sum::<usize>()
}

/// The impulses [r; l] of a solution or guess.
fn impulses(arrays: &Arrays<'_>, path: &str, free: usize) -> Result<Option<Vec<f64>>, FileError> {
    if !arrays.has_group(path)? {
        return Ok(None);
    }
    let Some(mut impulses) = arrays.optional_numbers(&format!("{path}/r"))? else {
        return Ok(None);
    };
    if free > 0 {
        impulses.extend(arrays.numbers(&format!("{path}/l"))?);
    }
    Ok(Some(impulses))
}

/// [W V; Vᵀ R].
fn bordered(w: &SparseMatrix, v: &SparseMatrix, r: &SparseMatrix) -> SparseMatrix {
    let (rows, size) = (w.rows(), w.rows() + r.rows());
    let mut all = w.to_triplets();
    let (border, corner) = (v.to_triplets(), r.to_triplets());
    for ((&row, &col), &value) in border.rows.iter().zip(&border.cols).zip(&border.vals) {
        all.push(row, rows + col, value);
        all.push(rows + col, row, value);
    }
    for ((&row, &col), &value) in corner.rows.iter().zip(&corner.cols).zip(&corner.vals) {
        all.push(rows + row, rows + col, value);
    }
    SparseMatrix::from_triplets(size, size, &all)
}

/// [top; bottom].
fn stacked(top: &SparseMatrix, bottom: &SparseMatrix) -> SparseMatrix {
    let mut all = top.to_triplets();
    let more = bottom.to_triplets();
    all.rows.extend(more.rows.iter().map(|row| top.rows() + row));
    all.cols.extend(more.cols);
    all.vals.extend(more.vals);
    SparseMatrix::from_triplets(top.rows() + bottom.rows(), top.cols(), &all)
}
