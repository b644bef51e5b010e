//! A ball and a cylinder.

use glam::DVec3;

use crate::manifold::Manifold;
use crate::solid::Solid;

/// As for a box, with the distance from the axis in place of two coordinates.
pub(crate) fn sphere_cylinder(
    sphere: &Solid,
    cylinder: &Solid,
    (radius, half): (f64, f64),
    reach: f64,
) -> Manifold {
    let centre = cylinder.local(sphere.position - cylinder.position);
    let across = DVec3::new(centre.x, 0.0, centre.z);
    let from_axis = across.length();
    let radial = if from_axis > 0.0 { across / from_axis } else { DVec3::X };
    let nearest = radial * from_axis.min(radius) + DVec3::Y * centre.y.clamp(-half, half);
    // Decided by the numbers themselves: inside, `center − nearest` is not zero
    // but rounding, and has a direction like any other.
    let is_inside = from_axis <= radius && centre.y.abs() <= half;
    let apart = (centre - nearest).try_normalize().filter(|_| !is_inside);
    let (outward, distance) = match apart {
        Some(outward) => (outward, (centre - nearest).length()),
        None if radius - from_axis < half - centre.y.abs() => (radial, from_axis - radius),
        None => (DVec3::Y * 1.0_f64.copysign(centre.y), centre.y.abs() - half),
    };
    if distance - sphere.radius > reach {
        return Manifold::NONE;
    }
    let middle = cylinder.world(centre - outward * (distance / 2.0));
    let normal = -(cylinder.rotation * outward);
    Manifold::single(normal, middle, distance, 0).rounded(sphere.radius, 0.0)
}
