//! The scenes of the guide do what the guide says of them.

use std::path::Path;

use stickslip_dynamics::{ContactState, Simulation};
use stickslip_scene::{Overrides, SceneSource};

/// A scene of the guide with some parameters, after so many seconds; every
/// step is solved.
fn play(name: &str, parameters: &[(&str, f64)], seconds: f64) -> Simulation {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src/scenes");
    let source = SceneSource::read_file(&folder.join(format!("{name}.toml"))).expect("a file");
    let mut overrides = Overrides::default();
    for (key, value) in parameters {
        overrides.parameters.insert((*key).into(), *value);
    }
    let mut simulation = source.read(&overrides).expect("valid").simulation().expect("sound");
    for _ in 0..(seconds / simulation.settings().time_step).round() as usize {
        assert_eq!(simulation.step().expect("a step").failed_solves, 0, "{name}");
    }
    simulation
}

fn place(simulation: &Simulation, name: &str) -> stickslip_dynamics::glam::DVec3 {
    let body = simulation.model().find_body(name).expect("a body");
    simulation.state().bodies[body.0].pose.position
}

#[test]
fn the_box_slides_as_far_as_friction_lets_it() {
    let simulation = play("box", &[], 2.0);
    // v²/(2 μ g), less half a step at the full speed.
    let way = place(&simulation, "box").x;
    assert!((way - 9.0 / (2.0 * 0.5 * 9.81)).abs() < 3.0 / 120.0 + 1e-3, "{way} m");
    assert!(simulation.contacts().iter().all(|it| it.state == ContactState::Sticking));
}

#[test]
fn the_heavy_side_of_the_seesaw_goes_down() {
    let simulation = play("seesaw", &[], 0.6);
    let (light, heavy) = (place(&simulation, "light").y, place(&simulation, "heavy").y);
    assert!(light > 0.9 && heavy < 0.5, "{light} m, {heavy} m");
}

#[test]
fn the_car_drives_over_the_bump() {
    let simulation = play("car", &[], 4.0);
    let chassis = place(&simulation, "chassis");
    assert!(chassis.x > 5.0 && (0.3..0.8).contains(&chassis.y), "{chassis}");
}

#[test]
fn the_gripper_lifts_the_glass_if_it_presses_enough() {
    let lifted = place(&play("gripper", &[], 3.2), "glass").y;
    let left = place(&play("gripper", &[("force", 3.0)], 3.2), "glass").y;
    assert!(lifted > 0.5, "{lifted} m");
    assert!(left < 0.2, "{left} m");
}

/// The drum winds up r ω t, 0.3 m × (0.25 + 1.5) rad; then the winch jerks, and its pin breaks.
#[test]
fn the_winch_lifts_its_load_until_its_pin_breaks() {
    let risen = place(&play("winch", &[], 2.0), "load").y - 0.7;
    assert!((risen - 0.3 * 1.75).abs() < 5e-3, "{risen} m");
    let simulation = play("winch", &[], 2.2);
    let broken = simulation.state().joints.iter().map(|joint| joint.broken).collect::<Vec<_>>();
    assert_eq!(broken, [false, false, true]);
    assert!(place(&simulation, "load").y < 0.7 + risen, "it falls");
}

/// The torque is shared evenly: each wheel turns by ½ τ t²/I of its own, and the shaft by the
/// mean of both less what its own inertia takes.
#[test]
fn the_differential_shares_its_torque() {
    let simulation = play("differential", &[], 2.0);
    let spin = |name: &str| {
        let body = simulation.model().find_body(name).expect("a body");
        simulation.state().bodies[body.0].angular_velocity.z
    };
    let [shaft, left, right] = ["shaft", "left", "right"].map(spin);
    assert!((left / right - 3.0).abs() < 1e-3, "{left} and {right} rad/s");
    assert!((shaft - 0.5 * (left + right)).abs() < 1e-6, "{shaft} rad/s");
    // With I = ⅖ m r² and the shaft's own J: τ t = J ω + (I₁ ω₁ + I₂ ω₂).
    let (ball, bar) = (|mass: f64| 0.4 * mass * 0.09, 5.0 * 0.02 / 12.0);
    let angular = bar * shaft + ball(5.0) * left + ball(15.0) * right;
    assert!((angular - 2.0 * 2.0).abs() < 1e-3, "{angular} N·m·s");
}
