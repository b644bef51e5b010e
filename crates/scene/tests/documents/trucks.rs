//! The net catches the trucks.

use glam::DVec3;

use crate::stage::Stage;

/// Weight of one truck (N).
const WEIGHT: f64 = 8000.0 * 9.81;

#[test]
fn four_trucks_are_caught_and_carried() {
    let mut stage = Stage::new("trucks", &[]);
    let bodies = stage.simulation.model().bodies();
    let begins = |prefix: &str| {
        let named = bodies.iter().enumerate();
        let named = named.filter(|(_, body)| body.description.name.starts_with(prefix));
        named.map(|(at, _)| at).collect::<Vec<usize>>()
    };
    let trucks: [Vec<usize>; 4] = std::array::from_fn(|at| begins(&format!("truck-{at}/")));
    let mass = |truck: &Vec<usize>| truck.iter().map(|&at| bodies[at].mass.mass).sum::<f64>();
    assert!(trucks.iter().all(|truck| truck.len() == 22 && (mass(truck) - 8000.0).abs() < 1e-6));
    let cables: Vec<Vec<usize>> = (0..6)
        .map(|at| begins(&format!("long-{at} ")))
        .chain((0..9).map(|at| begins(&format!("short-{at} "))))
        .collect();
    assert!(cables[..6].iter().all(|cable| cable.len() == 65));
    assert!(cables[6..].iter().all(|cable| cable.len() == 48));

    // The last truck falls 2.3 m, which takes 0.7 s and gives it 6.7 m/s.
    let mut fastest = 0.0_f64;
    let last = trucks[3][0];
    stage.watch_until(4.5, |simulation| {
        fastest = fastest.max(-simulation.state().bodies[last].velocity.y);
    });
    assert!(fastest > 6.0 && fastest < 7.0, "fell at {fastest} m/s");

    // Caught: no truck went through or off the net, which gave way by centimetres.
    let states = &stage.simulation.state().bodies;
    for frame in trucks.iter().map(|truck| &states[truck[0]]) {
        let position = frame.pose.position;
        assert!((-0.5..0.7).contains(&position.y), "a truck is at {position}");
        assert!(position.x.abs() < 5.0 && position.z.abs() < 3.5, "a truck is at {position}");
        let upright = (frame.pose.orientation * DVec3::Y).y;
        assert!(upright > 0.5, "a truck lies on its side: {upright}");
        assert!(frame.velocity.length() < 0.1, "a truck moves at {} m/s", frame.velocity);
    }
    for cable in &cables {
        let centres = cable.iter().map(|&at| states[at].pose.position);
        let pairs = centres.clone().zip(centres.clone().skip(1));
        let length: f64 = pairs.map(|(one, next)| one.distance(next)).sum();
        let laid = 0.2 * (cable.len() - 1) as f64;
        assert!((length / laid - 1.0).abs() < 0.01, "a cable of {laid} m is {length} m long");
        let lowest = centres.map(|centre| centre.y).fold(f64::MAX, f64::min);
        assert!(lowest > -0.8, "a cable hangs down to {lowest} m");
    }

    // Carried: the cables push the trucks up with their weight.
    let segments: Vec<usize> = cables.into_iter().flatten().collect();
    let force = |at: &usize| stage.simulation.contact_force(stickslip_dynamics::BodyId(*at)).y;
    let load = -segments.iter().map(force).sum::<f64>();
    assert!((load / (4.0 * WEIGHT) - 1.0).abs() < 0.05, "the net carries {load} N");
}
