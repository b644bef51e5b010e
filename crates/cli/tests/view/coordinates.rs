//! Sliders of joints: they put coordinates, and follow them.

use std::path::Path;

use serde_json::{Value, json};
use stickslip_dynamics::{JointId, Simulation};

use crate::frame::Frame;
use crate::page::{Page, Said};
use crate::scenes::{assert_same, beside, steps};
use crate::server::Server;

/// Two links on hinges, a slide on the second of them, and a ball joint beside them.
const ARM: &str = "name = 'arm'\n\
    [[body]]\nname = 'upper'\nposition = [0.5, 3, 0]\nmass = 1\n\
    shape = { type = 'box', size = [1, 0.1, 0.1] }\n\
    [[body]]\nname = 'lower'\nposition = [1.5, 3, 0]\nmass = 1\n\
    shape = { type = 'box', size = [1, 0.1, 0.1] }\n\
    [[body]]\nname = 'hand'\nposition = [2, 3, 0.3]\nmass = 0.3\n\
    shape = { type = 'sphere', radius = 0.1 }\n\
    [[body]]\nname = 'bob'\nposition = [-1, 2, 0]\nmass = 1\n\
    shape = { type = 'sphere', radius = 0.1 }\n\
    [[joint]]\nname = 'shoulder'\ntype = 'hinge'\nsecond = 'upper'\nanchor = [0, 3, 0]\n\
    axis = [0, 0, 1]\n\
    [[joint]]\nname = 'elbow'\ntype = 'hinge'\nfirst = 'upper'\nsecond = 'lower'\n\
    anchor = [1, 3, 0]\naxis = [0, 0, 1]\nlimits = [-90, 30]\n\
    [[joint]]\nname = 'slide'\ntype = 'prismatic'\nfirst = 'lower'\nsecond = 'hand'\n\
    anchor = [2, 3, 0]\naxis = [0, 0, 1]\n\
    [[joint]]\nname = 'ball'\ntype = 'ball'\nsecond = 'bob'\nanchor = [-1, 3, 0]\n\
    [[articulation]]\njoints = ['shoulder', 'elbow', 'slide', 'ball']\n";

fn serve() -> (Server, Page, Simulation) {
    let write = |folder: &Path| std::fs::write(folder.join("arm.toml"), ARM).expect("a scene");
    let server = Server::with("arm.toml", write);
    let page = Page::open(&server);
    let simulation = beside_arm(&server);
    (server, page, simulation)
}

fn beside_arm(server: &Server) -> Simulation {
    beside(server.folder.path().join("arm.toml").to_str().expect("a path"), &[])
}

/// The next `coordinates` after a frame of this step.
fn told(page: &mut Page, step: u32) -> Value {
    page.frame(0, |frame| frame.step == step);
    page.text("coordinates")["values"].clone()
}

fn put(simulation: &mut Simulation, name: &str, value: f64) {
    let joint = simulation.model().joint_named(name).expect("a joint");
    simulation.set_joint_coordinates(joint, &[(value, 0.0)]).expect("a tree");
}

fn read(simulation: &Simulation) -> Value {
    let value = |at: usize| simulation.joint_coordinates(JointId(at))[0].0;
    json!({"shoulder": value(0), "elbow": value(1), "slide": value(2)})
}

#[test]
fn a_slider_puts_a_joint_in_every_lane_and_shows_it_at_once() {
    let (_server, mut page, mut simulation) = serve();
    let told = page.world["coordinates"].as_array().expect("a list").clone();
    let shown: Vec<_> = told.iter().map(|it| (&it["name"], &it["unit"], &it["endless"])).collect();
    let (rad, m) = (&json!("rad"), &json!("m"));
    let expected = [("shoulder", rad, true), ("elbow", rad, false), ("slide", m, false)];
    for (shown, (name, unit, endless)) in shown.iter().zip(expected) {
        assert_eq!(*shown, (&json!(name), unit, &json!(endless)));
    }
    // The turn of the ball has none.
    assert_eq!((told.len(), &page.world["freedoms"]), (3, &json!(6)));
    for (told, degrees) in told[1]["range"].as_array().expect("two").iter().zip([-90.0_f64, 30.0]) {
        assert!((told.as_f64().expect("a number") - degrees.to_radians()).abs() < 1e-15);
    }
    let turn = told[0]["range"][1].as_f64().expect("a number");
    assert!((turn - std::f64::consts::PI).abs() < 1e-15);
    // As far as the links are apart.
    let reach = told[2]["range"][1].as_f64().expect("a number");
    assert!((reach - 1.5_f64.hypot(0.3)).abs() < 1e-12, "{reach}");
    page.say(json!({"type": "change", "lanes": [{}, {}]}));
    page.text("world");
    page.step(20, 0);
    steps(&mut simulation, 20);
    for (name, value) in [("shoulder", 2.5), ("elbow", -1.5), ("slide", 0.25)] {
        page.say(json!({"type": "coordinate", "name": name, "value": value}));
        put(&mut simulation, name, value);
        let expected = simulation.state().bodies[2].pose.position.to_array().map(|it| it as f32);
        for lane in [0, 1] {
            let there = |frame: &Frame| frame.bodies[2].position == expected;
            assert_same(&page.frame(lane, there), &simulation);
        }
    }
    let (slide, rate) = simulation.joint_coordinates(JointId(2))[0];
    assert!((slide - 0.25).abs() < 1e-12 && rate.abs() < 1e-12, "{slide} {rate}");
    page.say(json!({"type": "step", "count": 20}));
    steps(&mut simulation, 20);
    for lane in [0, 1] {
        assert_same(&page.frame(lane, |frame| frame.step == 40), &simulation);
    }
}

#[test]
fn pages_are_told_where_joints_are_while_they_watch() {
    let (server, mut page, mut simulation) = serve();
    let mut other = Page::open(&server);
    page.say(json!({"type": "watch", "coordinates": true}));
    page.text("coordinates");
    page.say(json!({"type": "step", "count": 10}));
    steps(&mut simulation, 10);
    assert_eq!(told(&mut page, 10), read(&simulation));
    page.say(json!({"type": "coordinate", "name": "elbow", "value": 0.5}));
    put(&mut simulation, "elbow", 0.5);
    assert_eq!(told(&mut page, 10), read(&simulation));
    // What else is watched changes nothing about it.
    page.say(json!({"type": "watch", "convergence": true}));
    page.text("coordinates");
    page.say(json!({"type": "watch", "coordinates": false}));
    page.step(5, 10);
    other.until(|said| match said {
        Said::Text(text) => {
            assert_ne!(text["type"], "coordinates", "it does not watch");
            None
        }
        Said::Frame(frame) => (frame.step == 15).then_some(()),
    });
    steps(&mut simulation, 5);
    let frame = page.step(1, 15);
    steps(&mut simulation, 1);
    assert_same(&frame, &simulation);
}

#[test]
fn values_that_cannot_be_are_refused() {
    let (_server, mut page, simulation) = serve();
    let cases = [
        ("elbow", json!(0.6), "elbow: is 0.6 rad, but the joint goes from -1.57"),
        ("elbow", json!(-1.6), "elbow: is -1.6 rad"),
        ("elbow", json!(null), "value"),
        ("slide", json!(2e9), "value"),
        ("elbo", json!(0), "did you mean \"elbow\"?"),
        ("ball", json!(0), "there is no coordinate \"ball\""),
    ];
    for (name, value, reason) in cases {
        page.say(json!({"type": "coordinate", "name": name, "value": value}));
        let error = page.error();
        assert_eq!(error["about"], "coordinate");
        assert!(error["message"].as_str().is_some_and(|it| it.contains(reason)), "{error}");
    }
    assert_same(&page.step(1, 0), &{
        let mut simulation = simulation;
        steps(&mut simulation, 1);
        simulation
    });
}

/// A joint that was put elsewhere is a branch: what was before can be gone back to.
#[test]
fn what_was_before_is_still_there() {
    let (server, mut page, mut simulation) = serve();
    page.step(30, 0);
    page.say(json!({"type": "rewind", "step": 20}));
    page.frame(0, |frame| frame.step == 20);
    page.say(json!({"type": "coordinate", "name": "shoulder", "value": 1.0}));
    let branch = page.step(10, 20);
    let mut other = beside_arm(&server);
    steps(&mut other, 20);
    put(&mut other, "shoulder", 1.0);
    let there = other.state().bodies[0].pose.position.as_vec3().to_array();
    steps(&mut other, 10);
    assert_same(&branch, &other);
    // Step 20 is where the joint was put, step 19 from before.
    page.say(json!({"type": "rewind", "step": 20}));
    assert_eq!(page.frame(0, |frame| frame.step == 20).bodies[0].position, there);
    page.say(json!({"type": "change", "mu": 0.3}));
    page.text("world");
    page.say(json!({"type": "rewind", "step": 19}));
    page.frame(0, |frame| frame.step == 19);
    steps(&mut simulation, 30);
    assert_same(&page.step(11, 19), &simulation);
    page.say(json!({"type": "reset"}));
    page.text("world");
    assert_same(&page.frame(0, |frame| frame.step == 0), &beside_arm(&server));
}

/// Joints that are rows of a problem have no sliders.
#[test]
fn only_trees_have_coordinates() {
    let server = Server::start("double-pendulum");
    let mut page = Page::open(&server);
    assert_eq!((&page.world["coordinates"], &page.world["freedoms"]), (&json!([]), &json!(0)));
    let joint = page.world["joints"][0]["name"].clone();
    page.say(json!({"type": "coordinate", "name": joint, "value": 0.1}));
    assert_eq!(page.error()["about"], "coordinate");
}
