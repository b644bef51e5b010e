//! An even number of equally spaced friction directions, the first along t.

use std::f64::consts::{PI, TAU};

use super::SetError;

/// The directions (cos 2πi/k, sin 2πi/k). Their convex hull, the polygon
/// {Σ βᵢ dᵢ : Σ |βᵢ| ≤ 1} of the polyhedral friction models, lies inside the
/// unit circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Directions {
    count: usize,
    /// cos(π/k): distance of an edge from the centre.
    pub(super) apothem: f64,
    /// sin(π/k): half the length of an edge.
    pub(super) half_edge: f64,
}

/// A tangent seen from the edge that faces it: x outward across the edge, y
/// along it.
pub(crate) struct Facing {
    pub x: f64,
    pub y: f64,
    /// Number of the edge.
    pub sector: usize,
    cosine: f64,
    sine: f64,
}

impl Facing {
    /// The tangent with the given coordinates in this frame.
    pub fn tangent(&self, x: f64, y: f64) -> [f64; 2] {
        [self.cosine * x - self.sine * y, self.sine * x + self.cosine * y]
    }
}

impl Directions {
    /// Refuses an odd number: friction must be able to oppose itself.
    pub fn new(count: usize) -> Result<Self, SetError> {
        if count < 2 || count % 2 == 1 {
            return Err(SetError::Directions(count));
        }
        let half_angle = PI / count as f64;
        Ok(Self { count, apothem: libm::cos(half_angle), half_edge: libm::sin(half_angle) })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// max dᵢ·v over the directions.
    pub fn support(&self, [t, s]: [f64; 2]) -> f64 {
        let facing = self.facing([t, s]);
        self.apothem * facing.x + self.half_edge * facing.y.abs()
    }

    /// By symmetry the nearest point of a regular polygon, or of the cone over
    /// it, lies in the sector of the point itself, so one edge is enough.
    pub(crate) fn facing(&self, [t, s]: [f64; 2]) -> Facing {
        let sector = (libm::atan2(s, t) * self.count as f64 / TAU).floor();
        let (sine, cosine) = libm::sincos((2.0 * sector + 1.0) * PI / self.count as f64);
        let number = (sector + self.count as f64) as usize % self.count;
        let (x, y) = (cosine * t + sine * s, cosine * s - sine * t);
        Facing { x, y, sector: number, cosine, sine }
    }

    /// The unit vectors across the edges, outward.
    pub(crate) fn edge_normals(&self) -> impl Iterator<Item = [f64; 2]> {
        let half_angle = PI / self.count as f64;
        (0..self.count).map(move |edge| {
            let (sine, cosine) = libm::sincos((2 * edge + 1) as f64 * half_angle);
            [cosine, sine]
        })
    }

    /// cos(π/k): distance of an edge from the centre.
    pub(crate) fn apothem(&self) -> f64 {
        self.apothem
    }

    /// sin(π/k): half the length of an edge.
    pub(crate) fn half_edge(&self) -> f64 {
        self.half_edge
    }
}
