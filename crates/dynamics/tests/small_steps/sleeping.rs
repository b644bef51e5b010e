//! Heaps that sleep.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BodyId, Drive, Model, Motion, Pose, Settings, Shape, Simulation, Sleeping, StepperKind,
};

use crate::support::{G, add, ball, cuboid, ground, run, start, throw};

fn settings(stepper: StepperKind) -> Settings {
    let sleeping = Some(Sleeping { speed: 0.02, seconds: 0.5 });
    Settings { stepper, sleeping, ..Settings::default() }
}

const BOTH: [StepperKind; 2] = [StepperKind::SmallSteps, StepperKind::Auto];

/// Layers of nine boxes.
fn layers(model: &mut Model, count: usize, centre: DVec3) -> Vec<BodyId> {
    let place = |at: usize| {
        let (x, y, z) = (at % 3, at / 9, at / 3 % 3);
        centre + DVec3::new(0.2 * x as f64, 0.1 + 0.2 * y as f64, 0.2 * z as f64)
    };
    (0..9 * count).map(|at| cuboid(model, DVec3::splat(0.1), Pose::at(place(at)))).collect()
}

/// A heap, and a ball far away that does not rest.
fn scene(stepper: StepperKind) -> (Simulation, Vec<BodyId>, BodyId) {
    let mut model = Model::default();
    ground(&mut model);
    let boxes = layers(&mut model, 3, DVec3::ZERO);
    let shot = ball(&mut model, 0.1, DVec3::new(-50.0, 0.1, 0.2));
    let mut simulation = start(model, settings(stepper));
    throw(&mut simulation, shot, -3.0 * DVec3::X, DVec3::Z * 30.0);
    (simulation, boxes, shot)
}

fn sleeps(simulation: &Simulation, body: BodyId) -> bool {
    let state = &simulation.state().bodies[body.0];
    state.velocity == DVec3::ZERO && state.angular_velocity == DVec3::ZERO && state.still >= 0.5
}

fn all_sleep(simulation: &Simulation, bodies: &[BodyId]) -> bool {
    bodies.iter().all(|&body| sleeps(simulation, body))
}

#[test]
fn a_settled_heap_sleeps_and_wakes_when_struck() {
    for stepper in BOTH {
        let (mut simulation, boxes, shot) = scene(stepper);
        run(&mut simulation, 2.0);
        assert!(all_sleep(&simulation, &boxes), "{stepper:?}");
        let places: Vec<_> =
            boxes.iter().map(|body| simulation.state().bodies[body.0].pose).collect();
        let report = simulation.step().unwrap();
        assert!(report.orders.quiet >= boxes.len(), "{stepper:?}: {:?}", report.orders);
        // What is reported of their contacts carries their weight.
        let mass: f64 = boxes.iter().map(|b| simulation.model().bodies()[b.0].mass.mass).sum();
        let floor = simulation.contacts().iter().filter(|it| it.first == 0 && it.second <= 27);
        let lift: f64 = floor.map(|it| it.impulse.y).sum();
        assert!((lift / (mass * G / 60.0) - 1.0).abs() < 0.01, "{stepper:?}: {lift}");
        run(&mut simulation, 0.5);
        for (body, place) in boxes.iter().zip(&places) {
            assert_eq!(simulation.state().bodies[body.0].pose, *place, "it moves in its sleep");
        }
        let mut state = simulation.state().clone();
        state.bodies[shot.0].pose.position = DVec3::new(-1.0, 0.5, 0.2);
        (state.bodies[shot.0].velocity, state.bodies[shot.0].still) = (20.0 * DVec3::X, 0.0);
        state.bodies[shot.0].angular_velocity = DVec3::ZERO;
        simulation.restore(state).unwrap();
        run(&mut simulation, 0.2);
        let top = &simulation.state().bodies[boxes[18 + 3].0];
        assert!(top.velocity.x > 0.1, "{stepper:?}: {}", top.velocity);
        run(&mut simulation, 6.0);
        assert!(boxes.iter().filter(|&&body| sleeps(&simulation, body)).count() >= 18);
    }
}

/// A step in which something comes unforeseen into a sleeping heap keeps momentum: the ball is
/// as fast as where nothing sleeps.
#[test]
fn what_strikes_a_sleeping_heap_feels_all_of_it() {
    let strike = |sleeping: bool| {
        let mut model = Model::default();
        let boxes = layers(&mut model, 3, DVec3::ZERO);
        let shot = ball(&mut model, 0.1, DVec3::new(-1.2, 0.3, 0.2));
        let sleeping = sleeping.then_some(Sleeping { speed: 0.02, seconds: 0.1 });
        let gravity = DVec3::ZERO;
        let own = settings(StepperKind::SmallSteps);
        let mut simulation = start(model, Settings { sleeping, gravity, ..own });
        run(&mut simulation, 0.2);
        if sleeping.is_some() {
            let rests = |body: &BodyId| simulation.state().bodies[body.0].still >= 0.1;
            assert!(boxes.iter().all(rests));
        }
        throw(&mut simulation, shot, 40.0 * DVec3::X, DVec3::ZERO);
        run(&mut simulation, 0.1);
        let bodies = simulation.model().bodies().iter().zip(&simulation.state().bodies);
        bodies.map(|(body, state)| body.mass.mass * state.velocity).sum::<DVec3>()
    };
    let (asleep, awake) = (strike(true), strike(false));
    assert!((asleep - awake).length() < 1e-5 * awake.length(), "{asleep} for {awake}");
}

#[test]
fn pushes_scripts_and_lost_supports_wake() {
    for stepper in BOTH {
        let (mut simulation, boxes, _) = scene(stepper);
        run(&mut simulation, 2.0);
        let place = simulation.state().bodies[boxes[22].0].pose.position;
        simulation.push(boxes[22], 200.0 * DVec3::Y, place, DVec3::ZERO).unwrap();
        simulation.step().unwrap();
        assert!(!all_sleep(&simulation, &boxes), "{stepper:?}");

        let (mut simulation, boxes, _) = scene(stepper);
        run(&mut simulation, 2.0);
        let mut state = simulation.state().clone();
        for body in &boxes[..9] {
            state.bodies[body.0].pose.position.z += 30.0;
        }
        simulation.restore(state).unwrap();
        run(&mut simulation, 0.1);
        let falls = simulation.state().bodies[boxes[13].0].velocity.y;
        assert!((falls / (-0.1 * G) - 1.0).abs() < 0.1, "{stepper:?}: {falls}");
    }
    let mut model = Model::default();
    ground(&mut model);
    let boxes = layers(&mut model, 3, DVec3::ZERO);
    let ram = Motion::Kinematic(Drive::Keyframes(vec![
        (2.0, Pose::at(DVec3::new(-1.0, 0.3, 0.2))),
        (3.0, Pose::at(DVec3::new(0.0, 0.3, 0.2))),
    ]));
    let shape = Shape::cuboid(DVec3::new(0.1, 0.25, 0.3)).unwrap();
    add(&mut model, shape, Pose::at(DVec3::new(-1.0, 0.3, 0.2)), ram);
    let mut simulation = start(model, settings(StepperKind::SmallSteps));
    run(&mut simulation, 1.9);
    assert!(all_sleep(&simulation, &boxes));
    run(&mut simulation, 1.2);
    for &body in &boxes {
        let state = &simulation.state().bodies[body.0];
        assert!(state.pose.position.x - 0.1 > 0.1 - 2e-3 || state.pose.position.y < 0.0, "in it");
    }
}

/// Same bits with any number of threads, and from states in which the heap is awake, asleep,
/// and struck.
#[test]
fn a_state_says_who_sleeps() {
    for stepper in BOTH {
        let go_on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let (mut simulation, boxes, shot) = scene(stepper);
                let mut saved = Vec::new();
                for at in 0..180 {
                    if at == 100 {
                        assert!(all_sleep(&simulation, &boxes));
                        let mut state = simulation.state().clone();
                        state.bodies[shot.0].pose.position = DVec3::new(-1.0, 0.4, 0.2);
                        state.bodies[shot.0].velocity = 5.0 * DVec3::X;
                        simulation.restore(state).unwrap();
                    }
                    if [20, 60, 95, 108].contains(&at) {
                        saved.push((at, simulation.state().clone()));
                    }
                    simulation.step().unwrap();
                }
                (simulation.state().clone(), simulation.contacts().to_vec(), saved)
            })
        };
        let (end, contacts, _) = go_on(1);
        let (again, others, saved) = go_on(3);
        assert_eq!(end, again);
        assert_eq!(contacts, others);
        let (_, state) = saved.last().unwrap();
        let (mut simulation, ..) = scene(stepper);
        simulation.restore(state.clone()).unwrap();
        run(&mut simulation, 72.0 / 60.0);
        assert_eq!(simulation.state(), &end);
        let asleep = &saved[2].1;
        let (mut one, ..) = scene(stepper);
        one.restore(asleep.clone()).unwrap();
        let (mut two, ..) = scene(stepper);
        two.restore(saved[1].1.clone()).unwrap();
        run(&mut two, 35.0 / 60.0);
        assert_eq!(two.state(), asleep);
        one.step().unwrap();
        two.step().unwrap();
        assert_eq!((one.state(), one.contacts()), (two.state(), two.contacts()));
    }
}
