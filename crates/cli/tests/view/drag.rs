//! Dragging is a real outside force.

use std::path::Path;

use serde_json::json;
use stickslip_dynamics::BodyId;
use stickslip_dynamics::glam::DVec3;
use stickslip_scene::{Overrides, SceneSource};

use crate::page::Page;
use crate::scenes::assert_same;
use crate::server::Server;

const FLOATING: &str = "name = 'floating'\n[settings]\ngravity = [0, 0, 0]\n\
    [[body]]\nname = 'post'\nmotion = 'static'\nposition = [9, 0, 0]\n\
    shape = { type = 'sphere', radius = 0.1 }\n\
    [[body]]\nname = 'brick'\nmass = 2\nvelocity = [0, 0.3, 0]\n\
    shape = { type = 'box', size = [1, 0.5, 0.25] }\n";

fn vector(value: &serde_json::Value) -> DVec3 {
    let at = |index: usize| value[index].as_f64().expect("a number");
    DVec3::new(at(0), at(1), at(2))
}

fn floating() -> Server {
    let write = |folder: &Path| {
        std::fs::write(folder.join("floating.toml"), FLOATING).expect("a scene");
    };
    Server::with("floating.toml", write)
}

#[test]
fn momentum_changes_by_the_impulse_of_the_drag() {
    let server = floating();
    let mut page = Page::open(&server);
    let source = SceneSource::new(FLOATING, "floating");
    let mut simulation =
        source.read(&Overrides::default()).expect("a scene").simulation().expect("it steps");
    page.say(json!({"type": "pick", "body": 1}));
    let mut picked = page.text("picked");
    assert_eq!((&picked["name"], &picked["mass"]), (&json!("brick"), &json!(2.0)));
    let (at, to) = (DVec3::new(0.5, 0.25, 0.0), DVec3::new(3.0, 1.0, -2.0));
    page.say(json!({"type": "drag", "body": 1, "at": at.to_array(), "to": to.to_array()}));
    for step in 0..120 {
        let before = vector(&picked["velocity"]);
        page.say(json!({"type": "step"}));
        let frame = page.frame(0, |frame| frame.step == step + 1);
        picked = page.text("picked");
        let force = vector(&picked["drag_force"]);
        let change = 2.0 * (vector(&picked["velocity"]) - before);
        assert!((change - force / 60.0).length() <= 1e-12 * (1.0 + force.length()), "{change}");
        // The same force on a simulation beside it gives the same motion.
        let point = simulation.state().bodies[1].pose.point(at);
        simulation.push(BodyId(1), force, point, DVec3::ZERO).expect("a body");
        simulation.step().expect("a step");
        assert_same(&frame, &simulation);
    }
    let end = simulation.state().bodies[1].pose.point(at);
    // It began 3.3 m away; the brick still swings about it.
    assert!((end - to).length() < 0.1, "two seconds bring the corner there: {end}");
    page.say(json!({"type": "release"}));
    let still = simulation.state().bodies[1].velocity;
    let frame = page.step(10, 120);
    picked = page.text("picked");
    assert_eq!(picked["drag_force"], json!([0.0, 0.0, 0.0]));
    assert_eq!(vector(&picked["velocity"]), still);
    // It tumbles on as one that nothing pulls.
    for _ in 0..10 {
        simulation.step().expect("a step");
    }
    assert_same(&frame, &simulation);
}

/// k d at the first step, from rest far away: (1 + h(c + hk)/m) f = k d.
#[test]
fn the_spring_is_damped_critically() {
    let server = floating();
    let mut page = Page::open(&server);
    page.say(json!({"type": "pick", "body": 1}));
    page.text("picked");
    let (k, m, h) = (50.0_f64, 2.0_f64, 1.0 / 60.0);
    page.say(json!({"type": "drag", "body": 1, "at": [0, 0, 0], "to": [4, 0, 0], "stiffness": k}));
    page.step(1, 0);
    let force = vector(&page.text("picked")["drag_force"]);
    let c = 2.0 * (k * m).sqrt();
    let ease = 1.0 + h * (c + h * k) / m;
    assert!((force.x - k * 4.0 / ease).abs() < 1e-9, "{force}");
    assert!((force.y + (c + h * k) * 0.3 / ease).abs() < 1e-9, "{force}");
    // No overshoot: it comes from the left and stays there.
    for step in 1..200 {
        let frame = page.step(1, step);
        assert!(frame.bodies[1].position[0] <= 4.0 + 1e-5, "{:?}", frame.bodies[1]);
    }
}

#[test]
fn even_the_stiffest_spring_does_not_explode() {
    let server = floating();
    let mut page = Page::open(&server);
    page.say(json!({"type": "drag", "body": 1, "at": [0.5, 0.25, 0.125], "to": [1, 2, 3],
        "stiffness": 1e12}));
    let frame = page.step(300, 0);
    assert!(frame.bodies[1].position.iter().all(|value| value.abs() < 5.0), "{frame:?}");
}
