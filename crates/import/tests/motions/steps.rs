//! What steps do with springs, dampers, armature, servos and several joints.

use std::path::PathBuf;

use stickslip_dynamics::{Accuracy, Coordinates, Settings, Simulation};
use stickslip_import::facts::Configuration;

use super::simulation;

/// A model of this text, stepped for so long.
pub fn play(text: &str, start: impl Fn(&mut Configuration), step: f64, seconds: f64) -> Simulation {
    let folder = tempfile::tempdir().expect("a folder");
    let path: PathBuf = folder.path().join("model.xml");
    std::fs::write(&path, text).expect("the file is written");
    let mut simulation = simulation(&path, start, step);
    for _ in 0..(seconds / step).round() as usize {
        let report = simulation.step().expect("a step");
        assert_eq!(report.failed_solves, 0);
    }
    simulation
}

fn wheel(joint: &str, more: &str) -> String {
    format!(
        r#"<mujoco><compiler angle="radian"/><option gravity="0 0 0"/><worldbody><body name="b">
        <inertial pos="0 0 0" mass="1" diaginertia="0.5 0.5 0.5"/><joint name="j" axis="0 0 1" {joint}/>
        </body></worldbody>{more}</mujoco>"#
    )
}

/// (I + a) q̈ = −k (q − q₀): the frequency has the armature in it.
#[test]
fn a_spring_swings_with_body_and_armature() {
    let (k, inertia, armature, rest) = (8.0_f64, 0.5, 1.5, 0.3);
    let text =
        wheel(&format!("stiffness=\"{k}\" springref=\"{rest}\" armature=\"{armature}\""), "");
    let begin = |at: &mut Configuration| at.qpos[0] = 1.0;
    let frequency = (k / (inertia + armature)).sqrt();
    let error = |step: f64| {
        let simulation = play(&text, begin, step, 1.0);
        let joint = simulation.model().joint_named("j").expect("a joint");
        let q = simulation.joint_coordinates(joint)[0].0;
        (q - (rest + (1.0 - rest) * frequency.cos())).abs()
    };
    let (coarse, fine) = (error(1e-3), error(5e-4));
    assert!(fine < 2e-3, "{fine}");
    assert!((1.7..2.3).contains(&(coarse / fine)), "{coarse} {fine}");
}

/// In maximal coordinates later rounds do not know the speed before the step, so that is no
/// damper in disguise.
#[test]
fn an_armature_and_accurate_steps_are_refused_together() {
    let text = wheel("armature=\"0.5\"", "");
    let model = play(&text, |_| {}, 1e-3, 1e-3).model().clone();
    let settings = Settings {
        accuracy: Accuracy::Within(1e-3),
        coordinates: Coordinates::Maximal,
        ..Settings::default()
    };
    let refused = Simulation::new(model, settings).err().expect("refused").to_string();
    assert!(refused.contains("accuracy") && refused.contains("armature"), "{refused}");
}

/// A damper alone: q̇ = q̇₀ exp(−d t/(I + a)).
#[test]
fn a_damper_without_a_spring_slows_down() {
    let text = wheel("damping=\"1\" armature=\"0.5\"", "");
    let simulation = play(&text, |at| at.qvel[0] = 2.0, 1e-3, 1.0);
    let joint = simulation.model().joint_named("j").expect("a joint");
    let rate = simulation.joint_coordinates(joint)[0].1;
    assert!((rate - 2.0 * (-1.0_f64).exp()).abs() < 1e-3, "{rate}");
}

/// Servos rest where their spring and the signal agree, motors act with gear × signal,
/// both within their ranges.
#[test]
fn actuators_follow_their_signals() {
    let servo = r#"<actuator><position joint="j" kp="20" kv="8" ctrlrange="-1 1"/></actuator>"#;
    let simulation = play(&wheel("", servo), |at| at.ctrl[0] = 0.7, 1e-2, 6.0);
    let joint = simulation.model().joint_named("j").expect("a joint");
    assert!((simulation.joint_coordinates(joint)[0].0 - 0.7).abs() < 1e-4);
    let motor = r#"<actuator><motor joint="j" gear="3" ctrlrange="-1 1" forcerange="-0.5 0.5"/></actuator>"#;
    let simulation = play(&wheel("", motor), |at| at.ctrl[0] = 9.0, 1e-2, 1.0);
    let joint = simulation.model().joint_named("j").expect("a joint");
    // 9 is cut to 1, and that to 0.5, which the gear makes 1.5 N·m on 0.5 kg·m².
    assert!((simulation.joint_coordinates(joint)[0].1 - 3.0).abs() < 1e-6);
}

/// A signal from outside is the number of the file.
#[test]
fn signals_come_from_outside() {
    let motor = r#"<actuator><motor joint="j" gear="2"/></actuator>"#;
    let mut simulation = play(&wheel("", motor), |_| {}, 1e-2, 0.01);
    simulation.set_control("j", 0.25).expect("a control");
    for _ in 0..100 {
        simulation.step().expect("a step");
    }
    let joint = simulation.model().joint_named("j").expect("a joint");
    assert!((simulation.joint_coordinates(joint)[0].1 - 1.0).abs() < 1e-6);
}

/// Three joints on one body: it goes where the kinematics say that its coordinates go.
#[test]
fn several_joints_hold_a_body_on_their_way() {
    let path = super::data().join("mjcf/several-joints.xml");
    let begin = |at: &mut Configuration| {
        at.qvel = vec![0.5, 1.0, 0.3, 0.6, -0.4, 0.5];
    };
    let mut simulation = simulation(&path, begin, 1e-3);
    for _ in 0..200 {
        let report = simulation.step().expect("a step");
        assert_eq!(report.failed_solves, 0);
        assert!(report.joint_error_max < 1e-4, "{}", report.joint_error_max);
    }
    let read = stickslip_import::read(&path, &Default::default()).expect("it is read");
    let mechanism = read.mechanism;
    let qpos: Vec<f64> = mechanism
        .joints
        .iter()
        .map(|joint| {
            let name = joint.name.as_deref().expect("joints have names");
            let joint = simulation.model().joint_named(name).expect("a joint");
            simulation.joint_coordinates(joint)[0].0
        })
        .collect();
    assert!((qpos[1] - 1.2).abs() > 1e-3, "it moves from its reference: {qpos:?}");
    let kinematics = stickslip_import::facts::Kinematics::new(&mechanism, &qpos);
    for (number, body) in mechanism.bodies.iter().enumerate() {
        let name = body.name.as_deref().expect("bodies have names");
        let id = simulation.model().find_body(name).expect("a body");
        let centre = kinematics.bodies[number].point(body.centre);
        let error = (simulation.state().bodies[id.0].pose.position - centre).length();
        assert!(error < 2e-4, "{name}: {error}");
    }
}

/// What stands on a plane, and what passes through each other.
#[test]
fn filters_and_planes_act() {
    let text = r#"<mujoco><worldbody><geom type="plane" size="1 1 1"/>
        <body name="a" pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
        <body name="b" pos="0 0 0.5"><freejoint/><geom size="0.1"/></body>
        <body name="c" pos="0 1 0.5"><freejoint/><geom size="0.1"/></body></worldbody>
        <contact><exclude body1="a" body2="b"/></contact></mujoco>"#;
    let simulation = play(text, |_| {}, 1.0 / 240.0, 1.0);
    let height = |name: &str| {
        let body = simulation.model().find_body(name).expect("a body");
        simulation.state().bodies[body.0].pose.position.z
    };
    for name in ["a", "b", "c"] {
        assert!((height(name) - 0.1).abs() < 1e-3, "{name}: {}", height(name));
    }
}

/// A joint that follows another by an equality, and two that a tendon drives.
#[test]
fn coupled_joints_keep_their_ratio() {
    let text = r#"<mujoco><compiler angle="radian"/><option gravity="0 0 0"/><worldbody>
        <body name="a"><joint name="a" axis="0 0 1" ref="0.5"/>
        <inertial pos="0 0 0" mass="1" diaginertia="0.5 0.5 0.5"/></body>
        <body name="b" pos="1 0 0"><joint name="b" type="slide" axis="0 0 1"/>
        <inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/></body></worldbody>
        <equality><joint joint1="a" joint2="b" polycoef="0.25 -2"/></equality>
        <actuator><motor joint="b"/></actuator></mujoco>"#;
    let begin = |at: &mut Configuration| {
        at.qpos[0] = 0.75;
        at.ctrl[0] = 3.0;
    };
    let simulation = play(text, begin, 1e-3, 1.0);
    let at = |name: &str| {
        let joint = simulation.model().joint_named(name).expect("a joint");
        simulation.joint_coordinates(joint)[0]
    };
    // 3 N push 2 kg and, at twice the speed, 0.5 kg·m².
    assert!((at("b").1 - 3.0 / (2.0 + 4.0 * 0.5)).abs() < 1e-3, "{:?}", at("b"));
    let error = at("a").0 - 0.5 - (0.25 - 2.0 * at("b").0);
    assert!(error.abs() < 1e-5, "{error}");
}

#[test]
fn tendons_over_joints_are_driven_stopped_and_sprung() {
    let wheels = |tendon: &str, actuator: &str| {
        format!(
            r#"<mujoco><compiler angle="radian"/><option gravity="0 0 0"/><worldbody>
            <body name="a"><joint name="a" axis="0 0 1"/>
            <inertial pos="0 0 0" mass="1" diaginertia="0.5 0.5 0.5"/></body>
            <body name="b" pos="1 0 0"><joint name="b" axis="0 0 1"/>
            <inertial pos="0 0 0" mass="1" diaginertia="0.5 0.5 0.5"/></body></worldbody>
            <tendon><fixed name="t" {tendon}><joint joint="a" coef="1"/><joint joint="b" coef="-2"/>
            </fixed></tendon><actuator>{actuator}</actuator></mujoco>"#
        )
    };
    let at = |simulation: &stickslip_dynamics::Simulation, name: &str| {
        let joint = simulation.model().joint_named(name).expect("a joint");
        simulation.joint_coordinates(joint)[0]
    };
    let driven = wheels("", r#"<motor tendon="t"/>"#);
    let simulation = play(&driven, |at| at.ctrl[0] = 0.5, 1e-3, 1.0);
    assert!((at(&simulation, "a").1 - 1.0).abs() < 1e-3);
    assert!((at(&simulation, "b").1 + 2.0).abs() < 2e-3);
    let stopped = wheels("range=\"-1 0.2\"", r#"<motor tendon="t"/>"#);
    let simulation = play(&stopped, |at| at.ctrl[0] = 0.5, 1e-3, 2.0);
    let length = at(&simulation, "a").0 - 2.0 * at(&simulation, "b").0;
    assert!((length - 0.2).abs() < 1e-5, "{length}");
    let sprung = wheels("stiffness=\"4\" damping=\"3\" springlength=\"0.3\"", "");
    let simulation = play(&sprung, |_| {}, 1e-2, 8.0);
    let length = at(&simulation, "a").0 - 2.0 * at(&simulation, "b").0;
    assert!((length - 0.3).abs() < 1e-4, "{length}");
}

/// A URDF whose right finger and tip follow the left finger.
#[test]
fn urdf_fingers_follow() {
    let path = super::data().join("urdf/mimic-gripper.urdf");
    let begin = |at: &mut Configuration| {
        // left, tip, right: the tip turns by −20 q + 0.3.
        at.qpos = vec![0.02, -0.1, 0.02];
    };
    let mut simulation = simulation(&path, begin, 1e-3);
    for _ in 0..100 {
        assert_eq!(simulation.step().expect("a step").failed_solves, 0);
    }
    let at = |name: &str| {
        let joint = simulation.model().joint_named(name).expect("a joint");
        simulation.joint_coordinates(joint)[0].0
    };
    assert!((at("left") - at("right")).abs() < 1e-7, "{} {}", at("left"), at("right"));
    assert!((at("tip") - (0.3 - 20.0 * at("left"))).abs() < 1e-5, "{}", at("tip"));
}
