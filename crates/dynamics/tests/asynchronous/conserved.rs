use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    Elasticity, Model, Motion, Shape, Simulation, SoftDescription, SoftShape,
};

use crate::support::{RADIUS, add, ball, settings, soft_cube, surface, throw};

/// Two soft cubes and a ball collide off their axes: momentum and angular momentum stay to
/// rounding.
#[test]
fn momentum_stays() {
    let mut model = Model::default();
    surface(&mut model, 0.0, 1.0);
    let ball = ball(&mut model, "ball", DVec3::new(-0.25, 0.25, 0.02));
    model.add_soft(soft_cube("left", DVec3::X * -0.12, 1)).unwrap();
    model.add_soft(soft_cube("right", DVec3::new(0.12, 0.05, 0.03), 1)).unwrap();
    let mut simulation = Simulation::new(model, settings(0.005, 0.0)).unwrap();
    throw(&mut simulation, &[(ball, DVec3::new(1.5, -2.0, 0.0))], &[DVec3::X, -DVec3::X]);
    let before = simulation.momentum();
    let mut contacts = 0;
    for _ in 0..30 {
        contacts += simulation.step().unwrap().contacts;
    }
    let after = simulation.momentum();
    assert!(contacts > 30, "{contacts}");
    assert!((after.0 - before.0).length() < 1e-12 * 16.0, "{}", after.0 - before.0);
    assert!((after.1 - before.1).length() < 1e-12 * 16.0, "{}", after.1 - before.1);
}

/// A ball between two walls keeps its speed over hundreds of bounces.
#[test]
fn energy_stays_without_damping() {
    let mut model = Model::default();
    surface(&mut model, 0.0, 1.0);
    for (name, side) in [("left", 1.0), ("right", -1.0)] {
        let wall = Shape::half_space(DVec3::X * side).unwrap();
        add(&mut model, name, wall, DVec3::X * (-0.13 * side), Motion::Static);
    }
    let ball = ball(&mut model, "ball", DVec3::ZERO);
    let mut settings = settings(0.01, 0.0);
    settings.asynchronous.share = 0.02;
    let mut simulation = Simulation::new(model, settings).unwrap();
    throw(&mut simulation, &[(ball, DVec3::X)], &[]);
    let mut turns = 0;
    let mut last = 1.0_f64;
    let mut speeds = Vec::new();
    for _ in 0..900 {
        simulation.step().unwrap();
        let state = simulation.state().bodies[2];
        turns += usize::from(state.velocity.x * last < 0.0);
        last = state.velocity.x;
        // Out of the layers.
        if state.pose.position.x.abs() < 0.13 - RADIUS - 0.0101 {
            speeds.push(state.velocity.x.abs());
        }
    }
    assert!(turns > 150, "{turns}");
    let (early, late) = speeds.split_at(speeds.len() / 2);
    let off = |speeds: &[f64]| speeds.iter().map(|speed| (speed - 1.0).abs()).fold(0.0, f64::max);
    println!("{turns} turns, off by {} and {}", off(early), off(late));
    assert!(off(early) < 0.02 && off(late) < 0.02, "{} {}", off(early), off(late));
}

#[test]
fn energy_of_soft_bodies_stays_without_damping() {
    // It bounces and shakes.
    let mut model = Model::default();
    surface(&mut model, 0.0, 1.0);
    let floor = Shape::half_space(DVec3::Y).unwrap();
    add(&mut model, "floor", floor, DVec3::ZERO, Motion::Static);
    model.add_soft(soft_cube("jelly", DVec3::Y * 0.15, 1)).unwrap();
    let mut settings = settings(0.005, 9.81);
    settings.asynchronous.share = 0.03;
    let mut simulation = Simulation::new(model, settings).unwrap();
    let start = simulation.energy();
    let scale = 8.0 * 9.81 * 0.05;
    let mut worst = [0.0_f64; 2];
    for step in 0..200 {
        simulation.step().unwrap();
        let lowest = simulation.state().vertices.positions.iter().map(|x| x.y).fold(9.0, f64::min);
        // While it flies there is no energy in layers.
        if lowest > 0.0101 {
            let off = (simulation.energy() - start).abs() / scale;
            worst[step / 100] = worst[step / 100].max(off);
        }
    }
    println!("energy off by {worst:?}");
    assert!(worst[0] < 0.03 && worst[1] < 0.03, "{worst:?}");
}

#[test]
fn bits_do_not_depend_on_threads_or_on_being_restored() {
    let world = || {
        let mut model = Model::default();
        let floor = Shape::half_space(DVec3::Y).unwrap();
        add(&mut model, "floor", floor, DVec3::ZERO, Motion::Static);
        ball(&mut model, "ball", DVec3::Y * 0.33);
        model.add_soft(soft_cube("jelly", DVec3::Y * 0.115, 1)).unwrap();
        Simulation::new(model, settings(0.01, 9.81)).unwrap()
    };
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut simulation = world();
            for _ in 0..12 {
                simulation.step().unwrap();
            }
            let mut restored = world();
            restored.restore(simulation.state().clone()).unwrap();
            for _ in 0..6 {
                simulation.step().unwrap();
                restored.step().unwrap();
            }
            assert_eq!(simulation.state().hash(), restored.state().hash());
            simulation.state().hash()
        })
    };
    assert_eq!(run(1), run(2));
}

/// What shakes along a piece of rope with k and vertices of m loses its energy as
/// exp(−b ω² t), ω² = 2k/m.
#[test]
fn damping_by_stiffness_takes_what_it_should() {
    let (b, h) = (2e-3, 0.01);
    let mut model = Model::default();
    let shape = SoftShape::Rope(vec![DVec3::ZERO, DVec3::X], 0.01);
    let rubber = Elasticity { young: 1e6, poisson: 0.3, density: 1000.0 };
    let rope = SoftDescription { damping: [0.0, b], ..SoftDescription::new("rope", shape, rubber) };
    model.add_soft(rope).unwrap();
    let mut settings = settings(h, 0.0);
    settings.asynchronous.share = 0.01;
    let mut simulation = Simulation::new(model, settings).unwrap();
    let mut state = simulation.state().clone();
    state.vertices.velocities = vec![DVec3::X, -DVec3::X];
    simulation.restore(state).unwrap();
    let start = simulation.energy();
    for _ in 0..10 {
        simulation.step().unwrap();
    }
    let square = 2.0 * 1e6 / 500.0;
    let expected = (-b * square * 10.0 * h).exp();
    let left = simulation.energy() / start;
    assert!((left - expected).abs() < 0.1 * expected, "{left} {expected}");
}
