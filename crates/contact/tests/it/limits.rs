//! Gaps exactly at the reach, bounding boxes, and shapes far from their origins
//! or of unusual size.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DQuat, DVec2, DVec3};
use stickslip_contact::{Detector, Pose, Shape};

use crate::common::{collider, random_pose, random_vector, touch};
use crate::oracle::Convex;

fn box_hull(half: DVec3, centre: DVec3) -> Shape {
    let corners: Vec<_> = (0..8)
        .map(|k| {
            let sign = |bit: u32| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
            centre + half * DVec3::new(sign(0), sign(1), sign(2))
        })
        .collect();
    Shape::convex_hull(&corners).unwrap()
}

/// Numbers that binary fractions hold: a quarter apart within a quarter.
#[test]
fn what_is_just_in_reach_is_found() {
    let half = DVec3::splat(0.5);
    let upright = [
        Shape::sphere(0.5).unwrap(),
        Shape::cuboid(half).unwrap(),
        Shape::cylinder(0.5, 0.5).unwrap(),
        Shape::capsule(0.25, 0.25).unwrap(),
        box_hull(half, DVec3::ZERO),
    ];
    let floor = Shape::half_space(DVec3::Y).unwrap();
    let field = Shape::height_field(&vec![vec![0.5; 5]; 5], DVec2::splat(4.0)).unwrap();
    for above in &upright {
        let pose = Pose::at(DVec3::Y * 1.25);
        for below in upright.iter().chain([&field]) {
            let found = touch((below, Pose::IDENTITY), (above, pose), 0.25);
            assert!(!found.is_empty(), "{below:?} {above:?}");
            assert!(found.iter().all(|contact| contact.gap <= 0.25));
            let short = touch((below, Pose::IDENTITY), (above, pose), 0.25 - 1e-6);
            assert!(short.is_empty(), "{below:?} {above:?}: {short:?}");
        }
        let pose = Pose::at(DVec3::Y * 0.75);
        assert!(!touch((&floor, Pose::IDENTITY), (above, pose), 0.25).is_empty(), "{above:?}");
        assert!(touch((&floor, Pose::IDENTITY), (above, pose), 0.25 - 1e-6).is_empty());
    }
}

/// A margin without end is no margin: such a collider touches nothing.
#[test]
fn a_margin_must_be_finite() {
    let ball = Shape::sphere(1.0).unwrap();
    let floor = Shape::half_space(DVec3::Y).unwrap();
    for margin in [f64::INFINITY, f64::NEG_INFINITY] {
        for other in [&ball, &floor] {
            let pair = [
                collider(0, other, Pose::IDENTITY, 0.1),
                collider(1, &ball, Pose::at(DVec3::Y * 0.5), margin),
            ];
            assert!(Detector::default().detect(&pair, &[]).is_empty(), "{margin}");
        }
    }
}

/// The farthest points along the axes are on the faces of the box.
#[test]
fn bounding_boxes_touch_what_they_hold() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut kinds = Convex::all(&mut random);
    kinds.extend([Convex::Cylinder(0.2, 1.3), Convex::Capsule(0.7, 0.2)]);
    for _ in 0..20 {
        let pose = random_pose(&mut random, 3.0);
        let mut all = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let mut parts = Vec::new();
        for kind in &kinds {
            let inner = random_pose(&mut random, 2.0);
            let placed = pose.compose(&inner);
            let upper = DVec3::from_array(DVec3::AXES.map(|axis| kind.support(&placed, axis)));
            let lower = DVec3::from_array(DVec3::AXES.map(|axis| -kind.support(&placed, -axis)));
            let found = kind.shape().bounds(&placed);
            assert!((found.0 - lower).length() < 1e-12, "{kind:?}: {found:?} for {lower}");
            assert!((found.1 - upper).length() < 1e-12, "{kind:?}: {found:?} for {upper}");
            all = (all.0.min(lower), all.1.max(upper));
            parts.push((inner, kind.shape()));
        }
        let found = Shape::compound(parts).unwrap().bounds(&pose);
        assert!((found.0 - all.0).length() < 1e-12 && (found.1 - all.1).length() < 1e-12);
    }
}

/// A field is solid without end below; a quarter turn puts "below" aside.
#[test]
fn bounding_boxes_of_terrains() {
    let heights = vec![vec![1.0, 2.0, 4.0], vec![1.0, 1.0, 1.0]];
    let field = Shape::height_field(&heights, DVec2::new(6.0, 2.0)).unwrap();
    let (lower, upper) = field.bounds(&Pose::at(DVec3::new(10.0, 20.0, 30.0)));
    assert_eq!((lower.x, lower.y, lower.z), (7.0, f64::NEG_INFINITY, 29.0));
    assert_eq!(upper, DVec3::new(13.0, 24.0, 31.0));
    let turned = Pose::new(DVec3::ZERO, DQuat::from_rotation_z(-FRAC_PI_2));
    let (lower, upper) = field.bounds(&turned);
    assert_eq!(lower.x, f64::NEG_INFINITY);
    assert!((upper.x - 4.0).abs() < 1e-12 && (upper.y - 3.0).abs() < 1e-12);
}

/// The place of a hull in its own frame does not matter, nor which of its
/// faces looks at the other body.
#[test]
fn hulls_stand_on_each_other_whichever_way_they_are_turned() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let half = DVec3::new(0.5, 0.4, 0.3);
    for round in 0..40 {
        let centre = if round % 2 == 0 { DVec3::ZERO } else { 4.0 * random_vector(&mut random) };
        let hull = box_hull(half, centre);
        let quarter =
            |axis: DVec3, times: i32| DQuat::from_axis_angle(axis, FRAC_PI_2 * f64::from(times));
        let turn = quarter(DVec3::Y, round % 4)
            * quarter(DVec3::X, round / 4 % 4)
            * quarter(DVec3::Z, round / 16);
        let size = (turn * half).abs();
        // The middle of the hull at a height above the ground of the pair.
        let place = |height: f64, turn: DQuat| Pose::new(DVec3::Y * height - turn * centre, turn);
        let motion = random_pose(&mut random, 1.0);
        for gap in [-0.003, 0.004] {
            let other = Shape::cuboid(DVec3::splat(0.7)).unwrap();
            let lower = motion.compose(&place(0.0, turn));
            let upper = motion.compose(&Pose::at(DVec3::Y * (size.y + 0.7 + gap)));
            let hull_above = motion.compose(&place(2.0 * size.y + gap, turn));
            for contacts in [
                touch((&hull, lower), (&other, upper), 0.01),
                touch((&hull, lower), (&hull, hull_above), 0.01),
            ] {
                assert_eq!(contacts.len(), 4, "round {round}: {contacts:?}");
                for contact in contacts {
                    let local = motion.local_point(contact.point);
                    assert!((local.x.abs() - size.x).abs() < 1e-9, "round {round}: {local}");
                    assert!((local.z.abs() - size.z).abs() < 1e-9, "round {round}: {local}");
                    assert!((contact.gap - gap).abs() < 1e-9, "round {round}");
                }
            }
        }
    }
}

/// Edges beside each other, apart diagonally: the ends of what they share.
#[test]
fn parallel_edges_meet_in_two_points() {
    let half = DVec3::new(0.5, 0.3, 0.4);
    let shapes = [Shape::cuboid(half).unwrap(), box_hull(half, DVec3::ZERO)];
    let away = Pose::at(DVec3::new(1.003, 0.604, 0.2));
    for one in &shapes {
        for two in &shapes {
            let contacts = touch((one, Pose::IDENTITY), (two, away), 0.01);
            assert_eq!(contacts.len(), 2, "{one:?} {two:?}: {contacts:?}");
            for z in [-0.2, 0.4] {
                let middle = DVec3::new(0.5015, 0.302, z);
                let found = contacts.iter().any(|c| (c.point - middle).length() < 1e-6);
                assert!(found, "nothing at {middle}: {contacts:?}");
            }
        }
    }
}

/// Which edges cross is in the name: another quarter turn, another edge.
#[test]
fn crossing_edges_have_names_of_their_own() {
    let cube = Shape::cuboid(DVec3::splat(0.5)).unwrap();
    let mut names = std::collections::BTreeSet::new();
    for lower in 0..4 {
        for upper in 0..4 {
            let turn = |times: i32| FRAC_PI_4 + FRAC_PI_2 * f64::from(times);
            let below = Pose::new(DVec3::ZERO, DQuat::from_rotation_x(turn(lower)));
            let place = DVec3::new(0.1, 2.0_f64.sqrt() - 0.01, 0.05);
            let above = Pose::new(place, DQuat::from_rotation_z(turn(upper)));
            let contacts = touch((&cube, below), (&cube, above), 0.0);
            assert_eq!(contacts.len(), 1);
            names.insert(contacts[0].feature);
        }
    }
    assert_eq!(names.len(), 16);
}

#[test]
fn small_shapes_far_from_their_origin_are_shapes() {
    let far = DVec3::new(1e4, -2e4, 1.5e4);
    let flat: Vec<_> =
        (0..9).map(|k| far + DVec3::new((k % 3) as f64, 1.0, (k / 3) as f64)).collect();
    assert!(Shape::convex_hull(&flat).is_err());
    let shape = box_hull(DVec3::splat(0.01), far);
    let mass = shape.mass_properties(1.0).unwrap();
    assert!((mass.mass - 8e-6).abs() < 1e-9 && (mass.centre - far).length() < 1e-6);
    let corners = [DVec3::ZERO, DVec3::Z * 0.01, DVec3::X * 0.01].map(|corner| far + corner);
    assert!(Shape::triangle_mesh(&corners, &[[0, 1, 2]]).is_ok());
}
