//! Axis-aligned boxes.

use glam::DVec3;

/// An axis-aligned box, closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Smallest coordinates.
    pub lower: DVec3,
    /// Largest coordinates.
    pub upper: DVec3,
}

impl Bounds {
    /// Holds nothing, and is neutral in unions.
    pub const EMPTY: Self = Self { lower: DVec3::INFINITY, upper: DVec3::NEG_INFINITY };

    /// That of something without a place: it overlaps nobody, and no box holds it.
    pub const NOWHERE: Self = Self { lower: DVec3::NAN, upper: DVec3::NAN };

    /// The smallest box around points.
    pub fn around(points: impl IntoIterator<Item = DVec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, |all, point| Self {
            lower: all.lower.min(point),
            upper: all.upper.max(point),
        })
    }

    /// Whether the two have a point in common; touching counts.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.lower.cmple(other.upper).all() && other.lower.cmple(self.upper).all()
    }

    /// Whether another box lies within.
    pub fn holds(&self, other: &Self) -> bool {
        self.lower.cmple(other.lower).all() && other.upper.cmple(self.upper).all()
    }

    /// Whether the segment from `start` to `end` has a point in the box, by separating
    /// axes: those of the box, and their products with the segment.
    pub fn meets_segment(&self, start: DVec3, end: DVec3) -> bool {
        let half = (self.upper - self.lower) / 2.0;
        let reach = (end - start) / 2.0;
        let apart = (start + end) / 2.0 - (self.lower + self.upper) / 2.0;
        let r = reach.abs();
        apart.abs().cmple(half + r).all()
            && (apart.y * reach.z - apart.z * reach.y).abs() <= half.y * r.z + half.z * r.y
            && (apart.z * reach.x - apart.x * reach.z).abs() <= half.z * r.x + half.x * r.z
            && (apart.x * reach.y - apart.y * reach.x).abs() <= half.x * r.y + half.y * r.x
    }

    /// Whether the point lies in the box.
    pub fn contains(&self, point: DVec3) -> bool {
        self.lower.cmple(point).all() && point.cmple(self.upper).all()
    }

    /// The smallest box around both.
    pub fn union(&self, other: &Self) -> Self {
        Self { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) }
    }

    /// The box with every side moved outwards, by a little more than asked for
    /// where rounding has to be covered.
    pub fn grown(&self, by: f64) -> Self {
        Self { lower: self.lower - by, upper: self.upper + by }
    }

    /// The middle.
    pub fn centre(&self) -> DVec3 {
        self.lower / 2.0 + self.upper / 2.0
    }

    /// From the lower to the upper corner.
    pub fn size(&self) -> DVec3 {
        self.upper - self.lower
    }

    /// Squared distance of a point from the box, 0 inside.
    pub fn squared_distance(&self, point: DVec3) -> f64 {
        (self.lower - point).max(point - self.upper).max(DVec3::ZERO).length_squared()
    }
}
