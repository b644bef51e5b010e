//! {(t/a)² + (s/b)² ≤ 1}: anisotropic friction. The nearest point is that of
//! [`super::ellipsoid::project`] with two semi-axes.

use super::{AdmissibleSet, SetError, ellipsoid, holds, in_place};

/// {(t/a)² + (s/b)² ≤ 1}; a zero semi-axis flattens it to a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipse {
    axes: [f64; 2],
}

impl Ellipse {
    /// Refuses a semi-axis that is not a finite number ≥ 0.
    pub fn new(axes: [f64; 2]) -> Result<Self, SetError> {
        for axis in axes {
            SetError::check_size("ellipse", "semi-axis", axis)?;
        }
        Ok(Self { axes })
    }
}

impl AdmissibleSet for Ellipse {
    fn dimension(&self) -> usize {
        2
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |point| ellipsoid::project(self.axes, point));
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |point| ellipsoid::contains(self.axes, point, slack))
    }

    fn name(&self) -> &'static str {
        "ellipse"
    }
}
