//! A box.

use glam::DVec3;

use super::{Convex, FLAT_EDGE, sign};

/// By half its edge lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cuboid(pub(crate) DVec3);

impl Convex for Cuboid {
    fn support(&self, direction: DVec3) -> DVec3 {
        self.0.copysign(direction)
    }

    fn inner(&self) -> (DVec3, f64) {
        (DVec3::ZERO, self.0.min_element())
    }

    fn face_count(&self) -> usize {
        6
    }

    fn face(&self, index: usize) -> (DVec3, f64) {
        (sign(index) * DVec3::AXES[index / 2], self.0[index / 2])
    }

    fn facing(&self, direction: DVec3) -> usize {
        let (axis, sign) = cuboid_face(direction);
        2 * axis + usize::from(sign < 0.0)
    }

    fn corners(&self, face: usize, _direction: DVec3, push: impl FnMut(DVec3)) {
        cuboid_corners(self.0, face / 2, sign(face)).into_iter().for_each(push);
    }

    fn edge(&self, direction: DVec3) -> Option<[DVec3; 2]> {
        let half = self.0;
        let axis = direction.abs().min_position();
        if direction[axis].abs() > FLAT_EDGE {
            return None;
        }
        let mut ends = [half.copysign(direction); 2];
        ends[0][axis] = -half[axis];
        ends[1][axis] = half[axis];
        Some(ends)
    }
}

/// Axis and sign of the face of a box that looks along a direction.
pub(crate) fn cuboid_face(direction: DVec3) -> (usize, f64) {
    let axis = direction.abs().max_position();
    (axis, 1.0_f64.copysign(direction[axis]))
}

/// The corners of a face of a box, anticlockwise seen from outside.
pub(crate) fn cuboid_corners(half: DVec3, axis: usize, sign: f64) -> [DVec3; 4] {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b)| {
        let mut corner = DVec3::ZERO;
        corner[axis] = sign * half[axis];
        corner[u] = a * half[u] * sign;
        corner[v] = b * half[v];
        corner
    })
}
