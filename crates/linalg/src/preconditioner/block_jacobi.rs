//! P = the diagonal blocks of A over the groups of the source: a contact, or a
//! pair of bodies. On such a matrix factorisation without fill is complete.

use super::lower::Lower;
use super::zero_fill::{PivotRule, ZeroFill};
use super::{BuildReport, Built, Parameters, PreconditionerEntry, Source};
use crate::{SparseMatrix, Triplets};

/// The line of the table.
pub const ENTRY: PreconditionerEntry = PreconditionerEntry {
    name: "block-jacobi",
    summary: "the diagonal blocks of A per contact or pair of bodies",
    local: false,
    build,
};

fn build(source: &dyn Source, parameters: &Parameters) -> Built {
    let n = source.size();
    let mut triplets = Triplets::new();
    let mut grouped = vec![false; n];
    let mut entries = Vec::new();
    for group in source.groups() {
        source.block(&group, &mut entries);
        for (&row, line) in group.iter().zip(entries.chunks(group.len().max(1))) {
            grouped[row] = true;
            for (&col, &value) in group.iter().zip(line) {
                triplets.push(row, col, value);
            }
        }
    }
    for row in (0..n).filter(|&row| !grouped[row]) {
        triplets.push(row, row, source.diagonal(row));
    }
    let blocks = SparseMatrix::from_triplets(n, n, &triplets);
    let mut factor = ZeroFill::new(Lower::of(&blocks, source, parameters.scaling));
    // The blocks are semidefinite: a pivot below zero is rounding, and the
    // rule keeps P definite.
    factor.run(0, PivotRule::Imaginary)?;
    Ok(Box::new(factor.finish(BuildReport::default())))
}
