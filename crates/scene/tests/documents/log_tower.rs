//! The ball rolls into the tower of logs and brings it down.

use crate::crowd::Crowd;
use crate::stage::Stage;

#[test]
fn the_tower_stands_until_the_ball_comes_and_falls() {
    let mut stage = Stage::new("log-tower", &[]);
    let logs = Crowd::new(&stage, "layer");
    let (_, top) = logs.heights(&stage.simulation);
    assert_eq!(logs.len(), 100);

    // The ball has 4.2 m to roll to the ends of the lowest logs, 0.7 s at 6 m/s.
    let mut constraints = 0.0;
    stage.play_until(0.65);
    let moved = logs.moved(&stage.simulation).map(|by| by.length()).fold(0.0, f64::max);
    assert!(moved < 1e-3, "a log moved by {moved} m before the ball came");
    let rolled = stage.position("ball").x + 6.0;
    assert!((rolled - 6.0 * 0.65).abs() < 0.01, "the ball rolled {rolled} m");

    stage.watch_until(8.0, |simulation| constraints += 3.0 * simulation.contacts().len() as f64);
    let mean = constraints / (60.0 * (8.0 - 0.65));
    assert!(mean > 415.0 && mean < 1660.0, "{mean} rows in the mean");
    let (lowest, highest) = logs.heights(&stage.simulation);
    assert!(lowest > 0.09, "a log is in the ground, at {lowest} m");
    assert!(highest < 0.2 * top, "a log is still at {highest} of {top} m");
    assert!(stage.position("ball").y > 0.79, "the ball is at {}", stage.position("ball"));
}

#[test]
fn without_the_ball_it_stands() {
    let mut stage = Stage::new("log-tower", &[("speed", 0.0)]);
    let logs = Crowd::new(&stage, "layer");
    stage.play_until(10.0);
    let moved = logs.moved(&stage.simulation).map(|by| by.length()).fold(0.0, f64::max);
    assert!(moved < 1e-3, "a log moved by {moved} m");
}
