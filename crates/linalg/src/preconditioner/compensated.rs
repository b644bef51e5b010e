//! Incomplete Cholesky without fill of A + γI or A + γ·diag(A), γ doubled
//! until it succeeds (Ho 2022, §4.1.2).

use super::lower::Lower;
use super::zero_fill::{PivotRule, ZeroFill};
use super::{BuildReport, Built, Parameters, PreconditionerEntry, PreconditionerError, Source};

/// The line of the table.
pub const ENTRY: PreconditionerEntry = PreconditionerEntry {
    name: "ic0-compensated",
    summary: "incomplete Cholesky without fill of a shifted matrix, the shift doubled until it succeeds",
    local: false,
    build,
};

/// γ = 1e-4·2⁶⁰ dwarfs every row sum long before this.
pub const MAX_TRIES: usize = 60;

fn build(source: &dyn Source, parameters: &Parameters) -> Built {
    let mut factor = ZeroFill::new(Lower::new(source, parameters.scaling));
    let mut gamma = parameters.shift;
    let mut row = 0;
    for tries in 0..=MAX_TRIES {
        match factor.run(0, PivotRule::Refuse) {
            Ok(()) => {
                let report = BuildReport {
                    shifts: tries,
                    refactorisations: tries,
                    ..BuildReport::default()
                };
                return Ok(Box::new(factor.finish(report)));
            }
            Err(PreconditionerError::Pivot { row: at, .. }) => row = at,
            Err(other) => return Err(other),
        }
        for row in 0..factor.shift.len() {
            if factor.lower.is_active(row) {
                factor.shift[row] = factor.lower.shift(parameters, gamma, row);
            }
        }
        gamma *= 2.0;
    }
    Err(PreconditionerError::Exhausted { row, tries: MAX_TRIES })
}
