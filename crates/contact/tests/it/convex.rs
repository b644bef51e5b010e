//! Every pair of convex shapes against brute force.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DQuat, DVec3};
use stickslip_contact::{Contact, Pose, Shape};

use crate::common::{random_pose, random_rotation, random_vector, touch};
use crate::oracle::{Convex, directions, separation, signed_distance};

const REACH: f64 = 0.02;
/// The bias towards faces is 10⁻⁵ of the size.
const TOLERANCE: f64 = 1e-5;

/// Checks contacts with a proof: both surface points lie in their shapes, so φ* is at most
/// the gap of shapes apart; the separation along the normal is the gap, so φ* is at least
/// that; and where shapes overlap, no direction that was tried separates them better.
fn check(a: (&Convex, &Pose), b: (&Convex, &Pose), contacts: &[Contact], found: f64) {
    let what = format!("{a:?} {b:?}: {contacts:?}");
    let least = contacts.iter().map(|c| c.gap).fold(f64::INFINITY, f64::min);
    for contact in contacts {
        assert!(contact.normal.is_normalized());
        let along = separation(a, b, contact.normal);
        assert!(found < along + TOLERANCE, "{along} along the normal, not {found}: {what}");
        assert!(along < least + TOLERANCE, "{along} along the normal: {what}");
        // The deepest point of a deep overlap need not lie above the face that is met.
        assert!(least < -0.03 || least < along + TOLERANCE, "{along} along the normal: {what}");
        assert!(contact.gap <= REACH);
        let half = contact.normal * (contact.gap / 2.0);
        let strays = a.0.outside(a.1, contact.point - half);
        assert!(strays < TOLERANCE, "{strays} off the first surface: {what}");
        let strays = b.0.outside(b.1, contact.point + half);
        assert!(strays < TOLERANCE, "{strays} off the second surface: {what}");
    }
    let mut features: Vec<_> = contacts.iter().map(|c| c.feature).collect();
    features.dedup();
    assert_eq!(features.len(), contacts.len(), "features repeat: {what}");
}

fn every_pair(gap: std::ops::Range<f64>, seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let kinds = Convex::all(&mut random);
    let many = directions(1000);
    for a in &kinds {
        for b in &kinds {
            let (first, second) = (a.shape(), b.shape());
            for _ in 0..15 {
                let one = random_pose(&mut random, 3.0);
                let away = random_vector(&mut random).normalize();
                let mut two = Pose::new(one.position + 2.0 * away, random_rotation(&mut random));
                // Brought together until the wanted gap is about reached.
                let wanted = random.random_range(gap.clone());
                for _ in 0..8 {
                    let now = signed_distance((a, &one), (b, &two), &many[..200], &mut random);
                    two.position -= (now - wanted) * away;
                }
                let found = signed_distance((a, &one), (b, &two), &many, &mut random);
                let contacts = touch((&first, one), (&second, two), REACH);
                if contacts.is_empty() {
                    assert!(
                        found > REACH - 1e-3,
                        "nothing found at {found}: {a:?} {one:?} {b:?} {two:?}"
                    );
                } else {
                    check((a, &one), (b, &two), &contacts, found);
                }
            }
        }
    }
}

#[test]
fn shapes_that_nearly_touch_agree_with_brute_force() {
    every_pair(0.0..0.025, 1);
}

#[test]
fn shapes_that_overlap_a_little_agree_with_brute_force() {
    every_pair(-0.02..0.0, 2);
}

#[test]
fn shapes_that_overlap_deeply_agree_with_brute_force() {
    every_pair(-0.15..-0.05, 3);
}

#[test]
fn concentric_balls_get_a_finite_normal() {
    let ball = Convex::Sphere(0.5);
    let contacts = touch((&ball.shape(), Pose::IDENTITY), (&ball.shape(), Pose::IDENTITY), 0.0);
    assert_eq!(contacts.len(), 1);
    assert_eq!(contacts[0].gap, -1.0);
    assert!(contacts[0].normal.is_normalized());
}

#[test]
fn a_ball_crosses_the_face_of_a_box_without_a_jump() {
    let (ball, cuboid) = (Convex::Sphere(0.1).shape(), Convex::Cuboid(DVec3::splat(0.5)).shape());
    for offset in [-1e-9, 0.0, 1e-9] {
        let pose = Pose::at(DVec3::new(0.2, 0.5 + offset, 0.1));
        let contacts = touch((&ball, pose), (&cuboid, Pose::IDENTITY), 0.0);
        assert!((contacts[0].gap - (offset - 0.1)).abs() < 1e-15);
        assert_eq!(contacts[0].normal, DVec3::NEG_Y);
    }
}

/// The closest end of the capsule lies beside the face that separates nearly as well as the
/// closest points do; clipped to that face, the gap came out 0.0004 too large.
#[test]
fn a_clipped_corner_does_not_hide_the_closest_points() {
    let points = vec![
        DVec3::new(-0.11043852097010025, -0.47523066148427084, 0.10935790538940977),
        DVec3::new(-0.34044392982402866, -0.26237147977333686, 0.25545868011778605),
        DVec3::new(-0.03796500653810803, -0.3388954911333951, 0.365661734897181),
        DVec3::new(0.4670256843929603, -0.03784330616098052, 0.17451330693128614),
        DVec3::new(-0.4286039227470823, -0.2526232981609211, -0.04980107059202086),
        DVec3::new(-0.16211469168659398, 0.3622109482749834, 0.3041743836832712),
        DVec3::new(0.3731899129224581, -0.30611568425507396, -0.13047021401828063),
        DVec3::new(-0.019800254707652183, -0.10319980862509182, -0.4888330486099079),
        DVec3::new(-0.4095531830264763, -0.2858830264759342, 0.02317510400930025),
        DVec3::new(-0.18738029978140475, -0.3326151055289696, -0.3228866903850069),
        DVec3::new(0.37327332945247316, 0.1482363712420544, -0.297813699752804),
        DVec3::new(0.12505430021965278, 0.3621845933054002, 0.3212222631897964),
        DVec3::new(-0.21337496404256523, 0.3495853647028907, -0.28681212928567174),
        DVec3::new(0.194108931717027, 0.4451126750455201, 0.11914876894662299),
    ];
    let (capsule, hull) = (Convex::Capsule(0.2, 0.5), Convex::Hull(points));
    let one = Pose::new(
        DVec3::new(-1.551726039691598, 1.771131470589721, 0.9850048270841345),
        DQuat::from_xyzw(
            -0.6316373361297111,
            0.5053481173016582,
            -0.2478649549429699,
            -0.5331233628886951,
        ),
    );
    let two = Pose::new(
        DVec3::new(-1.09141247242671, 2.334192487919135, 0.5635042384754005),
        DQuat::from_xyzw(
            0.2040323240597976,
            0.32643850049633977,
            0.6009628933669696,
            -0.7004657856943902,
        ),
    );
    let contacts = touch((&capsule.shape(), one), (&hull.shape(), two), REACH);
    assert!(!contacts.is_empty());
    check((&capsule, &one), (&hull, &two), &contacts, f64::NEG_INFINITY);
}

/// From inside, the way out leads through the side or a cap, whichever is nearer.
#[test]
fn a_ball_inside_a_cylinder_leaves_by_the_nearer_surface() {
    let cylinder = Shape::cylinder(1.0, 0.5).unwrap();
    let ball = Shape::sphere(0.1).unwrap();
    for (centre, outward, depth) in [
        (DVec3::new(0.7, 0.1, 0.0), DVec3::X, 0.3),
        (DVec3::new(0.0, -0.1, -0.65), DVec3::NEG_Z, 0.35),
        (DVec3::new(0.2, 0.3, 0.0), DVec3::Y, 0.2),
        (DVec3::new(0.55, -0.1, 0.0), DVec3::NEG_Y, 0.4),
    ] {
        let found = touch((&cylinder, Pose::IDENTITY), (&ball, Pose::at(centre)), 0.01);
        assert_eq!(found.len(), 1);
        assert!((found[0].normal - outward).length() < 1e-12, "{centre}: {}", found[0].normal);
        assert!((found[0].gap + depth + 0.1).abs() < 1e-12, "{centre}: {}", found[0].gap);
    }
}

/// A capsule along the ridge of a hull touches it at both ends.
#[test]
fn a_capsule_lies_along_a_ridge_in_two_points() {
    let corner = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    let roof = [
        corner(-1.0, 0.0, -0.5),
        corner(-1.0, 0.0, 0.5),
        corner(1.0, 0.0, -0.5),
        corner(1.0, 0.0, 0.5),
        corner(-1.0, 0.5, 0.0),
        corner(1.0, 0.5, 0.0),
    ];
    let roof = Shape::convex_hull(&roof).unwrap();
    let capsule = Shape::capsule(0.2, 0.4).unwrap();
    let along = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
    for middle in [-0.3, 0.0, 0.3] {
        let pose = Pose::new(DVec3::new(middle, 0.71, 0.0), along);
        let found = touch((&roof, Pose::IDENTITY), (&capsule, pose), 0.05);
        let mut places: Vec<f64> = found.iter().map(|contact| contact.point.x).collect();
        places.sort_by(f64::total_cmp);
        assert_eq!(places.len(), 2, "{middle}");
        assert!((places[0] - middle + 0.4).abs() < 1e-9 && (places[1] - middle - 0.4).abs() < 1e-9);
        assert!(found.iter().all(|it| (it.gap - 0.01).abs() < 1e-9 && it.normal.y > 0.999_999));
    }
}

/// Turned bodies leave rounding where unturned ones have zeros.
#[test]
fn a_ball_inside_a_turned_cylinder_keeps_its_depth() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let (radius, half, small) = (0.3, 0.7, 0.125);
    let cylinder = Shape::cylinder(radius, half).unwrap();
    let ball = Shape::sphere(small).unwrap();
    for _ in 0..300 {
        let inside = DVec3::new(0.29, 0.69, 0.0) * random_vector(&mut random);
        let centre = DQuat::from_rotation_y(random.random_range(0.0..6.0)) * inside;
        let depth = (radius - centre.x.hypot(centre.z)).min(half - centre.y.abs()) + small;
        let pose = random_pose(&mut random, 2.0);
        let found = touch((&cylinder, pose), (&ball, Pose::at(pose.point(centre))), 0.01);
        assert_eq!(found.len(), 1);
        assert!((found[0].gap + depth).abs() < 1e-12, "{centre}: {} for {depth}", found[0].gap);
    }
}
