//! Scenes by barrier steps: nothing crosses, weights are carried, threads are followed; and
//! what every other scene says to that stepper.

use stickslip_dynamics::{ModelError, Simulation, StepperKind};
use stickslip_scene::{Overrides, SCENES, Scene, SceneSource};

fn scene(name: &str) -> Scene {
    SceneSource::find(name).and_then(|it| it.read(&Overrides::default())).expect(name)
}

fn simulation(name: &str) -> Simulation {
    scene(name).simulation().unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn steps(simulation: &mut Simulation, count: usize) {
    for _ in 0..count {
        let report = simulation.step().expect("a step");
        assert_eq!(report.failed_solves, 0, "step {}", simulation.state().step);
    }
}

/// Movers above which a step is not taken here.
const FEW: usize = 12;

#[test]
fn every_scene_is_stepped_or_refused_in_one_sentence() {
    let (mut stepped, mut refused) = (0, 0);
    for builtin in SCENES {
        let mut scene = scene(builtin.name);
        scene.settings.stepper = StepperKind::Barrier;
        match scene.simulation() {
            Err(ModelError::Setting { key: "stepper", reason }) => {
                assert!(!reason.contains('\n') && reason.len() < 200, "{reason}");
                refused += 1;
            }
            Err(other) => panic!("{}: {other}", builtin.name),
            Ok(mut simulation) => {
                let state = simulation.state();
                if state.bodies.len() + state.vertices.positions.len() < FEW {
                    simulation.step().unwrap_or_else(|error| panic!("{}: {error}", builtin.name));
                    assert_eq!(simulation.crossings(), Ok(Vec::new()), "{}", builtin.name);
                    stepped += 1;
                }
            }
        }
    }
    assert!(stepped >= 2 && refused >= 10, "{stepped} stepped, {refused} refused");
}

/// By exact predicates, after every step.
#[test]
fn nothing_crosses_in_scenes_of_barriers() {
    let barriers = SCENES.iter().filter(|it| it.text.contains("stepper = \"barrier\""));
    let mut count = 0;
    for builtin in barriers {
        let mut simulation = simulation(builtin.name);
        for step in 0..2 {
            simulation.step().unwrap_or_else(|error| panic!("{}: {error}", builtin.name));
            assert_eq!(simulation.crossings(), Ok(Vec::new()), "{} step {step}", builtin.name);
        }
        count += 1;
    }
    assert_eq!(count, 7);
}

/// And they are found where there are some.
#[test]
fn what_crosses_is_found() {
    let mut simulation = simulation("masonry-arch");
    assert_eq!(simulation.crossings(), Ok(Vec::new()));
    let mut state = simulation.state().clone();
    state.bodies[6].pose.position.y -= 0.01;
    state.bodies[1].pose.position.y -= 0.01;
    // A state that crosses is refused when it is stepped, and not before.
    simulation.restore(state).expect("a state");
    let found = simulation.crossings().expect("faces");
    let names = |one: &str, two: &str| {
        found.iter().any(|it| it.contains(&one.to_owned()) && it.contains(&two.to_owned()))
    };
    assert!(names("wedge-5", "wedge-6") && names("ground", "wedge-0"), "{found:?}");
    assert!(simulation.step().is_err());
}

/// Both feet carry the weight, and the thrust of one is that of the other.
#[test]
fn the_arch_stands_and_its_feet_carry_it() {
    let mut simulation = simulation("masonry-arch");
    let begun = simulation.state().clone();
    steps(&mut simulation, 10);
    for (now, then) in simulation.state().bodies.iter().zip(&begun.bodies) {
        let moved = now.pose.position.distance(then.pose.position);
        assert!(moved < 1e-3, "{moved}");
    }
    let ground = simulation.model().find_body("ground").expect("a ground");
    let masses = simulation.model().bodies().iter().map(|body| body.mass.mass);
    let weight = 9.81 * masses.skip(1).sum::<f64>();
    let carried = simulation.contact_force(ground);
    assert!((carried.y + weight).abs() < 0.02 * weight, "{carried} of {weight}");
    let thrust: f64 = { simulation.contacts().iter() }
        .filter(|it| it.first == ground.0 || it.second == ground.0)
        .map(|it| it.impulse.x.abs() / simulation.settings().time_step)
        .sum();
    assert!(thrust > 0.1 * weight && carried.x.abs() < 0.02 * thrust, "{carried}, {thrust}");
}

/// The house stands, and no two cards that meet are a millimetre apart.
#[test]
fn the_house_of_cards_stands_without_gaps() {
    let mut simulation = simulation("cards-barrier");
    let begun = simulation.state().clone();
    steps(&mut simulation, 20);
    for (now, then) in simulation.state().bodies.iter().zip(&begun.bodies) {
        let moved = now.pose.position.distance(then.pose.position);
        assert!(moved < 1e-3, "{moved}");
    }
    let touches = |body: usize| {
        let own = simulation.contacts().iter();
        own.filter(|it| it.first == body || it.second == body).map(|it| it.gap).fold(1.0, f64::min)
    };
    for body in 0..simulation.model().bodies().len() {
        assert!(touches(body) < 1e-3, "{body}: {}", touches(body));
    }
}

/// A pitch for every turn, to the clearance of 3 mm, and faster by its weight.
#[test]
fn the_screw_follows_its_thread() {
    let mut simulation = simulation("bolt");
    let screw = simulation.model().find_body("screw").expect("a screw").0;
    let begun = simulation.state().bodies[screw];
    let mut turned = 0.0;
    for _ in 0..6 {
        steps(&mut simulation, 1);
        turned +=
            simulation.settings().time_step * simulation.state().bodies[screw].angular_velocity.y;
    }
    let now = simulation.state().bodies[screw];
    let fallen = now.pose.position.y - begun.pose.position.y;
    let expected = 0.06 * turned / std::f64::consts::TAU;
    assert!(turned < -0.35, "{turned} rad");
    assert!((fallen - expected).abs() < 3e-3, "{fallen} m of {expected} m");
    assert!(now.angular_velocity.y < 1.02 * begun.angular_velocity.y, "{}", now.angular_velocity);
}
