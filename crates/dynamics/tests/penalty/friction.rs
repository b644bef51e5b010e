use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{
    Drive, Model, Motion, PenaltyFriction, PenaltyMethod, PenaltyStep, Pose, Shape, Simulation,
};

use crate::support::{G, add, explicit, ground, settings, surface, throw};

const MU: f64 = 0.5;
const K: f64 = 1e5;
const MASS: f64 = 6.4;

/// A block that has settled on a slope, and how far it has come down it.
fn slope(tangent: f64, step: PenaltyStep, h: f64, steps: usize) -> (Simulation, DVec3) {
    let mut model = Model::default();
    surface(&mut model, MU, 0.0);
    let turn = DQuat::from_rotation_z(tangent.atan());
    ground(&mut model, turn * DVec3::Y);
    // Flat, so that it hardly leans.
    let block = Shape::cuboid(DVec3::new(0.2, 0.02, 0.2)).unwrap();
    // As deep as it rests.
    let depth = MASS * G * tangent.atan().cos() / K;
    let pose = Pose::new(turn * (DVec3::Y * (0.02 - depth)), turn);
    add(&mut model, "block", block, pose, Motion::Dynamic);
    let mut simulation = Simulation::new(model, settings(h, step)).unwrap();
    for _ in 0..steps {
        simulation.step().unwrap();
    }
    (simulation, turn * DVec3::X)
}

/// Below the angle of friction an anchored block moves by the stretch of its springs and then
/// not at all; above it slides at g (sin − μ cos). Explicit and implicit.
#[test]
fn anchors_hold_below_the_angle_and_slide_above() {
    let implicit = PenaltyStep { stiffness: Some(K), ..PenaltyStep::default() };
    let critical = 2.0 * (K * MASS).sqrt();
    for (step, h) in [(implicit, 0.005), (explicit(K, critical), 5e-4)] {
        let long = (1.0 / h) as usize;
        let (mut held, along) = slope(0.4, step, h, long);
        // At its lower face: it leans a little.
        let under = DVec3::Y * -0.02;
        let start = held.model().bodies()[1].description.pose.point(under);
        let moved =
            |held: &Simulation| (held.state().bodies[1].pose.point(under) - start).dot(along);
        let angle = 0.4_f64.atan();
        let expected = MASS * G * angle.sin() / K;
        assert!((moved(&held) + expected).abs() < 0.02 * expected, "{} {expected}", moved(&held));
        let before = moved(&held);
        for _ in 0..long / 4 {
            held.step().unwrap();
        }
        assert!((moved(&held) - before).abs() < 1e-6, "it does not creep");
        let (slid, along) = slope(0.7, step, h, long);
        let angle = 0.7_f64.atan();
        let expected = -G * (angle.sin() - MU * angle.cos());
        let speed = slid.state().bodies[1].velocity.dot(along);
        assert!((speed - expected).abs() < 0.02 * expected.abs(), "{speed} {expected}");
        // All of its friction is at its bound.
        let force = slid.contact_force(stickslip_dynamics::BodyId(1));
        let normal = force.dot(along.cross(DVec3::NEG_Z).normalize());
        assert!((force.dot(along) / normal - MU).abs() < 0.02, "{force}");
    }
}

/// Regularised friction creeps at f/k_f below the angle; directional friction stops what
/// slides after v²/(2 μ g).
#[test]
fn other_laws_creep_and_stop_as_they_should() {
    let drag = 1e4;
    let step = PenaltyStep {
        friction: PenaltyFriction::Regularised,
        stiffness: Some(K),
        drag: Some(drag),
        ..PenaltyStep::default()
    };
    let (crept, along) = slope(0.4, step, 0.005, 200);
    let angle = 0.4_f64.atan();
    let expected = -MASS * G * angle.sin() / drag;
    let speed = crept.state().bodies[1].velocity.dot(along);
    assert!((speed - expected).abs() < 0.01 * expected.abs(), "{speed} {expected}");
    for (method, h) in [(PenaltyMethod::Implicit, 0.002), (PenaltyMethod::Explicit, 5e-4)] {
        for friction in [PenaltyFriction::Directional, PenaltyFriction::Anchor] {
            let step = PenaltyStep { method, friction, stiffness: Some(K), ..step };
            let (mut simulation, _) = slope(0.0, step, h, (0.3 / h) as usize);
            let start = simulation.state().bodies[1].pose.position.x;
            throw(&mut simulation, stickslip_dynamics::BodyId(1), DVec3::X);
            for _ in 0..(0.5 / h) as usize {
                simulation.step().unwrap();
            }
            let way = simulation.state().bodies[1].pose.position.x - start;
            let expected = 1.0 / (2.0 * MU * G);
            assert!((way - expected).abs() < 0.02 * expected, "{friction:?} {method:?}: {way}");
            let speed = simulation.state().bodies[1].velocity.length();
            assert!(speed < 1e-3, "{friction:?} {method:?}: {speed}");
        }
    }
}

/// The way from the anchors is in the state: a saved one goes on to the same bits, and one
/// without it does not.
#[test]
fn a_saved_state_goes_on_to_the_same_bits() {
    let step = PenaltyStep { stiffness: Some(K), ..PenaltyStep::default() };
    let (mut one, _) = slope(0.4, step, 0.005, 60);
    assert!(!one.state().anchors.is_empty());
    let (mut two, _) = slope(0.4, step, 0.005, 0);
    two.restore(one.state().clone()).unwrap();
    let mut bare = one.state().clone();
    bare.anchors.clear();
    let (mut three, _) = slope(0.4, step, 0.005, 0);
    three.restore(bare).unwrap();
    for simulation in [&mut one, &mut two, &mut three] {
        for _ in 0..10 {
            simulation.step().unwrap();
        }
    }
    assert_eq!(one.state().hash(), two.state().hash());
    assert_eq!(one.state().memory_hash(), two.state().memory_hash());
    assert_ne!(one.state().hash(), three.state().hash());
}

/// A block on a table that turns comes to turn with it.
#[test]
fn tables_that_turn_take_blocks_along() {
    let mut model = Model::default();
    surface(&mut model, MU, 0.0);
    let drive = Drive::Velocity { linear: DVec3::ZERO, angular: DVec3::Y * 2.0 };
    let table = Shape::cuboid(DVec3::new(0.5, 0.05, 0.5)).unwrap();
    add(&mut model, "table", table, Pose::at(DVec3::Y * -0.05), Motion::Kinematic(drive));
    let block = Shape::cuboid(DVec3::new(0.2, 0.02, 0.2)).unwrap();
    add(&mut model, "block", block, Pose::at(DVec3::Y * 0.0199), Motion::Dynamic);
    let step = PenaltyStep { stiffness: Some(K), ..PenaltyStep::default() };
    let mut simulation = Simulation::new(model, settings(0.005, step)).unwrap();
    for _ in 0..60 {
        simulation.step().unwrap();
    }
    let spin = simulation.state().bodies[1].angular_velocity;
    assert!(spin.distance(DVec3::Y * 2.0) < 0.02, "{spin}");
}
