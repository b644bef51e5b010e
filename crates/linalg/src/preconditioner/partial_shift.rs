//! Incomplete Cholesky without fill where only the columns that feed a failing
//! pivot are raised, by 2^p γ the (p + 1)-th time (Ho 2022, §4.1.4, after Chen
//! et al.), and only rows from the first raised one on are factored again.

use super::lower::Lower;
use super::zero_fill::{PivotRule, ZeroFill};
use super::{BuildReport, Built, Parameters, PreconditionerEntry, PreconditionerError, Source};

/// The line of the table.
pub const ENTRY: PreconditionerEntry = PreconditionerEntry {
    name: "ic0-partial-shift",
    summary: "incomplete Cholesky without fill; columns that feed a failing pivot are raised",
    local: false,
    build,
};

/// Shifts per row after which it is given up; 1e-4·2⁶⁰ is beyond all reason.
const MAX_SHIFTS: i32 = 60;

fn build(source: &dyn Source, parameters: &Parameters) -> Built {
    let mut factor = ZeroFill::new(Lower::new(source, parameters.scaling));
    let mut times = vec![0_i32; source.size()];
    let mut report = BuildReport::default();
    let mut first = 0;
    loop {
        let row = match factor.run(first, PivotRule::Refuse) {
            Ok(()) => return Ok(Box::new(factor.finish(report))),
            Err(PreconditionerError::Pivot { row, .. }) => row,
            Err(other) => return Err(other),
        };
        if times[row] == MAX_SHIFTS {
            return Err(PreconditionerError::Exhausted { row, tries: report.refactorisations });
        }
        first = row;
        let feeding = factor.lower.col_index[factor.lower.range(row)].to_vec();
        for &col in feeding.iter().chain([&row]) {
            let gamma = parameters.shift * 2.0_f64.powi(times[col]);
            factor.shift[col] += factor.lower.shift(parameters, gamma, col);
            times[col] += 1;
            first = first.min(col);
            report.shifts += 1;
        }
        report.refactorisations += 1;
    }
}
