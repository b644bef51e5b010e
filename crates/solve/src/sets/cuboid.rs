//! A box: one interval per coordinate.

use super::{AdmissibleSet, Interval, SetError};

/// {lo ≤ x ≤ hi} in any dimension.
#[derive(Clone, Debug, PartialEq)]
pub struct Cuboid {
    sides: Vec<Interval>,
}

impl Cuboid {
    /// One interval per coordinate; the error names the coordinate.
    pub fn new(lo: &[f64], hi: &[f64]) -> Result<Self, SetError> {
        if lo.len() != hi.len() {
            return Err(SetError::BoundCount { lo: lo.len(), hi: hi.len() });
        }
        let sides = lo
            .iter()
            .zip(hi)
            .enumerate()
            .map(|(coordinate, (&lo, &hi))| Interval::of_coordinate(coordinate, lo, hi))
            .collect::<Result<_, _>>()?;
        Ok(Self { sides })
    }

    /// The contact with fixed friction bounds: n ≥ 0, |t|, |s| ≤ `radius`.
    pub fn friction(radius: f64) -> Result<Self, SetError> {
        let radius = SetError::check_size("box", "radius", radius)?;
        Self::new(&[0.0, -radius, -radius], &[f64::INFINITY, radius, radius])
    }
}

impl AdmissibleSet for Cuboid {
    fn dimension(&self) -> usize {
        self.sides.len()
    }

    fn project(&self, point: &mut [f64]) {
        if point.len() == self.sides.len() {
            for (side, x) in self.sides.iter().zip(point.chunks_exact_mut(1)) {
                side.project(x);
            }
        }
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        point.len() == self.sides.len()
            && self.sides.iter().zip(point.chunks_exact(1)).all(|(side, x)| side.contains(x, slack))
    }

    fn name(&self) -> &'static str {
        "box"
    }
}
