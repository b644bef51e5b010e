//! Gradients over many steps.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{Accuracy, FrictionModel, Rollout, Simulation};

use crate::support::{World, ball};

/// A ball that bounces along the ground.
fn bouncing(friction: f64) -> Simulation {
    let mut world = World::new();
    world.settings.accuracy = Accuracy::Within(1e-3);
    world.friction(FrictionModel::Pyramid, friction);
    world.surface(|surface| surface.restitution = 0.97);
    world.ground();
    world.add(ball(0.2).at(DVec3::new(0.0, 0.8, 0.0)).moving(DVec3::new(6.0, 0.0, 0.3)));
    world.start()
}

const STEPS: usize = 1000;

fn place(mut simulation: Simulation) -> (f64, usize) {
    let mut impacts = 0;
    for _ in 0..STEPS {
        impacts += simulation.step().expect("a step").impacts;
    }
    (simulation.state().bodies[1].pose.position.x, impacts)
}

/// Backwards over many impacts, with checkpoints, as forwards and as differences have it.
#[test]
fn gradients_go_back_over_impacts() {
    let friction = 0.01;
    let mut simulation = bouncing(friction);
    let input = simulation.input("material.default.friction").expect("an input");
    let rollout = Rollout { steps: STEPS, inputs: vec![input] };
    let end = |step: usize, simulation: &Simulation| {
        let value = simulation.state().bodies[1].pose.position.x;
        (step == STEPS).then(|| (value, (0..12).map(|at| f64::from(u8::from(at == 0))).collect()))
    };
    let gradient = rollout.gradient(&mut simulation, |_, _| Ok(()), end).expect("a gradient");
    let (own, impacts) = place(bouncing(friction));
    assert_eq!(gradient.loss, own, "checkpoints go on to the same bits");
    assert!(impacts >= 10, "{impacts} impacts");
    let mut simulation = bouncing(friction);
    let mut forward = 0.0;
    rollout
        .forward(&mut simulation, |_, _| Ok(()), |_, _, by| forward = by.at(0, 0))
        .expect("derivatives");
    let stride = 1e-6;
    let difference = (place(bouncing(friction + stride)).0 - place(bouncing(friction - stride)).0)
        / (2.0 * stride);
    println!("{} {forward} {difference}, {impacts} impacts", gradient.inputs[0]);
    assert!((gradient.inputs[0] - forward).abs() <= 1e-9 * forward.abs());
    assert!((gradient.inputs[0] - difference).abs() <= 1e-5 * difference.abs());
}
