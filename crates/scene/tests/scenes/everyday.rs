//! Everyday machines, sensors, random numbers and motors, as scene files say them.

use stickslip_dynamics::Simulation;
use stickslip_dynamics::glam::DVec3;
use stickslip_scene::{Overrides, Scene, SceneSource};

use crate::bad;

fn read(text: &str, seed: u64) -> Scene {
    let overrides = Overrides { seed, ..Overrides::default() };
    SceneSource::new(text, "it.toml").read(&overrides).expect("valid")
}

fn built_in(name: &str) -> Simulation {
    let source = SceneSource::find(name).expect("built in");
    source.read(&Overrides::default()).expect("valid").simulation().expect("sound")
}

fn run(simulation: &mut Simulation, seconds: f64) {
    for _ in 0..(seconds / simulation.settings().time_step).round() as usize {
        assert_eq!(simulation.step().expect("a step").failed_solves, 0);
    }
}

fn place(simulation: &Simulation, name: &str) -> DVec3 {
    let body = simulation.model().body_named(name).expect("a body");
    simulation.state().bodies[body.0].pose.position
}

fn sensed(simulation: &Simulation, name: &str) -> Vec<f64> {
    simulation.sense(simulation.model().sensor_named(name).expect("a sensor"))
}

/// A parcel rides at the speed of its belt, and all of them end in the bin.
#[test]
fn parcels_ride_the_conveyor_line() {
    for seed in 0..3 {
        let overrides = Overrides { seed, ..Overrides::default() };
        let source = SceneSource::find("conveyor-line").expect("built in");
        let scene = source.read(&overrides).expect("valid");
        let mut simulation = scene.simulation().expect("sound");
        run(&mut simulation, 3.0);
        let body = simulation.model().body_named("parcel-7").expect("a parcel");
        let speed = simulation.state().bodies[body.0].velocity.x;
        assert!((speed - 0.6).abs() < 0.02, "{speed} m/s");
        run(&mut simulation, 9.0);
        for parcel in 0..8 {
            let end = place(&simulation, &format!("parcel-{parcel}"));
            // Between the walls of the bin.
            let aside = (end - DVec3::new(2.41, -0.85, 3.4)).abs();
            assert!(aside.x < 0.77 && aside.z < 0.77 && end.y < -0.4, "seed {seed}: {end}");
        }
    }
}

/// The rover climbs its steps and turns on the spot.
#[test]
fn the_rover_climbs_and_turns() {
    let mut simulation = built_in("rover");
    run(&mut simulation, 5.5);
    let chassis = place(&simulation, "chassis");
    assert!(chassis.x > 2.0 && chassis.y > 0.28, "{chassis}");
    run(&mut simulation, 2.5);
    let chassis = place(&simulation, "chassis");
    run(&mut simulation, 1.5);
    let moved = place(&simulation, "chassis") - chassis;
    let body = simulation.model().body_named("chassis").expect("a body");
    let turned = simulation.state().bodies[body.0].pose.orientation.to_scaled_axis().y.abs();
    assert!(turned > 0.5 && moved.length() < 0.2, "{turned} rad, {moved} m");
}

const RANDOM: &str = "name = 'it'\n[parameters]\nsize = [1, 0.5, 2]\n[[body]]\nname = 'ball'\n\
    repeat = { count = 3 }\nposition = ['= uniform(0, 9)', '= normal(0, 1)', '= uniform(0, 9)']\n\
    shape = { type = 'sphere', radius = '= size' }\n";

/// The same seed gives the same places whatever parameters are; copies differ.
#[test]
fn random_places_follow_the_seed() {
    let places = |scene: &Scene| -> Vec<DVec3> {
        scene.model.bodies().iter().map(|body| body.description.pose.position).collect()
    };
    let first = places(&read(RANDOM, 1));
    assert_eq!(first, places(&read(RANDOM, 1)));
    assert_ne!(first, places(&read(RANDOM, 2)));
    let mut other = Overrides { seed: 1, ..Overrides::default() };
    other.parameters.insert("size".into(), 2.0);
    let source = SceneSource::new(RANDOM, "it.toml");
    assert_eq!(first, places(&source.read(&other).expect("valid")));
    assert!(first[0].x != first[1].x && first[0].x != first[0].z, "{first:?}");
    // Bounds hold for whoever sets it.
    other.parameters.insert("size".into(), 5.0);
    let refused = source.read(&other).expect_err("beyond").to_string();
    assert!(refused.contains("5 does not lie between 0.5 and 2"), "{refused}");
}

const GROUND: &str = "name = 'it'\n[[body]]\nname = 'ground'\nmotion = 'static'\n\
    shape = { type = 'half-space' }\n[[body]]\nname = 'crate'\nposition = [0, 0.5, 0]\nmass = 20\n\
    shape = { type = 'box', size = [1, 1, 1] }\n";

/// What a file asks for is measured; noise follows the seed.
#[test]
fn sensors_are_read_from_files() {
    let text = format!(
        "{GROUND}[[sensor]]\nname = 'weight'\ntype = 'touch'\nbody = 'crate'\narea = 0.5\n\
         [[sensor]]\nname = 'noisy'\ntype = 'imu'\nbody = 'crate'\nnoise = 0.1\n\
         [[sensor]]\nname = 'eye'\ntype = 'range'\nposition = [0, 3, 0]\ndirection = [0, -1, 0]\n"
    );
    let start = |seed| {
        let mut simulation = read(&text, seed).simulation().expect("sound");
        run(&mut simulation, 0.5);
        simulation
    };
    let simulation = start(1);
    let weight = sensed(&simulation, "weight");
    assert!((weight[1] - 196.2).abs() < 1e-2 && (weight[3] - 392.4).abs() < 2e-2, "{weight:?}");
    assert!((sensed(&simulation, "eye")[0] - 2.0).abs() < 1e-4);
    let noisy = sensed(&simulation, "noisy");
    assert!((noisy[1] - 9.81).abs() < 1.0 && noisy[0] != 0.0, "{noisy:?}");
    assert_eq!(noisy, sensed(&start(1), "noisy"));
    assert_ne!(noisy, sensed(&start(2), "noisy"));
    for (line, said) in [
        ("[[sensor]]\nname = 'x'\ntype = 'imu'\nbody = 'crat'\n", "did you mean \"crate\"?"),
        ("[[sensor]]\nname = 'x'\ntype = 'joint'\njoint = 'no'\n", "there is no joint \"no\""),
        ("[[sensor]]\nname = 'x'\ntype = 'umi'\n", "did you mean \"imu\"?"),
    ] {
        let message = bad(&format!("{GROUND}{line}"));
        assert!(message.contains(said), "{message}");
    }
}

/// Smooth keyframes begin and end at rest, and pass where straight ones pass.
#[test]
fn keyframes_may_be_smooth() {
    let text = |how: &str| {
        format!(
            "name = 'it'\n[[body]]\nname = 'lift'\nmotion = 'kinematic'\n\
             shape = {{ type = 'sphere', radius = 1 }}\ndrive = {{ keyframes = [{{ time = 0 }}, \
             {{ time = 1, position = [0, 2, 0] }}], interpolation = '{how}' }}\n"
        )
    };
    let height = |how: &str, seconds: f64| {
        let mut simulation = read(&text(how), 0).simulation().expect("sound");
        run(&mut simulation, seconds);
        place(&simulation, "lift").y
    };
    // 2 (3s² − 2s³) at s = 1/4.
    assert!((height("smooth", 0.25) - 0.3125).abs() < 1e-9);
    assert!((height("linear", 0.25) - 0.5).abs() < 1e-9);
    assert!((height("smooth", 1.5) - 2.0).abs() < 1e-9);
    assert!(bad(&text("smoth")).contains("did you mean \"smooth\"?"));
}

/// Atwood's machine with the wheel's inertia and the rope's mass, a = g Δm/Σm, once the rope
/// has come down on the rim. Its links turn about each other and roll over the rim, which
/// takes some of the work: a tenth is allowed (2.86 and 2.83 of 2.99 m/s² were seen).
#[test]
fn a_rope_over_a_wheel_lifts_the_lighter_weight() {
    let mut simulation = built_in("pulley");
    let speeds = |simulation: &Simulation| {
        ["left", "right"].map(|name| {
            let body = simulation.model().body_named(name).expect("a weight");
            simulation.state().bodies[body.0].velocity.y
        })
    };
    run(&mut simulation, 0.4);
    let before = speeds(&simulation);
    run(&mut simulation, 0.4);
    let after = speeds(&simulation);
    let acceleration = 9.81 * (20.0 - 10.0) / (20.0 + 10.0 + 0.5 * 4.0 + 0.2 * 3.99);
    for (at, sign) in [(0, 1.0), (1, -1.0)] {
        let gained = sign * (after[at] - before[at]) / 0.4;
        assert!(
            (gained / acceleration - 1.0).abs() < 0.1,
            "weight {at}: {gained} m/s² of {acceleration} m/s²"
        );
    }
}
