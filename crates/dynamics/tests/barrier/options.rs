//! Order in time, the iterative solve, stiffness that follows what presses, threads.

use rayon::ThreadPoolBuilder;
use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    Accuracy, BarrierOrder, BarrierSolve, BarrierStep, Compliance, Drive, Elasticity, Model,
    Motion, Pose, Settings, Shape, Simulation, SoftDescription, State, Surface,
};

use crate::support::{add, cube, friction, settings, soft_cube};

/// A stretched cube and a box that tumbles, touching nothing.
fn free(order: BarrierOrder, h: f64) -> State {
    let mut model = Model::default();
    model.add_soft(soft_cube("jelly", DVec3::ZERO, 1)).unwrap();
    let slab = Shape::cuboid(DVec3::new(0.1, 0.2, 0.3)).unwrap();
    let slab = add(&mut model, "slab", slab, Pose::at(DVec3::X * 2.0), Motion::Dynamic);
    let barrier = BarrierStep { order, tolerance: 1e-9, ..BarrierStep::default() };
    let settings = Settings { gravity: DVec3::ZERO, barrier, ..settings(h) };
    let mut simulation = Simulation::new(model, settings).unwrap();
    let mut state = simulation.state().clone();
    for place in &mut state.vertices.positions {
        place.y *= 1.1;
    }
    state.bodies[slab.0].angular_velocity = DVec3::new(3.0, 4.0, 1.0);
    simulation.restore(state).unwrap();
    for _ in 0..(0.02 / h).round() as usize {
        assert_eq!(simulation.step().unwrap().failed_solves, 0);
    }
    simulation.state().clone()
}

/// Halving the step halves the error, or makes it four times smaller.
#[test]
fn steps_are_of_the_order_that_is_asked_for() {
    let exact = free(BarrierOrder::Second, 6.25e-5);
    let errors = |order, h| {
        let state = free(order, h);
        let jelly = { state.vertices.positions.iter().zip(&exact.vertices.positions) }
            .map(|(a, b)| a.distance(*b))
            .fold(0.0, f64::max);
        let (one, two) = (state.bodies[0], exact.bodies[0]);
        [jelly, (one.angular_velocity - two.angular_velocity).length()]
    };
    for (order, low, high) in [(BarrierOrder::First, 1.7, 2.3), (BarrierOrder::Second, 3.4, 4.6)] {
        let (coarse, fine) = (errors(order, 5e-4), errors(order, 2.5e-4));
        for (coarse, fine) in coarse.into_iter().zip(fine) {
            let ratio = coarse / fine;
            assert!(low < ratio && ratio < high, "{order:?}: {coarse} to {fine}, {ratio}");
        }
    }
}

/// A cube as hard as oak in a press: the gaps stay within what numbers can tell apart.
fn press(stiffness: Option<f64>) -> f64 {
    let mut model = Model::default();
    add(&mut model, "wall", cube(0.3), Pose::at(DVec3::X * 0.4005), Motion::Static);
    let drive = Drive::Velocity { linear: DVec3::X * 0.02, angular: DVec3::ZERO };
    add(&mut model, "plate", cube(0.3), Pose::at(DVec3::X * -0.4005), Motion::Kinematic(drive));
    let oak = Elasticity { young: 1e10, poisson: 0.3, density: 700.0 };
    let soft = SoftDescription { elasticity: oak, ..soft_cube("oak", DVec3::ZERO, 1) };
    model.add_soft(soft).unwrap();
    let barrier = BarrierStep { stiffness, ..BarrierStep::default() };
    let settings = Settings { gravity: DVec3::ZERO, barrier, ..settings(0.01) };
    let mut simulation = Simulation::new(model, settings).unwrap();
    for _ in 0..8 {
        assert_eq!(simulation.step().unwrap().failed_solves, 0);
    }
    let places = &simulation.state().vertices.positions;
    let highest = places.iter().map(|place| place.x).fold(0.0, f64::max);
    0.1005 - highest
}

#[test]
fn stiffness_follows_what_presses() {
    let weight = 0.125 * 700.0 * 0.008;
    let fixed = press(Some(100.0 * weight / 1e-3));
    let adapted = press(None);
    assert!(fixed < 1e-6, "a load that is heavy for a stiffness that stays: {fixed}");
    assert!(adapted > 5.0 * fixed, "{adapted} beside {fixed}");
}

/// What lies on a belt that a script moves gets its speed, at μ g.
#[test]
fn friction_is_with_what_scripts_move() {
    let mut model = Model::default();
    friction(&mut model, 0.3);
    let drive = Drive::Velocity { linear: DVec3::X, angular: DVec3::ZERO };
    let belt = Shape::cuboid(DVec3::new(3.0, 0.1, 0.5)).unwrap();
    add(&mut model, "belt", belt, Pose::at(DVec3::Y * -0.1), Motion::Kinematic(drive));
    let block = add(&mut model, "block", cube(0.1), Pose::at(DVec3::Y * 0.1008), Motion::Dynamic);
    let mut simulation = Simulation::new(model, settings(0.01)).unwrap();
    let mut speeds = Vec::new();
    for _ in 0..50 {
        assert_eq!(simulation.step().unwrap().failed_solves, 0);
        speeds.push(simulation.state().bodies[block.0].velocity.x);
    }
    let expected = 0.3 * 9.81 * 0.2;
    assert!((speeds[19] - expected).abs() < 0.03 * expected, "{} of {expected}", speeds[19]);
    assert!((speeds[49] - 1.0).abs() < 2e-3, "{}", speeds[49]);
}

fn heap(solve: BarrierSolve) -> Simulation {
    let mut model = Model::default();
    friction(&mut model, 0.4);
    let ground = Shape::half_space(DVec3::Y).unwrap();
    add(&mut model, "ground", ground, Pose::IDENTITY, Motion::Static);
    add(&mut model, "block", cube(0.1), Pose::at(DVec3::new(0.03, 0.3015, 0.0)), Motion::Dynamic);
    model.add_soft(soft_cube("jelly", DVec3::Y * 0.1005, 3)).unwrap();
    let barrier = BarrierStep { solve, tolerance: 1e-6, ..BarrierStep::default() };
    Simulation::new(model, Settings { barrier, ..settings(0.01) }).unwrap()
}

fn run(simulation: &mut Simulation, steps: usize, threads: usize) {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        for _ in 0..steps {
            assert_eq!(simulation.step().unwrap().failed_solves, 0);
        }
    });
}

#[test]
fn the_iterative_solve_ends_where_the_direct_one_does() {
    let (mut one, mut two) = (heap(BarrierSolve::Direct), heap(BarrierSolve::Iterative));
    run(&mut one, 2, 1);
    run(&mut two, 2, 1);
    let (one, two) = (one.state(), two.state());
    let apart = { one.vertices.positions.iter().zip(&two.vertices.positions) }
        .map(|(a, b)| a.distance(*b))
        .fold(0.0, f64::max);
    assert!(apart > 0.0 && apart < 1e-7, "{apart}");
}

#[test]
fn threads_change_no_bit() {
    for (solve, steps) in [(BarrierSolve::Direct, 2), (BarrierSolve::Iterative, 1)] {
        let (mut one, mut two) = (heap(solve), heap(solve));
        run(&mut one, steps, 1);
        run(&mut two, steps, 2);
        assert_eq!(one.state().hash(), two.state().hash());
    }
}

/// What has no part in barrier steps is named; a law of friction is refused.
#[test]
fn what_is_passed_over_is_named() {
    let mut model = Model::default();
    let surface = Surface {
        restitution: 0.5,
        compliance: Compliance::Spring { stiffness: 1e5, damping: 1e3 },
        ..Surface::default()
    };
    let ball = model.materials.materials()[0].name.clone();
    model.materials.set_surface(stickslip_dynamics::MaterialTable::DEFAULT, surface).unwrap();
    add(&mut model, "ball", Shape::sphere(0.1).unwrap(), Pose::IDENTITY, Motion::Dynamic);
    let settings = Settings { accuracy: Accuracy::Within(1e-3), ..settings(0.01) };
    let simulation = Simulation::new(model, settings).unwrap();
    let expected = [
        "accuracy".to_owned(),
        format!("restitution of \"{ball}\""),
        format!("compliance of \"{ball}\""),
    ];
    assert_eq!(simulation.ignored_settings(), expected);
}
