//! Scenes over the socket are those of the simulation itself.

use serde_json::json;
use stickslip_dynamics::Simulation;
use stickslip_scene::{Overrides, SceneSource};

use crate::frame::Frame;
use crate::page::Page;
use crate::server::Server;

/// The same scene, stepped beside the server.
pub fn beside(scene: &str, parameters: &[(&str, f64)]) -> Simulation {
    let mut overrides = Overrides::default();
    for (name, value) in parameters {
        overrides.parameters.insert((*name).into(), *value);
    }
    let source = SceneSource::find(scene).expect("a scene");
    source.read(&overrides).expect("that can be read").simulation().expect("and stepped")
}

pub fn steps(simulation: &mut Simulation, count: usize) {
    for _ in 0..count {
        simulation.step().expect("a step");
    }
}

/// Every pose, to the last bit of what a frame has of it.
pub fn assert_same(frame: &Frame, simulation: &Simulation) {
    let state = simulation.state();
    assert_eq!((frame.step, frame.time), (state.step as u32, state.time));
    assert_eq!(frame.bodies.len(), state.bodies.len());
    for (shown, body) in frame.bodies.iter().zip(&state.bodies) {
        let at = body.pose.position;
        let turn = body.pose.orientation;
        assert_eq!(shown.position, at.to_array().map(|it| it as f32));
        assert_eq!(shown.quaternion, turn.to_array().map(|it| it as f32));
    }
}

#[test]
fn frames_are_the_states_of_the_simulation() {
    let server = Server::start("stack");
    let mut page = Page::open(&server);
    assert_eq!(page.hello["version"], env!("CARGO_PKG_VERSION"));
    let names = |key: &str, name: &str| {
        let list = page.hello[key].as_array().expect("a list");
        list.iter().any(|entry| entry["name"] == name)
    };
    assert!(names("scenes", "stack") && names("scenes", "cable"));
    assert!(names("solvers", "bpp") && names("solvers", "cone-ip"));
    assert!(names("figures", "energy") && names("figures", "difference"));
    assert_eq!((&page.world["scene"], &page.world["source"]), (&json!("stack"), &json!("scene")));
    assert_eq!(page.world["lanes"][0]["solver"], "bpp");
    assert_eq!(page.world["bodies"].as_array().map(Vec::len), Some(6));
    assert_eq!(page.state["playing"], false);
    let mut simulation = beside("stack", &[]);
    assert_same(&page.frame(0, |_| true), &simulation);
    page.say(json!({"type": "draw", "contacts": true, "joints": true}));
    let frame = page.step(40, 0);
    steps(&mut simulation, 40);
    assert_same(&frame, &simulation);
    // Figures by their names in `hello`.
    let figure = |name: &str| {
        let list = page.hello["figures"].as_array().expect("a list");
        let at = list.iter().position(|figure| figure["name"] == name).expect("a figure");
        frame.figures[at]
    };
    assert_eq!(frame.figures.len(), page.hello["figures"].as_array().map_or(0, Vec::len));
    assert_eq!(figure("energy"), simulation.energy());
    assert_eq!(figure("contacts"), simulation.contacts().len() as f64);
    assert_eq!(figure("difference"), 0.0);
    assert_eq!(frame.contacts.len(), simulation.contacts().len());
    for (shown, contact) in frame.contacts.iter().zip(simulation.contacts()) {
        assert_eq!((shown.first as usize, shown.second as usize), (contact.first, contact.second));
        assert_eq!(shown.point, contact.point.to_array().map(|it| it as f32));
        assert_eq!(shown.normal, contact.normal.to_array().map(|it| it as f32));
        let force = contact.impulse / simulation.settings().time_step;
        assert_eq!(shown.force, force.to_array().map(|it| it as f32));
        assert_eq!((shown.gap, shown.mu), (contact.gap as f32, 0.5));
    }
}

#[test]
fn a_scene_opens_with_parameters_at_a_time() {
    let server = Server::start("stack");
    let mut page = Page::open(&server);
    page.say(json!({"type": "open", "scene": "pile", "parameters": {"n": 3}, "time": 0.5}));
    let world = page.text("world");
    assert_eq!((&world["scene"], &world["parameters"]["n"]), (&json!("pile"), &json!(3.0)));
    assert_ne!(world["generation"], page.world["generation"]);
    let generation = world["generation"].as_u64().expect("a number") as u32;
    let frame = page.frame(0, |frame| frame.generation == generation && frame.step == 30);
    let mut simulation = beside("pile", &[("n", 3.0)]);
    steps(&mut simulation, 30);
    assert_same(&frame, &simulation);
    // It stays there: the next step is the only one that follows.
    assert_same(&page.step(1, 30), &{
        steps(&mut simulation, 1);
        simulation
    });
}

#[test]
fn play_goes_on_by_itself_until_paused() {
    let server = Server::start("stack");
    let mut page = Page::open(&server);
    page.say(json!({"type": "speed", "speed": 0}));
    page.say(json!({"type": "play"}));
    assert_eq!(page.text("state")["speed"], 0.0);
    assert_eq!(page.text("state")["playing"], true);
    page.frame(0, |frame| frame.step > 20);
    page.say(json!({"type": "pause"}));
    assert_eq!(page.text("state")["playing"], false);
    let last = page.frame(0, |_| true);
    let mut simulation = beside("stack", &[]);
    steps(&mut simulation, last.step as usize);
    assert_same(&last, &simulation);
    page.say(json!({"type": "reset"}));
    assert_ne!(page.text("world")["generation"], page.world["generation"]);
    assert_same(&page.frame(0, |frame| frame.step == 0), &beside("stack", &[]));
}

#[test]
fn settings_change_from_the_present_state() {
    let server = Server::start("incline --set angle=10");
    let mut page = Page::open(&server);
    assert_eq!(page.world["parameters"]["angle"], 10.0);
    page.step(20, 0);
    page.say(json!({"type": "draw", "contacts": true, "joints": false}));
    let held = page.frame(0, |frame| frame.step == 20 && !frame.contacts.is_empty());
    assert!(held.contacts.iter().all(|contact| contact.state == 1), "{:?}", held.contacts);
    page.say(json!({"type": "change", "mu": 0.0, "dt": 0.01, "substeps": 2}));
    let world = page.text("world");
    assert_eq!(
        (&world["mu"], &world["dt"], &world["substeps"]),
        (&json!(0.0), &json!(0.01), &json!(2))
    );
    let after = page.step(10, 20);
    assert!((after.time - (20.0 / 60.0 + 0.1)).abs() < 1e-12);
    assert!(after.contacts.iter().all(|contact| contact.state == 2 && contact.mu == 0.0));
    // Without friction it slides down with g sin α.
    let moved = |frame: &Frame| {
        let distance =
            |at: usize| f64::from(frame.bodies[1].position[at] - held.bodies[1].position[at]);
        distance(0).hypot(distance(1)).hypot(distance(2))
    };
    let expected = 0.5 * 9.81 * 10f64.to_radians().sin() * 0.1 * 0.1;
    assert!((moved(&after) - expected).abs() < 0.1 * expected, "{} {expected}", moved(&after));
    page.say(json!({"type": "change", "mu": null}));
    assert!(page.text("world")["mu"].is_null());
}

#[test]
fn two_pages_watch_the_same_run() {
    let server = Server::start("dominoes");
    let (mut one, mut two) = (Page::open(&server), Page::open(&server));
    assert_eq!(one.world, two.world);
    one.say(json!({"type": "play"}));
    assert_eq!(two.text("state")["playing"], true);
    two.frame(0, |frame| frame.step > 5);
    two.say(json!({"type": "pause"}));
    two.text("state");
    let last = two.frame(0, |_| true);
    assert_eq!(one.frame(0, |frame| frame.step == last.step), last);
    // What one page wants in its frames is sent to all, until it leaves.
    two.say(json!({"type": "draw", "contacts": true, "joints": true}));
    one.frame(0, |frame| !frame.contacts.is_empty());
    drop(two);
    let mut steps = last.step;
    loop {
        steps += 1;
        if one.step(1, steps - 1).contacts.is_empty() {
            break;
        }
    }
}
