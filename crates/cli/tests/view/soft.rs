//! Soft bodies over the socket are those of the simulation itself.

use std::process::Command;

use serde_json::{Value, json};
use stickslip_dynamics::Simulation;

use crate::frame::Frame;
use crate::page::Page;
use crate::scenes::{assert_same, beside, steps};
use crate::server::Server;

const SCENE: &str = "gripper-soft";

/// Every vertex, to the last bit of what a frame has of it, and the strain there.
fn assert_vertices(frame: &Frame, simulation: &Simulation) {
    let vertices = &simulation.state().vertices;
    assert_eq!(frame.particles.len(), vertices.positions.len());
    for (shown, at) in frame.particles.iter().zip(&vertices.positions) {
        assert_eq!(shown.position, at.to_array().map(|it| it as f32));
    }
    let mut strains = Vec::new();
    for (number, body) in simulation.model().soft_bodies().iter().enumerate() {
        let own = simulation.soft_vertices(number);
        body.mesh.write_strains(&vertices.positions[own.clone()], &mut strains);
        for (shown, strain) in frame.particles[own].iter().zip(&strains) {
            assert_eq!(shown.pressure, *strain as f32);
        }
    }
}

fn assert_surfaces(world: &Value, simulation: &Simulation) {
    let told = world["soft"].as_array().expect("a list");
    let bodies = simulation.model().soft_bodies();
    assert_eq!((told.len(), bodies.len()), (2, 2));
    for (told, body) in told.iter().zip(bodies) {
        assert_eq!(told["name"], json!(body.description.name));
        assert_eq!(told["vertices"], json!(body.vertices()));
        assert_eq!(told["triangles"], json!(body.faces));
        // A box cut into three: twelve edges of three pieces are sharp.
        assert_eq!(told["creases"].as_array().map(Vec::len), Some(36));
    }
}

#[test]
fn vertices_and_surfaces_are_those_of_the_simulation() {
    let server = Server::start(SCENE);
    let mut page = Page::open(&server);
    let mut simulation = beside(SCENE, &[]);
    assert_surfaces(&page.world, &simulation);
    assert_vertices(&page.frame(0, |_| true), &simulation);
    let frame = page.step(50, 0);
    // Looking changes nothing: the run beside it was not looked at.
    steps(&mut simulation, 50);
    assert_same(&frame, &simulation);
    assert_vertices(&frame, &simulation);
    assert!(frame.particles.iter().any(|vertex| vertex.pressure > 0.01), "it is pressed");
}

#[test]
fn a_recording_has_the_same_surfaces() {
    let server = Server::with("motion.rec", |folder| {
        let done = Command::new(env!("CARGO_BIN_EXE_stickslip"))
            .args(["run", SCENE, "--steps", "10", "--quiet", "--record", "motion.rec"])
            .current_dir(folder)
            .output();
        assert!(done.expect("the binary runs").status.success());
    });
    let mut page = Page::open(&server);
    let mut simulation = beside(SCENE, &[]);
    assert_surfaces(&page.world, &simulation);
    page.say(json!({"type": "seek", "frame": 10}));
    let frame = page.frame(0, |frame| frame.step == 10);
    steps(&mut simulation, 10);
    assert_vertices(&frame, &simulation);
}

/// Two weightless blocks of jelly.
const JELLY: &str = "name = 'jelly'\n[settings]\ngravity = [0, 0, 0]\n\
    [[body]]\nname = 'post'\nmotion = 'static'\nposition = [9, 0, 0]\n\
    shape = { type = 'sphere', radius = 0.1 }\n\
    [[soft]]\nname = 'other'\nmesh = 'box'\nsize = [1, 1, 1]\ncut = [1, 1, 1]\nyoung = 1e5\n\
    position = [0, 5, 0]\n\
    [[soft]]\nname = 'cube'\nmesh = 'box'\nsize = [1, 1, 1]\ncut = [2, 2, 2]\nyoung = 1e4\n\
    density = 100\n";

#[test]
fn a_soft_body_is_picked_and_pulled_by_its_vertices() {
    let server = Server::with("jelly.toml", |folder| {
        std::fs::write(folder.join("jelly.toml"), JELLY).expect("a scene");
    });
    let mut page = Page::open(&server);
    page.say(json!({"type": "pick", "body": 2}));
    let picked = page.text("picked");
    assert_eq!(picked["name"], json!("cube"));
    assert!((picked["mass"].as_f64().expect("a mass") - 100.0).abs() < 1e-9);
    // The whole change of momentum is that of the drag.
    let number = |value: &Value| value[0].as_f64().expect("a number");
    page.say(json!({"type": "drag", "body": 2, "vertex": 0, "to": [3, -0.5, -0.5]}));
    let mut before = 0.0;
    for step in 0..180 {
        page.step(1, step);
        let picked = page.text("picked");
        let change = 100.0 * (number(&picked["velocity"]) - before);
        let force = number(&picked["drag_force"]);
        assert!((change - force / 60.0).abs() < 1e-6 * (1.0 + force.abs()), "{change} {force}");
        before = number(&picked["velocity"]);
    }
    let frame = page.step(1, 180);
    // Its vertices come after the eight of the other one; its first corner is pulled.
    let corner = frame.particles[8].position;
    assert!((corner[0] - 3.0).abs() < 0.2, "{corner:?}");
    assert!(frame.particles[..8].iter().all(|vertex| vertex.speed == 0.0));
    for (message, says) in [
        (json!({"type": "drag", "body": 2, "at": [0, 0, 0], "to": [0, 0, 0]}), "vertex"),
        (json!({"type": "drag", "body": 0, "vertex": 0, "to": [0, 0, 0]}), "has none"),
        (json!({"type": "drag", "body": 2, "vertex": 27, "to": [0, 0, 0]}), "has 27"),
        (json!({"type": "drag", "body": 3, "vertex": 0, "to": [0, 0, 0]}), "no body 3"),
        (json!({"type": "drag", "body": 2, "to": [0, 0, 0]}), "at and vertex"),
    ] {
        page.say(message);
        let told = page.text("error");
        let told = told["message"].as_str().expect("a sentence");
        assert!(told.contains(says), "{told}");
    }
}

/// Live and from a recording.
#[test]
fn contacts_of_soft_bodies_are_in_frames() {
    let server = Server::start(SCENE);
    let mut page = Page::open(&server);
    let mut simulation = beside(SCENE, &[]);
    page.say(json!({"type": "draw", "contacts": true, "joints": true}));
    let frame = page.step(30, 0);
    steps(&mut simulation, 30);
    let bodies = simulation.state().bodies.len() as u32;
    assert_eq!(frame.contacts.len(), simulation.contacts().len());
    let of_soft = frame.contacts.iter().filter(|contact| contact.second >= bodies);
    assert!(of_soft.clone().count() > 4, "{:?}", frame.contacts);
    assert!(of_soft.clone().all(|contact| contact.second < bodies + 2));
    for (shown, contact) in frame.contacts.iter().zip(simulation.contacts()) {
        let force = contact.impulse / simulation.substep_seconds();
        assert_eq!(shown.force, force.to_array().map(|it| it as f32));
        assert_eq!(shown.point, contact.point.to_array().map(|it| it as f32));
    }
}
