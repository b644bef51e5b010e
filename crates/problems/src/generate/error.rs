//! What can be wrong with a request for a problem.

use thiserror::Error;

use stickslip_dynamics::{ModelError, ShapeError};
use stickslip_solve::ProblemError;
use stickslip_solve::options::{OptionError, OptionValue};

/// Why no problem was made.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// An option that does not exist or cannot be read.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// An option outside its range.
    #[error("option {option}={value}: expected {expected}")]
    Range {
        /// The option.
        option: &'static str,
        /// What was given.
        value: String,
        /// What would fit.
        expected: String,
    },
    /// The options fit one by one but together give numbers that are no problem.
    #[error("these options give no problem: {0}")]
    Problem(#[from] ProblemError),
    /// The options fit one by one but together give bodies that cannot be.
    #[error("these options give no problem: {0}")]
    Model(#[from] ModelError),
    /// The options fit one by one but together give a shape that cannot be.
    #[error("these options give no problem: {0}")]
    Shape(#[from] ShapeError),
    /// A random matrix whose singular vectors were not found.
    #[error("the singular vectors of this random matrix cannot be found; take another seed")]
    NoSingularVectors,
}

/// No generator of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no generator \"{name}\"{hint}")]
pub struct UnknownGenerator {
    /// What was asked for.
    pub name: String,
    hint: String,
}

impl UnknownGenerator {
    pub(super) fn new(name: &str, near: Option<&str>) -> Self {
        let hint = match near {
            Some(near) => format!("; did you mean \"{near}\"?"),
            None => {
                let names: Vec<_> = super::GENERATORS.iter().map(|known| known.name).collect();
                format!("; there are {}", names.join(", "))
            }
        };
        Self { name: name.into(), hint }
    }
}

/// Refuses `value` unless `fits`.
pub(super) fn require(
    option: &'static str,
    value: &impl OptionValue,
    fits: bool,
    expected: impl Into<String>,
) -> Result<(), GenerateError> {
    if fits {
        return Ok(());
    }
    Err(GenerateError::Range { option, value: value.show_option(), expected: expected.into() })
}

/// A share lies in [0, 1].
pub(super) fn require_share(option: &'static str, value: f64) -> Result<(), GenerateError> {
    require(option, &value, (0.0..=1.0).contains(&value), "a share between 0 and 1")
}

/// A finite number ≥ `least`.
pub(super) fn require_at_least(
    option: &'static str,
    value: f64,
    least: f64,
) -> Result<(), GenerateError> {
    let fits = value.is_finite() && value >= least;
    require(option, &value, fits, format!("a finite number ≥ {least}"))
}

/// A count between `least` and `most`; the upper end keeps memory in reach.
pub(super) fn require_count(
    option: &'static str,
    value: usize,
    least: usize,
    most: usize,
) -> Result<(), GenerateError> {
    let fits = (least..=most).contains(&value);
    require(option, &value, fits, format!("a whole number from {least} to {most}"))
}
