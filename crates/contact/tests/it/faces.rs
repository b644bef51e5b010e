//! How many points there are, and where.

use std::f64::consts::FRAC_PI_4;

use stickslip_contact::glam::{DQuat, DVec3};
use stickslip_contact::{Contact, Pose, Shape};

use crate::common::touch;

fn cube() -> Shape {
    Shape::cuboid(DVec3::splat(0.5)).unwrap()
}

/// Area of the quadrilateral that four points span around an upright axis.
fn area(contacts: &[Contact]) -> f64 {
    let centre = contacts.iter().map(|c| c.point).sum::<DVec3>() / contacts.len() as f64;
    let mut around: Vec<_> = contacts.iter().map(|c| c.point - centre).collect();
    around.sort_by(|a, b| a.z.atan2(a.x).total_cmp(&b.z.atan2(b.x)));
    let next = |k: usize| around[(k + 1) % around.len()];
    (0..around.len()).map(|k| next(k).cross(around[k]).y / 2.0).sum()
}

#[test]
fn cubes_on_each_other_meet_in_four_corners() {
    for gap in [-0.01, 0.0, 0.01] {
        let contacts =
            touch((&cube(), Pose::IDENTITY), (&cube(), Pose::at(DVec3::Y * (1.0 + gap))), 0.02);
        assert_eq!(contacts.len(), 4);
        assert!((area(&contacts) - 1.0).abs() < 1e-12);
        for contact in &contacts {
            assert_eq!(contact.normal, DVec3::Y);
            assert!((contact.gap - gap).abs() < 1e-14);
            assert!((contact.point.y - 0.5 - gap / 2.0).abs() < 1e-14);
        }
    }
}

#[test]
fn a_cube_turned_by_an_eighth_meets_in_four_spread_points() {
    let turned = Pose::new(DVec3::Y, DQuat::from_rotation_y(FRAC_PI_4));
    let contacts = touch((&cube(), Pose::IDENTITY), (&cube(), turned), 0.0);
    assert_eq!(contacts.len(), 4);
    // The octagon has area 2√2 − 2 ≈ 0.83, every other of its corners span ≈ 0.59.
    assert!(area(&contacts) > 0.58, "{}", area(&contacts));
}

#[test]
fn a_cube_over_the_edge_of_another_meets_in_the_overlap() {
    let contacts =
        touch((&cube(), Pose::IDENTITY), (&cube(), Pose::at(DVec3::new(0.7, 1.0, 0.2))), 0.0);
    assert_eq!(contacts.len(), 4);
    assert!((area(&contacts) - 0.3 * 0.8).abs() < 1e-12);
}

#[test]
fn crossed_edges_meet_in_one_point_at_either_side_of_touching() {
    let diagonal = 0.5_f64.sqrt();
    for gap in [-0.01, 0.01] {
        let lower = Pose::new(DVec3::ZERO, DQuat::from_rotation_x(FRAC_PI_4));
        let upper = Pose::new(
            DVec3::new(0.1, 2.0 * diagonal + gap, 0.05),
            DQuat::from_rotation_z(FRAC_PI_4),
        );
        let contacts = touch((&cube(), lower), (&cube(), upper), 0.02);
        assert_eq!(contacts.len(), 1, "{contacts:?}");
        assert!((contacts[0].gap - gap).abs() < 1e-12);
        assert!((contacts[0].normal - DVec3::Y).length() < 1e-12);
        let expected = DVec3::new(0.1, diagonal + gap / 2.0, 0.0);
        assert!((contacts[0].point - expected).length() < 1e-12, "{contacts:?}");
    }
}

#[test]
fn corners_apart_diagonally_are_as_far_as_they_are() {
    let away = DVec3::new(1.003, 1.004, 0.2);
    let contacts = touch((&cube(), Pose::IDENTITY), (&cube(), Pose::at(away)), 0.01);
    assert!(!contacts.is_empty());
    for contact in contacts {
        assert!((contact.gap - 0.005).abs() < 1e-9);
        assert!((contact.normal - DVec3::new(0.6, 0.8, 0.0)).length() < 1e-7, "{contact:?}");
    }
}

#[test]
fn things_lie_and_stand_on_a_plane_with_the_points_that_carry_them() {
    let plane = Shape::half_space(DVec3::Y).unwrap();
    let lying = DQuat::from_rotation_z(2.0 * FRAC_PI_4);
    let cylinder = Shape::cylinder(0.3, 0.5).unwrap();
    let capsule = Shape::capsule(0.3, 0.5).unwrap();
    let hexagon: Vec<_> = (0..12)
        .map(|k| {
            let (sin, cos) = (std::f64::consts::FRAC_PI_3 * (k / 2) as f64).sin_cos();
            DVec3::new(0.3 * cos, if k % 2 == 0 { 0.5 } else { -0.5 }, 0.3 * sin)
        })
        .collect();
    let hull = Shape::convex_hull(&hexagon).unwrap();
    let standing = DQuat::IDENTITY;
    for (shape, turn, height, count, spread) in [
        (&cube(), standing, 0.5, 4, 1.0),
        (&cylinder, standing, 0.5, 4, 0.18),
        (&cylinder, lying, 0.3, 2, 0.0),
        (&capsule, standing, 0.8, 1, 0.0),
        (&capsule, lying, 0.3, 2, 0.0),
        (&hull, standing, 0.5, 4, 0.15),
        (&Shape::sphere(0.3).unwrap(), standing, 0.3, 1, 0.0),
    ] {
        let pose = Pose::new(DVec3::new(3.0, height - 0.001, 1.0), turn);
        let contacts = touch((&plane, Pose::IDENTITY), (shape, pose), 0.01);
        assert_eq!(contacts.len(), count, "{shape:?}");
        assert!(contacts.iter().all(|c| (c.gap + 0.001).abs() < 1e-12 && c.normal == DVec3::Y));
        assert!(area(&contacts) > spread - 1e-9, "{shape:?} {}", area(&contacts));
    }
}

#[test]
fn long_things_lie_on_each_other_with_two_points() {
    let capsule = Shape::capsule(0.2, 0.5).unwrap();
    let cylinder = Shape::cylinder(0.2, 0.5).unwrap();
    let lying = DQuat::from_rotation_z(2.0 * FRAC_PI_4);
    let at = |x: f64, y: f64| Pose::new(DVec3::new(x, y, 0.0), lying);
    for (below, above) in [(&capsule, &capsule), (&capsule, &cylinder), (&cylinder, &cylinder)] {
        for gap in [-0.001, 0.001] {
            let contacts = touch((below, at(0.0, 0.0)), (above, at(0.3, 0.4 + gap)), 0.01);
            assert_eq!(contacts.len(), 2, "{below:?} {above:?}");
            let apart = (contacts[0].point - contacts[1].point).length();
            assert!((apart - 0.7).abs() < 1e-9, "{apart}");
            assert!(contacts.iter().all(|c| (c.gap - gap).abs() < 1e-9), "{contacts:?}");
        }
    }
    for shape in [&capsule, &cylinder] {
        let contacts = touch((&cube(), Pose::IDENTITY), (shape, at(0.2, 0.7)), 0.01);
        assert_eq!(contacts.len(), 2, "{contacts:?}");
        let apart = (contacts[0].point - contacts[1].point).length();
        assert!((apart - 0.8).abs() < 1e-9, "{apart}");
    }
}
