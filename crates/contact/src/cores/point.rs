//! A point, which rounding makes a ball.

use glam::DVec3;

use super::Convex;

/// The origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point;

impl Convex for Point {
    fn support(&self, _direction: DVec3) -> DVec3 {
        DVec3::ZERO
    }

    fn inner(&self) -> (DVec3, f64) {
        (DVec3::ZERO, 0.0)
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
        push(DVec3::ZERO);
    }

    fn edge(&self, _direction: DVec3) -> Option<[DVec3; 2]> {
        None
    }
}
