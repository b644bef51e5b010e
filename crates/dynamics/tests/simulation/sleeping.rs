//! Bodies that rest without being computed.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{BodyId, Drive, Pose, Simulation, Sleeping};

use crate::support::{H, World, ball, cube, cuboid, run, state};

fn stack(sleeping: bool) -> (World, Vec<BodyId>) {
    let mut world = World::new();
    world.settings.sleeping = sleeping.then_some(Sleeping { speed: 0.01, seconds: 0.5 });
    world.ground();
    let bodies =
        (0..3).map(|at| world.add(cube(0.5).mass(1.0).at(DVec3::Y * (at as f64 + 0.5)))).collect();
    (world, bodies)
}

fn sleeps(simulation: &Simulation, body: BodyId) -> bool {
    let state = state(simulation, body);
    state.velocity == DVec3::ZERO && state.angular_velocity == DVec3::ZERO && state.still >= 0.5
}

#[test]
fn a_settled_stack_sleeps_and_wakes_when_hit() {
    let (mut world, bodies) = stack(true);
    let bullet = world.add(ball(0.2).mass(1.0).at(DVec3::new(-8.0, 2.5, 0.0)));
    let mut simulation = world.start();
    run(&mut simulation, 50);
    assert!(bodies.iter().all(|&body| sleeps(&simulation, body)));
    let places: Vec<_> = bodies.iter().map(|&body| state(&simulation, body).pose).collect();
    run(&mut simulation, 5);
    for (&body, place) in bodies.iter().zip(&places) {
        assert_eq!(state(&simulation, body).pose, *place, "nothing moves in its sleep");
    }
    let mut hit = simulation.state().clone();
    hit.bodies[bullet.0].pose.position = DVec3::new(-0.75, 2.5, 0.0);
    hit.bodies[bullet.0].velocity = DVec3::X * 5.0;
    simulation.restore(hit).expect("a state of this model");
    run(&mut simulation, 10);
    assert!(state(&simulation, bodies[2]).velocity.x > 0.5);
}

#[test]
fn nothing_sleeps_unless_asked_to() {
    let (world, bodies) = stack(false);
    let mut simulation = world.start();
    run(&mut simulation, 120);
    assert!(bodies.iter().all(|&body| state(&simulation, body).still == 0.0));
}

#[test]
fn a_push_wakes() {
    let (world, bodies) = stack(true);
    let mut simulation = world.start();
    run(&mut simulation, 50);
    assert!(sleeps(&simulation, bodies[2]));
    let place = state(&simulation, bodies[2]).pose.position;
    simulation.push(bodies[2], DVec3::X * 100.0, place, DVec3::ZERO).expect("a body");
    run(&mut simulation, 1);
    // (100 − μ m g) h, of which the box below gets nothing.
    assert!(state(&simulation, bodies[2]).velocity.x > 90.0 * H);
}

#[test]
fn a_platform_that_starts_to_move_wakes() {
    let (mut world, bodies) = stack(true);
    let track = vec![
        (2.0, Pose::at(DVec3::new(10.0, 0.5, 0.0))),
        (3.0, Pose::at(DVec3::new(10.0, 1.5, 0.0))),
    ];
    world.add(
        cuboid(DVec3::new(1.0, 0.5, 1.0)).at(track[0].1.position).driven(Drive::Keyframes(track)),
    );
    let carried = world.add(cube(0.5).mass(1.0).at(DVec3::new(10.0, 1.5, 0.0)));
    let mut simulation = world.start();
    run(&mut simulation, 110);
    assert!(sleeps(&simulation, carried) && sleeps(&simulation, bodies[0]));
    run(&mut simulation, 70);
    assert!((state(&simulation, carried).pose.position.y - 2.5).abs() < 1e-3);
    assert!(sleeps(&simulation, bodies[0]));
}
