//! Every pair of convex shapes against brute force.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::DVec3;
use stickslip_contact::{Contact, Pose};

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
