//! Boxes that are let fall, and bodies that are taken away.

use serde_json::{Value, json};
use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{BodyDescription, BodyId, ColliderDescription, Pose, Shape, Simulation};

use crate::frame::Frame;
use crate::page::{Page, Said};
use crate::scenes::{assert_same, beside, steps};
use crate::server::Server;

/// The world that comes with other bodies, with their number.
fn world(page: &mut Page, bodies: usize) -> Value {
    let world = page.text("world");
    assert_eq!(world["bodies"].as_array().map(Vec::len), Some(bodies));
    world
}

/// The next frame of a step in the newest world.
fn frame(page: &mut Page, world: &Value, lane: u32, step: u32) -> Frame {
    let generation = world["generation"].as_u64().expect("a number") as u32;
    page.frame(lane, |frame| frame.generation == generation && frame.step == step)
}

/// The same box beside the server: its edge and density are those of the stack's boxes.
fn drop_beside(simulation: &mut Simulation, world: &Value, place: DVec3) {
    let told = world["bodies"].as_array().and_then(|bodies| bodies.last()).expect("a box");
    let edge = told["shapes"][0]["size"][0].as_f64().expect("a number");
    let shape = Shape::cuboid(DVec3::splat(0.5 * edge)).expect("positive");
    let box_of_stack = &simulation.model().bodies()[3];
    let volume = shape.mass_properties(1.0).expect("a volume").mass;
    let density = box_of_stack.mass.mass / volume;
    let collider = ColliderDescription { density, ..ColliderDescription::new(shape) };
    let body = BodyDescription::dynamic("dropped-1", Pose::at(place), vec![collider]);
    simulation.add_body(body).expect("a body");
}

fn place(frame: &Frame, body: usize) -> DVec3 {
    DVec3::from_array(frame.bodies[body].position.map(f64::from))
}

#[test]
fn a_box_falls_from_above_a_point_in_every_lane() {
    let server = Server::start("stack");
    let mut page = Page::open(&server);
    page.say(json!({"type": "change", "lanes": [{}, {}]}));
    world(&mut page, 6);
    page.step(10, 0);
    page.say(json!({"type": "drop", "at": [3, 0, 1]}));
    let told = world(&mut page, 7);
    let last = &told["bodies"][6];
    assert_eq!((&last["name"], &last["motion"]), (&json!("dropped-1"), &json!("dynamic")));
    assert_eq!((&last["mass"], &told["step"]), (&told["bodies"][3]["mass"], &json!(10)));
    let edge = last["shapes"][0]["size"][0].as_f64().expect("a number");
    assert_eq!(last["shapes"][0]["size"], told["bodies"][3]["shapes"][0]["size"]);
    let shown = frame(&mut page, &told, 0, 10);
    let begun = place(&shown, 6);
    assert_eq!([begun.x, begun.z], [3.0, 1.0]);
    assert!(begun.y > edge && begun.y < 3.0 * edge, "{begun}");
    let mut simulation = beside("stack", &[]);
    steps(&mut simulation, 10);
    drop_beside(&mut simulation, &told, begun);
    page.say(json!({"type": "step", "count": 80}));
    steps(&mut simulation, 80);
    for lane in [0, 1] {
        let shown = page.frame(lane, |frame| frame.step == 90);
        assert_same(&shown, &simulation);
        assert!((place(&shown, 6).y - 0.5 * edge).abs() < 1e-3, "it lies on the ground");
    }
    // Other settings keep it.
    page.say(json!({"type": "change", "lanes": [{}], "mu": 0.3}));
    let told = world(&mut page, 7);
    assert_same(&frame(&mut page, &told, 0, 90), &simulation);
}

#[test]
fn boxes_begin_where_there_is_room() {
    let server = Server::start("stack");
    let mut page = Page::open(&server);
    let top = place(&page.frame(0, |_| true), 5);
    let mut places = Vec::new();
    for bodies in 7..10 {
        // The middle of the uppermost box: there is no room below its top.
        page.say(json!({"type": "drop", "at": top.to_array()}));
        let told = world(&mut page, bodies);
        places.push(place(&frame(&mut page, &told, 0, 0), bodies - 1));
    }
    // All edges are of a metre.
    assert!(places[0].y > top.y + 1.0, "{places:?}");
    assert!(places.windows(2).all(|two| two[1].y > two[0].y + 1.0), "{places:?}");
    let after = page.step(1, 0);
    let apart = |(at, then): (usize, &DVec3)| (place(&after, 6 + at) - *then).length();
    assert!(places.iter().enumerate().map(apart).all(|apart| apart < 0.01), "they only fall");
    page.say(json!({"type": "drop", "at": [0, 1e7, 0]}));
    assert!(page.error()["message"].as_str().is_some_and(|it| it.contains("at")));
}

#[test]
fn what_is_taken_away_is_gone_and_what_is_picked_stays() {
    let server = Server::start("stack");
    let mut page = Page::open(&server);
    page.say(json!({"type": "draw", "contacts": true, "joints": true}));
    page.step(20, 0);
    page.say(json!({"type": "pick", "body": 4}));
    let picked = page.text("picked");
    page.say(json!({"type": "remove", "body": 2}));
    let told = world(&mut page, 5);
    let shown = frame(&mut page, &told, 0, 20);
    // Contacts with what is left are as they were.
    assert_eq!(shown.contacts.len(), 4 * 3);
    assert!(shown.contacts.iter().all(|it| it.first.max(it.second) < 5));
    let again = page.text("picked");
    assert_eq!((&again["body"], &again["name"]), (&json!(3), &picked["name"]));
    let mut simulation = beside("stack", &[]);
    steps(&mut simulation, 20);
    let key = simulation.model().body_key(BodyId(2)).expect("a body");
    simulation.remove_body(key).expect("free");
    page.say(json!({"type": "step", "count": 60}));
    steps(&mut simulation, 60);
    let after = page.frame(0, |frame| frame.step == 80);
    assert_same(&after, &simulation);
    assert!(after.bodies[2].position[1] < shown.bodies[2].position[1] - 0.1, "it has fallen");
    // Nobody is told of a body that is gone.
    page.say(json!({"type": "remove", "body": 3}));
    world(&mut page, 4);
    page.say(json!({"type": "step"}));
    page.until(|said| match said {
        Said::Text(text) => {
            assert_ne!(text["type"], "picked");
            None
        }
        Said::Frame(frame) => (frame.step == 81).then_some(()),
    });
    page.say(json!({"type": "remove", "body": 4}));
    assert!(page.error()["message"].as_str().is_some_and(|it| it.contains("no body 4")));
}

/// To before a box fell, to after it, and to the beginning: with the bodies that there were.
#[test]
fn a_run_is_led_back_to_the_bodies_that_it_had() {
    let server = Server::start("stack");
    let mut page = Page::open(&server);
    page.step(10, 0);
    page.say(json!({"type": "pick", "body": 5}));
    page.say(json!({"type": "drop", "at": [3, 0, 0]}));
    world(&mut page, 7);
    let later = page.step(10, 10);
    page.say(json!({"type": "remove", "body": 3}));
    world(&mut page, 6);
    page.step(10, 20);
    page.say(json!({"type": "rewind", "step": 15}));
    let told = world(&mut page, 7);
    frame(&mut page, &told, 0, 15);
    assert_eq!(page.text("picked")["body"], 5);
    page.say(json!({"type": "rewind", "step": 25}));
    let told = world(&mut page, 6);
    frame(&mut page, &told, 0, 25);
    assert_eq!(page.text("picked")["body"], 4);
    page.say(json!({"type": "rewind", "step": 15}));
    world(&mut page, 7);
    let again = page.step(5, 15);
    assert_eq!(again.bodies, later.bodies);
    page.say(json!({"type": "rewind", "step": 9}));
    world(&mut page, 6);
    let branch = page.step(31, 9);
    let mut simulation = beside("stack", &[]);
    steps(&mut simulation, 40);
    assert_same(&branch, &simulation);
    page.say(json!({"type": "drop", "at": [3, 0, 0]}));
    world(&mut page, 7);
    page.say(json!({"type": "reset"}));
    let told = world(&mut page, 6);
    assert_same(&frame(&mut page, &told, 0, 0), &beside("stack", &[]));
}

#[test]
fn a_recording_ends_where_bodies_change() {
    let server = Server::start("stack");
    let mut page = Page::open(&server);
    page.say(json!({"type": "record", "on": true}));
    let state = page.text("state");
    let name = state["recording"].as_str().expect("a name").to_owned();
    page.step(5, 0);
    page.say(json!({"type": "drop", "at": [3, 0, 0]}));
    let error = page.error();
    assert_eq!(error["about"], "record");
    assert!(error["message"].as_str().is_some_and(|it| it.contains(&name)), "{error}");
    world(&mut page, 7);
    assert_eq!(page.text("state")["recording"], Value::Null);
    // Another one has the box.
    page.say(json!({"type": "record", "on": true}));
    let second = page.text("state")["recording"].as_str().expect("a name").to_owned();
    page.step(5, 5);
    page.say(json!({"type": "record", "on": false}));
    for (name, bodies, frames) in [(name, 6, 6), (second, 7, 6)] {
        page.say(json!({"type": "open-recording", "name": name}));
        assert_eq!(world(&mut page, bodies)["frames"], frames);
    }
    page.say(json!({"type": "drop", "at": [0, 0, 0]}));
    assert!(page.error()["message"].as_str().is_some_and(|it| it.contains("only be looked at")));
}

#[test]
fn what_others_hold_on_to_stays() {
    let server = Server::start("cable");
    let mut page = Page::open(&server);
    let cable = page.world["cables"][0]["bodies"][1].as_u64().expect("a body");
    page.say(json!({"type": "remove", "body": cable}));
    assert!(page.error()["message"].as_str().is_some_and(|it| it.contains("holds on to it")));
    page.say(json!({"type": "open", "scene": "cantilever"}));
    let world = page.text("world");
    let soft = world["bodies"].as_array().map_or(0, Vec::len);
    page.say(json!({"type": "remove", "body": soft}));
    assert!(page.error()["message"].as_str().is_some_and(|it| it.contains("is soft")));
}
