//! Our own pairs against the collision library.

use parry3d_f64::math::Pose as ParryPose;
use parry3d_f64::query;
use parry3d_f64::shape::{Ball, Capsule, Cuboid, Shape as ParryShape};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::DVec3;
use stickslip_contact::{Pose, Shape};

use crate::common::{random_pose, random_rotation, random_vector, touch};

const REACH: f64 = 0.1;

#[test]
fn balls_boxes_and_capsules_agree_with_parry() {
    let half = DVec3::new(0.5, 0.3, 0.4);
    let kinds: [(Shape, Box<dyn ParryShape>); 3] = [
        (Shape::sphere(0.4).unwrap(), Box::new(Ball::new(0.4))),
        (Shape::cuboid(half).unwrap(), Box::new(Cuboid::new(half))),
        (Shape::capsule(0.2, 0.5).unwrap(), Box::new(Capsule::new_y(0.5, 0.2))),
    ];
    let mut random = ChaCha8Rng::seed_from_u64(41);
    let (mut apart, mut near, mut deep) = (0, 0, 0);
    for (a, parry_a) in &kinds {
        for (b, parry_b) in &kinds {
            for _ in 0..200 {
                let one = random_pose(&mut random, 2.0);
                let away = random_vector(&mut random).normalize() * 0.85;
                let two = Pose::new(one.position + away, random_rotation(&mut random));
                let place = |pose: &Pose| ParryPose::from_parts(pose.position, pose.orientation);
                let (at_a, at_b) = (place(&one), place(&two));
                let found = query::contact(&at_a, &**parry_a, &at_b, &**parry_b, REACH).unwrap();
                let contacts = touch((a, one), (b, two), REACH);
                let least = contacts.iter().map(|c| c.gap).fold(f64::INFINITY, f64::min);
                let what = format!("{a:?} {one:?} {b:?} {two:?}: {found:?}, {contacts:?}");
                match found {
                    None => assert!(contacts.is_empty() || least > REACH - 1e-6, "{what}"),
                    Some(found) if found.dist > -0.02 => {
                        assert!((found.dist - least).abs() < 1e-5, "{what}");
                        near += 1;
                    }
                    Some(found) => {
                        // The deepest corner may lie beside the face that is met.
                        assert!(least < 0.0 && least > found.dist - 1e-5, "{what}");
                        deep += 1;
                    }
                }
                apart += usize::from(found.is_none());
            }
        }
    }
    assert!(apart > 100 && near > 100 && deep > 100, "{apart} {near} {deep}");
}
