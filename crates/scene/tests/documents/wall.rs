//! A corner of the wall falls, and the rest of it stands.

use crate::crowd::Crowd;
use crate::stage::Stage;

/// How far a brick of row j drops until all gaps of a millimetre are closed (m).
fn drop_of(row: usize) -> f64 {
    0.001 * (row + 1) as f64
}

#[test]
fn part_of_the_wall_falls_and_part_of_it_stands() {
    let mut stage = Stage::new("wall", &[]);
    let bricks = Crowd::new(&stage, "brick");
    assert_eq!(bricks.len(), 42);

    // The box has 0.84 m to go, which takes it 0.14 s.
    stage.play_until(0.13);
    let moved = bricks.moved(&stage.simulation).map(|by| by.length()).fold(0.0, f64::max);
    assert!(moved < 1.1 * drop_of(6), "a brick moved by {moved} m before the blow");

    stage.play_until(8.0);
    let still = Crowd::new(&stage, "b");
    stage.play_until(20.0);
    let moved: Vec<_> = bricks.moved(&stage.simulation).collect();
    let standing = moved.iter().filter(|by| by.length() < 0.02).count();
    let fallen = moved.iter().filter(|by| by.y < -0.08).count();
    assert!(standing >= 24, "{standing} bricks stand");
    assert!(fallen >= 5, "{fallen} bricks fell");

    // All of it lies on the ground or on each other, and at rest: half the
    // thickness of a brick is 0.05 m.
    let (lowest, highest) = bricks.heights(&stage.simulation);
    assert!(lowest > 0.049 && highest < 0.66, "bricks from {lowest} to {highest} m");
    assert!(stage.position("block").y < 0.4, "the box is at {}", stage.position("block"));
    assert!(stage.position("block").y > 0.099, "the box is at {}", stage.position("block"));
    let crept = still.moved(&stage.simulation).map(|by| by.length()).fold(0.0, f64::max);
    assert!(crept < 0.01, "a body crept by {crept} m in twelve seconds");
}

#[test]
fn without_the_blow_the_gaps_close_and_nothing_else_happens() {
    let (columns, rows) = (5, 5);
    let mut stage = Stage::new("wall", &[("columns", 5.0), ("rows", 5.0), ("speed", 0.0)]);
    let bricks = Crowd::new(&stage, "brick");
    assert_eq!(bricks.len(), columns * rows);
    stage.play_until(4.0);
    for (at, by) in bricks.moved(&stage.simulation).enumerate() {
        let expected = -drop_of(at % rows);
        assert!((by.y - expected).abs() < 1e-5, "brick {at} dropped by {by}");
        assert!(by.x.hypot(by.z) < 1e-5, "brick {at} moved by {by}");
    }
}
