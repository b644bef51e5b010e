//! Lefebvre 2020, §2.3.1.2.

use stickslip_dynamics::Simulation;

use crate::stage::Stage;

/// Whether the hook presses on the pipe.
fn hook_on_pipe(simulation: &Simulation) -> bool {
    let [hook, pipe] = ["hook", "pipe"].map(|name| simulation.model().find_body(name));
    simulation.contacts().iter().any(|contact| {
        let pair = [contact.first, contact.second];
        let meets = |body: Option<stickslip_dynamics::BodyId>| {
            body.is_some_and(|body| pair.contains(&body.0))
        };
        meets(hook) && meets(pipe) && contact.impulse.length() > 0.0
    })
}

#[test]
fn the_hook_comes_down_on_the_pipe_and_the_crane_lifts_it() {
    let mut stage = Stage::new("crane", &[]);
    stage.play_until(3.5);
    // The hook lies on the pipe, which stands on the ground; slings are slack.
    assert!(hook_on_pipe(&stage.simulation));
    assert!((stage.position("hook").y - 2.2).abs() < 1e-3, "{}", stage.position("hook"));
    assert!((stage.position("pipe").y - 1.0).abs() < 1e-3, "{}", stage.position("pipe"));
    let chassis = stage.position("chassis");

    let mut touches = 0;
    stage.watch_until(20.0, |simulation| {
        touches += usize::from(simulation.state().time > 6.0 && hook_on_pipe(simulation));
    });
    assert_eq!(touches, 0, "the hook stays off the pipe once it has left it");
    // The tip of a boom of 20 m rises from 38° to 60°, and the slings take up
    // their slack: √(0.6² + 0.7²) + 0.2 − 0.4 m from the hook's foot, less what
    // the spread of the slings takes.
    let rise = 20.0 * (60_f64.to_radians().sin() - 38_f64.to_radians().sin());
    let sling = 0.6_f64.hypot(0.7) + 0.2;
    let drop = (sling * sling - 0.6 * 0.6).sqrt();
    let hang = stage.position("hook") - stage.position("pipe");
    assert!((hang.length() - (drop - 0.2 + 1.0)).abs() < 0.02, "{hang}");
    // Cable and boom hung 0.3 m − 0.48 m too low at 38°, by the tip's way down.
    let lowest = 20.0 * (40_f64.to_radians().sin() - 38_f64.to_radians().sin());
    let hook = 2.5 - lowest + rise;
    assert!((stage.position("hook").y - hook).abs() < 0.2, "{}", stage.position("hook"));
    // The crane stands where it stood.
    let moved = (stage.position("chassis") - chassis).length();
    assert!(moved < 5e-3, "the chassis moved by {moved} m");
    let up = stage.body("chassis").pose.orientation * glam::DVec3::Y;
    assert!(up.y > 0.5_f64.to_radians().cos(), "{up}");
}
