//! The same bits: after saving and restoring, and with any number of threads.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::Hinge;
use stickslip_dynamics::{FrictionModel, Simulation};
use stickslip_solve::Label;

use crate::support::{World, ball, cube, cuboid, speed_motor};

/// Heaps, a wheel and a pendulum: several islands that come and go.
fn scene(heaps: usize, model: FrictionModel) -> Simulation {
    let mut world = World::new();
    world.settings.friction = model;
    world.ground();
    for heap in 0..heaps {
        for at in 0..4 {
            let place =
                DVec3::new(4.0 * heap as f64 + 0.1 * at as f64, 0.45 + 1.05 * at as f64, 0.0);
            let turn = DQuat::from_scaled_axis(DVec3::new(0.1, 0.3, 0.05) * (heap + at) as f64);
            let part = if at % 2 == 0 { cube(0.4) } else { ball(0.4) };
            world.add(part.at(place).turned(turn));
        }
    }
    let wheel = world.add(cuboid(DVec3::new(0.5, 0.1, 0.1)).at(DVec3::new(-4.0, 2.0, 0.0)));
    let rotation = speed_motor(3.0, 50.0);
    let anchor = DVec3::new(-4.2, 2.0, 0.0);
    world.join(None, wheel, Hinge { anchor, axis: DVec3::Z, rotation });
    world.start()
}

#[test]
fn a_restored_state_goes_on_with_the_same_bits() {
    for model in [FrictionModel::Pyramid, FrictionModel::Cone, FrictionModel::BoxFixed] {
        let mut original = scene(3, model);
        run_on(&mut original, 40);
        let saved = original.state().clone();
        let mut copy = scene(3, model);
        copy.restore(saved.clone()).expect("a state of this model");
        for step in 0..100 {
            run_on(&mut original, 1);
            run_on(&mut copy, 1);
            assert_eq!(original.state(), copy.state(), "{model:?}, step {step}");
            assert_eq!(original.state().hash(), copy.state().hash());
        }
        // Also back into the one that has moved on.
        original.restore(saved).expect("a state of this model");
        run_on(&mut original, 100);
        assert_eq!(original.state(), copy.state(), "{model:?}");
    }
}

/// Steps whatever the solver says: bits are asked for, not residuals.
fn run_on(simulation: &mut Simulation, steps: usize) {
    for _ in 0..steps {
        simulation.step().expect("finite motion");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let hashes = [1, 2, 4].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            // So many rows that they are handed to threads.
            let mut simulation = scene(24, FrictionModel::Pyramid);
            let mut hashes = Vec::new();
            let mut most = 0;
            for _ in 0..40 {
                let report = simulation.step().expect("finite motion");
                most = most.max(report.constraints * usize::from(report.islands > 10));
                hashes.push(simulation.state().hash());
            }
            assert!(most > 300, "{most}");
            hashes
        })
    });
    assert_eq!(hashes[0], hashes[1]);
    assert_eq!(hashes[0], hashes[2]);
}

#[test]
fn the_hash_sees_every_bit() {
    let mut simulation = scene(1, FrictionModel::Pyramid);
    run_on(&mut simulation, 3);
    let mut other = simulation.state().clone();
    let value = &mut other.bodies[3].angular_velocity.y;
    *value = f64::from_bits(value.to_bits() ^ 1);
    assert_ne!(simulation.state().hash(), other.hash());
}

#[test]
fn the_second_hash_sees_impulses_index_sets_and_coordinates() {
    let mut simulation = scene(1, FrictionModel::Pyramid);
    run_on(&mut simulation, 40);
    let state = simulation.state();
    let changed = |change: &dyn Fn(&mut stickslip_dynamics::State)| {
        let mut other = state.clone();
        change(&mut other);
        assert_eq!(other.hash(), state.hash(), "poses are the same");
        assert_ne!(other.memory_hash(), state.memory_hash());
    };
    let flipped = |value: f64| f64::from_bits(value.to_bits() ^ 1);
    let other = |label| if label == Label::Free { Label::Upper } else { Label::Free };
    changed(&|it| it.contacts[0].impulses[1] = flipped(it.contacts[0].impulses[1]));
    changed(&|it| it.contacts[0].labels[2] = other(it.contacts[0].labels[2]));
    changed(&|it| it.contacts[0].key.2 ^= 1);
    changed(&|it| it.joint_impulses[3] = flipped(it.joint_impulses[3]));
    changed(&|it| it.joint_labels[0] = other(it.joint_labels[0]));
    changed(&|it| it.joints[0].coordinates[0] = flipped(it.joints[0].coordinates[0]));
    changed(&|it| it.joints[0].broken = true);
}
