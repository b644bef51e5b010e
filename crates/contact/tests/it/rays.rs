//! Rays against marching by the oracle's distances, and by hand.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DVec2, DVec3};
use stickslip_contact::{Pose, Shape};

use crate::common::{random_pose, random_vector};
use crate::oracle::Convex;

/// The surface lies where the distance from outside vanishes: a ray is marched
/// by that distance, which never steps over the surface.
fn marched(convex: &Convex, pose: &Pose, origin: DVec3, direction: DVec3) -> Option<f64> {
    let mut along = 0.0;
    for _ in 0..20_000 {
        let outside = convex.outside(pose, origin + along * direction);
        if outside < 1e-9 {
            return Some(along);
        }
        along += outside;
        if along > 20.0 {
            return None;
        }
    }
    panic!("marching comes to an end")
}

#[test]
fn every_shape_is_met_where_marching_meets_it() {
    let mut random = ChaCha8Rng::seed_from_u64(77);
    let mut met = 0;
    for convex in Convex::all(&mut random) {
        let shape = convex.shape();
        for _ in 0..60 {
            let pose = random_pose(&mut random, 1.0);
            let origin = pose.position + 6.0 * random_vector(&mut random).normalize();
            let target = pose.position + 0.5 * random_vector(&mut random);
            let direction = (target - origin).normalize();
            let hit = shape.cast_ray(&pose, origin, direction, 20.0);
            let Some(expected) = marched(&convex, &pose, origin, direction) else {
                assert_eq!(hit, None, "{convex:?}");
                continue;
            };
            met += 1;
            let hit = hit.expect("what marching meets, a ray meets");
            assert!((hit.distance - expected).abs() < 1e-4, "{hit:?} {expected} {convex:?}");
            assert!((hit.point - origin - hit.distance * direction).length() < 1e-12);
            assert!((hit.normal.length() - 1.0).abs() < 1e-12 && hit.normal.dot(direction) < 0.0);
            // Just within reach, and just beyond it.
            let share = random.random_range(0.5..0.999);
            assert_eq!(shape.cast_ray(&pose, origin, direction, share * hit.distance), None);
        }
    }
    assert!(met > 100, "{met}");
}

#[test]
fn ground_is_met_from_above_and_parts_of_a_whole_by_the_nearest() {
    let (down, origin) = (-DVec3::Y, DVec3::new(0.2, 5.0, -0.3));
    let cast = |shape: &Shape, pose: Pose, origin: DVec3, direction: DVec3| {
        shape.cast_ray(&pose, origin, direction, 100.0)
    };
    let half = Shape::half_space(DVec3::Y).unwrap();
    let hit = cast(&half, Pose::at(DVec3::Y), origin, down).unwrap();
    assert_eq!((hit.distance, hit.normal), (4.0, DVec3::Y));
    assert_eq!(cast(&half, Pose::at(DVec3::Y), origin, DVec3::Y), None);
    assert_eq!(cast(&half, Pose::at(DVec3::Y), -origin, DVec3::Y), None, "from within");
    // Heights rise by 1 from x = −1 to x = 1, so that y = 0.6 at x = 0.2.
    let ramp = Shape::height_field(&[vec![0.0, 1.0], vec![0.0, 1.0]], DVec2::splat(2.0)).unwrap();
    let hit = cast(&ramp, Pose::IDENTITY, origin, down).unwrap();
    assert!((hit.distance - 4.4).abs() < 1e-12, "{hit:?}");
    assert!((hit.normal - DVec3::new(-0.5, 1.0, 0.0).normalize()).length() < 1e-12, "{hit:?}");
    assert_eq!(cast(&ramp, Pose::IDENTITY, origin + 2.0 * DVec3::X, down), None);
    let ball = Shape::sphere(0.5).unwrap();
    let parts = vec![(Pose::at(DVec3::X * 2.0), ball.clone()), (Pose::at(DVec3::X), ball)];
    let pair = Shape::compound(parts).unwrap();
    let hit = cast(&pair, Pose::at(DVec3::Y), DVec3::Y, DVec3::X).unwrap();
    assert!((hit.distance - 0.5).abs() < 1e-12 && (hit.normal + DVec3::X).length() < 1e-12);
}
