//! Steps of every kind.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::Hinge;
use stickslip_dynamics::{Accuracy, Axis, FrictionModel, Simulation};

use crate::oracle::{Comparison, compare};
use crate::support::{World, ball, cube, cuboid};

/// Compares some steps of a run.
fn follow(simulation: &mut Simulation, steps: usize, every: usize) -> Comparison {
    let mut all = Comparison::default();
    for step in 0..steps {
        if step % every == 0 {
            let one = compare(simulation, 1.0);
            println!("step {step}: {one:?}");
            all.join(one);
        } else {
            simulation.step().expect("a step");
        }
    }
    all
}

fn accurate(length: f64) -> World {
    let mut world = World::new();
    world.settings.accuracy = Accuracy::Within(length);
    world
}

#[test]
fn flight() {
    for mut world in [World::new(), accurate(1e-3)] {
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
        (FrictionModel::Cone, Accuracy::Within(1e-3)),
    ] {
        println!("{model:?} {accuracy:?}");
        let mut world = World::new();
        world.settings.accuracy = accuracy;
        world.friction(model, 0.3);
        world.ground();
        let moving = DVec3::new(3.0, 0.0, 1.0);
        world.add(cube(0.25).mass(10.0).at(DVec3::Y * (0.25 - 1e-3)).moving(moving));
        let all = follow(&mut world.start(), 12, 3);
        assert!(all.worst < 1e-6 && all.compared > 12, "{all:?}");
    }
}

#[test]
fn rolling() {
    for accuracy in [Accuracy::Off, Accuracy::Within(1e-3)] {
        println!("{accuracy:?}");
        let mut world = World::new();
        world.settings.accuracy = accuracy;
        world.friction(FrictionModel::Pyramid, 0.9);
        world.ground();
        world.add(
            ball(0.2)
                .mass(3.0)
                .at(DVec3::Y * (0.2 - 1e-3))
                .moving(DVec3::X * 2.0)
                .spinning(DVec3::Z * -10.0),
        );
        let all = follow(&mut world.start(), 12, 3);
        assert!(all.worst < 1e-6 && all.compared > 12, "{all:?}");
    }
}

#[test]
fn bouncing() {
    let mut world = accurate(1e-3);
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
    for accuracy in [Accuracy::Off, Accuracy::Within(1e-3), Accuracy::Within(1e-5)] {
        println!("{accuracy:?}");
        let mut world = World::new();
        world.settings.accuracy = accuracy;
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
