//! P = diag(A).

use super::{
    BuildReport, Built, Parameters, PreconditionerEntry, PreconditionerError, Source,
    TriangularFactor,
};

/// The line of the table.
pub const ENTRY: PreconditionerEntry =
    PreconditionerEntry { name: "jacobi", summary: "the diagonal of A", local: true, build };

fn build(source: &dyn Source, _parameters: &Parameters) -> Built {
    let n = source.size();
    let mut diagonal = vec![1.0; n];
    let active: Vec<bool> = (0..n).map(|row| source.is_active(row)).collect();
    for row in (0..n).filter(|&row| active[row]) {
        let pivot = source.diagonal(row) + source.shift(row);
        if pivot.is_nan() || pivot <= 0.0 {
            return Err(PreconditionerError::Pivot { row, pivot });
        }
        diagonal[row] = pivot.sqrt();
    }
    let (row_start, report) = (vec![0; n + 1], BuildReport::default());
    let factor = TriangularFactor::new(row_start, Vec::new(), Vec::new(), diagonal, active, report);
    Ok(Box::new(factor))
}
