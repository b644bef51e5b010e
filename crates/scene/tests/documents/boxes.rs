//! Boxes fall and stand as separate stacks.

use crate::crowd::Crowd;
use crate::stage::Stage;

/// Edge of a box, and how far a box is thrown aside at the most (m).
const EDGE: f64 = 0.2;
const ASIDE: f64 = 0.01;

fn assert_stacked(stage: &Stage, boxes: &Crowd, height: usize) {
    for (at, (state, by)) in
        boxes.now(&stage.simulation).zip(boxes.moved(&stage.simulation)).enumerate()
    {
        let expected = EDGE * (0.5 + (at % height) as f64);
        let found = state.pose.position.y;
        assert!((found - expected).abs() < 1e-5, "box {at} is at {found}, not {expected} m");
        assert!(by.x.hypot(by.z) < ASIDE, "box {at} slipped by {by}");
    }
}

#[test]
fn a_thousand_boxes_become_a_hundred_stacks() {
    let mut stage = Stage::new("boxes", &[]);
    let boxes = Crowd::new(&stage, "box");
    assert_eq!(boxes.len(), 1000);

    // The upper ones fall half a metre: 0.32 s, and 3.1 m/s.
    let mut fastest = 0.0_f64;
    stage.watch_until(1.0, |simulation| fastest = fastest.max(boxes.fastest(simulation)));
    assert!(fastest > 2.5 && fastest < 3.3, "{fastest} m/s");
    assert_stacked(&stage, &boxes, 10);

    // Every box has four contacts of three rows below it, and stacks do not touch.
    let report = stage.simulation.step().expect("a step");
    assert_eq!((report.constraints, report.islands), (12_000, 100));
}

#[test]
fn stacks_stand_for_twenty_seconds() {
    let mut stage = Stage::new("boxes", &[("n", 4.0)]);
    let boxes = Crowd::new(&stage, "box");
    stage.play_until(20.0);
    assert_stacked(&stage, &boxes, 10);
    assert!(boxes.fastest(&stage.simulation) < 1e-6);
}
