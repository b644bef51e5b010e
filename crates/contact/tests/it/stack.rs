//! Contacts of resting stacks do not flicker.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DQuat, DVec3};
use stickslip_contact::{Detector, Pose, Shape};

use crate::common::{collider, random_vector};

/// Ten bodies on each other, shaken by 10⁻⁹ two hundred times.
pub fn shake(shape: &Shape, height: f64, gap: f64, points: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut detector = Detector::default();
    let mut known: Option<Vec<(usize, u64, f64)>> = None;
    for _ in 0..200 {
        let bodies: Vec<_> = (0..10)
            .map(|k| {
                let place =
                    DVec3::Y * (k as f64 * (height + gap)) + 1e-9 * random_vector(&mut random);
                let turn = DQuat::from_scaled_axis(1e-9 * random_vector(&mut random));
                collider(k, shape, Pose::new(place, turn), 0.005)
            })
            .collect();
        let contacts = detector.detect(&bodies, &[]);
        assert_eq!(contacts.len(), 9 * points);
        let now: Vec<_> =
            contacts.iter().map(|c| (c.sites[0].collider, c.feature, c.gap)).collect();
        for contact in contacts {
            assert!((contact.gap - gap).abs() < 1e-8, "gap {} for {gap}", contact.gap);
            assert!((contact.normal - DVec3::Y).length() < 1e-8);
        }
        if let Some(known) = &known {
            for (old, new) in known.iter().zip(&now) {
                assert_eq!((old.0, old.1), (new.0, new.1));
                assert!((old.2 - new.2).abs() < 2e-8);
            }
        }
        known = Some(now);
    }
}

#[test]
fn cubes_keep_four_points_each() {
    let cube = Shape::cuboid(DVec3::splat(0.5)).unwrap();
    for gap in [0.0, 1e-9, 0.001, -0.001] {
        shake(&cube, 1.0, gap, 4);
    }
}

#[test]
fn cylinders_keep_four_points_each() {
    let cylinder = Shape::cylinder(0.4, 0.5).unwrap();
    for gap in [0.0, 0.001, -0.001] {
        shake(&cylinder, 1.0, gap, 4);
    }
}

#[test]
fn hulls_keep_four_points_each() {
    let corners: Vec<_> = (0..8)
        .map(|k| DVec3::new((k & 1) as f64, (k >> 1 & 1) as f64, (k >> 2) as f64) - 0.5)
        .collect();
    let hull = Shape::convex_hull(&corners).unwrap();
    for gap in [0.0, 0.001, -0.001] {
        shake(&hull, 1.0, gap, 4);
    }
}
