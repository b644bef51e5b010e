//! Lefebvre 2020, §2.3.1.4.

use stickslip_dynamics::Simulation;
use stickslip_scene::{Overrides, SceneSource};

use crate::stage::Stage;

/// Whether a body whose name begins so slides on the hull: it presses, and
/// moves at more than a centimetre per second along it.
fn slides_on_hull(simulation: &Simulation, name: &str) -> bool {
    let bodies = simulation.model().bodies();
    let ship = simulation.model().find_body("ship").map(|body| body.0);
    simulation.contacts().iter().any(|contact| {
        let pair = [contact.first, contact.second];
        pair.iter().any(|&body| bodies[body].description.name.starts_with(name))
            && pair.iter().any(|&body| Some(body) == ship)
            && contact.impulse.dot(contact.normal) > 0.0
            && contact.velocity.reject_from(contact.normal).length() > 0.01
    })
}

#[test]
fn the_module_slides_up_the_hull_and_is_lifted_over_its_edge() {
    let mut stage = Stage::new("offshore", &[]);
    let start = stage.position("module");
    let (mut module, mut cable, mut aloft) = (0, 0, 0);
    stage.watch_until(20.0, |simulation| {
        let time = simulation.state().time;
        if (2.0..11.0).contains(&time) {
            module += usize::from(slides_on_hull(simulation, "module"));
            cable += usize::from(slides_on_hull(simulation, "cable"));
        } else if time > 14.0 {
            aloft += usize::from(slides_on_hull(simulation, "module"));
        }
    });
    assert!(module > 100 && cable > 30, "module {module} and cable {cable} steps on the hull");
    assert_eq!(aloft, 0, "the module hangs free once it is over the edge");
    // The tip of the jib rises by 14 m; the ship heaves by less than 0.6 m and
    // rolls by less than 2°.
    let rise = stage.position("module").y - start.y;
    assert!((rise - 14.0).abs() < 1.0, "{rise}");
    let ship = stage.body("ship").pose;
    assert!((ship.position - glam::DVec3::new(-10.0, -6.0, 0.0)).length() < 0.6, "{ship:?}");
    let up = ship.orientation * glam::DVec3::Y;
    assert!(up.y > 2_f64.to_radians().cos(), "{up}");
}

/// Ship, crane and module heave as one mass on the spring and the damper of the water, and
/// accurate steps, which look back at the step before, know how fast.
#[test]
fn the_ship_heaves_on_a_spring_and_a_damper() {
    let scene = SceneSource::find("offshore").and_then(|source| source.read(&Overrides::default()));
    let mut simulation = scene.unwrap().simulation().unwrap();
    let bodies = simulation.model().bodies();
    let mass: f64 = bodies.iter().map(|body| 1.0 / body.inverse_mass).sum();
    let ship = simulation.model().find_body("ship").unwrap().0;
    let ship_mass = 1.0 / bodies[ship].inverse_mass;
    let (stiffness, damping, weight) = (3.4e6, 4e5, (mass - ship_mass) * 9.81);
    let force = |y: f64, v: f64| (-stiffness * y - damping * v - weight) / mass;
    // Everything but the ship begins at rest.
    let (mut y, mut v) = (0.0, 0.3 * ship_mass / mass);
    let h = 1e-5;
    for _ in 0..50_000 {
        let (middle, speed) = (y + 0.5 * h * v, v + 0.5 * h * force(y, v));
        (y, v) = (y + h * speed, v + h * force(middle, speed));
    }
    while simulation.state().time < 0.5 - 1e-9 {
        assert!(simulation.step().unwrap().converged());
    }
    let state = &simulation.state().bodies[ship];
    assert!((state.velocity.y - v).abs() < 5e-4, "{} instead of {v}", state.velocity.y);
    assert!((state.pose.position.y + 6.0 - y).abs() < 1e-3, "{}", state.pose.position.y);
}
