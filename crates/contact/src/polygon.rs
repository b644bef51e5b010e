//! Convex polygons in fixed memory, and clipping that remembers what was cut.

use glam::DVec3;

/// A corner, and the edge that leaves it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Corner {
    pub(crate) point: DVec3,
    /// Names the corner within the polygon.
    pub(crate) id: u16,
    /// Edge of the original polygon (0–63), or 64 + the plane it lies in.
    edge: u8,
}

impl Corner {
    /// Whether clipping has made this corner.
    pub(crate) fn is_cut(&self) -> bool {
        self.id >= CUT
    }
}

/// From here on ids are those of corners that clipping has made.
const CUT: u16 = 0x8000;

/// A convex polygon, segment or point of at most N corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Polygon<const N: usize> {
    corners: [Corner; N],
    count: usize,
}

/// Corners of a face that take part in contacts; a face with more is thinned out.
pub(crate) const MAX_CORNERS: usize = 32;
/// A face clipped by a face: every plane adds at most one corner.
pub(crate) type Patch = Polygon<64>;

impl<const N: usize> Polygon<N> {
    pub(crate) fn new() -> Self {
        Self { corners: [Corner::default(); N], count: 0 }
    }

    /// Appends an original corner.
    pub(crate) fn push(&mut self, point: DVec3) {
        let place = self.count as u8;
        self.append(Corner { point, id: u16::from(place), edge: place });
    }

    fn append(&mut self, corner: Corner) {
        if self.count < N {
            self.corners[self.count] = corner;
            self.count += 1;
        }
    }

    pub(crate) fn corners(&self) -> &[Corner] {
        &self.corners[..self.count]
    }

    /// Sutherland and Hodgman: what remains where normal·x ≤ offset. Corners
    /// at most `tolerance` outside count as inside, so that faces of equal size
    /// that lie on each other keep their corners whatever the rounding.
    pub(crate) fn clip(&mut self, normal: DVec3, offset: f64, plane: u8, tolerance: f64) {
        let mut heights = [0.0; N];
        let mut outside = false;
        for (height, corner) in heights.iter_mut().zip(self.corners()) {
            *height = normal.dot(corner.point) - offset;
            outside |= *height > tolerance;
        }
        if !outside {
            return;
        }
        let old = *self;
        self.count = 0;
        // A segment has one side, not two.
        let sides = if old.count == 2 { 1 } else { old.count };
        for k in 0..old.count {
            let next = (k + 1) % old.count;
            let (from, to) = (old.corners[k], old.corners[next]);
            let (start, end) = (heights[k], heights[next]);
            let (is_in, next_in) = (start <= tolerance, end <= tolerance);
            let crosses = k < sides && is_in != next_in;
            // A corner in the plane itself needs no second one beside it.
            let is_cut = crosses && start.min(end) < -tolerance;
            if is_in {
                let edge = if crosses && !is_cut { 64 + (plane & 63) } else { from.edge };
                self.append(Corner { edge, ..from });
            }
            if is_cut {
                let share = start / (start - end);
                self.append(Corner {
                    point: from.point + share * (to.point - from.point),
                    id: CUT | u16::from(from.edge) << 6 | u16::from(plane & 63),
                    edge: if is_in { 64 + (plane & 63) } else { from.edge },
                });
            }
        }
    }
}

#[cfg(test)]
mod tests;
