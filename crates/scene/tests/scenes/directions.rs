//! Friction that depends on direction, speed and load, against closed forms.

use std::collections::BTreeSet;

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{Accuracy, FrictionModel, LAWS, Settings, Simulation};
use stickslip_scene::keys::SECTIONS;
use stickslip_scene::{Overrides, SceneSource};

use crate::{bad, good};

const G: f64 = 9.81;

pub fn builtin(name: &str, parameters: &[(&str, f64)]) -> Simulation {
    let parameters = parameters.iter().map(|&(key, value)| (key.into(), value)).collect();
    let overrides = Overrides { parameters, ..Overrides::default() };
    let scene = SceneSource::find(name).expect("built in").read(&overrides).expect("valid");
    scene.simulation().expect("sound")
}

pub fn run(simulation: &mut Simulation, seconds: f64) {
    for _ in 0..(seconds / simulation.settings().time_step).round() as usize {
        let report = simulation.step().expect("a step");
        assert_eq!(report.failed_solves, 0);
    }
}

pub fn velocity(simulation: &Simulation, name: &str) -> DVec3 {
    let body = simulation.model().find_body(name).expect("a body");
    simulation.state().bodies[body.0].velocity
}

pub fn place(simulation: &Simulation, name: &str) -> DVec3 {
    let body = simulation.model().find_body(name).expect("a body");
    simulation.state().bodies[body.0].pose.position
}

/// A puck that slides over a floor whose grain runs along x; `law` is what
/// their pair says, `model` the friction model.
pub fn puck(model: &str, law: &str, velocity: [f64; 3]) -> Simulation {
    let text = format!(
        r#"name = "puck"
[settings]
dt = 0.01
friction_model = "{model}"
[[material]]
name = "floor"
structure = [1, 0, 0]
[[material]]
name = "puck"
structure = [1, 0, 0]
[[pair]]
materials = ["floor", "puck"]
friction = 0.5
{law}
[[body]]
name = "ground"
motion = "static"
material = "floor"
shape = {{ type = "half-space" }}
[[body]]
name = "puck"
position = [0, 0.05, 0]
velocity = {velocity:?}
material = "puck"
shape = {{ type = "box", size = [1, 0.1, 1] }}
mass = 2
"#
    );
    good(&text).simulation().expect("sound")
}

pub const STICKS: &str = "directions = { type = \"matchstick\", along = 0.2, across = 0.8 }";

/// Along and across the grain a puck loses μ g of speed every second.
#[test]
fn a_puck_brakes_by_the_coefficient_of_its_direction() {
    for model in ["cone", "pyramid", "polyhedral", "cylinder", "prism", "box-fixed"] {
        // Sections of fixed size have none in the first step.
        let late = f64::from(["cylinder", "prism", "box-fixed"].contains(&model));
        for (start, mu) in [([3.0, 0.0, 0.0], 0.2), ([0.0, 0.0, 4.0], 0.8)] {
            let mut simulation = puck(model, STICKS, start);
            run(&mut simulation, 0.3);
            let speed = velocity(&simulation, "puck").length();
            let expected = start.iter().sum::<f64>() - mu * G * (0.3 - 0.01 * late);
            assert!((speed - expected).abs() < 1e-6, "{model}, {mu}: {speed} {expected}");
        }
    }
}

/// Tensors as they stand: f = −L v/‖v‖ with the slip of the beginning, which
/// takes 0.6000 where most power would be 0.6708.
#[test]
fn tensors_act_as_they_stand() {
    let half = "[[0.15, 0], [0, 0.45]]";
    for (cone, power) in [(true, 0.45_f64.sqrt()), (false, 0.6)] {
        let law = format!(
            "directions = {{ type = \"tensors\", first = {half}, second = {half}, cone = {cone} }}"
        );
        let mut simulation = puck("cone", &law, [30.0, 0.0, 30.0]);
        run(&mut simulation, 0.01);
        let contacts = simulation.contacts();
        let slip = DVec3::new(1.0, 0.0, 1.0).normalize();
        let taken: f64 = contacts.iter().map(|it| -it.impulse.dot(slip)).sum();
        let load: f64 = contacts.iter().map(|it| it.impulse.y).sum();
        // Most power is that of the slip at the end of the step.
        assert!((taken / load - power).abs() < 1e-3, "{cone}: {}", taken / load);
    }
}

#[test]
fn bounds_differ_by_side() {
    let law = "directions = { type = \"bounds\", along = [0.7, 0.1], across = [0.3, 0.3] }";
    for model in ["cone", "pyramid"] {
        for (start, mu) in [(3.0, 0.1), (-3.0, 0.7)] {
            let mut simulation = puck(model, law, [start, 0.0, 0.0]);
            run(&mut simulation, 0.3);
            let speed = velocity(&simulation, "puck").x.abs();
            assert!((speed - (3.0 - mu * G * 0.3)).abs() < 1e-6, "{model}, {start}: {speed}");
        }
    }
}

/// Equal coefficients are Coulomb's, to the last bit of plain steps; accurate ones take two
/// kicks without laws alone.
#[test]
fn sticks_alike_change_no_bit() {
    let same = "directions = { type = \"matchstick\", along = 0.5, across = 0.5 }";
    let ends = ["", same].map(|law| {
        let puck = puck("cone", law, [3.0, 0.0, 2.0]);
        let settings = Settings { accuracy: Accuracy::Off, ..puck.settings().clone() };
        let mut simulation = Simulation::new(puck.model().clone(), settings).expect("plain");
        run(&mut simulation, 1.0);
        (simulation.state().hash(), simulation.state().memory_hash())
    });
    assert_eq!(ends[0], ends[1]);
}

/// Tresca: 5 N at each of four contacts on 2 kg, whatever the load.
#[test]
fn a_largest_force_needs_no_load() {
    for model in ["cone", "pyramid", "polyhedral", "cylinder", "prism", "box-fixed"] {
        let mut simulation = puck(model, "tresca = 5", [4.0, 0.0, 0.0]);
        run(&mut simulation, 0.2);
        let speed = velocity(&simulation, "puck").x;
        assert!((speed - (4.0 - 10.0 * 0.2)).abs() < 1e-6, "{model}: {speed}");
    }
}

/// 2 kg on four contacts are 4.905 N each; the first step knows no load.
#[test]
fn a_load_curve_is_read_at_the_load_of_the_step() {
    let law = "load_curve = [[0, 1], [9.81, 0.5]]";
    let mut simulation = puck("cone", law, [4.0, 0.0, 0.0]);
    run(&mut simulation, 0.5);
    let speed = velocity(&simulation, "puck").x;
    // Friction under the puck moves the share δ = 0.1 μ of the load from its back
    // to its front, and the curve is read at each.
    let coefficient = 0.5 * (1.0 - 0.5 * 0.5 * (1.0 + 0.0375_f64.powi(2)));
    let expected = 4.0 - G * coefficient * 0.5;
    assert!((speed - expected).abs() < 1e-4, "{speed} {expected}");
}

/// The slider goes as one facet in two lets it, (2/π) tan θ each; the other
/// stays where it is.
#[test]
fn ridges_let_go_along_and_hold_across() {
    let mut simulation = builtin("ridges", &[]);
    run(&mut simulation, 1.0);
    let mu = 0.15 / std::f64::consts::PI;
    let angle = 20.0_f64.to_radians();
    let speed = velocity(&simulation, "slope/slider").length();
    let expected = G * (angle.sin() - mu * angle.cos());
    assert!((speed - expected).abs() < 1e-6, "{speed} {expected}");
    assert!(velocity(&simulation, "slope/sticker").length() < 1e-5);
    // Across, 2/π of friction holds up to atan of it, 32.48 degrees, and then lets go.
    let mut steep = builtin("ridges", &[("angle", 36.0)]);
    run(&mut steep, 0.4);
    let angle = 36.0_f64.to_radians();
    let expected = 0.4 * G * (angle.sin() - 2.0 / std::f64::consts::PI * angle.cos());
    let speed = velocity(&steep, "slope/sticker").length();
    assert!((speed - expected).abs() < 1e-6, "{speed} {expected}");
}

/// The grain leads the logs round the building, or to it.
#[test]
fn logs_follow_the_grain() {
    let passes = |steer: f64| {
        let mut simulation = builtin("log-slide", &[("steer", steer)]);
        run(&mut simulation, 2.2);
        let building = simulation.model().find_body("hill/building").expect("a body").0;
        let hit =
            simulation.contacts().iter().any(|it| it.second == building || it.first == building);
        let nearest = (0..6)
            .map(|k| place(&simulation, &format!("hill/log-0-0-{k}")).z.abs())
            .fold(f64::INFINITY, f64::min);
        (hit, nearest)
    };
    let (hit, nearest) = passes(1.0);
    assert!(!hit && nearest > 0.6 + 0.06, "{nearest}");
    assert!(passes(-1.0).1 < 0.6);
}

/// Period and reach of stick and slip in closed form: see the scene's story.
#[test]
fn a_brake_squeals_with_the_period_of_the_closed_form() {
    let mut simulation = builtin("brake", &[]);
    run(&mut simulation, 2.0);
    let (stiffness, belt) = (100.0, 0.2);
    let (difference, rate) = (0.3 * G, 10.0);
    let (mut onsets, mut farthest, mut before) = (Vec::new(), 0.0_f64, 0.0);
    for step in 0..1500 {
        run(&mut simulation, 0.002);
        let speed = velocity(&simulation, "block").x;
        if before >= 0.9999 * belt && speed < 0.9999 * belt {
            onsets.push(0.002 * f64::from(step));
        }
        before = speed;
        farthest = farthest.max(place(&simulation, "block").x);
    }
    let held = 2.0 * difference / (stiffness * belt);
    let slipped = std::f64::consts::PI + 2.0 * (belt * stiffness / (rate * difference)).atan();
    let period = held + slipped / rate;
    let count = onsets.len() - 1;
    let found = (onsets[count] - onsets[0]) / count as f64;
    assert!((found - period).abs() < 0.015 * period, "{found} s, {period} s");
    let reach = (difference + difference.hypot(belt * stiffness / rate)) / stiffness;
    assert!((farthest - reach).abs() < 0.03 * reach, "{farthest} m, {reach} m");
}

/// The list of laws has every type that scene files know, and no other.
#[test]
fn every_type_of_directions_has_its_traits() {
    let listed: BTreeSet<_> =
        LAWS.iter().filter(|law| law.is_directional).map(|law| law.name).collect();
    let read = SECTIONS.iter().filter_map(|it| it.name.strip_prefix("directions."));
    assert_eq!(listed, read.collect());
    let pair = SECTIONS.iter().find(|section| section.name == "pair").expect("described");
    for law in LAWS.iter().filter(|law| !law.is_directional) {
        assert!(pair.keys.iter().any(|key| key.name == law.name), "{}", law.name);
    }
}

#[test]
fn what_is_wrong_with_directions_is_named() {
    let with = |material: &str, pair: &str| {
        bad(&format!(
            "name = \"x\"\n[[material]]\nname = \"a\"\n{material}\n[[pair]]\nmaterials = [\"a\", \"a\"]\n{pair}\n"
        ))
    };
    for (material, pair, said) in [
        ("", STICKS, "these directions need a structure of \"a\""),
        ("structure = [0, 0, 0]", "", "structure"),
        ("structure = [\"1\", \"0\", \"w\"]", "", "there is no \"w\""),
        ("structure = [\"1\", \"0\"]", "", "three formulas"),
        ("", "directions = { type = \"matches\" }", "matchstick"),
        ("structure = [1, 0, 0]", "directions = { type = \"matchstick\", along = 0.1 }", "across"),
        ("", "stribeck = { kinetic = 0.2, speed = 0 }", "must be > 0"),
        ("friction = 0", "stribeck = { kinetic = 0.2, speed = 1 }", "friction that is more than 0"),
        ("", "load_curve = [[1, 1], [0, 1]]", "must increase"),
        ("", "tresca = -3", "must be ≥ 0"),
        ("", "directions = { type = \"plowing\" }", "a relief"),
        (
            "structure = [1, 0, 0]",
            "directions = { type = \"limit-surface\", radius = [1, 0.1, 1, 1, 0.1, 1] }",
            "must be convex",
        ),
    ] {
        let message = with(material, pair);
        assert!(message.contains(said), "{message}");
    }
}

/// What cannot take directions says so before the first step.
#[test]
fn solvers_of_boxes_refuse_directions() {
    let simulation = puck("pyramid", STICKS, [1.0, 0.0, 0.0]);
    assert_eq!(simulation.solver_name(), "cone-newton");
    for (model, solver) in [
        (FrictionModel::Pyramid, Some("bpp")),
        (FrictionModel::BoxNormalFirst, None),
        (FrictionModel::Polyhedral { facets: 8 }, Some("cone-ip")),
    ] {
        let mut settings = simulation.settings().clone();
        settings.friction = model;
        settings.solver.name = solver.map(str::to_owned);
        let refused = Simulation::new(simulation.model().clone(), settings);
        assert!(refused.is_err(), "{model:?} {solver:?}");
    }
}
