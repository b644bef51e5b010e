//! Volume, centre and inertia of what a closed surface holds.
//!
//! A face abc and the origin span a tetrahedron of volume V = det[a b c]/6, with
//! centre (a + b + c)/4 and ∫ x xᵀ = V/20 (a aᵀ + b bᵀ + c cᵀ + (a+b+c)(a+b+c)ᵀ). The sum over all faces is that of
//! the solid. Points are taken from the middle of the surface, so that a far
//! origin costs no digits.

use glam::{DMat3, DVec3};

use super::Surface;

/// Of a solid of density 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    /// m³.
    pub volume: f64,
    /// Centre of mass.
    pub centre: DVec3,
    /// ∫ (|r|² I − r rᵀ) about the centre, m⁵.
    pub inertia: DMat3,
}

fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

impl Surface {
    /// Volume, centre and inertia of the solid inside. `None` where the volume is not
    /// positive: then the surface is open, inside out or flat.
    pub fn mass(&self) -> Option<Mass> {
        let middle = self.bounds().centre();
        let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
        for face in 0..self.faces().len() {
            let [a, b, c] = self.corners(face).map(|corner| corner - middle);
            let part = a.dot(b.cross(c)) / 6.0;
            let sum = a + b + c;
            volume += part;
            first += sum * (part / 4.0);
            second += (outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum)) * (part / 20.0);
        }
        let centre = first / volume;
        let central = second - outer(centre, centre) * volume;
        let trace = central.x_axis.x + central.y_axis.y + central.z_axis.z;
        let inertia = DMat3::from_diagonal(DVec3::splat(trace)) - central;
        (volume > 0.0).then_some(Mass { volume, centre: centre + middle, inertia })
    }
}

/// Positive where the faces of a closed surface turn counterclockwise seen from outside.
pub(super) fn signed_volume(surface: &Surface) -> f64 {
    let middle = surface.bounds().centre();
    let part = |face| {
        let [a, b, c] = surface.corners(face).map(|corner| corner - middle);
        a.dot(b.cross(c)) / 6.0
    };
    (0..surface.faces().len()).map(part).sum()
}
