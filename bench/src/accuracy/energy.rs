//! What scenes without a drive gain.
//!
//! The mechanical energy of a scene is that at the beginning above the lowest
//! potential that it came to, E₀ − min V; the gain is how far E rises above its
//! beginning, max E(t) − E₀. What is stored in compliant joints and contacts is
//! not part of E, so that E may fall and come back: the rise above the lowest
//! that it was before, max over s < t of E(t) − E(s), is reported beside it.

use serde_json::{Value, json};
use stickslip_dynamics::{BodyId, Motion, Simulation};

use super::ACCURACY;
use super::builtin::read;
use super::tally::Tally;

/// Whether something feeds it from outside.
fn is_driven(simulation: &Simulation) -> bool {
    let script = |motion: &Motion| matches!(motion, Motion::Kinematic(_));
    let bodies = simulation.model().bodies();
    bodies.iter().any(|body| script(&body.description.motion)) || !simulation.controls().is_empty()
}

/// Plays a scene and watches its energy.
pub fn gain(name: &str, seconds: f64) -> Result<Value, String> {
    let scene = read(name, Some(ACCURACY))?;
    let mut simulation = scene.simulation().map_err(|error| error.to_string())?;
    if is_driven(&simulation) {
        return Ok(json!({ "scene": name, "driven": true }));
    }
    let mut tally = Tally::default();
    let begun = simulation.energy();
    let (mut lowest, mut potential) = (begun, f64::INFINITY);
    let (mut gain, mut rise) = (0.0_f64, 0.0_f64);
    for _ in 0..(seconds / scene.settings.time_step).round() as usize {
        if !tally.step(&mut simulation) {
            break;
        }
        let energy = simulation.energy();
        let bodies = (0..simulation.model().bodies().len()).map(BodyId);
        let kinetic: f64 = bodies.map(|body| simulation.kinetic_energy(body)).sum();
        potential = potential.min(energy - kinetic);
        gain = gain.max(energy - begun);
        rise = rise.max(energy - lowest);
        lowest = lowest.min(energy);
    }
    let whole = begun - potential;
    let mut line = tally.figures();
    line["scene"] = json!(name);
    line["driven"] = json!(false);
    line["mechanical_energy"] = json!(whole);
    line["gain"] = json!(gain);
    line["gain_share"] = json!(gain / whole);
    line["rise_share"] = json!(rise / whole);
    Ok(line)
}
