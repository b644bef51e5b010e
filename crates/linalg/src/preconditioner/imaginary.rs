//! Incomplete Cholesky without fill that goes on through negative pivots with
//! imaginary columns (Ho 2022, §4.1.5, Alg 6): A ≈ L̂ diag(η) L̂ᵀ and
//! P = L̃ L̃ᴴ = L̂ L̂ᵀ, which is real and positive definite. Two plain
//! triangular solves with L̂ apply it; Alg 7 as printed does not.

use super::lower::Lower;
use super::zero_fill::{PivotRule, ZeroFill};
use super::{BuildReport, Built, Parameters, PreconditionerEntry, Source};

/// The line of the table.
pub const ENTRY: PreconditionerEntry = PreconditionerEntry {
    name: "ic0-imaginary",
    summary: "incomplete Cholesky without fill; negative pivots become imaginary columns",
    local: false,
    build,
};

fn build(source: &dyn Source, parameters: &Parameters) -> Built {
    let mut factor = ZeroFill::new(Lower::new(source, parameters.scaling));
    factor.run(0, PivotRule::Imaginary)?;
    Ok(Box::new(factor.finish(BuildReport::default())))
}
