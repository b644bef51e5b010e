//! What is asked: two features of meshes that move along straight lines.

use glam::DVec3;
use thiserror::Error;

/// Coordinates up to here are answered: their differences cannot overflow.
pub const LARGEST: f64 = f64::MAX / 16.0;

/// Which features may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A vertex, then the three corners of a face.
    VertexFace,
    /// The two ends of an edge, then those of another.
    EdgeEdge,
}

/// Four points at the beginning (t = 0) and at the end (t = 1) of a step; they
/// move along straight lines between. Features are closed: touching counts, at
/// both ends of the step too. A face may be a segment or a point, an edge a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// Which features the points make.
    pub kind: Kind,
    /// The points at t = 0.
    pub start: [DVec3; 4],
    /// The points at t = 1.
    pub end: [DVec3; 4],
}

/// How close is touching.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// δ: features that come nearer than δ times the size of the query may be
    /// said to touch. The size is the power of two next above the largest
    /// coordinate of any difference between the features at either end, so
    /// answers do not depend on units or on a far origin.
    pub delta: f64,
    /// Features touch already at this distance, in the units of the query.
    pub separation: f64,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { delta: 1e-6, separation: 0.0 }
    }
}

/// The answer to a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// They do not touch in the whole step. This is proved, rounding included.
    Apart,
    /// They may touch from this time on, and surely do not before it.
    Touch(f64),
}

impl Answer {
    /// The time, where they touch.
    pub fn time(self) -> Option<f64> {
        match self {
            Self::Apart => None,
            Self::Touch(time) => Some(time),
        }
    }
}

/// Why a query has no answer.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum QueryError {
    /// A coordinate is NaN, infinite or too large.
    #[error(
        "coordinate {axis} of point {point} at t = {time} is {value}; expected a number below 1e307"
    )]
    Coordinate {
        /// Which of the four points.
        point: usize,
        /// `x`, `y` or `z`.
        axis: char,
        /// 0 or 1.
        time: u8,
        /// What stands there.
        value: f64,
    },
    /// The tolerance is no number from 0 to ½.
    #[error("delta is {0}; expected a number from 0 to 0.5")]
    Delta(f64),
    /// The separation is no number from 0.
    #[error("separation is {0}; expected a number from 0 to 1e307")]
    Separation(f64),
    /// The method looks for points in one plane, which come too late.
    #[error("the method cubic has no minimum separation; take inclusion")]
    NoSeparation,
}

impl Query {
    pub(super) fn check(&self, tolerance: &Tolerance) -> Result<(), QueryError> {
        for (time, points) in [(0, &self.start), (1, &self.end)] {
            for (point, position) in points.iter().enumerate() {
                for (axis, value) in ['x', 'y', 'z'].into_iter().zip(position.to_array()) {
                    // NaN is not below either.
                    let fits = value.abs() < LARGEST;
                    if !fits {
                        return Err(QueryError::Coordinate { point, axis, time, value });
                    }
                }
            }
        }
        let Tolerance { delta, separation } = *tolerance;
        if !(0.0..=0.5).contains(&delta) {
            return Err(QueryError::Delta(delta));
        }
        if !(0.0..LARGEST).contains(&separation) {
            return Err(QueryError::Separation(separation));
        }
        Ok(())
    }
}
