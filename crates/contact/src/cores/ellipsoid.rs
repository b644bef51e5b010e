//! An ellipsoid along its axes.

use std::f64::consts::{PI, TAU};

use glam::{DMat3, DVec3};

use super::Convex;

/// Its three radii.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ellipsoid(pub(crate) DVec3);

/// Rings between the poles and corners of a ring in its outline.
const RINGS: usize = 15;
const SECTORS: usize = 32;

impl Ellipsoid {
    /// ∇²h of the support function h(n) = |r∘n|, where n has unit length: with q = r∘r∘n,
    /// (diag(r²) − q qᵀ/h²)/h. It tells how the point farthest along n moves with n.
    pub(crate) fn bend(&self, direction: DVec3) -> DMat3 {
        let square = self.0 * self.0;
        let (reach, along) = ((self.0 * direction).length(), square * direction);
        let outer = DMat3::from_cols(along * along.x, along * along.y, along * along.z);
        (DMat3::from_diagonal(square) - outer * (1.0 / (reach * reach))) * (1.0 / reach)
    }

    /// Points on its surface in rings about y, and the triangles between them, anticlockwise
    /// seen from outside.
    pub(crate) fn outline(&self, points: &mut Vec<DVec3>, triangles: &mut Vec<[u32; 3]>) {
        let begin = points.len() as u32;
        let (rings, sectors) = (RINGS as u32, SECTORS as u32);
        points.push(DVec3::Y * self.0.y);
        for ring in 1..=RINGS {
            let (sine, cosine) = libm::sincos(PI * ring as f64 / (RINGS + 1) as f64);
            points.extend((0..SECTORS).map(|sector| {
                let (s, c) = libm::sincos(TAU * sector as f64 / SECTORS as f64);
                DVec3::new(sine * s, cosine, sine * c) * self.0
            }));
        }
        points.push(DVec3::Y * -self.0.y);
        let at = |ring: u32, sector: u32| begin + 1 + ring * sectors + sector % sectors;
        for sector in 0..sectors {
            triangles.push([begin, at(0, sector), at(0, sector + 1)]);
            for ring in 0..rings - 1 {
                let [a, b] = [at(ring, sector), at(ring, sector + 1)];
                let [c, d] = [at(ring + 1, sector), at(ring + 1, sector + 1)];
                triangles.extend([[a, c, d], [a, d, b]]);
            }
            let last = begin + 1 + rings * sectors;
            triangles.push([last, at(rings - 1, sector + 1), at(rings - 1, sector)]);
        }
    }
}

impl Convex for Ellipsoid {
    fn support(&self, direction: DVec3) -> DVec3 {
        self.0 * (self.0 * direction).normalize_or(DVec3::X)
    }

    fn inner(&self) -> (DVec3, f64) {
        (DVec3::ZERO, self.0.min_element())
    }

    fn face_count(&self) -> usize {
        0
    }

    fn face(&self, _index: usize) -> (DVec3, f64) {
        (DVec3::Y, self.0.y)
    }

    fn facing(&self, _direction: DVec3) -> usize {
        0
    }

    fn corners(&self, _face: usize, direction: DVec3, mut push: impl FnMut(DVec3)) {
        push(self.support(direction));
    }

    fn edge(&self, _direction: DVec3) -> Option<[DVec3; 2]> {
        None
    }
}
