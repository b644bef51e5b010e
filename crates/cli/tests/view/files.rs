//! Recordings: played, sought in, written.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use stickslip_scene::recording::Recording;

use crate::page::Page;
use crate::server::Server;

/// Writes a recording of the stack with `stickslip run`.
fn record(folder: &Path) {
    let done = Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .args(["run", "stack", "--steps", "20", "--quiet", "--record", "motion.rec"])
        .current_dir(folder)
        .output();
    assert!(done.expect("the binary runs").status.success());
}

fn assert_shown(page: &mut Page, recording: &Recording, at: usize) {
    let expected = &recording.frames[at];
    let frame = page.frame(0, |frame| u64::from(frame.step) == expected.step);
    assert_eq!(frame.time, expected.time);
    for (shown, body) in frame.bodies.iter().zip(&expected.bodies) {
        assert_eq!(shown.position, body.pose.position.to_array().map(|it| it as f32));
        assert_eq!(shown.quaternion, body.pose.orientation.to_array().map(|it| it as f32));
    }
    assert_eq!(frame.contacts.len(), expected.contacts.len());
    for (shown, contact) in frame.contacts.iter().zip(&expected.contacts) {
        let force = contact.impulse / recording.header.dt;
        assert_eq!(shown.force, force.to_array().map(|it| it as f32));
    }
}

#[test]
fn a_recording_plays_and_every_frame_can_be_sought() {
    let server = Server::with("motion.rec", record);
    let recording =
        Recording::read_file(&server.folder.path().join("motion.rec")).expect("a recording");
    let mut page = Page::open(&server);
    assert_eq!(page.world["source"], "recording");
    assert_eq!(page.world["frames"], 21);
    assert_eq!(page.state["frame"], 0);
    page.say(json!({"type": "draw", "contacts": true, "joints": true}));
    page.frame(0, |frame| frame.step == 0);
    for at in [20, 0, 7, 13] {
        page.say(json!({"type": "seek", "frame": at}));
        assert_shown(&mut page, &recording, at);
        assert_eq!(page.text("state")["frame"], at);
    }
    page.say(json!({"type": "seek", "frame": 21}));
    assert_eq!(page.error()["about"], "seek");
    page.say(json!({"type": "step", "count": 2}));
    assert_shown(&mut page, &recording, 15);
    page.say(json!({"type": "play"}));
    page.until(|said| match said {
        crate::page::Said::Text(text) => (text["playing"] == true).then_some(()),
        crate::page::Said::Frame(_) => None,
    });
    // At the end it stops.
    let stopped = page.until(|said| match said {
        crate::page::Said::Text(text) => (text["playing"] == false).then(|| text["frame"].clone()),
        crate::page::Said::Frame(_) => None,
    });
    assert_eq!(stopped, 20);
    for message in [
        json!({"type": "drag", "body": 1, "at": [0, 0, 0], "to": [0, 0, 0]}),
        json!({"type": "change", "dt": 0.01}),
        json!({"type": "record", "on": true}),
        json!({"type": "matrix"}),
    ] {
        page.say(message.clone());
        assert_eq!(page.error()["about"], message["type"]);
    }
}

fn names(list: &Value) -> Vec<String> {
    let entries = list["recordings"].as_array().expect("a list");
    entries.iter().map(|entry| entry["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn recordings_are_written_under_new_names_and_survive_a_power_cut() {
    let mut server = Server::start("stack");
    let mut page = Page::open(&server);
    page.step(3, 0);
    page.say(json!({"type": "record", "on": true}));
    assert_eq!(page.text("state")["recording"], "stack-001.stick");
    let listed = page.text("recordings");
    assert_eq!(names(&listed), ["stack-001.stick"]);
    page.step(10, 3);
    page.say(json!({"type": "record", "on": false}));
    assert!(page.text("state")["recording"].is_null());
    let read = |name: &str| Recording::read_file(&server.folder.path().join(name)).expect("whole");
    let first = read("stack-001.stick");
    let steps: Vec<u64> = first.frames.iter().map(|frame| frame.step).collect();
    assert_eq!(steps, (3..=13).collect::<Vec<u64>>());
    page.say(json!({"type": "record", "on": true}));
    assert_eq!(page.text("state")["recording"], "stack-002.stick");
    page.step(5, 13);
    server.end("KILL");
    let path = server.folder.path().join("stack-002.stick");
    let second = Recording::read_file(&path).expect("readable");
    assert_eq!((second.frames.len(), second.cut), (6, None));
    assert_eq!(first, Recording::read_file(&path.with_file_name("stack-001.stick")).expect("kept"));
}

/// A box of 3 kg that is pushed over the ground, in steps of four parts.
const PUSHED: &str = "name = 'pushed'\n[settings]\nsubsteps = 4\n\
    [[body]]\nname = 'ground'\nmotion = 'static'\nshape = { type = 'half-space' }\n\
    [[body]]\nname = 'box'\nposition = [0, 0.5, 0]\nmass = 3\nvelocity = [VX, 0, 0]\n\
    shape = { type = 'box', size = [1, 1, 1] }\n";

/// The forces of a recording are those of the run: the weight of 29.43 N, and
/// friction μ times that while it slips.
#[test]
fn a_recording_shows_forces_states_and_friction() {
    for (speed, state, friction) in [("0", 1, 0.0), ("9", 2, -0.5 * 3.0 * 9.81)] {
        let server = Server::with("motion.rec", |folder| {
            std::fs::write(folder.join("pushed.toml"), PUSHED.replace("VX", speed))
                .expect("a scene");
            let done = Command::new(env!("CARGO_BIN_EXE_stickslip"))
                .args(["run", "pushed.toml", "--steps", "20", "--quiet", "--record", "motion.rec"])
                .current_dir(folder)
                .output();
            assert!(done.expect("the binary runs").status.success());
        });
        let mut page = Page::open(&server);
        assert_eq!(page.world["substeps"], 4);
        page.say(json!({"type": "draw", "contacts": true, "joints": false}));
        page.say(json!({"type": "pick", "body": 1}));
        page.say(json!({"type": "seek", "frame": 20}));
        let frame = page.frame(0, |frame| frame.step == 20 && !frame.contacts.is_empty());
        let sum = |axis: usize| -> f64 {
            frame.contacts.iter().map(|contact| f64::from(contact.force[axis])).sum()
        };
        assert!((sum(1) - 3.0 * 9.81).abs() < 0.01, "{} N", sum(1));
        assert!((sum(0) - friction).abs() < 0.01, "{} N", sum(0));
        for contact in &frame.contacts {
            assert_eq!((contact.state, contact.mu), (state, 0.5));
        }
        let picked = page.until(|said| match said {
            crate::page::Said::Text(text) if text["type"] == "picked" => {
                let force = text["contact_force"][1].as_f64().expect("a number");
                (force > 0.0).then_some(force)
            }
            _ => None,
        });
        assert!((picked - 3.0 * 9.81).abs() < 0.01, "{picked} N");
    }
}

/// Whoever looks changes nothing: with contacts, joints and convergence on the
/// page, a body picked and a recording written, the motion is that of
/// `stickslip run` to the last bit.
#[test]
fn a_watched_run_is_the_same_run() {
    let server = Server::start("wall --set columns=4 --set rows=4");
    let mut page = Page::open(&server);
    page.say(json!({"type": "watch", "convergence": true}));
    page.say(json!({"type": "draw", "contacts": true, "joints": true}));
    page.say(json!({"type": "pick", "body": 1}));
    page.say(json!({"type": "record", "on": true}));
    let name = page.text("recordings")["recordings"][0]["name"].as_str().map(String::from);
    page.step(40, 0);
    page.say(json!({"type": "record", "on": false}));
    let told = page.text("state");
    assert!(told["recording"].is_null());
    let path = server.folder.path().join(name.expect("a recording"));
    let watched = Recording::read_file(&path).expect("whole");
    let last = watched.frames.last().expect("a frame");
    assert_eq!(last.step, 40);
    // The hash of the exact bits, though the numbers themselves are rounded.
    let hash = last.hash.expect("a hash");
    let run = Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .args(["run", "wall", "--set", "columns=4", "--set", "rows=4", "--steps", "40", "--json"])
        .output();
    let document: Value = serde_json::from_slice(&run.expect("it runs").stdout).expect("JSON");
    assert_eq!(document["state_hash"], format!("{hash:016x}"), "looking changed it");
}

/// A page sends names, never paths.
#[test]
fn names_reach_nothing_outside_the_folder() {
    let server = Server::with("stack --folder inside", |folder| {
        record(folder);
        std::fs::create_dir(folder.join("inside")).expect("a folder");
    });
    let mut page = Page::open(&server);
    assert_eq!(page.hello["recordings"], json!([]));
    for name in ["../motion.rec", "motion.rec", "/etc/passwd", "..", ""] {
        page.say(json!({"type": "open-recording", "name": name}));
        assert_eq!(page.error()["about"], "open-recording", "{name}");
        page.say(json!({"type": "open", "scene": name}));
        assert_eq!(page.error()["about"], "open", "{name}");
    }
}
