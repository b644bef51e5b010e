//! Two balls (C2, SIGGRAPH 2022 course §2.1.1).

use glam::DVec3;

use crate::manifold::Manifold;

/// φ = |c₂ − c₁| − r₁ − r₂, n = (c₂ − c₁)/|c₂ − c₁|, along y where the centres coincide.
pub(crate) fn sphere_sphere(
    (first, first_radius): (DVec3, f64),
    (second, second_radius): (DVec3, f64),
    reach: f64,
) -> Manifold {
    let (normal, distance) = match (second - first).try_normalize() {
        Some(normal) => (normal, (second - first).length()),
        None => (DVec3::Y, 0.0),
    };
    if distance - first_radius - second_radius > reach {
        return Manifold::NONE;
    }
    Manifold::single(normal, (first + second) / 2.0, distance, 0)
        .rounded(first_radius, second_radius)
}
