//! Two solvers in lock-step.

use serde_json::json;

use crate::page::Page;
use crate::scenes::{assert_same, beside, steps};
use crate::server::Server;

#[test]
fn the_same_solver_twice_makes_no_difference() {
    let server = Server::start("heavy-stack");
    let mut page = Page::open(&server);
    page.step(5, 0);
    page.say(json!({"type": "change", "lanes": [{"solver": "bpp"}, {"solver": "bpp"}]}));
    assert_eq!(page.text("world")["lanes"].as_array().map(Vec::len), Some(2));
    page.say(json!({"type": "step", "count": 40}));
    let first = page.frame(0, |frame| frame.step == 45);
    let second = page.frame(1, |frame| frame.step == 45);
    assert_eq!(first.bodies, second.bodies);
    assert_eq!(first.figures.last(), Some(&0.0));
    let mut simulation = beside("heavy-stack", &[]);
    steps(&mut simulation, 45);
    assert_same(&first, &simulation);
}

#[test]
fn the_difference_is_the_largest_distance() {
    let server = Server::start("heavy-stack");
    let mut page = Page::open(&server);
    let lanes = json!([{"solver": "bpp"}, {"solver": "pgs", "max_iterations": 3, "options": {}}]);
    page.say(json!({"type": "change", "lanes": lanes}));
    let world = page.text("world");
    assert_eq!(
        (&world["lanes"][1]["solver"], &world["lanes"][1]["max_iterations"]),
        (&json!("pgs"), &json!(3))
    );
    page.say(json!({"type": "step", "count": 30}));
    let first = page.frame(0, |frame| frame.step == 30);
    let second = page.frame(1, |frame| frame.step == 30);
    let distance = |at: usize| {
        let parts = first.bodies[at].position.iter().zip(&second.bodies[at].position);
        parts.map(|(one, two)| f64::from(one - two).powi(2)).sum::<f64>().sqrt()
    };
    let largest = (0..first.bodies.len()).map(distance).fold(0.0, f64::max);
    let said = *first.figures.last().expect("a figure");
    assert!(largest > 1e-3, "three sweeps do not hold a heavy stack: {largest}");
    assert!((said - largest).abs() < 1e-5, "{said} {largest}");
    assert_eq!(second.figures.last(), Some(&said));
    // Back to one.
    page.say(json!({"type": "change", "lanes": [{"solver": "pgs"}]}));
    assert_eq!(page.text("world")["lanes"].as_array().map(Vec::len), Some(1));
    assert_eq!(page.step(1, 30).figures.last(), Some(&0.0));
}

/// `enumerate` takes a few rows only, and a stack has more.
#[test]
fn a_lane_that_cannot_go_on_stops_both() {
    let server = Server::start("stack");
    let mut page = Page::open(&server);
    page.step(3, 0);
    page.say(json!({"type": "change", "lanes": [{"solver": "bpp"}, {"solver": "enumerate"}]}));
    page.text("world");
    page.say(json!({"type": "play"}));
    let error = page.error();
    assert_eq!(error["about"], "step");
    assert!(error["message"].as_str().is_some_and(|it| it.contains("enumerate")), "{error}");
    assert_eq!(page.text("state")["playing"], false);
    for lane in [0, 1] {
        assert_eq!(page.frame(lane, |_| true).step, 3);
    }
    page.say(json!({"type": "change", "lanes": [{"solver": "bpp"}]}));
    page.text("world");
    let mut simulation = beside("stack", &[]);
    steps(&mut simulation, 4);
    assert_same(&page.step(1, 3), &simulation);
}
