//! Detecting the contacts of things at rest allocates nothing.

use allocation_counter::measure;
use stickslip_contact::glam::{DQuat, DVec2, DVec3};
use stickslip_contact::{Collider, Detector, Pose, Shape};

/// Allocations of this thread while a settled scene is looked at ten times;
/// what the test's runner does beside it on its own thread is not counted.
fn allocations(colliders: &[Collider]) -> u64 {
    let mut detector = Detector::default();
    let first = measure(|| {
        for _ in 0..2 {
            assert!(!detector.detect(colliders, &[]).is_empty());
        }
    });
    assert!(first.count_total > 0, "the counter counts");
    let settled = measure(|| {
        for _ in 0..10 {
            detector.detect(colliders, &[]);
        }
    });
    settled.count_total
}

/// A stack of ten on the ground.
fn stack(ground: &Shape, shape: &Shape, height: f64) -> Vec<Collider> {
    let mut colliders = vec![Collider {
        shape: ground.clone(),
        pose: Pose::IDENTITY,
        body: 0,
        movable: false,
        margin: 0.005,
    }];
    colliders.extend((0..10).map(|k| Collider {
        shape: shape.clone(),
        pose: Pose::new(
            DVec3::Y * (k as f64 + 0.5) * height,
            DQuat::from_rotation_y(0.1 * k as f64),
        ),
        body: k + 1,
        movable: true,
        margin: 0.005,
    }));
    colliders
}

#[test]
fn stacks_at_rest_allocate_nothing() {
    let floor = Shape::half_space(DVec3::Y).unwrap();
    let field = Shape::height_field(&vec![vec![0.0; 9]; 9], DVec2::splat(8.0)).unwrap();
    let cube = Shape::cuboid(DVec3::splat(0.5)).unwrap();
    let corners: Vec<_> = (0..8)
        .map(|k| DVec3::new((k & 1) as f64, (k >> 1 & 1) as f64, (k >> 2) as f64) - 0.5)
        .collect();
    let hull = Shape::convex_hull(&corners).unwrap();
    let ball = Shape::sphere(0.5).unwrap();
    let pair = vec![(Pose::at(DVec3::X), cube.clone()), (Pose::at(-DVec3::X), cube.clone())];
    let compound = Shape::compound(pair).unwrap();
    let cylinder = Shape::cylinder(0.4, 0.5).unwrap();
    let shapes = [
        ("cubes", &cube),
        ("hulls", &hull),
        ("balls", &ball),
        ("compounds", &compound),
        ("cylinders", &cylinder),
    ];
    for (under, ground) in [("the floor", &floor), ("the field", &field)] {
        for (name, shape) in shapes {
            for height in [0.999, 1.0, 1.001] {
                let count = allocations(&stack(ground, shape, height));
                assert_eq!(count, 0, "{name} on {under} at {height}");
            }
        }
    }
}
