//! {lo ≤ x ≤ hi}: one boxed row, either bound possibly infinite.

use super::{AdmissibleSet, SetError, holds, in_place};

/// The nearest number to x in [lo, hi]. Unlike `f64::clamp` it never panics,
/// and unlike `max` and `min` it keeps NaN.
pub fn project(x: f64, lo: f64, hi: f64) -> f64 {
    if x < lo {
        lo
    } else if x > hi {
        hi
    } else {
        x
    }
}

/// {lo ≤ x ≤ hi}.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    lo: f64,
    hi: f64,
}

impl Interval {
    /// Refuses NaN, lo > hi, and bounds that no finite number meets.
    pub fn new(lo: f64, hi: f64) -> Result<Self, SetError> {
        Self::of_coordinate(0, lo, hi)
    }

    /// As [`Self::new`], naming the coordinate in the error.
    pub(super) fn of_coordinate(coordinate: usize, lo: f64, hi: f64) -> Result<Self, SetError> {
        if lo <= hi && lo < f64::INFINITY && hi > f64::NEG_INFINITY {
            Ok(Self { lo, hi })
        } else {
            Err(SetError::Bounds { coordinate, lo, hi })
        }
    }
}

impl AdmissibleSet for Interval {
    fn dimension(&self) -> usize {
        1
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |[x]| [project(x, self.lo, self.hi)]);
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |[x]| x >= self.lo - slack && x <= self.hi + slack)
    }

    fn name(&self) -> &'static str {
        "interval"
    }
}
