//! {x ≥ 0}: the normal impulse.

use super::{AdmissibleSet, holds, in_place};

/// max(0, x), where NaN stays NaN.
pub fn project(x: f64) -> f64 {
    if x < 0.0 { 0.0 } else { x }
}

/// {x ≥ 0}.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HalfLine;

impl AdmissibleSet for HalfLine {
    fn dimension(&self) -> usize {
        1
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |[x]| [project(x)]);
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |[x]| x >= -slack)
    }

    fn name(&self) -> &'static str {
        "half-line"
    }
}
