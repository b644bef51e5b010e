//! Liquids in scene files, saved states and recordings.

use stickslip_dynamics::{Simulation, StepReport};
use stickslip_scene::recording::{Frame, Header, Recorder, Recording};
use stickslip_scene::{SavedState, Scene, SceneSource, find_builtin};

use crate::{good, read};

const SCENES: [&str; 4] = ["dam-break", "dam-break-lid", "tank-shaken", "pour"];

fn builtin(name: &str) -> Scene {
    let source = SceneSource::find(name).expect("built in");
    source.read(&Default::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Steps; every one is solved, and what does not separate keeps its volume.
fn run(simulation: &mut Simulation, steps: usize) -> StepReport {
    let mut last = StepReport::default();
    for step in 0..steps {
        last = simulation.step().expect("a step");
        assert_eq!(last.failed_solves, 0, "step {step}");
        assert!(last.liquid.divergence_max <= 1e-8, "step {step}: {:?}", last.liquid);
    }
    last
}

#[test]
fn every_liquid_scene_keeps_its_liquid_out_of_solids() {
    for name in SCENES {
        let mut simulation = builtin(name).simulation().expect("a simulation");
        let count = simulation.state().liquids[0].particles.len();
        assert!(count > 300, "{name}: {count}");
        let report = run(&mut simulation, 40);
        let state = &simulation.state().liquids[0];
        let grid = simulation.model().liquids()[0].grid();
        let own = grid.cell_volume() / if grid.flat { 4.0 } else { 8.0 };
        let drift = report.liquid.volume / (count as f64 * own) - 1.0;
        println!("{name}: {count} particles, {:?}, drift {drift}", report.liquid);
        let bodies = simulation.model().bodies().iter().zip(&simulation.state().bodies);
        let deepest = bodies
            .flat_map(|(body, at)| body.colliders.iter().map(move |it| (it, at)))
            .flat_map(|(collider, at)| {
                let pose = at.pose.compose(&collider.pose);
                state
                    .particles
                    .positions
                    .iter()
                    .map(move |&point| collider.shape.signed_distance(&pose, point))
            })
            .fold(f64::INFINITY, f64::min);
        assert!(deepest > -0.5 * grid.width, "{name}: {deepest}");
    }
}

/// With equations a splash stays at the lid; with complementarity it falls.
#[test]
fn a_splash_falls_off_the_lid_unless_it_must_not() {
    let text = find_builtin("dam-break-lid").expect("built in").text.to_owned();
    let stuck = ["separating", "equality"].map(|walls| {
        let wanted = format!("walls = \"{walls}\"\n");
        let mut simulation =
            good(&text.replace("walls = \"separating\"\n", &wanted)).simulation().expect("valid");
        let count = |simulation: &mut Simulation| {
            simulation.step().expect("a step");
            let positions = &simulation.state().liquids[0].particles.positions;
            positions.iter().filter(|point| point.y > 0.475).count()
        };
        (0..55).map(|_| count(&mut simulation)).collect::<Vec<_>>()
    });
    let [falls, sticks] = &stuck;
    let gone = falls.iter().rposition(|&there| there > 0).expect("it met the lid") + 1;
    assert!(falls.iter().max() > Some(&20) && gone < 60, "{stuck:?}");
    // By then the same splash hangs from the lid, where nothing may leave a wall.
    assert!(sticks[gone] >= 10, "{gone}: {stuck:?}");
    let dwelling = |all: &[usize]| all.iter().sum::<usize>() as f64;
    assert!(dwelling(sticks) > 1.3 * dwelling(falls), "{stuck:?}");
}

#[test]
fn a_saved_liquid_goes_on_to_the_same_bits() {
    let scene = builtin("tank-shaken");
    let mut whole = scene.simulation().expect("a simulation");
    run(&mut whole, 10);
    let saved = SavedState { scene: scene.name.clone(), state: whole.state().clone() };
    let bytes = saved.to_bytes();
    assert_eq!(bytes[8], 7);
    let back = SavedState::from_bytes(&bytes, "memory").expect("just written");
    assert_eq!(back, saved);
    let mut resumed = scene.simulation().expect("a simulation");
    resumed.restore(back.state).expect("of the same scene");
    run(&mut whole, 10);
    run(&mut resumed, 10);
    assert_eq!(whole.state(), resumed.state());
    let hash = whole.state().hash();
    let mut other = whole.state().clone();
    other.liquids[0].particles.velocities[7].x += 1e-12;
    assert_ne!(other.hash(), hash);
    other.liquids[0].particles.velocities.pop();
    assert!(whole.restore(other).expect_err("too few").to_string().contains("liquids"));
    let mut broken = whole.state().clone();
    broken.liquids[0].pressures[0] = f64::NAN;
    assert!(whole.restore(broken).expect_err("NaN").to_string().contains("water"));
    for cut in [9, bytes.len() / 2, bytes.len() - 1] {
        assert!(SavedState::from_bytes(&bytes[..cut], "cut").is_err());
    }
}

#[test]
fn recordings_keep_particles() {
    let scene = builtin("dam-break");
    let mut simulation = scene.simulation().expect("a simulation");
    let mut recorder = Recorder::new(Vec::new(), &Header::new(&scene, 0)).expect("a header");
    let mut frames = Vec::new();
    for _ in 0..3 {
        let report = simulation.step().expect("a step");
        frames.push(Frame::new(&simulation, &report));
        recorder.record(frames.last().expect("one")).expect("memory");
    }
    let bytes = recorder.into_inner();
    assert_eq!(bytes[8], 4);
    let read = Recording::read(&bytes, "memory").expect("whole");
    assert_eq!((read.cut, read.frames.len()), (None, frames.len()));
    for (read, frame) in read.frames.iter().zip(&frames) {
        assert!(read.particles == frame.particles && read.time == frame.time);
    }
    assert_eq!(read.header.liquids[0].name, "water");
    assert_eq!(frames[0].particles.len(), simulation.state().liquids[0].particles.len());
    let torn = Recording::read(&bytes[..bytes.len() - 9], "torn").expect("up to there");
    assert!(torn.frames.len() == 2 && torn.cut.is_some_and(|cut| cut.torn));
}

/// Every wrong value gets one sentence that names the line and the key.
#[test]
fn wrong_liquids_are_refused_where_they_are_written() {
    let text = find_builtin("dam-break").expect("built in").text.to_owned();
    for (from, to, expected) in [
        ("flat = true", "flat = true\ndensity = -1", "density"),
        ("flat = true", "flat = true\ndensity = nan", "density"),
        ("resolution = \"= resolution\"", "resolution = 0", "resolution"),
        ("resolution = \"= resolution\"", "resolution = 999999999", "resolution"),
        ("resolution = \"= resolution\"", "resolution = 3.5", "resolution"),
        ("[0.5, 0.75, 0.5]", "[0.5, 1.75, 0.5]", "region"),
        ("[0.5, 0.75, 0.5]", "[0.5, inf, 0.5]", "region"),
        ("[0.5, 0.75, 0.5]", "[0.0, 0.75, 0.5]", "region"),
        ("[[0, 0, -0.5], [2, 1, 0.5]]", "[[0, 0, -0.5], [-2, 1, 0.5]]", "domain"),
        ("[[0, 0, -0.5], [2, 1, 0.5]]", "[[0, 0, -0.5]]", "domain"),
        ("flat = true", "flat = true\nwalls = \"sticky\"", "walls"),
        ("flat = true", "flat = true\nvelocity = [0, nan, 0]", "velocity"),
        ("flat = true", "flat = true\nviscosity = 1", "viscosity"),
        ("name = \"water\"\n", "", "name"),
    ] {
        assert!(text.contains(from), "{from}");
        let message = read(&text.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(message.starts_with("test.toml: line "), "{message}");
        assert!(message.contains(expected) && !message.contains('\n'), "{message}");
    }
    // What only a simulation can see.
    let without = good(&text.replace("stepper = \"fluid\"", "")).simulation().map(|_| ());
    let message = without.expect_err("no stepper for it").to_string();
    assert!(message.contains("stepper") && message.contains("water"), "{message}");
    let solid =
        text.replace("[1.2, 0.05, 0]", "[0.2, 0.3, 0]").replace("[0.1, 0.3, 0.2]", "[9, 9, 9]");
    let message = good(&solid).simulation().map(|_| ()).expect_err("no room").to_string();
    assert!(message.contains("water") && message.contains("region"), "{message}");
}
