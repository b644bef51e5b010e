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
