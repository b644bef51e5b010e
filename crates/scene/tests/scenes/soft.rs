//! Scenes of soft bodies, and what is said of wrong ones.

use stickslip_dynamics::{FrictionModel, Simulation};
use stickslip_scene::{Overrides, SCENES, SceneSource};

use crate::{bad, read};

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

/// The three methods for soft contacts, each with a friction model that it takes.
const METHODS: [(&str, FrictionModel); 3] = [
    ("bpp", FrictionModel::Pyramid),
    ("cone-ip", FrictionModel::Cone),
    ("cone-newton", FrictionModel::Cone),
];

/// The first steps of every scene with soft bodies that is not stepped by forces, small where it has a size.
#[test]
fn three_methods_solve_soft_scenes_to_eight_digits() {
    let mut found = 0;
    let is_solved = |text: &str| text.contains("soft]]") && !text.contains("stepper = ");
    for entry in SCENES.iter().filter(|entry| is_solved(entry.text)) {
        let source = SceneSource::find(entry.name).expect("built in");
        let mut overrides = Overrides::default();
        match entry.name {
            "soft-stack" => overrides.parameters.insert("n".into(), 1.0),
            "jelly-drop" => overrides.parameters.insert("layers".into(), 1.0),
            _ => None,
        };
        found += 1;
        for (method, friction) in METHODS {
            let mut scene = source.read(&overrides).expect("valid");
            scene.settings.friction = friction;
            scene.settings.solver.name = Some(method.into());
            let mut simulation = scene.simulation().expect("sound");
            for step in 0..3 {
                let report = simulation.step().expect("a step");
                let place = format!("{} with {method}, step {step}", entry.name);
                assert_eq!(report.failed_solves, 0, "{place}");
                assert!(report.residual_max <= 1e-8, "{place}: {:e}", report.residual_max);
            }
        }
    }
    assert!(found >= 9, "{found}");
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

/// A soft beam between two posts that stand on the ground: they carry its weight, one
/// half each, and its ends stay with them.
#[test]
fn two_bodies_hold_a_soft_beam() {
    let text = r#"
        name = "beam"
        [[body]]
        name = "ground"
        motion = "static"
        shape = { type = "half-space" }
        [[body]]
        name = "post"
        repeat = { count = 2, step = [1.2, 0, 0] }
        shape = { type = "box", size = [0.4, 0.4, 0.4] }
        position = [-0.6, 0.2, 0]
        mass = 20
        [[soft]]
        name = "beam"
        mesh = "box"
        size = [1, 0.1, 0.1]
        cut = [8, 1, 1]
        young = 1e6
        density = 1000
        damping = [2, 0.02]
        position = [0, 0.3, 0]
        attach = ["post-0", "post-1"]
        attached = [[[-0.6, -1, -1], [-0.35, 1, 1]], [[0.35, -1, -1], [0.6, 1, 1]]]
    "#;
    let mut simulation = read(text).expect("valid").simulation().expect("sound");
    let begun = simulation.state().vertices.positions.clone();
    for _ in 0..120 {
        assert_eq!(simulation.step().expect("a step").failed_solves, 0);
    }
    let half = (20.0 + 5.0) * 9.81;
    for post in ["post-0", "post-1"] {
        let post = simulation.model().body_named(post).expect("a body");
        let force = simulation.contact_force(post).y;
        assert!((force - half).abs() < 1e-3 * half, "{force} N of {half} N");
    }
    let places = &simulation.state().vertices.positions;
    let sag = |x: f64| {
        let near = begun.iter().zip(places).filter(|(old, _)| (old.x - x).abs() < 1e-9);
        near.map(|(old, new)| old.distance(*new)).fold(0.0, f64::max)
    };
    assert!(sag(-0.5) < 1e-4 && sag(0.5) < 1e-4 && sag(0.0) > 1e-3, "{} {}", sag(0.5), sag(0.0));
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
        (
            format!("{boxed}attach = [\"a\"]\nattached = [[0], [1]]"),
            "2 lists of vertices for 1 bodies",
        ),
    ] {
        let told = told(&lines);
        assert!(told.contains(says) && !told.contains('\n'), "{told}");
    }
}

/// The knot becomes smaller, and its loops do not pass through each other.
#[test]
fn a_knot_is_pulled_tighter_and_holds() {
    let mut simulation = play("rope-knot", &[], 0);
    // How far the pieces that lead back reach along the line between the ends.
    let size = |simulation: &Simulation| {
        let places = &simulation.state().vertices.positions;
        let line = (places[60] - places[0]).normalize();
        let back = places.windows(2).filter(|pair| (pair[1] - pair[0]).dot(line) < 0.0);
        let ends = back.flat_map(|pair| [pair[0].dot(line), pair[1].dot(line)]);
        let all: Vec<f64> = ends.collect();
        let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most - all.iter().copied().fold(f64::INFINITY, f64::min)
    };
    let begun = size(&simulation);
    for _ in 0..50 {
        let report = simulation.step().expect("a step");
        assert_eq!(report.failed_solves, 0);
        assert!(report.penetration_max < 1e-3, "{}", report.penetration_max);
    }
    let now = size(&simulation);
    assert!(now < begun - 0.02 && now > 0.1, "{begun} m, then {now} m");
    assert!(simulation.contacts().iter().any(|contact| contact.impulse.length() > 0.0));
}

/// The ground gives it its weight and the change of its momentum, and it rolls:
/// the radius of its turning is about the height of its rim.
#[test]
fn a_tyre_carries_its_rim_and_rolls() {
    let mut simulation = play("tyre", &[], 0);
    let rim = simulation.model().body_named("rim").expect("a body");
    let masses = simulation.model().soft_bodies()[0].mesh.masses().to_vec();
    let whole = 10.0 + masses.iter().sum::<f64>();
    let momentum = |simulation: &Simulation| {
        let state = simulation.state();
        let of_tyre = masses.iter().zip(&state.vertices.velocities).map(|(m, v)| m * v.y);
        10.0 * state.bodies[rim.0].velocity.y + of_tyre.sum::<f64>()
    };
    let (before, mut given) = (momentum(&simulation), 0.0);
    for _ in 0..60 {
        simulation.step().expect("a step");
        given += simulation.contacts().iter().map(|it| it.impulse.y.abs()).sum::<f64>();
    }
    let asked = whole * 9.81 * simulation.state().time + momentum(&simulation) - before;
    assert!((given - asked).abs() < 1e-6 * asked, "{given} N·s of {asked} N·s");
    let state = &simulation.state().bodies[rim.0];
    assert!((0.28..0.301).contains(&state.pose.position.y), "{}", state.pose.position);
    let radius = -state.velocity.x / state.angular_velocity.z;
    assert!((radius - state.pose.position.y).abs() < 0.03, "{radius} m");
}

/// The whole of it begins to turn about its place, in the axes of its group.
#[test]
fn soft_bodies_may_begin_with_a_spin() {
    let text = "name = 'it'\n[[group]]\nname = 'turned'\nrotation = { axis = [0, 0, 1], angle = 90 }\n\
                [[group.soft]]\nname = 'it'\nmesh = 'box'\nsize = [1, 1, 1]\ncut = [1, 1, 1]\n\
                young = 1e5\nvelocity = [1, 0, 0]\nangular_velocity = [2, 0, 0]\n";
    let scene = SceneSource::new(text, "memory").read(&Overrides::default()).expect("valid");
    let simulation = scene.simulation().expect("sound");
    let vertices = &simulation.state().vertices;
    for (place, velocity) in vertices.positions.iter().zip(&vertices.velocities) {
        // x of the group is y of the world.
        let expected = [2.0 * place.z, 1.0, -2.0 * place.x];
        let gap = (*velocity - stickslip_dynamics::glam::DVec3::from_array(expected)).length();
        assert!(gap < 1e-12, "{place}: {velocity}");
    }
}
