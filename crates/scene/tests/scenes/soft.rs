//! Scenes of soft bodies, and what is said of wrong ones.

use stickslip_dynamics::Simulation;
use stickslip_scene::{Overrides, SceneSource};

use crate::bad;

fn play(name: &str, parameters: &[(&str, f64)], steps: usize) -> Simulation {
    let mut overrides = Overrides::default();
    for (key, value) in parameters {
        overrides.parameters.insert((*key).into(), *value);
    }
    let source = SceneSource::find(name).expect("built in");
    let mut simulation = source.read(&overrides).expect("valid").simulation().expect("sound");
    for _ in 0..steps {
        let report = simulation.step().expect("a step");
        assert_eq!(report.failed_solves, 0, "{name}");
        assert!(report.residual_max <= 1e-8, "{name}: {:e}", report.residual_max);
    }
    simulation
}

/// What touches is solved to 1e-8 in every step, whatever rests on what.
#[test]
fn a_stack_of_soft_and_rigid_cubes_stands() {
    let simulation = play("soft-stack", &[("n", 1.0)], 30);
    let top = simulation.model().body_named("rigid-0").expect("a body");
    let place = simulation.state().bodies[top.0].pose.position;
    assert!(place.x.hypot(place.z) < 0.01 && (0.36..0.403).contains(&place.y), "{place}");
}

/// A thousand times the mass: less high by about F L/(E A).
#[test]
fn a_soft_block_carries_a_thousand_times_its_mass() {
    let simulation = play("heavy-on-soft", &[], 30);
    let load = simulation.model().body_named("load").expect("a body");
    let force = simulation.contact_force(load).y;
    let weight = 3200.0 * 9.81;
    assert!((force - weight).abs() < 0.1 * weight, "{force} N of {weight} N");
    let height = simulation.state().bodies[load.0].pose.position.y - 0.18;
    assert!((0.18..0.2).contains(&height), "{height} m");
}

#[test]
fn wrong_soft_bodies_are_told_with_their_line() {
    let told = |lines: &str| bad(&format!("name = \"x\"\n[[soft]]\nname = \"it\"\n{lines}"));
    let boxed = "mesh = \"box\"\nsize = [1, 1, 1]\nyoung = 1e5\n";
    for (lines, says) in [
        ("mesh = \"blob\"\nyoung = 1e5".to_owned(), "there is no \"blob\""),
        (format!("{boxed}poisson = 0.5"), "is 0.5; expected a ratio above -1 and below 0.5"),
        (format!("{boxed}pins = [400]"), "there is no vertex 400: the mesh has 125"),
        (format!("{boxed}pins = [[2, 2, 2], [3, 3, 3]]"), "there is no vertex in this box"),
        (format!("{boxed}energy = \"rubber\""), "there is no \"rubber\""),
        (format!("{boxed}young_modulus = 3"), "young_modulus"),
        ("mesh = \"box\"\nsize = [1, 0, 1]\nyoung = 1e5".to_owned(), "half is 0"),
        ("mesh = \"none.msh\"\nyoung = 1e5".to_owned(), "none.msh"),
        (format!("{boxed}attach = \"nobody\"\nattached = [0]"), "nobody"),
    ] {
        let told = told(&lines);
        assert!(told.contains(says) && !told.contains('\n'), "{told}");
    }
}
