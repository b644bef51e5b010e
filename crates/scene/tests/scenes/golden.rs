//! Every built-in scene ends in the same bits with one, two and four threads,
//! across saving and restoring, and as it did when `golden.txt` was written.
//!
//! The libraries below choose their kernels by the processor, so that the
//! kept hashes hold for one kind of processor; on another kind the test says
//! so and compares threads and saved states only. `STICKSLIP_GOLDEN=write`
//! writes the file anew, after a change that is meant to change the motion.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rayon::ThreadPoolBuilder;
use stickslip_dynamics::Simulation;
use stickslip_scene::{Overrides, SCENES, SavedState, SceneSource};

/// Steps of each half of a run; the state is saved and restored in between.
const HALF: usize = 15;

fn begin(name: &str) -> Simulation {
    let source = SceneSource::find(name).expect("built in");
    let scene = source.read(&Overrides::default()).expect("valid");
    scene.simulation().expect("valid")
}

fn steps(simulation: &mut Simulation, threads: usize) {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| {
        for _ in 0..HALF {
            simulation.step().expect("finite");
        }
    });
}

/// The hash after both halves: threads by turns, through a saved state or not.
fn hash(name: &str, threads: [usize; 2], saved: bool) -> u64 {
    let mut simulation = begin(name);
    steps(&mut simulation, threads[0]);
    if saved {
        let state = SavedState { scene: name.into(), state: simulation.state().clone() };
        let back = SavedState::from_bytes(&state.to_bytes(), "memory").expect("just written");
        simulation = begin(name);
        simulation.restore(back.state).expect("the same model");
    }
    steps(&mut simulation, threads[1]);
    simulation.state().hash()
}

/// What the kernels of the libraries depend on: the processor, and by the
/// sizes of its caches the order of their sums.
fn processor() -> String {
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = |key: &str| {
        let found = about.lines().find(|line| line.starts_with(key));
        found.and_then(|line| line.split_once(": ")).map_or("", |(_, value)| value).to_string()
    };
    let profile = if cfg!(debug_assertions) { "dev" } else { "release" };
    let (model, cache) = (line("model name"), line("cache size"));
    format!("{} {model}, {cache}, {profile}", std::env::consts::ARCH)
}

#[test]
fn every_scene_ends_in_the_same_bits() {
    let hashes: BTreeMap<&str, u64> = SCENES
        .iter()
        .map(|scene| {
            let alone = hash(scene.name, [1, 1], false);
            assert_eq!(hash(scene.name, [2, 4], true), alone, "{}", scene.name);
            (scene.name, alone)
        })
        .collect();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenes/golden.txt");
    if std::env::var("STICKSLIP_GOLDEN").is_ok_and(|value| value == "write") {
        let mut text = format!("{}\n", processor());
        hashes.iter().for_each(|(name, hash)| text.push_str(&format!("{name} {hash:016x}\n")));
        std::fs::write(&path, text).expect("writable");
        return;
    }
    let text = std::fs::read_to_string(&path).expect("kept beside this file");
    let (kept, lines) = text.split_once('\n').expect("a first line");
    if kept != processor() {
        println!("hashes are kept for {kept}, not for {}: not compared", processor());
        return;
    }
    let expected: BTreeMap<&str, u64> = lines
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, hash)| (name, u64::from_str_radix(hash, 16).expect("hexadecimal")))
        .collect();
    assert_eq!(hashes, expected);
}
