//! A straight line, which rounding makes a capsule.

use glam::DVec3;

use super::{Convex, lies_across};

/// From one end to the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line(pub(crate) DVec3, pub(crate) DVec3);

impl Convex for Line {
    fn support(&self, direction: DVec3) -> DVec3 {
        let Self(a, b) = *self;
        if direction.dot(b - a) > 0.0 { b } else { a }
    }

    fn inner(&self) -> (DVec3, f64) {
        ((self.0 + self.1) / 2.0, 0.0)
    }

    fn face_count(&self) -> usize {
        0
    }

    fn face(&self, _index: usize) -> (DVec3, f64) {
        (DVec3::Y, 0.0)
    }

    fn facing(&self, _direction: DVec3) -> usize {
        0
    }

    fn corners(&self, _face: usize, _direction: DVec3, mut push: impl FnMut(DVec3)) {
        push(self.0);
        push(self.1);
    }

    fn edge(&self, direction: DVec3) -> Option<[DVec3; 2]> {
        let Self(a, b) = *self;
        lies_across(direction, b - a).then_some([a, b])
    }
}
