//! Ho 2022, §6.1.3.

use stickslip_dynamics::BodyState;

use crate::stage::Stage;

/// Turn about the vertical (degrees).
fn yaw(body: &BodyState) -> f64 {
    let turn = body.pose.orientation;
    2.0 * (turn.y / turn.w).atan().to_degrees()
}

/// All of the ball's spin becomes height: ½ I ω² = m g Δh with I = ⅖ m r². Two
/// tiers of cables of length l, a apart from the axis, each turned by φ/2, rise
/// by Δh = 2(l − √(l² − 4a² sin²(φ/4))).
fn farthest_turn() -> f64 {
    let (spin, radius, length, apart) = (2.2_f64, 0.6_f64, 3.0_f64, 0.3_f64);
    let rise = 0.5 * 0.4 * radius * radius * spin * spin / 9.81;
    let chord = (length * length - (length - 0.5 * rise).powi(2)).sqrt();
    4.0 * (chord / (2.0 * apart)).asin().to_degrees()
}

#[test]
fn plate_and_ball_hang_on_their_cables_and_spin_forth_and_back() {
    let mut stage = Stage::new("spinner", &[]);
    let [plate, ball] = ["plate", "ball"].map(|name| stage.id(name).0);
    let [above, below] = ["plate", "ball"].map(|name| stage.position(name).y);
    let (mut most, mut least, mut half) = (0.0_f64, 0.0_f64, 0.0_f64);
    let mut swings = 0;
    let mut before = 1.0;
    stage.watch_until(10.0, |simulation| {
        let bodies = &simulation.state().bodies;
        let turn = yaw(&bodies[ball]);
        (most, least) = (most.max(turn), least.min(turn));
        half = half.max((yaw(&bodies[plate]) - 0.5 * turn).abs());
        let spin = bodies[ball].angular_velocity.y;
        swings += usize::from(spin * before < 0.0);
        before = spin;
        // They rise by what the twist shortens the cables, and do not fall.
        for (body, height) in [(plate, above), (ball, below)] {
            let place = bodies[body].pose.position;
            let risen = place.y - height;
            assert!((-0.01..0.06).contains(&risen), "{risen} m at {}", simulation.state().time);
            assert!(place.x.hypot(place.z) < 0.02, "{place}");
        }
    });
    let expected = farthest_turn();
    assert!((most - expected).abs() < 0.12 * expected, "{most}° instead of {expected}°");
    assert!(least < -0.6 * expected, "and back by {least}°");
    assert!(swings >= 2, "{swings} swings");
    // The plate between equal cables turns half as far as the ball.
    assert!(half < 0.15 * expected, "{half}°");
}
