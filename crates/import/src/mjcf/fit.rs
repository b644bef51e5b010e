//! Shapes that take their size from a mesh.
//!
//! A geom that is a sphere, capsule, cylinder, ellipsoid or box and names a mesh is fitted to
//! it, in the principal axes of the mesh: x has the largest moment, and z, along which
//! capsules and cylinders stand, the smallest. By default with the box of the same inertia,
//! half as wide as it is
//!
//! bᵢ = ½ √(6 (Iⱼ + Iₖ − Iᵢ)/V),
//!
//! and with `fitaabb` by the box around all corners.

use glam::{DMat3, DQuat, DVec3};
use stickslip_contact::Pose;

use super::geom::GeomType;
use crate::mass::principal;
use crate::mechanism::{GeomShape, Mesh};

/// The shape, and where it is in the coordinates of the mesh; a sentence where there is none.
pub(super) fn fit(
    kind: GeomType,
    mesh: &Mesh,
    around_all: bool,
    scale: f64,
) -> Result<(GeomShape, Pose), String> {
    let (moments, axes) = ordered(mesh.mass.inertia);
    let turn = DQuat::from_mat3(&axes).normalize();
    let corners = || {
        let of = |point: &DVec3| axes.transpose() * (*point - mesh.mass.centre);
        mesh.surface.points().iter().map(of)
    };
    let (size, middle) = if around_all {
        let (low, high) = corners()
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), p| {
                (low.min(p), high.max(p))
            });
        let middle = 0.5 * (low + high);
        (around(kind, 0.5 * (high - low)), middle)
    } else {
        let sum = moments.x + moments.y + moments.z;
        let square = (DVec3::splat(sum) - 2.0 * moments) * (6.0 / mesh.mass.volume);
        let half = 0.5 * square.max(DVec3::ZERO).map(f64::sqrt);
        (alike(kind, half), DVec3::ZERO)
    };
    let shape = shape(kind, size * scale)?;
    Ok((shape, Pose::new(mesh.mass.centre + axes * middle, turn)))
}

/// Principal moments from the largest to the smallest, and their axes, right-handed.
fn ordered(inertia: DMat3) -> (DVec3, DMat3) {
    let (values, axes) = principal(inertia);
    let mut order = [0, 1, 2];
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    let [x, y, _] = order.map(|at| axes.col(at));
    (DVec3::from_array(order.map(|at| values[at])), DMat3::from_cols(x, y, x.cross(y)))
}

/// Radius and half length, or half sizes, beside a box of the same inertia.
fn alike(kind: GeomType, half: DVec3) -> DVec3 {
    let across = 0.5 * (half.x + half.y);
    match kind {
        GeomType::Sphere => DVec3::splat((half.x + half.y + half.z) / 3.0),
        GeomType::Capsule => DVec3::new(across, (half.z - 0.5 * across).max(0.0), 0.0),
        GeomType::Cylinder => DVec3::new(across, half.z, 0.0),
        _ => half,
    }
}

/// The same around a box.
fn around(kind: GeomType, half: DVec3) -> DVec3 {
    let across = half.x.max(half.y);
    match kind {
        GeomType::Sphere => DVec3::splat(half.max_element()),
        GeomType::Capsule => DVec3::new(across, (half.z - across).max(0.0), 0.0),
        GeomType::Cylinder => DVec3::new(across, half.z, 0.0),
        _ => half,
    }
}

fn shape(kind: GeomType, size: DVec3) -> Result<GeomShape, String> {
    let (shape, needed) = match kind {
        GeomType::Sphere => (GeomShape::Sphere(size.x), 1),
        GeomType::Capsule => (GeomShape::Capsule(size.x, size.y), 2),
        GeomType::Cylinder => (GeomShape::Cylinder(size.x, size.y), 2),
        GeomType::Ellipsoid => (GeomShape::Ellipsoid(size), 3),
        GeomType::Box => (GeomShape::Box(size), 3),
        _ => return Err("only round shapes and boxes are fitted to meshes".into()),
    };
    match size.to_array()[..needed].iter().all(|value| *value > 0.0 && value.is_finite()) {
        true => Ok(shape),
        false => Err(format!("what fits it has the size {size}")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use stickslip_geometry::mesh::Surface;

    use super::*;
    use crate::mass::{MeshInertia, of_mesh};

    /// A block of 0.2 × 0.6 × 1 m, turned and moved.
    fn block() -> (Mesh, Pose) {
        let pose = Pose::new(
            DVec3::new(0.3, -0.2, 0.5),
            DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 0.7),
        );
        let corner = |at: usize| {
            let sign = |bit: usize| if at >> bit & 1 == 1 { 1.0 } else { -1.0 };
            pose.point(DVec3::new(0.1 * sign(0), 0.3 * sign(1), 0.5 * sign(2)))
        };
        let points: Vec<DVec3> = (0..8).map(corner).collect();
        let (points, faces) = crate::mass::hull(&points).expect("a hull");
        let surface = Surface::new(points, faces).expect("a surface");
        let mass = of_mesh(&surface, MeshInertia::Exact).expect("a solid");
        (Mesh { name: "block".into(), file: None, surface: Arc::new(surface), mass }, pose)
    }

    #[test]
    fn a_box_fits_a_box_both_ways() {
        let (mesh, pose) = block();
        for around_all in [false, true] {
            let (shape, place) = fit(GeomType::Box, &mesh, around_all, 1.0).expect("fits");
            let GeomShape::Box(half) = shape else { panic!("a box") };
            assert!(half.abs_diff_eq(DVec3::new(0.1, 0.3, 0.5), 1e-12), "{half}");
            assert!(place.position.abs_diff_eq(pose.position, 1e-12));
            let long = place.direction(DVec3::Z).dot(pose.direction(DVec3::Z)).abs();
            assert!((long - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn round_shapes_follow_the_box_around_corners_or_that_of_the_inertia() {
        let (mesh, _) = block();
        let of = |kind, around_all| fit(kind, &mesh, around_all, 1.0).expect("fits").0;
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        let GeomShape::Sphere(r) = of(GeomType::Sphere, true) else { panic!("a sphere") };
        near(r, 0.5);
        let GeomShape::Cylinder(r, half) = of(GeomType::Cylinder, true) else { panic!() };
        near(r, 0.3);
        near(half, 0.5);
        let GeomShape::Capsule(_, half) = of(GeomType::Capsule, true) else { panic!() };
        near(half, 0.2);
        let GeomShape::Capsule(r, half) = of(GeomType::Capsule, false) else { panic!() };
        near(r, 0.2);
        near(half, 0.4);
        let twice = fit(GeomType::Sphere, &mesh, false, 2.0).expect("fits").0;
        assert!(matches!(twice, GeomShape::Sphere(r) if (r - 0.6).abs() < 1e-12));
    }
}
