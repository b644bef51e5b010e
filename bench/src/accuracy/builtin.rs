//! Built-in scenes with the plain and the accurate step, in turns.

use serde_json::{Value, json};
use stickslip_scene::{Overrides, Scene, find_builtin};

use super::ACCURACY;
use super::tally::Tally;

/// Steps of either kind before it is the other's turn.
const TURN: usize = 10;

/// The scene of that name, with the accuracy that is asked for.
pub fn read(name: &str, accuracy: Option<f64>) -> Result<Scene, String> {
    let source = find_builtin(name).map_err(|error| error.to_string())?.source();
    let mut scene = source.read(&Overrides::default()).map_err(|error| error.to_string())?;
    scene.settings.accuracy = accuracy.into();
    Ok(scene)
}

/// Plays a scene twice, side by side.
pub fn compare(name: &str, seconds: f64) -> Result<Value, String> {
    let mut tallies = [Tally::default(), Tally::default()];
    let mut simulations = Vec::new();
    let mut steps = 0;
    for accuracy in [None, Some(ACCURACY)] {
        let scene = read(name, accuracy)?;
        steps = (seconds / scene.settings.time_step).round() as usize;
        simulations.push(scene.simulation().map_err(|error| error.to_string())?);
    }
    for begun in (0..steps).step_by(TURN) {
        for (simulation, tally) in simulations.iter_mut().zip(&mut tallies) {
            if tally.ended.is_none() {
                (begun..steps.min(begun + TURN)).all(|_| tally.step(simulation));
            }
        }
    }
    let [plain, accurate] = &tallies;
    Ok(json!({
        "scene": name,
        "plain": plain.figures(),
        "accurate": accurate.figures(),
        "speed": plain.seconds / accurate.seconds,
        "realtime_factor": seconds / accurate.seconds,
    }))
}
