//! A convex polyhedron.

use glam::DVec3;

use super::{Convex, lies_across};
use crate::polygon::MAX_CORNERS;
use crate::shape::Hull;

impl Convex for &Hull {
    fn support(&self, direction: DVec3) -> DVec3 {
        self.vertices()[Hull::support(self, direction)]
    }

    fn inner(&self) -> (DVec3, f64) {
        Hull::inner(self)
    }

    fn face_count(&self) -> usize {
        self.faces().len()
    }

    fn face(&self, index: usize) -> (DVec3, f64) {
        (self.faces()[index].normal, self.faces()[index].offset)
    }

    fn facing(&self, direction: DVec3) -> usize {
        Hull::facing(self, direction)
    }

    fn corners(&self, face: usize, _direction: DVec3, mut push: impl FnMut(DVec3)) {
        let corners = Hull::corners(self, face);
        // Evenly chosen corners where there are too many.
        let count = corners.len().min(MAX_CORNERS);
        for k in 0..count {
            push(self.vertices()[corners[k * corners.len() / count] as usize]);
        }
    }

    fn edge(&self, direction: DVec3) -> Option<[DVec3; 2]> {
        let face = Hull::corners(self, Hull::facing(self, direction));
        let support = Hull::support(self, direction) as u32;
        let place = face.iter().position(|&corner| corner == support)?;
        let at = |k: usize| self.vertices()[face[k % face.len()] as usize];
        let (before, here, after) = (at(place + face.len() - 1), at(place), at(place + 1));
        if lies_across(direction, after - here) {
            Some([here, after])
        } else {
            lies_across(direction, here - before).then_some([before, here])
        }
    }
}
