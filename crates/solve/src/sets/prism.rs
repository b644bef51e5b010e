//! {n ≥ 0} × a regular polygon: polyhedral friction of fixed size (Preclik et
//! al., Table 1).

use super::{AdmissibleSet, Directions, SetError, half_line, holds, in_place, regular_polygon};

/// The nearest point to (n, t, s) of the prism with this radius.
pub fn project(directions: &Directions, radius: f64, [n, t, s]: [f64; 3]) -> [f64; 3] {
    let [t, s] = regular_polygon::project(directions, radius, [t, s]);
    [half_line::project(n), t, s]
}

/// {n ≥ 0} × r times the hull of an even number of directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prism {
    directions: Directions,
    radius: f64,
}

impl Prism {
    /// Refuses an odd number of directions, and a radius that is not a finite
    /// number ≥ 0.
    pub fn new(directions: usize, radius: f64) -> Result<Self, SetError> {
        let directions = Directions::new(directions)?;
        Ok(Self { directions, radius: SetError::check_size("prism", "radius", radius)? })
    }
}

impl AdmissibleSet for Prism {
    fn dimension(&self) -> usize {
        3
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |point| project(&self.directions, self.radius, point));
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |[n, t, s]| {
            n >= -slack && regular_polygon::contains(&self.directions, self.radius, [t, s], slack)
        })
    }

    fn name(&self) -> &'static str {
        "prism"
    }
}
