//! {n ≥ 0, ‖(t, s)‖ ≤ r}: isotropic friction of fixed size (Preclik et al.,
//! Table 1; Tresca friction). With r = 0 it is the frictionless contact.

use super::{AdmissibleSet, SetError, disc, half_line, holds, in_place};

/// The nearest point to (n, t, s) of the cylinder with this radius.
pub fn project(radius: f64, [n, t, s]: [f64; 3]) -> [f64; 3] {
    let [t, s] = disc::project(radius, [t, s]);
    [half_line::project(n), t, s]
}

/// {n ≥ 0, ‖(t, s)‖ ≤ r}.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    radius: f64,
}

impl Cylinder {
    /// Refuses a radius that is not a finite number ≥ 0.
    pub fn new(radius: f64) -> Result<Self, SetError> {
        Ok(Self { radius: SetError::check_size("cylinder", "radius", radius)? })
    }
}

impl AdmissibleSet for Cylinder {
    fn dimension(&self) -> usize {
        3
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |point| project(self.radius, point));
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |[n, t, s]| n >= -slack && libm::hypot(t, s) <= self.radius + slack)
    }

    fn name(&self) -> &'static str {
        "cylinder"
    }
}
