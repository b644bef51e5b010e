//! What can be wrong with the parameters of a set.

use thiserror::Error;

/// Why some parameters do not make a set.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SetError {
    /// A size is negative, infinite or NaN.
    #[error("{set}: the {parameter} is {value} but must be a finite number ≥ 0")]
    Size {
        /// The set.
        set: &'static str,
        /// Which of its parameters.
        parameter: &'static str,
        /// What was given.
        value: f64,
    },
    /// lo > hi, or a bound is NaN.
    #[error("coordinate {coordinate}: the bounds [{lo}, {hi}] admit nothing (lo must be ≤ hi)")]
    Bounds {
        /// Which coordinate.
        coordinate: usize,
        /// Its lower bound.
        lo: f64,
        /// Its upper bound.
        hi: f64,
    },
    /// Lower and upper bounds differ in number.
    #[error("a box has {lo} lower bounds but {hi} upper bounds")]
    BoundCount {
        /// Number of lower bounds.
        lo: usize,
        /// Number of upper bounds.
        hi: usize,
    },
    /// Not an even number of directions.
    #[error("{0} directions: friction needs an even number of them, at least 2")]
    Directions(usize),
    /// A polygon without vertices.
    #[error("a polygon needs at least one vertex")]
    NoVertices,
    /// A polygon that no load would have to shrink into.
    #[error("the polygon does not hold the origin: friction could not be zero")]
    NoOrigin,
    /// A vertex is infinite or NaN.
    #[error("vertex {vertex} is ({}, {}) but must be finite", .point[0], .point[1])]
    Vertex {
        /// Which vertex.
        vertex: usize,
        /// Where it lies.
        point: [f64; 2],
    },
}

impl SetError {
    /// Passes a finite number ≥ 0 on.
    pub(super) fn check_size(
        set: &'static str,
        parameter: &'static str,
        value: f64,
    ) -> Result<f64, Self> {
        if value.is_finite() && value >= 0.0 {
            Ok(value)
        } else {
            Err(Self::Size { set, parameter, value })
        }
    }
}
