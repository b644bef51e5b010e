//! Trees in joint coordinates that fly, fall, and carry others.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::{Ball, Hinge};
use stickslip_dynamics::{Axis, BodyId, Coordinates, JointDescription, Simulation};

use crate::flight::accurate;
use crate::support::{G, World, ball, cuboid, run, state};

fn world(coordinates: Coordinates) -> World {
    let mut world = accurate(World::new());
    world.settings.coordinates = coordinates;
    world
}

fn join(world: &mut World, first: Option<BodyId>, second: BodyId, anchor: DVec3, axis: DVec3) {
    let kind = Hinge { anchor, axis, rotation: Axis::FREE };
    let mut joint = JointDescription::new("joint", first, second, kind);
    joint.touching = true;
    world.describe(joint);
}

/// Mass, momentum and angular momentum about the common centre, which is there.
fn momenta(simulation: &Simulation) -> (DVec3, DVec3) {
    let bodies = || simulation.model().bodies().iter().zip(&simulation.state().bodies);
    let mass: f64 = bodies().map(|(body, _)| body.mass.mass).sum();
    let weigh = |of: &dyn Fn(usize) -> DVec3| -> DVec3 {
        let all = bodies().enumerate();
        all.map(|(at, (body, _))| body.mass.mass * of(at)).sum::<DVec3>() / mass
    };
    let states = &simulation.state().bodies;
    let centre = weigh(&|at| states[at].pose.position);
    let velocity = weigh(&|at| states[at].velocity);
    let angular = bodies().map(|(body, state)| {
        let turn = state.pose.orientation;
        let own = turn * (body.mass.inertia * (turn.inverse() * state.angular_velocity));
        let arm = state.pose.position - centre;
        own + body.mass.mass * arm.cross(state.velocity - velocity)
    });
    (centre, angular.sum())
}

/// Three bodies on a hinge and a ball are thrown: their centre flies on a parabola, and they
/// keep their angular momentum.
#[test]
fn a_thrown_tree_keeps_its_momenta() {
    let mut world = world(Coordinates::Joint);
    let half = DVec3::new(0.4, 0.1, 0.05);
    let spin = DVec3::new(1.0, 3.0, -2.0);
    let velocity = DVec3::new(2.0, 6.0, 1.0);
    let moving = |at: DVec3| velocity + spin.cross(at);
    let all = [0.0, 1.0, 2.0].map(|x| {
        let place = DVec3::X * x;
        world.add(cuboid(half).mass(1.0 + x).at(place).moving(moving(place)).spinning(spin))
    });
    join(&mut world, Some(all[0]), all[1], DVec3::X * 0.5, DVec3::Z);
    world.join(Some(all[1]), all[2], Ball::at(DVec3::X * 1.5));
    let mut simulation = world.start();
    let ((begin, before), v) = (momenta(&simulation), velocity + spin.cross(DVec3::X * 8.0 / 6.0));
    for step in 1..=60 {
        let report = run(&mut simulation, 1);
        assert_eq!((report.orders.second, report.orders.first()), (3, 0));
        let (centre, after) = momenta(&simulation);
        let t = f64::from(step) / 60.0;
        let exact = begin + t * v - DVec3::Y * (0.5 * G * t * t);
        assert!((centre - exact).length() < 1e-3 * t.max(0.1), "{step}: {centre} of {exact}");
        assert!((after - before).length() < 2e-3 * before.length(), "{step}: {after} {before}");
    }
}

/// An arm of three links falls onto the ground: nothing goes deeper than what is asked, at
/// steps of 1/60 s, and it comes to rest.
#[test]
fn an_arm_falls_onto_the_ground() {
    let mut world = world(Coordinates::Joint);
    world.ground();
    let mut last = None;
    for at in 0..3 {
        let from = DVec3::new(f64::from(at), 1.0, 0.0);
        let half = DVec3::new(0.45, 0.05, 0.05);
        let link = world.add(cuboid(half).mass(1.0).at(from + DVec3::X * 0.5));
        let axis = if at == 1 { DVec3::new(0.0, 0.6, 0.8) } else { DVec3::Z };
        join(&mut world, last, link, from, axis);
        last = Some(link);
    }
    let mut simulation = world.start();
    for _ in 0..240 {
        let report = run(&mut simulation, 1);
        assert!(report.penetration_max <= 1e-3, "{}", report.penetration_max);
        assert_eq!(report.inaccurate, 0);
    }
    let fastest = simulation.state().bodies.iter().map(|body| body.velocity.length());
    assert!(fastest.fold(0.0, f64::max) < 1e-2);
}

/// A ball rolls down a plank that swings: the same in both coordinates.
#[test]
fn a_tree_carries_a_body_of_its_own() {
    let [joint, maximal] = [Coordinates::Joint, Coordinates::Maximal].map(|coordinates| {
        let mut world = world(coordinates);
        let half = DVec3::new(1.0, 0.05, 0.5);
        let plank = world.add(cuboid(half).mass(5.0).at(DVec3::Y * -0.05));
        let rolling = world.add(ball(0.1).mass(1.0).at(DVec3::new(0.2, 0.1, 0.0)));
        join(&mut world, None, plank, DVec3::ZERO, DVec3::Z);
        let mut simulation = world.start();
        run(&mut simulation, 40);
        [plank, rolling].map(|body| state(&simulation, body).pose.position)
    });
    for (one, two) in joint.into_iter().zip(maximal) {
        assert!((one - two).length() < 2e-3, "{one} {two}");
    }
    assert!(joint[1].y < 0.05, "it rolls: {}", joint[1]);
}

/// Saved in flight or on the ground, a tree goes on to the same bits.
#[test]
fn a_saved_tree_goes_on_to_the_same_bits() {
    let build = || {
        let mut world = world(Coordinates::Joint);
        world.ground();
        let first = world.add(ball(0.2).at(DVec3::Y * 0.5));
        let second = world.add(ball(0.2).at(DVec3::new(0.4, 0.6, 0.1)));
        join(&mut world, Some(first), second, DVec3::new(0.2, 0.5, 0.0), DVec3::Z);
        world.start()
    };
    for begun in [5, 40] {
        let mut whole = build();
        run(&mut whole, begun);
        let mut other = build();
        other.restore(whole.state().clone()).expect("its own state");
        run(&mut whole, 30);
        run(&mut other, 30);
        assert_eq!(whole.state().hash(), other.state().hash());
        assert_eq!(whole.state().memory_hash(), other.state().memory_hash());
    }
}
