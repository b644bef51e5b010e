//! The forwarder lifts its log and does not lose it.

use glam::DVec3;

use crate::stage::Stage;

/// The log as the grapple sees it: its centre, and the direction of its axis.
fn grasp(stage: &Stage) -> (DVec3, DVec3) {
    let frame = &stage.body("grapple/frame").pose;
    let log = &stage.body("log").pose;
    let axis = frame.orientation.inverse() * (log.orientation * DVec3::Y);
    (frame.local_point(log.position), axis)
}

#[test]
fn the_log_is_grasped_lifted_and_swung_round_without_sliding() {
    let mut stage = Stage::new("forwarder", &[]);
    let resting = stage.position("log");

    // The open grapple comes down and leaves the log where it is.
    stage.play_until(3.0);
    let moved = stage.position("log").distance(resting);
    assert!(moved < 1e-3, "the log was pushed by {moved} m");

    stage.play_until(6.0);
    let (held_at, axis_at) = grasp(&stage);

    // The boom is 4.4 m long from shoulder to tip and rises by 22°.
    stage.play_until(9.0);
    let lifted = stage.position("log").y - resting.y;
    assert!((lifted - 1.7).abs() < 0.15, "lifted by {lifted} m");

    stage.play_until(20.0);
    let (held, axis) = grasp(&stage);
    let slip = held.distance(held_at);
    assert!(slip < 0.002, "the log slipped by {slip} m in the claws");
    let turn = axis.angle_between(axis_at).to_degrees();
    assert!(turn < 0.2, "the log turned by {turn}° in the claws");

    // A quarter turn about the pillar takes x to −z, and log and arm hang still.
    let log = stage.position("log");
    assert!(log.x.abs() < 0.05 && log.z < -4.0, "the log hangs at {log}");
    assert!((log.y - resting.y - lifted).abs() < 0.02, "the log sank to {log}");
    let force = stage.simulation.contact_force(stage.id("log"));
    let error = (force - DVec3::new(0.0, 400.0 * 9.81, 0.0)).length();
    assert!(error < 5.0, "the claws hold the log with {force} N");
}
