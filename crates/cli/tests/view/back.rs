//! Back in time: what was once is again, to the bit, and can go on otherwise.

use serde_json::json;

use crate::frame::Frame;
use crate::page::Page;
use crate::scenes::{assert_same, beside, steps};
use crate::server::Server;

fn figure(page: &Page, frame: &Frame, name: &str) -> f64 {
    let list = page.hello["figures"].as_array().expect("a list");
    let at = list.iter().position(|figure| figure["name"] == name).expect("a figure");
    frame.figures[at]
}

#[test]
fn a_run_led_back_goes_on_to_the_same_bits() {
    let server = Server::start("dominoes");
    let mut page = Page::open(&server);
    page.say(json!({"type": "draw", "contacts": true, "joints": true}));
    let then = page.step(60, 0);
    let later = page.step(60, 60);
    assert_eq!(
        [figure(&page, &later, "ring_first"), figure(&page, &later, "ring_last")],
        [0.0, 120.0]
    );
    page.say(json!({"type": "rewind", "step": 60}));
    let again = page.frame(0, |frame| frame.step == 60);
    // Forces too are those of that step.
    let places = |frame: &Frame| {
        frame.bodies.iter().map(|it| (it.position, it.quaternion)).collect::<Vec<_>>()
    };
    assert!(places(&again) == places(&then), "the places of step 60");
    assert!(again.contacts == then.contacts, "the forces of step 60");
    // What lies ahead is still there until a step is done.
    assert_eq!(figure(&page, &again, "ring_last"), 120.0);
    page.say(json!({"type": "rewind", "step": 100}));
    page.frame(0, |frame| frame.step == 100);
    page.say(json!({"type": "rewind", "step": 60}));
    page.frame(0, |frame| frame.step == 60);
    let branch = page.step(60, 60);
    assert!(branch.bodies == later.bodies, "the places of step 120");
    let mut simulation = beside("dominoes", &[]);
    steps(&mut simulation, 120);
    assert_same(&branch, &simulation);
}

#[test]
fn another_solver_begins_from_any_moment() {
    let server = Server::start("heavy-stack");
    let mut page = Page::open(&server);
    page.step(40, 0);
    page.say(json!({"type": "rewind", "step": 20}));
    page.frame(0, |frame| frame.step == 20);
    let lanes = json!([{"solver": "bpp"}, {"solver": "pgs", "max_iterations": 3}]);
    page.say(json!({"type": "change", "lanes": lanes}));
    page.text("world");
    page.say(json!({"type": "step", "count": 20}));
    let first = page.frame(0, |frame| frame.step == 40);
    let second = page.frame(1, |frame| frame.step == 40);
    let mut simulation = beside("heavy-stack", &[]);
    steps(&mut simulation, 40);
    assert_same(&first, &simulation);
    assert_ne!(first.bodies, second.bodies);
    assert_eq!(figure(&page, &first, "failed_steps"), 0.0);
    assert_eq!(figure(&page, &second, "failed_steps"), 20.0);
    // Back before the second lane was there, both begin as the first was.
    page.say(json!({"type": "rewind", "step": 10}));
    let [first, second] = [0, 1].map(|lane| page.frame(lane, |frame| frame.step == 10));
    assert_eq!(first.bodies, second.bodies);
}

/// The ring forgets the oldest: it never grows beyond its bounds.
#[test]
fn the_ring_is_bounded_and_says_so() {
    let server = Server::start("double-pendulum");
    let mut page = Page::open(&server);
    page.say(json!({"type": "speed", "speed": 0}));
    let mut at = 0;
    for _ in 0..5 {
        at = page.step(1000, at).step;
    }
    let frame = page.step(1, at);
    let [first, last] = ["ring_first", "ring_last"].map(|name| figure(&page, &frame, name));
    assert_eq!((last, last - first + 1.0), (5001.0, 3600.0));
    page.say(json!({"type": "rewind", "step": 5}));
    let error = page.error();
    assert!(error["message"].as_str().is_some_and(|it| it.contains("from 1402 on")), "{error}");
    // Back and branch, again and again: no longer than before.
    for _ in 0..5 {
        page.say(json!({"type": "rewind", "step": 4000}));
        page.frame(0, |frame| frame.step == 4000);
        let frame = page.step(600, 4000);
        let [first, last] = ["ring_first", "ring_last"].map(|name| figure(&page, &frame, name));
        assert!(last == 4600.0 && last - first < 3600.0, "{first} {last}");
    }
}

#[test]
fn motors_are_told_what_to_do() {
    let server = Server::start("grasp");
    let mut page = Page::open(&server);
    let controls = page.world["controls"].as_array().expect("a list").clone();
    assert_eq!((&controls[0]["name"], &controls[0]["unit"]), (&json!("slide-0"), &json!("m/s")));
    page.say(json!({"type": "control", "name": "slide-0", "value": -0.1}));
    let frame = page.step(20, 0);
    let mut simulation = beside("grasp", &[]);
    simulation.set_control("slide-0", -0.1).expect("a motor");
    steps(&mut simulation, 20);
    assert_same(&frame, &simulation);
}

#[test]
fn a_scene_file_is_read_again_when_it_changes() {
    let text = |height: f64| {
        format!(
            "name = 'one'\n[[body]]\nname = 'ball'\nposition = [0, {height}, 0]\n\
             shape = {{ type = 'sphere', radius = 0.5 }}\n"
        )
    };
    let server = Server::with("one.toml", |folder| {
        std::fs::write(folder.join("one.toml"), text(1.0)).expect("written");
    });
    let path = server.folder.path().join("one.toml");
    let mut page = Page::open(&server);
    page.frame(0, |frame| frame.bodies[0].position[1] == 1.0);
    // The clock of some file systems is coarse.
    std::thread::sleep(std::time::Duration::from_millis(600));
    std::fs::write(&path, text(1.0) + "nonsense = 3\n").expect("written");
    let error = page.error();
    assert_eq!(error["about"], "reload");
    assert!(error["message"].as_str().is_some_and(|it| it.contains("line 6")), "{error}");
    std::thread::sleep(std::time::Duration::from_millis(600));
    std::fs::write(&path, text(2.0)).expect("written");
    page.text("world");
    page.frame(0, |frame| frame.bodies[0].position[1] == 2.0);
}

#[test]
fn recordings_tell_all_their_figures() {
    let server = Server::with("motion.rec", |folder| {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_stickslip"))
            .args(["run", "stack", "--steps", "20", "--quiet", "--record", "motion.rec"])
            .current_dir(folder)
            .status();
        assert!(done.expect("the binary runs").success());
    });
    let mut page = Page::open(&server);
    let series = page.text("series");
    assert_eq!(series["frame"].as_array().map(Vec::len), Some(21));
    let at = series["figures"].as_array().expect("names").iter().position(|it| it == "energy");
    let energy = series["values"][20][at.expect("a figure")].as_f64();
    let mut simulation = beside("stack", &[]);
    steps(&mut simulation, 20);
    assert_eq!(energy, Some(simulation.energy()));
}
