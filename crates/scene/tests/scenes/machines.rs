//! Built-in scenes of machines from model files.

use stickslip_dynamics::Simulation;
use stickslip_dynamics::glam::DVec3;
use stickslip_import::facts::{Configuration, Dynamics};
use stickslip_import::{Mechanism, ReadOptions, Strictness};
use stickslip_scene::{Overrides, SceneSource, find_model};

const G: f64 = 9.81;

fn begin(name: &str) -> Simulation {
    let scene = SceneSource::find(name).and_then(|source| source.read(&Overrides::default()));
    let scene = scene.unwrap_or_else(|error| panic!("{error}"));
    assert!(scene.remarks.is_empty(), "{name} loses {:?}", scene.remarks);
    scene.simulation().expect("a simulation")
}

fn run(simulation: &mut Simulation, seconds: f64) {
    while simulation.state().time < seconds {
        let report = simulation.step().expect("a step");
        assert_eq!(report.failed_solves, 0, "step {}", simulation.state().step);
    }
}

fn mechanism(file: &str) -> Mechanism {
    let options = ReadOptions { strictness: Strictness::Strict, ..ReadOptions::default() };
    let text = find_model(file).expect("built in");
    stickslip_import::read_text(text, file.as_ref(), &options).expect("valid").mechanism
}

/// Value and rate of a joint with one coordinate.
fn joint(simulation: &Simulation, name: &str) -> (f64, f64) {
    let id = simulation.model().find_joint(name).expect(name);
    simulation.joint_coordinates(id)[0]
}

/// Sum of the forces of the last sub-step on a body (N).
fn force_on(simulation: &Simulation, body: &str) -> DVec3 {
    let body = simulation.model().find_body(body).expect(body).0;
    let sign = |first: usize| if first == body { -1.0 } else { 1.0 };
    let settings = simulation.settings();
    let contacts = simulation.contacts().iter();
    let own = contacts.filter(|it| it.first == body || it.second == body);
    let sum: DVec3 = own.map(|it| sign(it.first) * it.impulse).sum();
    sum * settings.substeps as f64 / settings.time_step
}

/// kp (u − q) − kv q̇ carries the weight of hand, fingers and block, and friction alone
/// holds the block.
#[test]
fn the_gripper_closes_and_lifts_the_block() {
    let mut simulation = begin("gripper");
    run(&mut simulation, 3.0);
    let block = simulation.model().find_body("block").expect("a block").0;
    let state = &simulation.state().bodies[block];
    let (lift, rate) = joint(&simulation, "lift");
    let force = 2000.0 * (0.3 - lift) - 2000.0 * rate;
    assert!((force - 2.4 * G).abs() < 0.1, "{force} N lift 2.4 kg");
    assert!((state.pose.position.y - 0.1 - lift).abs() < 0.02, "{}", state.pose.position);
    assert!(lift > 0.25, "{lift}");
    let held = force_on(&simulation, "block");
    assert!((held - DVec3::Y * G).length() < 0.1, "{held}");
    // A finger is commanded to be 1 cm inside the block.
    let (left, right) = (joint(&simulation, "left").0, joint(&simulation, "right").0);
    assert!((left - 0.01).abs() < 1e-4 && (right - 0.01).abs() < 1e-4, "{left} {right}");
}

/// At rest the servos give way by what gravity asks of them: kp (u − q) is the torque that
/// holds the arm still, as generalised coordinates have it.
#[test]
fn the_arm_gives_way_by_its_weight_and_no_more() {
    let mut simulation = begin("robot-arm");
    run(&mut simulation, 2.0);
    let mechanism = mechanism("robot-arm.xml");
    let names = mechanism.joints.iter().map(|joint| joint.name.clone().expect("named"));
    let qpos: Vec<f64> = names.map(|name| joint(&simulation, &name).0).collect();
    let home = mechanism.keyframe("home").expect("home");
    let now = Configuration { qpos, ..Configuration::initial(&mechanism) };
    let holding = Dynamics::new(&mechanism, &now).gravity_force();
    let stiffness = [4500.0, 4500.0, 3500.0, 3500.0, 2000.0, 2000.0, 2000.0];
    for (axis, stiffness) in stiffness.iter().enumerate() {
        let torque = stiffness * (home.ctrl[axis] - now.qpos[axis]);
        let expected = holding[axis];
        assert!((torque - expected).abs() < 0.01, "axis {}: {torque}, {expected}", axis + 1);
    }
    // It is something: the shoulder carries the arm.
    assert!(holding[1].abs() > 20.0, "{holding:?}");
}

#[test]
fn the_quadruped_stands() {
    let mut simulation = begin("quadruped");
    let trunk = simulation.model().find_body("trunk").expect("a trunk").0;
    let before = simulation.state().bodies[trunk].pose;
    run(&mut simulation, 2.0);
    let after = &simulation.state().bodies[trunk];
    let moved = after.pose.position - before.position;
    assert!(moved.length() < 0.02, "{moved}");
    assert!(after.velocity.length() < 1e-3, "{}", after.velocity);
    let up = after.pose.orientation * before.orientation.inverse() * DVec3::Y;
    assert!(up.y > 0.999, "{up}");
    let weight = mechanism("quadruped.xml").total_mass() * G;
    let carried = -force_on(&simulation, "ground");
    assert!((carried - DVec3::Y * weight).length() < 0.01 * weight, "{carried}, {weight}");
}

/// Built-in scenes name built-in models, and nothing beside them.
#[test]
fn a_built_in_scene_finds_built_in_models_alone() {
    let read = |lines: &str| {
        let text = format!("name = 'it'\n[[model]]\n{lines}\n");
        let read = SceneSource::new(text, "builtin:it").read(&Overrides::default());
        read.map(|scene| scene.model.bodies().len()).map_err(|error| error.to_string())
    };
    assert_eq!(read("file = 'gripper.xml'"), Ok(3));
    let error = read("file = '../gripper.xml'").expect_err("no such model");
    assert!(error.contains("no model \"../gripper.xml\" is built in"), "{error}");
    let error = read("file = 'gripper.xml'\nstate = 'a.json'").expect_err("no files");
    assert!(error.contains("has no files beside it"), "{error}");
}
