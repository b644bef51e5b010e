//! The forklift keeps its crate while it drives once round the cone.

use std::f64::consts::{PI, TAU};

use glam::DVec3;

use crate::stage::Stage;

/// The crate as the fork sees it.
fn crate_on_fork(stage: &Stage) -> DVec3 {
    stage.body("carriage").pose.local_point(stage.position("crate"))
}

#[test]
fn the_crate_goes_once_round_the_cone_on_the_fork() {
    let mut stage = Stage::new("forklift", &[]);
    let cone_at = stage.position("cone");
    let ground_height = stage.position("crate").y;

    // Half of the 0.5 m, less the 0.04 m of free travel before the fork touches.
    stage.play_until(4.0);
    let lifted = stage.position("crate").y - ground_height;
    assert!((lifted - 0.21).abs() < 0.005, "lifted by {lifted} m");
    // The other half, and the mast leans back.
    stage.play_until(5.5);
    let lifted = stage.position("crate").y - ground_height;
    assert!(lifted > 0.46, "lifted by {lifted} m");
    let taken_at = crate_on_fork(&stage);

    let [chassis, wheel] = ["chassis", "front-wheel-1"].map(|name| stage.id(name).0);
    let (mut turn, mut heading, mut nearest, mut skid) = (0.0, 0.0, f64::MAX, 0.0_f64);
    stage.watch_until(16.5, |simulation| {
        let bodies = &simulation.state().bodies;
        let forward = bodies[chassis].pose.orientation * DVec3::X;
        let now = (-forward.z).atan2(forward.x);
        turn += (now - heading + PI).rem_euclid(TAU) - PI;
        heading = now;
        nearest = nearest.min(bodies[chassis].pose.position.distance(cone_at));
        for contact in simulation.contacts() {
            if contact.second == wheel {
                skid = skid.max(contact.velocity.length());
            }
        }
    });
    let turn = turn.to_degrees();
    assert!((turn - 360.0).abs() < 5.0, "turned by {turn}°");
    assert!(nearest > 2.5 && nearest < 4.0, "passed the cone at {nearest} m");
    // A wheel 0.2 m wide in a curve of about 45°/s: half the width slips by 0.08 m/s.
    assert!(skid > 0.04, "no wheel skidded: {skid} m/s");
    let speed = stage.body("chassis").velocity.length();
    assert!((speed - 2.6).abs() < 0.1, "drives at {speed} m/s");

    stage.play_until(20.0);
    let speed = stage.body("chassis").velocity.length();
    assert!(speed < 0.01, "should stand, but moves at {speed} m/s");
    let moved = stage.position("cone").distance(cone_at);
    assert!(moved < 0.01, "the cone was pushed by {moved} m");
    let slip = crate_on_fork(&stage).distance(taken_at);
    assert!(slip < 0.02, "the crate slipped by {slip} m on the fork");
    let upright = (stage.body("crate").pose.orientation * DVec3::Y).y;
    assert!(upright > 0.99, "the crate leans: {upright}");
}
