//! Lefebvre 2020, §2.3.1.6.

use glam::DVec3;

use crate::stage::Stage;

/// Links lie closer to the axle than this once they are wound on: the drum,
/// two layers of links and half of one more (m).
const WOUND: f64 = 0.4 + 5.0 * 0.03;

fn wound(stage: &Stage) -> usize {
    let axle = stage.position("drum");
    (0..50)
        .filter(|at| {
            let out = stage.position(&format!("link-{at}")) - axle;
            DVec3::new(out.x, out.y, 0.0).length() < WOUND
        })
        .count()
}

#[test]
fn the_chain_is_dragged_over_the_ground_and_wound_onto_the_drum() {
    let mut stage = Stage::new("winch", &[]);
    stage.play_until(1.0);
    let early = wound(&stage);
    stage.play_until(12.0);
    // The motor reaches 0.8 rad/s in a second and keeps it.
    let spin = stage.body("drum").angular_velocity;
    assert!((spin - DVec3::NEG_Z * 0.8).length() < 1e-3, "{spin}");
    // The last link is dragged as fast as the drum takes the chain in: between
    // the speed of the bare drum and that of the second layer of links.
    let last = stage.body("link-49").velocity;
    assert!((-0.8 * 0.52..=-0.8 * 0.39).contains(&last.x), "{last}");
    // 8.4 m of drum went by at 0.43 m or more.
    let middle = wound(&stage);
    assert!(middle >= early + 15, "{early} links, then {middle}");
    stage.play_until(20.0);
    assert!(wound(&stage) >= middle + 10, "{middle} links, then {}", wound(&stage));
    // Nothing fell off: every link is on the drum between its flanges, or
    // before it on the ground.
    for at in 0..50 {
        let link = stage.position(&format!("link-{at}"));
        assert!(link.z.abs() < 0.25 && link.y > 0.02, "link {at} is at {link}");
        assert!(link.x > -0.6 && link.x < 5.0, "link {at} is at {link}");
    }
}
