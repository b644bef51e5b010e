//! The block brings the whole tower down.

use crate::crowd::Crowd;
use crate::stage::Stage;

/// Height of the topmost logs' axes (m), 80 layers of 0.2 m high.
const TOP: f64 = 15.9;

#[test]
fn the_tower_stands_until_the_block_comes_and_collapses_completely() {
    let mut stage = Stage::new("tower", &[]);
    let logs = Crowd::new(&stage, "layer");
    assert_eq!(logs.len(), 160);

    // The block falls 1.5 m, for 0.553 s.
    stage.play_until(0.55);
    let moved = logs.moved(&stage.simulation).map(|by| by.length()).fold(0.0, f64::max);
    assert!(moved < 1e-3, "a log moved by {moved} m before the block came");
    let (_, highest) = logs.heights(&stage.simulation);
    assert!((highest - TOP).abs() < 1e-3, "the tower ends at {highest} m");

    // Nothing that crushes a tower is faster than free fall from its top: 18 m/s.
    let mut fastest = 0.0_f64;
    stage.watch_until(8.0, |simulation| fastest = fastest.max(logs.fastest(simulation)));
    assert!(fastest > 5.0 && fastest < 25.0, "logs flew at {fastest} m/s");
    let (lowest, highest) = logs.heights(&stage.simulation);
    assert!(lowest > 0.09, "a log is in the ground, at {lowest} m");
    assert!(highest < 1.0, "a log is still {highest} m above the ground");
    let block = stage.position("block").y;
    assert!(block > 0.49 && block < 1.5, "the block is at {block} m");
}

#[test]
fn a_block_of_a_thousandth_of_the_weight_leaves_it_standing() {
    let mut stage = Stage::new("tower", &[("mass", 2.5)]);
    let logs = Crowd::new(&stage, "layer");
    stage.play_until(2.0);
    let moved = logs.moved(&stage.simulation).map(|by| by.y.abs()).fold(0.0, f64::max);
    assert!(moved < 0.05, "a log moved by {moved} m");
}
