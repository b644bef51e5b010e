//! What the tests of several modules begin with.

use std::path::Path;

use stickslip_dynamics::Simulation;
use stickslip_problems::files::read_json;
use stickslip_scene::recording::{Frame, Header, Recorder};
use stickslip_scene::{Overrides, Scene, SceneSource};
use stickslip_solve::{Outcome, Problem};

use crate::ask::Choice;

/// A box of 3 kg on the ground and one of 5 kg beside it, in steps of two parts.
pub const BOXES: &str = "name = 'boxes'\nseconds = 0.5\n[settings]\ndt = '= 1 / 60'\nsubsteps = 2\n\
    [[body]]\nname = 'ground'\nmotion = 'static'\nshape = { type = 'half-space' }\n\
    [[body]]\nname = 'light'\nposition = [0, 0.5, 0]\nmass = 3\n\
    shape = { type = 'box', size = [1, 1, 1] }\n\
    [[body]]\nname = 'heavy'\nposition = [3, 0.5, 0]\nmass = 5\n\
    shape = { type = 'box', size = [1, 1, 1] }\n";

/// The scene of a text.
pub fn scene(text: &str) -> Scene {
    let read = SceneSource::new(text, "test.toml").read(&Overrides::default());
    read.unwrap_or_else(|error| panic!("{error}"))
}

/// Its simulation.
pub fn simulation(text: &str) -> Simulation {
    scene(text).simulation().expect("valid")
}

/// Writes a recording whose first frame is that of the first step.
pub fn record(text: &str, steps: usize, path: &Path) {
    let scene = scene(text);
    let mut recorder = Recorder::create(path, &Header::new(&scene, 0)).expect("a file");
    let mut simulation = scene.simulation().expect("valid");
    for _ in 0..steps {
        let report = simulation.step().expect("finite");
        recorder.record(&Frame::new(&simulation, &report)).expect("written");
    }
}

/// The problem of a JSON text.
pub fn problem(text: &str) -> Problem {
    read_json(text, "test.json").unwrap_or_else(|error| panic!("{error}"))
}

/// x = (0, ¼, ½): at its lower bound, at its upper bound, and free.
pub fn three_rows() -> Problem {
    problem(
        r#"{"name": "three", "kind": "blcp", "n": 3,
            "A": {"rows": [0, 1, 2], "cols": [0, 1, 2], "vals": [1, 1, 1]},
            "b": [1, -1, -0.5], "lo": [0, 0, 0], "hi": [null, 0.25, null]}"#,
    )
}

/// What a solver makes of a problem.
pub fn solved(problem: &Problem, solver: &str) -> Outcome {
    let choice = Choice::new(Some(solver), &[]).expect("a solver");
    choice.solve(problem, &Default::default()).expect("an outcome")
}
