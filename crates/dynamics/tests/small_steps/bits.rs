//! The same bits: saved and restored, with any number of threads, and in the same memory.

use allocation_counter::measure;
use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::Ball;
use stickslip_dynamics::{JointDescription, Model, Pose, Simulation};

use crate::support::{ball, cuboid, ground, heap, run, settings, start, surface, throw};

/// A heap beside a chain that swings.
fn scene() -> Simulation {
    let mut model = Model::default();
    ground(&mut model);
    let mut above = None;
    for at in 0..4 {
        let place = DVec3::new(-1.0 - 0.2 * at as f64, 1.0, 0.0);
        let link = ball(&mut model, 0.05, place);
        let kind = Ball::at(place + 0.1 * DVec3::X);
        model.add_joint(JointDescription::new(format!("{at}"), above, link, kind)).unwrap();
        above = Some(link);
    }
    for at in 0..6 {
        let place = DVec3::new(0.07 * at as f64, 0.2 + 0.45 * at as f64, 0.0);
        cuboid(&mut model, DVec3::new(0.2, 0.15, 0.2), Pose::at(place));
    }
    start(model, settings())
}

#[test]
fn a_restored_state_goes_on_with_the_same_bits() {
    let mut original = scene();
    run(&mut original, 0.4);
    let saved = original.state().clone();
    let mut copy = scene();
    copy.restore(saved).unwrap();
    for _ in 0..30 {
        original.step().unwrap();
        copy.step().unwrap();
        assert_eq!(original.state(), copy.state());
    }
}

#[test]
fn threads_change_no_bit() {
    let hash = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut simulation = heap(700, settings());
            run(&mut simulation, 0.15);
            simulation.state().hash()
        })
    };
    let one = hash(1);
    assert_eq!(one, hash(2));
    assert_eq!(one, hash(3));
}

/// Enough contacts for every stage to be shared out: two layers of bricks, one of which is
/// struck.
#[test]
fn threads_change_no_bit_of_what_lies_close() {
    let hash = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut model = Model::default();
            surface(&mut model, 0.5, 0.3);
            ground(&mut model);
            for at in 0..2 * 24 * 24 {
                let (x, z, y) = (at % 24, at / 24 % 24, at / 576);
                let corner = DVec3::new(x as f64, 0.0, z as f64) + 0.5 * DVec3::splat(y as f64);
                let place = 0.2 * (corner * DVec3::new(1.0, 0.0, 1.0) + DVec3::Y * y as f64);
                cuboid(&mut model, DVec3::splat(0.1), Pose::at(place + 0.1 * DVec3::Y));
            }
            let striker = ball(&mut model, 0.3, DVec3::new(2.0, 0.9, 2.0));
            let mut simulation = start(model, settings());
            throw(&mut simulation, striker, DVec3::new(3.0, -6.0, 1.0), DVec3::ZERO);
            run(&mut simulation, 0.1);
            simulation.state().hash()
        })
    };
    let one = hash(1);
    assert_eq!(one, hash(2));
    assert_eq!(one, hash(4));
}

#[test]
fn a_settled_tower_is_stepped_without_allocating() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let mut model = Model::default();
        ground(&mut model);
        for at in 0..6 {
            cuboid(&mut model, DVec3::splat(0.1), Pose::at(DVec3::Y * (0.1 + 0.2 * at as f64)));
        }
        let mut simulation = start(model, settings());
        run(&mut simulation, 1.0);
        let counted = measure(|| run(&mut simulation, 0.2));
        assert_eq!(counted.count_total, 0);
    });
}
