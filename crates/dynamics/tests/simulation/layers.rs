//! Which shapes may touch.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{BodyId, ColliderDescription, Layers, Pose, Shape, ShapeId};

use crate::support::{World, ball, half_space, run, state};

/// A ball above a ground, dropped for a second: its height.
fn dropped(own: Layers, ground: Layers) -> f64 {
    let mut world = World::new();
    let mut floor = half_space(DVec3::Y);
    floor.0.colliders[0].layers = ground;
    world.add(floor);
    let mut part = ball(0.1).at(DVec3::Y * 0.3);
    part.0.colliders[0].layers = own;
    let id = world.add(part);
    let mut simulation = world.start();
    run(&mut simulation, 100);
    state(&simulation, id).pose.position.y
}

#[test]
fn shapes_touch_where_each_is_in_a_layer_that_the_other_meets() {
    let (one, two) = (0b01, 0b10);
    let of = |own, meets| Layers { own, meets };
    let all = Layers::default();
    for (own, ground, touches) in [
        (all, all, true),
        (of(two, u32::MAX), all, true),
        (of(two, one), of(one, two), true),
        (of(two, one), of(one, one), false),
        (of(one | two, one), of(one, two), true),
        (of(one, two), all, false),
        (all, of(one, 0), false),
        (of(0, u32::MAX), all, false),
    ] {
        let height = dropped(own, ground);
        assert_eq!((height - 0.1).abs() < 1e-3, touches, "{own:?} {ground:?}: {height}");
    }
}

/// Two balls on one body: the lower passes through the ground, the upper one stands on it.
#[test]
fn two_shapes_alone_can_be_kept_apart() {
    let mut world = World::new();
    let ground = world.add(half_space(DVec3::Y));
    let mut part = ball(0.1).at(DVec3::Y * 0.5);
    let low = ColliderDescription {
        pose: Pose::at(DVec3::Y * -0.3),
        ..ColliderDescription::new(Shape::sphere(0.1).expect("a ball"))
    };
    part.0.colliders.push(low);
    let id = world.add(part);
    let shape = |body: BodyId, at: usize| ShapeId { body, at };
    world.model.ignore_shapes(shape(id, 1), shape(ground, 0)).expect("they are there");
    let wrong = world.model.ignore_shapes(shape(id, 2), shape(ground, 0)).expect_err("no third");
    assert!(wrong.to_string().contains("no shape 2"), "{wrong}");
    assert!(world.model.ignore_shapes(shape(BodyId(7), 0), shape(ground, 0)).is_err());
    let mut simulation = world.start();
    run(&mut simulation, 200);
    // The centre of both is 0.15 m below the upper one.
    let height = state(&simulation, id).pose.position.y;
    assert!((height - (0.1 - 0.15)).abs() < 1e-3, "{height}");
}
