//! Incomplete Cholesky without fill; a breakdown is an error (Ho 2022, Alg 4).

use super::lower::Lower;
use super::zero_fill::{PivotRule, ZeroFill};
use super::{BuildReport, Built, Parameters, PreconditionerEntry, Source};

/// The line of the table.
pub const ENTRY: PreconditionerEntry = PreconditionerEntry {
    name: "ic0",
    summary: "incomplete Cholesky without fill; breaks down on many contact matrices",
    local: false,
    build,
};

fn build(source: &dyn Source, parameters: &Parameters) -> Built {
    let mut factor = ZeroFill::new(Lower::new(source, parameters.scaling));
    factor.run(0, PivotRule::Refuse)?;
    Ok(Box::new(factor.finish(BuildReport::default())))
}
