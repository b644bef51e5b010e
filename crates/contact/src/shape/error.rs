//! What cannot be a shape.

use glam::DVec3;
use thiserror::Error;

/// Why a shape cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A number that must be positive and finite is not.
    #[error("{what} is {value}, but must be a positive finite number")]
    NotPositive {
        /// Which number.
        what: &'static str,
        /// What it was.
        value: f64,
    },
    /// Anything else.
    #[error("{0}")]
    Unfit(String),
}

pub(super) fn positive(what: &'static str, value: f64) -> Result<f64, ShapeError> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err(ShapeError::NotPositive { what, value })
    }
}

pub(super) fn unfit<T>(why: String) -> Result<T, ShapeError> {
    Err(ShapeError::Unfit(why))
}

/// Refuses points that are not finite, naming the first.
pub(super) fn finite(what: &str, points: &[DVec3]) -> Result<(), ShapeError> {
    match points.iter().position(|point| !point.is_finite()) {
        Some(index) => unfit(format!("{what} {index} is {}, which is not finite", points[index])),
        None => Ok(()),
    }
}
