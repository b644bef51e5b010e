//! The checks that every problem passes before a solver sees it.

use stickslip_linalg::Stencil;

use super::{Kind, ProblemData, ProblemError};

/// Everything [`super::Problem::new`] promises. A stencil stands in the place of a
/// matrix, alone or beside factors; `owners` is memory to work in.
pub fn check(
    data: &ProblemData,
    known: Option<&Stencil>,
    owners: &mut Vec<usize>,
) -> Result<(), ProblemError> {
    let n = data.b.len();
    if n == 0 {
        return Err(ProblemError::Empty);
    }
    finite("b", &data.b)?;
    match known {
        Some(stencil) => grid(data, stencil, n)?,
        None => matrix(data, n)?,
    }
    bounds(data, n)?;
    contacts(data, n, owners)?;
    for (what, vector) in [("x0", &data.x0), ("solution", &data.solution)] {
        if let Some(vector) = vector {
            size(what, vector.len(), n)?;
            finite(what, vector)?;
        }
    }
    Ok(())
}

/// Fails when a part has another size than the problem.
pub fn size(what: &str, found: usize, expected: usize) -> Result<(), ProblemError> {
    if found == expected {
        Ok(())
    } else {
        Err(ProblemError::Size { what: what.into(), found, expected })
    }
}

/// Fails at the first number that is NaN or infinite.
pub fn finite(what: &str, values: &[f64]) -> Result<(), ProblemError> {
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(at) => {
            Err(ProblemError::NotFinite { place: format!("{what}[{at}]"), value: values[at] })
        }
    }
}

fn grid(data: &ProblemData, stencil: &Stencil, n: usize) -> Result<(), ProblemError> {
    if data.matrix.is_some() || stencil.size() != n {
        let reason = "needs a problem of its size without a matrix".into();
        return Err(ProblemError::Factor { part: "the stencil", reason });
    }
    if let Some(value) = stencil.not_finite() {
        return Err(ProblemError::NotFinite { place: "a face of the stencil".into(), value });
    }
    data.factored.as_ref().map_or(Ok(()), |factored| factored.check(n))
}

fn matrix(data: &ProblemData, n: usize) -> Result<(), ProblemError> {
    if let Some(matrix) = &data.matrix {
        size("A", matrix.rows(), n)?;
        size("A (columns)", matrix.cols(), n)?;
        for row in 0..n {
            if let Some((col, value)) = matrix.row(row).find(|entry| !entry.1.is_finite()) {
                return Err(ProblemError::NotFinite { place: format!("A[{row}, {col}]"), value });
            }
        }
    }
    if let Some(factored) = &data.factored {
        factored.check(n)?;
    }
    match (&data.matrix, &data.factored) {
        (None, None) => Err(ProblemError::NoMatrix),
        (Some(matrix), Some(factored)) => {
            // Distinct entries, so that equal products mean equal matrices.
            let probe: Vec<f64> = (0..n).map(|i| 1.0 + libm::sin(i as f64 * 0.7) / 3.0).collect();
            let (mut left, mut right) = (vec![0.0; n], vec![0.0; n]);
            matrix.multiply(&probe, &mut left);
            factored.multiply(&probe, &mut right);
            for row in 0..n {
                let scale: f64 = matrix.row(row).map(|(_, value)| value.abs()).sum();
                let gap = (left[row] - right[row]).abs();
                if gap > 1e-6 * scale.max(f64::MIN_POSITIVE) {
                    return Err(ProblemError::Inconsistent { row, gap });
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn bounds(data: &ProblemData, n: usize) -> Result<(), ProblemError> {
    size("lo", data.lo.len(), n)?;
    size("hi", data.hi.len(), n)?;
    for (row, (&lo, &hi)) in data.lo.iter().zip(&data.hi).enumerate() {
        if lo.is_nan() || hi.is_nan() || lo > hi || lo == f64::INFINITY || hi == f64::NEG_INFINITY {
            return Err(ProblemError::Bounds { row, lo, hi });
        }
        if data.kind == Kind::Lcp && (lo != 0.0 || hi != f64::INFINITY) {
            return Err(ProblemError::LcpBounds { row, lo, hi });
        }
    }
    Ok(())
}

fn contacts(data: &ProblemData, n: usize, owners: &mut Vec<usize>) -> Result<(), ProblemError> {
    const NOBODY: usize = usize::MAX;
    owners.clear();
    owners.resize(n, NOBODY);
    for (index, contact) in data.contacts.iter().enumerate() {
        let fail = |reason: String| Err(ProblemError::Contact { index, reason });
        if data.kind == Kind::Lcp {
            return fail("an lcp has no contacts; use kind \"blcp\"".into());
        }
        if !contact.mu.is_finite() || contact.mu < 0.0 {
            return fail(format!("mu is {} but must be a finite number ≥ 0", contact.mu));
        }
        let count = contact.sliding_rows();
        if count == 0 || count > 3 {
            return fail(format!("{count} tangents; a contact has 1 to 3"));
        }
        if let Some(reason) = contact.section_error() {
            return fail(reason);
        }
        if !contact.is_coulomb() && !data.kind.is_cone() {
            return fail("shapes and radii belong to the kinds ncp and ccp".into());
        }
        for row in contact.rows() {
            if row >= n {
                return fail(format!("row {row} does not exist: the problem has {n} rows"));
            }
            let other = std::mem::replace(&mut owners[row], index);
            if other != NOBODY {
                return fail(format!("row {row} is already used by contacts[{other}]"));
            }
        }
        if data.lo[contact.normal] != 0.0 || data.hi[contact.normal] != f64::INFINITY {
            return fail(format!(
                "the normal row {} must have the bounds [0, ∞), not [{}, {}]",
                contact.normal, data.lo[contact.normal], data.hi[contact.normal]
            ));
        }
    }
    Ok(())
}
