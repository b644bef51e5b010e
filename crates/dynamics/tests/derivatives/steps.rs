//! Steps of every kind.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Hinge, Prismatic};
use stickslip_dynamics::{Accuracy, Axis, Coordinates, FrictionModel, Passive, Simulation};

use crate::oracle::{Comparison, compare, coordinates, moved};
use crate::support::{World, ball, cube, cuboid, speed_motor};

/// Compares some steps of a run.
fn follow(simulation: &mut Simulation, steps: usize, every: usize) -> Comparison {
    let mut all = Comparison::default();
    for step in 0..steps {
        if step % every == 0 {
            let one = compare(simulation, 1.0);
            all.join(one);
        } else {
            simulation.step().expect("a step");
        }
    }
    all
}

/// A body that is pressed into what it lies on, so that no stencil crosses the kink of its gap.
fn pressed(mut simulation: Simulation, body: usize) -> Simulation {
    let mut state = simulation.state().clone();
    state.bodies[body].pose.position.y -= 2e-4;
    simulation.restore(state).expect("a state");
    simulation
}

/// Nothing but gravity, solved to the last digits.
fn stepped(accuracy: Accuracy) -> World {
    let mut world = World::new();
    world.settings.accuracy = accuracy;
    world.settings.solver.tolerance = Some(1e-13);
    world
}

/// Plain steps, and accurate ones whose rounds go on until nothing changes.
const KINDS: [Accuracy; 2] = [Accuracy::Off, Accuracy::Within(TIGHT)];
const TIGHT: f64 = 1e-7;

#[test]
fn flight() {
    for mut world in KINDS.map(stepped) {
        world.add(
            cuboid(DVec3::new(0.1, 0.2, 0.4))
                .at(DVec3::Y * 5.0)
                .moving(DVec3::new(1.0, 2.0, -1.0))
                .spinning(DVec3::new(3.0, -5.0, 2.0)),
        );
        let all = follow(&mut world.start(), 5, 1);
        assert!(all.worst < 1e-6 && all.skipped == 0, "{all:?}");
    }
}

#[test]
fn sliding() {
    for (model, accuracy) in [
        (FrictionModel::Pyramid, Accuracy::Off),
        (FrictionModel::Cone, Accuracy::Off),
        (FrictionModel::Pyramid, Accuracy::Within(1e-3)),
    ] {
        println!("{model:?} {accuracy:?}");
        let mut world = stepped(accuracy);
        world.friction(model, 0.3);
        world.ground();
        let moving = DVec3::new(3.0, 0.0, 1.0);
        world.add(cube(0.25).mass(10.0).at(DVec3::Y * 0.25).moving(moving));
        let all = follow(&mut pressed(world.start(), 1), 7, 3);
        assert!(all.worst < 1e-6 && all.compared > 12, "{all:?}");
    }
}

#[test]
fn rolling() {
    for accuracy in [Accuracy::Off, Accuracy::Within(1e-3)] {
        println!("{accuracy:?}");
        let mut world = stepped(accuracy);
        world.friction(FrictionModel::Pyramid, 0.9);
        world.ground();
        world.add(
            ball(0.2)
                .mass(3.0)
                .at(DVec3::Y * 0.2)
                .moving(DVec3::X * 2.0)
                .spinning(DVec3::Z * -10.0),
        );
        let mut simulation = pressed(world.start(), 1);
        simulation.step().expect("a step");
        let all = follow(&mut simulation, 7, 3);
        assert!(all.worst < 1e-6 && all.compared > 12, "{all:?}");
    }
}

#[test]
fn bouncing() {
    let mut world = stepped(Accuracy::Within(1e-3));
    world.friction(FrictionModel::Pyramid, 0.3);
    world.surface(|surface| surface.restitution = 0.7);
    world.ground();
    world.add(
        ball(0.2)
            .at(DVec3::Y * 0.5)
            .moving(DVec3::new(1.0, -1.0, 0.5))
            .spinning(DVec3::new(3.0, 2.0, 1.0)),
    );
    let all = follow(&mut world.start(), 30, 1);
    assert!(all.worst < 1e-6 && all.compared > 300, "{all:?}");
}

#[test]
fn swinging() {
    for accuracy in KINDS {
        println!("{accuracy:?}");
        let mut world = stepped(accuracy);
        let bar = world.add(
            cuboid(DVec3::new(0.5, 0.05, 0.1))
                .at(DVec3::X * 0.5)
                .turned(DQuat::IDENTITY)
                .moving(DVec3::Y * -0.5)
                .spinning(DVec3::Z * -1.0),
        );
        let hinge = Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: Axis::FREE };
        world.join(None, bar, hinge);
        let all = follow(&mut world.start(), 12, 3);
        assert!(all.worst < 1e-6 && all.compared > 12, "{all:?}");
    }
}

/// Two links, one of which has a spring and a damper, a motor and a stop.
fn arm(accuracy: Accuracy, coordinates: Coordinates) -> World {
    let mut world = stepped(accuracy);
    world.settings.coordinates = coordinates;
    let link = || cuboid(DVec3::new(0.3, 0.05, 0.08)).mass(2.0);
    let one = world.add(link().at(DVec3::X * 0.3).named("one"));
    let two = world.add(link().at(DVec3::X * 0.9).named("two"));
    let sprung = Passive { stiffness: 20.0, rest: [0.1, 0.1], damping: 0.5, armature: 0.0 };
    let rotation = Axis { passive: Some(sprung), ..Axis::FREE };
    world.join(None, one, Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation });
    let rotation = Axis { limits: Some([-0.3, 2.0]), ..speed_motor(-1.0, 3.0) };
    world.join(Some(one), two, Hinge { anchor: DVec3::X * 0.6, axis: DVec3::Z, rotation });
    world
}

#[test]
fn arms() {
    for coordinates in [Coordinates::Maximal, Coordinates::Joint] {
        for accuracy in KINDS {
            println!("{coordinates:?} {accuracy:?}");
            let all = follow(&mut arm(accuracy, coordinates).start(), 42, 3);
            // Two hinges have two coordinates and two rates.
            let least = if coordinates == Coordinates::Joint { 50 } else { 100 };
            assert!(all.worst < 1e-6 && all.compared > least, "{all:?}");
        }
    }
}

/// A trunk that floats, with a foot on a hinge and one on a ball joint, and a box on top of it.
#[test]
fn hoppers() {
    for accuracy in KINDS {
        println!("{accuracy:?}");
        let mut world = stepped(accuracy);
        world.settings.coordinates = Coordinates::Joint;
        world.friction(FrictionModel::Pyramid, 0.6);
        world.ground();
        let trunk = cuboid(DVec3::new(0.3, 0.1, 0.2)).mass(5.0).at(DVec3::Y * 0.5);
        let trunk = world.add(trunk.moving(DVec3::new(0.5, -0.2, 0.1)));
        let foot = || cuboid(DVec3::new(0.05, 0.2, 0.05)).mass(1.0);
        let left = world.add(foot().at(DVec3::new(-0.2, 0.2, 0.0)));
        let right = world.add(foot().at(DVec3::new(0.2, 0.2, 0.0)));
        let hinge = DVec3::new(-0.2, 0.4, 0.0);
        world.join(
            Some(trunk),
            left,
            Hinge { anchor: hinge, axis: DVec3::Z, rotation: Axis::FREE },
        );
        world.join(Some(trunk), right, Ball::at(DVec3::new(0.2, 0.4, 0.0)));
        world.add(cube(0.1).mass(2.0).at(DVec3::Y * 0.7 + DVec3::X * 0.05));
        let mut simulation = world.start();
        let mut state = simulation.state().clone();
        state.bodies.iter_mut().skip(1).for_each(|body| body.pose.position.y -= 2e-4);
        state.bodies[4].pose.position.y -= 2e-4;
        simulation.restore(state).expect("a state");
        assert_eq!(simulation.tree_freedoms(), [10]);
        // Feet begin to slip, and boxes to lift, within longer strides.
        let mut all = Comparison::default();
        for _ in 0..4 {
            all.join(compare(&mut simulation, 0.02));
            simulation.step().expect("a step");
        }
        assert!(all.worst < 1e-6 && all.compared - all.kinked > 60, "{all:?}");
    }
}

/// Of a blow that would open a joint counts what the joint lets pass, as in the step itself.
#[test]
fn blows_against_a_joint() {
    let mut world = stepped(Accuracy::Off);
    world.settings.coordinates = Coordinates::Joint;
    let bar = cuboid(DVec3::new(0.5, 0.05, 0.1)).at(DVec3::X * 0.5).spinning(DVec3::Z);
    let bar = world.add(bar.moving(DVec3::Y * 0.5));
    let hinge = Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: Axis::FREE };
    world.join(None, bar, hinge);
    let mut simulation = world.start();
    let state = simulation.state().clone();
    let (_, derivatives) = simulation.step_derivatives(&[]).expect("derivatives");
    let (end, matrix) = (simulation.state().clone(), derivatives.by_state());
    for column in 6..12 {
        let ends = [1e-4, -1e-4].map(|by| {
            simulation.restore(moved(&[bar.0], &state, column, by)).expect("a state");
            simulation.step().expect("a step");
            coordinates(&[bar.0], simulation.state(), &end)
        });
        for row in 0..12 {
            let slope = (ends[0][row] - ends[1][row]) / 2e-4;
            let own = matrix.at(row, column);
            assert!((own - slope).abs() < 1e-7, "{row} by {column}: {own} and {slope}");
        }
    }
}

/// A slider on a spring, a ball joint that spins, and two balls that meet.
#[test]
fn sliders_balls_and_blows() {
    for accuracy in KINDS {
        println!("{accuracy:?}");
        let mut world = stepped(accuracy);
        world.surface(|surface| surface.restitution = 0.5);
        let slide = world.add(cube(0.1).at(DVec3::X * 3.0).moving(DVec3::X));
        let sprung = Passive { stiffness: 50.0, rest: [0.0, 0.0], damping: 1.0, armature: 0.0 };
        let travel = Axis { passive: Some(sprung), friction: 0.1, ..Axis::FREE };
        world.join(None, slide, Prismatic { anchor: DVec3::X * 3.0, axis: DVec3::X, travel });
        let top = world.add(
            cuboid(DVec3::new(0.1, 0.05, 0.1))
                .at(DVec3::new(0.0, 0.3, 3.0))
                .spinning(DVec3::new(0.5, 20.0, 0.0)),
        );
        world.join(None, top, Ball::at(DVec3::Z * 3.0));
        let (left, right) = (DVec3::new(0.0, 5.0, 0.0), DVec3::new(0.5, 5.05, 0.0));
        world.add(ball(0.1).at(left).moving(DVec3::X * 4.0));
        world.add(ball(0.1).mass(2.0).at(right).moving(DVec3::X * -1.0));
        let all = follow(&mut world.start(), 12, 1);
        assert!(all.worst < 1e-6 && all.compared > 200, "{all:?}");
    }
}

/// A box that tumbles on the ground.
fn tumbler(friction: FrictionModel, accuracy: f64) -> Simulation {
    let mut world = stepped(Accuracy::Within(accuracy));
    world.friction(friction, 0.4);
    world.surface(|surface| surface.restitution = 0.3);
    world.ground();
    world.add(
        cuboid(DVec3::new(0.1, 0.2, 0.15))
            .at(DVec3::Y * 0.4)
            .turned(DQuat::from_rotation_z(0.4) * DQuat::from_rotation_x(0.3))
            .moving(DVec3::new(1.5, -1.0, 0.3))
            .spinning(DVec3::new(1.0, 2.0, -3.0)),
    );
    world.start()
}

/// Corners and edges strike the ground while the box spins.
#[test]
fn tumbling() {
    let mut simulation = tumbler(FrictionModel::Pyramid, 1e-5);
    let all = follow(&mut simulation, 26, 1);
    assert!(all.worst < 1e-6 && all.compared > 300, "{all:?}");
}

/// Where rounds end as soon as the accuracy allows, steps are not quite what they tend to: most
/// derivatives agree to 1e-6 nevertheless, and nearly all to a part in a thousand.
#[test]
fn rounds_that_end_early_are_near() {
    let mut all = Comparison::default();
    for friction in [FrictionModel::Pyramid, FrictionModel::Cone] {
        all.join(follow(&mut tumbler(friction, 1e-3), 60, 1));
    }
    let (half, most, worst) = (all.percentile(50), all.percentile(95), all.worst);
    println!(
        "{half:e} {most:e} {worst:e} of {}, {} skipped, {} kinked, {} outside",
        all.compared, all.skipped, all.kinked, all.outside
    );
    assert!(half < 1e-6 && most < 1e-3 && all.compared > 600);
}

/// Rounds of joints end early, too, whatever velocities they begin with: derivatives are those of
/// as many rounds as the step has made.
#[test]
fn joints_whose_rounds_end_early() {
    let mut all = Comparison::default();
    all.join(follow(&mut arm(Accuracy::Within(1e-3), Coordinates::Maximal).start(), 40, 4));
    let half = all.percentile(50);
    println!("{:e} {half:e} of {}", all.worst, all.compared);
    assert!(all.worst < 1e-4 && half < 1e-6 && all.compared > 100, "{all:?}");
}

/// Boxes of falling sizes on each other, each pressed into the one below: what one of them does
/// goes from neighbour to neighbour.
#[test]
fn heaps() {
    let mut world = stepped(Accuracy::Off);
    world.friction(FrictionModel::Pyramid, 0.5);
    world.ground();
    let mut top = 0.0;
    for at in 0..4 {
        let half = 0.25 - 0.03 * f64::from(at);
        let middle = DVec3::new(0.01 * f64::from(at), top + half, 0.0);
        world.add(cube(half).mass(4.0 - f64::from(at)).at(middle));
        top += 2.0 * half;
    }
    let mut simulation = world.start();
    let mut state = simulation.state().clone();
    for at in 1..=4 {
        state.bodies[at].pose.position.y -= 2e-4 * at as f64;
    }
    simulation.restore(state).expect("a state");
    let all = follow(&mut simulation, 3, 2);
    assert!(all.worst < 1e-6 && all.compared > 40, "{all:?}");
}
