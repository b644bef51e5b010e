//! From FCLib's vectors and matrices to a problem.

use stickslip_linalg::SparseMatrix;

use super::arrays::Arrays;
use super::mass::{self, Assembly};
use super::{LAYOUTS, Layout};
use crate::files::{FileError, name_of};
use stickslip_solve::{FrictionContact, Kind, Problem, ProblemData, Rolling, Section};

/// Reads the bytes of an FCLib file.
pub fn read(bytes: Vec<u8>, file: &str) -> Result<Problem, FileError> {
    let arrays = Arrays::open(bytes, file)?;
    let mut found = None;
    for layout in LAYOUTS {
        if arrays.has_group(layout.group)? {
            found = Some(layout);
            break;
        }
    }
    let Some(layout) = found else {
        let groups: Vec<&str> = LAYOUTS.iter().map(|layout| layout.group).collect();
        let groups = groups.join(", ");
        return arrays.fail("the root", format!("has none of the groups {groups}"));
    };
    let mut data = if layout.global { global(&arrays, layout)? } else { local(&arrays, layout)? };
    let free = free_rows(&data);
    data.solution = impulses(&arrays, "solution", free)?
        // The public files store zeros where no solution is known.
        .filter(|solution| solution.iter().any(|&value| value != 0.0));
    data.x0 = impulses(&arrays, "guesses/1", free)?;
    data.name = arrays
        .optional_text(&format!("{}/info/title", layout.group))?
        .filter(|title| !title.is_empty())
        .unwrap_or_else(|| name_of(file));
    Problem::new(data).map_err(FileError::problem(file))
}

/// A = [W V; Vᵀ R], b = [q; s].
fn local(arrays: &Arrays<'_>, layout: &Layout) -> Result<ProblemData, FileError> {
    let at = |name: &str| format!("{}/{name}", layout.group);
    let mut b = arrays.numbers(&at("vectors/q"))?;
    let contacts = contacts(arrays, layout, b.len())?;
    let rows = b.len();
    let mut matrix = arrays.matrix(&at("W"), rows, rows)?;
    if arrays.has_group(&at("V"))? {
        let s = arrays.optional_numbers(&at("vectors/s"))?.unwrap_or_default();
        let coupling = arrays.matrix(&at("V"), rows, s.len())?;
        let bilateral = arrays.matrix(&at("R"), s.len(), s.len())?;
        matrix = bordered(&matrix, &coupling, &bilateral);
        b.extend(s);
    }
    Ok(with_contacts(ProblemData::assembled("", Kind::Ncp, matrix, b), contacts))
}

/// J = [H G]ᵀ, A = J M⁻¹ Jᵀ, b = [w; b] + J M⁻¹ f.
fn global(arrays: &Arrays<'_>, layout: &Layout) -> Result<ProblemData, FileError> {
    let at = |name: &str| format!("{}/{name}", layout.group);
    let force = arrays.numbers(&at("vectors/f"))?;
    let mut b = arrays.numbers(&at("vectors/w"))?;
    let contacts = contacts(arrays, layout, b.len())?;
    let freedoms = force.len();
    let mass = arrays.matrix(&at("M"), freedoms, freedoms)?;
    let mut jacobian = arrays.matrix(&at("H"), freedoms, b.len())?.transposed();
    if arrays.has_group(&at("G"))? {
        let offset = arrays.optional_numbers(&at("vectors/b"))?.unwrap_or_default();
        let bilateral = arrays.matrix(&at("G"), freedoms, offset.len())?.transposed();
        jacobian = stacked(&jacobian, &bilateral);
        b.extend(offset);
    }
    let Some((assembly, velocity)) = mass::eliminate(&mass, jacobian, &force) else {
        return arrays.fail(&at("M"), "is not invertible");
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

/// Sliding in the plane or in space, and with rolling one or two rows more.
fn contacts(
    arrays: &Arrays<'_>,
    layout: &Layout,
    rows: usize,
) -> Result<Vec<FrictionContact>, FileError> {
    let path = format!("{}/spacedim", layout.group);
    let (dimension, rolling_rows) = match (arrays.integer(&path)?, layout.rolling) {
        (2, false) => (2, 0),
        (3, false) => (3, 0),
        (3, true) => (3, 1),
        (5, true) => (5, 2),
        (other, false) => return arrays.fail(&path, format!("is {other} but must be 2 or 3")),
        (other, true) => {
            return arrays.fail(&path, format!("is {other} but must be 3 or 5 with rolling"));
        }
    };
    let coefficients = |name: &str| {
        let path = format!("{}/vectors/{name}", layout.group);
        let values = arrays.numbers(&path)?;
        if values.len().checked_mul(dimension) != Some(rows) {
            let reason = format!("has {} entries but {rows} rows are in contact", values.len());
            return arrays.fail(&path, format!("{reason} with {dimension} rows each"));
        }
        Ok(values)
    };
    let mu = coefficients("mu")?;
    let rolling = if layout.rolling { Some(coefficients("mu_r")?) } else { None };
    let contact = |(index, &mu): (usize, &f64)| {
        let normal = index * dimension;
        let rolling =
            rolling.as_ref().map(|mu| Rolling { rows: rolling_rows, mu: mu[index], radius: None });
        FrictionContact {
            normal,
            tangents: (normal + 1..normal + dimension).collect(),
            mu,
            section: Section { rolling, ..Section::default() },
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
