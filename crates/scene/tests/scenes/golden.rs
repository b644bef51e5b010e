//! Every built-in scene, and every friction model on a few, ends in the same
//! bits with one, two and four threads, across saving and restoring, and as it
//! did when `golden.txt` was written: poses and velocities by the first hash,
//! impulses and index sets by the second.
//!
//! No processor rounds otherwise: kernels have the order of their sums in the
//! code. `STICKSLIP_GOLDEN=write` writes the file anew, after a change that is
//! meant to change the motion.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rayon::ThreadPoolBuilder;
use stickslip_dynamics::{Accuracy, FrictionModel, Simulation};
use stickslip_scene::{BuiltinScene, Overrides, SCENES, SavedState, SceneSource};

/// Steps of each half of a run; the state is saved and restored in between.
const HALF: usize = 15;

/// The same for barrier steps and large heaps, which are dear.
const HALF_OF_DEAR: usize = 2;

/// Scenes small enough for every friction model, with the steps of each half.
const SMALL: [(&str, usize); 3] = [("incline", 15), ("newtons-cradle", 10), ("grasp", 1)];

/// All friction models but the default, by their names.
const MODELS: [(&str, FrictionModel); 8] = [
    ("frictionless", FrictionModel::Frictionless),
    ("box-fixed", FrictionModel::BoxFixed),
    ("box-normal-first", FrictionModel::BoxNormalFirst),
    ("polyhedral", FrictionModel::Polyhedral { facets: 6 }),
    ("prism", FrictionModel::Prism { facets: 6 }),
    ("cylinder", FrictionModel::Cylinder),
    ("cone", FrictionModel::Cone),
    ("convex-cone", FrictionModel::ConvexCone),
];

/// A scene, perhaps with another friction model than its own.
#[derive(Clone, Copy)]
struct Case {
    scene: &'static str,
    friction: Option<FrictionModel>,
    half: usize,
}

fn begin(case: Case) -> Simulation {
    let source = SceneSource::find(case.scene).expect("built in");
    let mut scene = source.read(&Overrides::default()).expect("valid");
    scene.settings.friction = case.friction.unwrap_or(scene.settings.friction);
    if scene.settings.friction == FrictionModel::ConvexCone {
        // Its contacts open as they slip, so that no step is accurate.
        scene.settings.accuracy = Accuracy::Off;
    }
    scene.simulation().expect("valid")
}

fn steps(simulation: &mut Simulation, half: usize, threads: usize) {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| {
        for _ in 0..half {
            simulation.step().expect("finite");
        }
    });
}

/// The hashes after both halves: threads by turns, through a saved state or not.
fn hashes(case: Case, threads: [usize; 2], saved: bool) -> [u64; 2] {
    let mut simulation = begin(case);
    steps(&mut simulation, case.half, threads[0]);
    if saved {
        let state = SavedState { scene: case.scene.into(), state: simulation.state().clone() };
        let back = SavedState::from_bytes(&state.to_bytes(), "memory").expect("just written");
        simulation = begin(case);
        simulation.restore(back.state).expect("the same model");
    }
    steps(&mut simulation, case.half, threads[1]);
    [simulation.state().hash(), simulation.state().memory_hash()]
}

/// The same whatever the threads and saved states; what it was when kept.
fn check(kept_for: &str, cases: impl Iterator<Item = (String, Case)>) {
    let found: BTreeMap<String, [u64; 2]> = cases
        .map(|(name, case)| {
            let alone = hashes(case, [1, 1], false);
            assert_eq!(hashes(case, [2, 4], true), alone, "{name}");
            (name, alone)
        })
        .collect();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenes");
    let path = folder.join(kept_for);
    if std::env::var("STICKSLIP_GOLDEN").is_ok_and(|value| value == "write") {
        let mut text = String::new();
        for (name, [poses, memory]) in &found {
            text.push_str(&format!("{name} {poses:016x} {memory:016x}\n"));
        }
        std::fs::write(&path, text).expect("writable");
        return;
    }
    let text = std::fs::read_to_string(&path).expect("kept beside this file");
    let number = |word: &str| u64::from_str_radix(word, 16).expect("hexadecimal");
    let expected: BTreeMap<String, [u64; 2]> = text
        .lines()
        .map(|line| line.split(' ').collect::<Vec<_>>())
        .map(|words| (words[0].to_owned(), [number(words[1]), number(words[2])]))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn every_scene_ends_in_the_same_bits() {
    let dear = ["stepper = \"barrier\"", "stepper = \"small-steps\""];
    let half = |text: &str| match dear.iter().any(|stepper| text.contains(stepper)) {
        true => HALF_OF_DEAR,
        false => HALF,
    };
    let case =
        |scene: &BuiltinScene| Case { scene: scene.name, friction: None, half: half(scene.text) };
    check("golden.txt", SCENES.iter().map(|scene| (scene.name.to_owned(), case(scene))));
}

#[test]
fn every_friction_model_ends_in_the_same_bits() {
    let cases = SMALL.iter().flat_map(|&(scene, half)| {
        let case = move |&(name, model)| {
            (format!("{scene}:{name}"), Case { scene, friction: Some(model), half })
        };
        MODELS.iter().map(case)
    });
    check("golden-friction.txt", cases);
}
