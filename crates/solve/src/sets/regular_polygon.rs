//! The regular polygon inscribed in the disc of radius r: the section of
//! polyhedral friction (Preclik et al., Table 1).

use super::{AdmissibleSet, Directions, SetError, holds, in_place, interval};

/// The nearest point to (t, s) of r times the hull of the directions.
pub fn project(directions: &Directions, radius: f64, tangent: [f64; 2]) -> [f64; 2] {
    let facing = directions.facing(tangent);
    let (apothem, half_edge) = (radius * directions.apothem, radius * directions.half_edge);
    if facing.x <= apothem {
        return tangent;
    }
    facing.tangent(apothem, interval::project(facing.y, -half_edge, half_edge))
}

/// r times the hull of an even number of directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegularPolygon {
    directions: Directions,
    radius: f64,
}

impl RegularPolygon {
    /// Refuses an odd number of directions, and a radius that is not a finite
    /// number ≥ 0.
    pub fn new(directions: usize, radius: f64) -> Result<Self, SetError> {
        let directions = Directions::new(directions)?;
        Ok(Self { directions, radius: SetError::check_size("regular-polygon", "radius", radius)? })
    }
}

impl AdmissibleSet for RegularPolygon {
    fn dimension(&self) -> usize {
        2
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |point| project(&self.directions, self.radius, point));
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |tangent| contains(&self.directions, self.radius, tangent, slack))
    }

    fn name(&self) -> &'static str {
        "regular-polygon"
    }
}

/// Whether no edge is passed by more than `slack`; with two directions the
/// polygon is a segment, which has ends beside its edges.
pub(super) fn contains(
    directions: &Directions,
    radius: f64,
    tangent: [f64; 2],
    slack: f64,
) -> bool {
    let facing = directions.facing(tangent);
    facing.x <= radius * directions.apothem + slack
        && facing.y.abs() <= radius * directions.half_edge + slack
}
