//! What must not matter: the order of a pair, and where in the world it is.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DVec2, DVec3};
use stickslip_contact::{Contact, Pose, Shape};

use crate::common::{random_pose, random_rotation, random_vector, touch};
use crate::oracle::Convex;

const REACH: f64 = 0.05;

/// Shapes that move, and shapes that only carry.
fn kinds() -> (Vec<Shape>, Vec<Shape>) {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut solid: Vec<_> = Convex::all(&mut random).iter().map(Convex::shape).collect();
    let parts = vec![
        (Pose::at(DVec3::X * 0.3), solid[1].clone()),
        (Pose::at(DVec3::X * -0.3), solid[0].clone()),
        (random_pose(&mut random, 0.3), solid[4].clone()),
    ];
    solid.push(Shape::compound(parts).unwrap());
    let heights: Vec<Vec<f64>> = (0..9)
        .map(|i| (0..9).map(|j| 0.2 * (i as f64 * 0.9).sin() * (j as f64 * 0.7).cos()).collect())
        .collect();
    let carriers = vec![
        Shape::half_space(DVec3::new(0.3, 1.0, -0.2)).unwrap(),
        Shape::height_field(&heights, DVec2::splat(4.0)).unwrap(),
    ];
    (solid, carriers)
}

/// The same points, gaps and turned normals, in any order.
fn assert_same(one: &[Contact], two: &[Contact], moved: &Pose, sign: f64, what: &str) {
    // The expanding polytope stops at a small facet of a round surface.
    let (near, same) = if what.contains("Cylinder") { (1e-3, 1e-6) } else { (1e-6, 1e-7) };
    assert_eq!(one.len(), two.len(), "{what}: {one:?} {two:?}");
    for contact in one {
        let point = moved.point(contact.point);
        let normal = sign * moved.direction(contact.normal);
        let found = two.iter().any(|other| {
            (other.point - point).length() < near
                && (other.normal - normal).length() < near
                && (other.gap - contact.gap).abs() < same
        });
        assert!(found, "{what}: {contact:?} not among {two:?}");
    }
}

fn over_pairs(mut check: impl FnMut((&Shape, Pose), (&Shape, Pose), &mut ChaCha8Rng)) {
    let mut random = ChaCha8Rng::seed_from_u64(12);
    let (solid, carriers) = kinds();
    for (k, a) in solid.iter().enumerate() {
        for b in solid[k..].iter().chain(&carriers) {
            for _ in 0..40 {
                let one = random_pose(&mut random, 1.0);
                let away = random_vector(&mut random).normalize() * 0.75;
                let two = Pose::new(one.position + away, random_rotation(&mut random));
                check((a, one), (b, two), &mut random);
            }
        }
    }
}

#[test]
fn swapping_a_pair_turns_the_normal_only() {
    let mut touched = 0;
    over_pairs(|a, b, _| {
        let contacts = touch(a, b, REACH);
        let swapped = touch(b, a, REACH);
        touched += usize::from(!contacts.is_empty());
        assert_same(&contacts, &swapped, &Pose::IDENTITY, -1.0, &format!("{a:?} {b:?}"));
    });
    assert!(touched > 300, "only {touched} pairs touched");
}

#[test]
fn moving_both_changes_no_gap() {
    over_pairs(|a, b, random| {
        let motion = random_pose(random, 5.0);
        let contacts = touch(a, b, REACH);
        let moved = touch((a.0, motion.compose(&a.1)), (b.0, motion.compose(&b.1)), REACH);
        assert_same(&contacts, &moved, &motion, 1.0, &format!("{a:?} {b:?}"));
    });
}
