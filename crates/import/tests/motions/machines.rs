//! Machines of our own, from the files of the Python examples.

use std::path::PathBuf;

use stickslip_dynamics::{Simulation, StepReport};
use stickslip_import::facts::Configuration;

use super::simulation;

fn model(name: &str) -> PathBuf {
    super::data().join("../../../../python/examples/models").join(name)
}

fn height(simulation: &Simulation, body: &str) -> f64 {
    let body = simulation.model().find_body(body).expect("a body");
    simulation.state().bodies[body.0].pose.position.z
}

fn sound(report: &StepReport) {
    assert_eq!(report.failed_solves, 0);
    assert!(report.penetration_max < 2e-3, "{}", report.penetration_max);
}

/// Down, close, up: the block comes along. MuJoCo lifts it to 0.316 m, slipping on soft
/// contacts; hard ones hold it.
#[test]
fn a_gripper_lifts_a_block() {
    let mut simulation = simulation(&model("gripper.xml"), |_| {}, 0.004);
    for (lift, grip, steps) in [(-0.25, 0.0, 125), (-0.25, 0.07, 125), (0.1, 0.07, 250)] {
        simulation.set_control("lift", lift).expect("a control");
        simulation.set_control("left", grip).expect("a control");
        for _ in 0..steps {
            sound(&simulation.step().expect("a step"));
        }
    }
    let block = height(&simulation, "block");
    assert!((0.31..0.34).contains(&block), "{block}");
}

/// MuJoCo's comes to rest at 0.3072 m in the same stance.
#[test]
fn a_quadruped_stands() {
    let path = model("quadruped.xml");
    let read = stickslip_import::read(&path, &Default::default()).expect("it is read");
    let key = read.mechanism.keyframe("stand").expect("a key").clone();
    let begin = |at: &mut Configuration| {
        (at.qpos, at.ctrl) = (key.qpos.clone(), key.ctrl.clone());
    };
    let mut simulation = simulation(&path, begin, 0.004);
    for _ in 0..250 {
        sound(&simulation.step().expect("a step"));
    }
    let trunk = height(&simulation, "trunk");
    assert!((trunk - 0.3072).abs() < 3e-3, "{trunk}");
    let hip = simulation.model().joint_named("front-left-hip").expect("a joint");
    let angle = simulation.joint_coordinates(hip)[0].0;
    assert!((angle - 0.617).abs() < 5e-3, "{angle}");
}

/// Diagonal legs in turn: it goes ahead and stays upright.
#[test]
fn a_quadruped_trots() {
    let path = model("quadruped.xml");
    let read = stickslip_import::read(&path, &Default::default()).expect("it is read");
    let key = read.mechanism.keyframe("stand").expect("a key").clone();
    let begin = |at: &mut Configuration| {
        (at.qpos, at.ctrl) = (key.qpos.clone(), key.ctrl.clone());
    };
    let mut simulation = simulation(&path, begin, 0.004);
    let legs = ["front-left", "front-right", "back-left", "back-right"];
    for step in 0..500 {
        let time = 0.004 * f64::from(step);
        let ramp = (time / 0.5).min(1.0);
        for (leg, name) in legs.iter().enumerate() {
            let late = if leg == 0 || leg == 3 { 0.0 } else { std::f64::consts::PI };
            let (sine, cosine) = (std::f64::consts::TAU * 2.5 * time + late).sin_cos();
            let hip = 0.6 - ramp * 0.15 * sine;
            let knee = -1.2 - ramp * 0.6 * cosine.max(0.0);
            simulation.set_control(&format!("{name}-hip"), hip).expect("a control");
            simulation.set_control(&format!("{name}-knee"), knee).expect("a control");
        }
        let report = simulation.step().expect("a step");
        assert_eq!(report.failed_solves, 0);
    }
    let trunk = simulation.model().find_body("trunk").expect("a body");
    let pose = simulation.state().bodies[trunk.0].pose;
    println!("trotted to {:.3}", pose.position);
    assert!(pose.position.x > 0.3, "{}", pose.position);
    assert!(pose.direction(glam::DVec3::Z).z > 0.95 && pose.position.z > 0.25);
}
