//! Pairs of shapes that keep their rooms.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DQuat, DVec3};
use stickslip_contact::{Collider, Detector, KeptPairs, Pose, Shape};

/// Shapes that wander, some far in one go, meet whom a search from nothing finds.
#[test]
fn pairs_are_those_of_a_search_from_nothing() {
    let random = &mut ChaCha8Rng::seed_from_u64(43);
    let mut vector =
        |size: f64| DVec3::from_array(std::array::from_fn(|_| random.random_range(-size..size)));
    let ground = Shape::half_space(DVec3::Y).unwrap();
    let mut colliders: Vec<Collider> = (0..90)
        .map(|body| {
            let half = vector(0.3).abs() + 0.05;
            let shape = if body == 7 { ground.clone() } else { Shape::cuboid(half).unwrap() };
            let pose = if body == 7 { Pose::IDENTITY } else { Pose::at(vector(1.5)) };
            Collider { shape, pose, body: body / 2, movable: body != 7, margin: 0.03 }
        })
        .collect();
    let may_touch = |first: usize, second: usize| !(first + second).is_multiple_of(5);
    let (mut kept, mut anew) = (KeptPairs::default(), Detector::default());
    for step in 0..60 {
        for (at, collider) in colliders.iter_mut().enumerate().filter(|it| it.0 != 7) {
            let way = if at == 20 && step % 20 == 19 { 1.0 } else { 0.01 };
            collider.pose.position += vector(way);
            collider.pose.orientation *= DQuat::from_scaled_axis(vector(0.01));
            collider.margin = 0.02 + 0.01 * vector(1.0).x.abs();
        }
        // One that is nowhere, and comes back.
        colliders[30].pose.position.x = if step == 33 { f64::NAN } else { 0.1 };
        let found = kept.find(&colliders, may_touch).to_vec();
        assert_eq!(found, anew.pairs(&colliders, may_touch), "step {step}");
        assert!(found.len() > 50, "{}", found.len());
    }
}
