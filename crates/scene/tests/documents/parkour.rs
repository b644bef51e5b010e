//! The eight-wheeled vehicle crosses every obstacle of its parkour.

use glam::DVec3;

use crate::stage::Stage;

/// Radius of the wheels (m).
const RADIUS: f64 = 0.55;

/// The highest that the hull rises above its level on flat ground, and the
/// lowest, while its middle is within a stretch of the way.
struct Stretch {
    ends: [f64; 2],
    rise: [f64; 2],
}

impl Stretch {
    fn new(begin: f64, end: f64) -> Self {
        Self { ends: [begin, end], rise: [f64::MAX, f64::MIN] }
    }

    fn see(&mut self, at: f64, rise: f64) {
        if (self.ends[0]..self.ends[1]).contains(&at) {
            self.rise = [self.rise[0].min(rise), self.rise[1].max(rise)];
        }
    }
}

#[test]
fn stairs_bumps_and_hills_are_crossed() {
    let mut stage = Stage::new("parkour", &[]);
    let level = stage.position("hull").y;
    let hull = stage.id("hull").0;
    let wheels: [[usize; 2]; 4] = std::array::from_fn(|axle| {
        std::array::from_fn(|side| stage.id(&format!("wheel-{axle}-{side}")).0)
    });
    // Five stairs of 0.2 m; the crest of a hill, the valley, the other crest.
    let mut platform = Stretch::new(12.5, 13.5);
    let mut crests = [Stretch::new(36.0, 38.0), Stretch::new(46.0, 48.0)];
    let mut valley = Stretch::new(41.0, 43.0);
    let (mut most_lean, mut most_twist, mut lowest) = (0.0_f64, [0.0_f64; 2], f64::MAX);
    stage.watch_until(20.0, |simulation| {
        let bodies = &simulation.state().bodies;
        let pose = &bodies[hull].pose;
        let (at, rise) = (pose.position.x, pose.position.y - level);
        for stretch in crests.iter_mut().chain([&mut platform, &mut valley]) {
            stretch.see(at, rise);
        }
        let up = pose.orientation * DVec3::Y;
        most_lean = most_lean.max(up.angle_between(DVec3::Y).to_degrees());
        for [left, right] in wheels.map(|axle| axle.map(|wheel| bodies[wheel].pose.position.y)) {
            lowest = lowest.min(left.min(right));
            if (20.0..30.0).contains(&at) {
                most_twist[0] = most_twist[0].max(left - right);
                most_twist[1] = most_twist[1].max(right - left);
            }
        }
        assert!(pose.position.z.abs() < 0.3, "left the way at {}", pose.position);
    });
    assert!(platform.rise[0] > 0.85 && platform.rise[1] < 1.15, "stairs: {:?}", platform.rise);
    assert!(most_twist.iter().all(|twist| *twist > 0.12), "bumps lift a wheel by {most_twist:?}");
    for crest in crests {
        assert!(crest.rise[1] > 0.95 && crest.rise[1] < 1.3, "crest: {:?}", crest.rise);
    }
    assert!(valley.rise[0] < 0.5, "valley: {:?}", valley.rise);
    assert!(most_lean < 25.0, "leaned by {most_lean}°");
    assert!(lowest > RADIUS - 0.04, "a wheel sank to {lowest} m");

    // Back on level ground, and the engine turns four times as fast as the wheels.
    let (position, velocity) = (stage.position("hull"), stage.body("hull").velocity);
    assert!(position.x > 55.0, "came to {position} only");
    assert!((position.y - level).abs() < 0.02, "the hull is at {position}");
    assert!((velocity.x - 3.0).abs() < 0.1, "drives at {velocity}");
    let engine = stage.body("engine").angular_velocity.x;
    let bodies = &stage.simulation.state().bodies;
    let rolling = wheels.iter().flatten().map(|&wheel| -bodies[wheel].angular_velocity.z / 8.0);
    let rolling: f64 = rolling.sum();
    assert!((engine - 4.0 * rolling).abs() < 0.1, "engine {engine} rad/s, wheels {rolling} rad/s");
    assert!((rolling * RADIUS - velocity.x).abs() < 0.05, "wheels skid: {rolling} rad/s");
}
