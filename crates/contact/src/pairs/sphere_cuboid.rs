//! A ball and a box (C3, SIGGRAPH 2022 course §2.1.2, with E4).

use glam::DVec3;

use crate::manifold::Manifold;
use crate::solid::Solid;

/// With the centre c in the frame of the box and g = clamp(c, ±h):
/// outside φ = |g − c| − r along g − c; inside the nearest face i gives
/// φ = −(hᵢ − |cᵢ| + r), and both agree on the surface.
pub(crate) fn sphere_cuboid(sphere: &Solid, cuboid: &Solid, half: DVec3, reach: f64) -> Manifold {
    let centre = cuboid.local(sphere.position - cuboid.position);
    let nearest = centre.clamp(-half, half);
    let (outward, distance) = match (centre - nearest).try_normalize() {
        Some(outward) => (outward, (centre - nearest).length()),
        None => {
            let depths = half - centre.abs();
            let axis = depths.min_position();
            (DVec3::AXES[axis] * 1.0_f64.copysign(centre[axis]), -depths[axis])
        }
    };
    if distance - sphere.radius > reach {
        return Manifold::NONE;
    }
    // The surface point of the box is the centre moved back along the normal.
    let middle = cuboid.world(centre - outward * (distance / 2.0));
    let normal = -(cuboid.rotation * outward);
    Manifold::single(normal, middle, distance, 0).rounded(sphere.radius, 0.0)
}
