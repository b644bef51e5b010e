//! {‖(t, s)‖ ≤ r}: isotropic friction at a given normal impulse.

use super::{AdmissibleSet, SetError, holds, in_place};

/// The nearest point to (t, s) of the disc with this radius.
pub fn project(radius: f64, [t, s]: [f64; 2]) -> [f64; 2] {
    let length = libm::hypot(t, s);
    if length <= radius { [t, s] } else { [radius * (t / length), radius * (s / length)] }
}

/// {‖(t, s)‖ ≤ r}.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    radius: f64,
}

impl Disc {
    /// Refuses a radius that is not a finite number ≥ 0.
    pub fn new(radius: f64) -> Result<Self, SetError> {
        Ok(Self { radius: SetError::check_size("disc", "radius", radius)? })
    }
}

impl AdmissibleSet for Disc {
    fn dimension(&self) -> usize {
        2
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |point| project(self.radius, point));
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |[t, s]| libm::hypot(t, s) <= self.radius + slack)
    }

    fn name(&self) -> &'static str {
        "disc"
    }
}
