//! Bodies that are meshes: as the shapes that they are made of, and as no other shape.

mod alike;
mod machines;
mod reading;

use stickslip_dynamics::Simulation;
use stickslip_scene::{Overrides, SceneSource};

/// The simulation of a scene's text.
pub fn simulation(text: &str) -> Simulation {
    let scene = SceneSource::new(text, "test.toml").read(&Overrides::default());
    scene.unwrap_or_else(|error| panic!("{error}")).simulation().expect("a simulation")
}

/// A built-in scene with some of its parameters changed.
pub fn builtin(name: &str, changes: &[(&str, f64)]) -> Simulation {
    let mut overrides = Overrides::default();
    overrides.parameters.extend(changes.iter().map(|&(key, value)| (key.into(), value)));
    let scene = SceneSource::find(name).and_then(|source| source.read(&overrides));
    scene.unwrap_or_else(|error| panic!("{error}")).simulation().expect("a simulation")
}

/// Steps until `time`, and shows every state on the way.
pub fn play(simulation: &mut Simulation, time: f64, mut look: impl FnMut(&Simulation)) {
    while simulation.state().time < time - 1e-9 {
        let report = simulation.step().expect("finite");
        assert_eq!(report.failed_solves, 0, "at {} s", simulation.state().time);
        look(simulation);
    }
}
