//! Ellipsoids that touch where it is known by construction.

use std::f64::consts::PI;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DMat3, DVec3};
use stickslip_contact::{Pose, Shape};

use crate::common::{random_rotation, random_vector, touch};

/// The point of an ellipsoid farthest along a direction, from its centre.
fn farthest(radii: DVec3, pose: &Pose, direction: DVec3) -> DVec3 {
    let local = pose.orientation.inverse() * direction;
    pose.orientation * (radii * (radii * local).normalize())
}

/// With the plane between them chosen first, both surfaces touch it at known points.
#[test]
fn ellipsoids_meet_where_their_common_plane_is() {
    let mut random = ChaCha8Rng::seed_from_u64(31);
    for round in 0..200 {
        let normal = random_vector(&mut random).normalize();
        let mut radii =
            || DVec3::from_array(std::array::from_fn(|_| random.random_range(0.1..0.5)));
        let (one, two) = (radii(), if round % 4 == 0 { DVec3::splat(0.3) } else { radii() });
        let first = Pose::new(DVec3::new(0.3, -0.2, 0.5), random_rotation(&mut random));
        let mut second = Pose::new(DVec3::ZERO, random_rotation(&mut random));
        let gap = [1e-2, 1e-6, -1e-7, -1e-3][round % 4];
        let on_first = first.position + farthest(one, &first, normal);
        second.position = on_first + normal * gap - farthest(two, &second, -normal);
        let [a, b] = [one, two].map(|radii| Shape::ellipsoid(radii).expect("an ellipsoid"));
        let contacts = touch((&a, first), (&b, second), 0.05);
        let [contact] = contacts.as_slice() else { panic!("{round}: {contacts:?}") };
        assert!((contact.gap - gap).abs() < 1e-12, "{round}: {} for {gap}", contact.gap);
        assert!((contact.normal - normal).length() < 1e-9, "{round}: {}", contact.normal);
        let middle = on_first + normal * (gap / 2.0);
        assert!((contact.point - middle).length() < 1e-8, "{round}");
    }
}

/// On a plane, on a box and on a hull of its corners: the lowest point.
#[test]
fn an_ellipsoid_stands_on_its_lowest_point() {
    let mut random = ChaCha8Rng::seed_from_u64(32);
    let radii = DVec3::new(0.2, 0.3, 0.5);
    let egg = Shape::ellipsoid(radii).expect("an ellipsoid");
    let half = DVec3::new(2.0, 0.5, 2.0);
    let corners: Vec<DVec3> = (0..8)
        .map(|k| half * DVec3::from([0, 1, 2].map(|axis| f64::from(k >> axis & 1) * 2.0 - 1.0)))
        .collect();
    let top = Pose::at(DVec3::Y * -0.5);
    for (ground, pose) in [
        (Shape::half_space(DVec3::Y), Pose::IDENTITY),
        (Shape::cuboid(half), top),
        (Shape::convex_hull(&corners), top),
        (Shape::cylinder(2.0, 0.5), top),
    ] {
        let ground = ground.expect("a ground");
        for gap in [1e-3, -1e-6, -1e-3] {
            let mut place = Pose::new(DVec3::new(0.1, 0.0, 0.2), random_rotation(&mut random));
            let lowest = farthest(radii, &place, DVec3::NEG_Y);
            place.position.y = gap - lowest.y;
            let contacts = touch((&ground, pose), (&egg, place), 0.01);
            let [contact] = contacts.as_slice() else { panic!("{ground:?}: {contacts:?}") };
            assert!((contact.gap - gap).abs() < 1e-12, "{} for {gap}", contact.gap);
            assert!((contact.normal - DVec3::Y).length() < 1e-12, "{}", contact.normal);
            let at = place.position + lowest - DVec3::Y * (gap / 2.0);
            assert!((contact.point - at).length() < 1e-9, "{} for {at}", contact.point);
        }
    }
}

#[test]
fn mass_bounds_and_outline_of_an_ellipsoid() {
    let radii = DVec3::new(1.0, 2.0, 3.0);
    let egg = Shape::ellipsoid(radii).expect("an ellipsoid");
    let mass = egg.mass_properties(0.5).expect("it has a volume");
    assert!((mass.mass - 4.0 * PI).abs() < 1e-12);
    let wanted = DMat3::from_diagonal(DVec3::new(13.0, 10.0, 5.0) * (mass.mass / 5.0));
    assert!((mass.inertia - wanted).to_cols_array().iter().all(|part| part.abs() < 1e-12));
    let (lower, upper) = egg.bounds(&Pose::IDENTITY);
    assert!((upper - radii).length() < 1e-15 && (lower + radii).length() < 1e-15);
    // What is seen is closed and a little smaller.
    let stickslip_contact::ShapeKind::ConvexHull { vertices, triangles } = egg.kind() else {
        panic!("{egg:?}")
    };
    let volume: f64 = triangles
        .iter()
        .map(|corners| {
            let [a, b, c] = corners.map(|corner| vertices[corner as usize]);
            a.dot(b.cross(c)) / 6.0
        })
        .sum();
    assert!((0.97..1.0).contains(&(volume / (8.0 * PI))), "{volume}");
    assert!(Shape::ellipsoid(DVec3::new(1.0, 0.0, 1.0)).is_err());
    assert!(matches!(
        Shape::ellipsoid(DVec3::ONE).expect("a ball").kind(),
        stickslip_contact::ShapeKind::Sphere { .. }
    ));
}
