//! Steps of built-in scenes with their derivatives by the state, the controls and gravity,
//! beside the same steps without, in turns.

use std::time::Instant;

use serde_json::{Value, json};
use stickslip_dynamics::{Input, Simulation};
use stickslip_scene::{Overrides, SceneSource};

use crate::timing::{quartiles, table};

const SCENES: [&str; 10] = [
    "double-pendulum",
    "newtons-cradle",
    "billiards",
    "incline",
    "gyroscope",
    "slider-crank",
    "robot-arm",
    "quadruped",
    "stack",
    "brake",
];

/// Runs the scenes, or those that are named.
pub fn run(quick: bool, only: Option<&str>) -> Result<Value, String> {
    let steps = if quick { 10 } else { 60 };
    let mut table = table(&["scene", "bodies", "step", "ratio", "quartiles", "none"]);
    let mut figures = Vec::new();
    let named: Vec<&str> = match only {
        Some(list) => list.split(',').map(str::trim).collect(),
        None => SCENES.to_vec(),
    };
    for name in named {
        let source = SceneSource::find(name).map_err(|error| error.to_string())?;
        let scene = source.read(&Overrides::default()).map_err(|error| error.to_string())?;
        let mut simulation = scene.simulation().map_err(|error| error.to_string())?;
        let case = measure(&mut simulation, steps)?;
        let [low, middle, high] = quartiles(case.ratios.clone());
        let step = quartiles(case.seconds.clone())[1];
        table.add_row([
            name.to_string(),
            case.bodies.to_string(),
            format!("{:.3} ms", 1e3 * step),
            format!("{middle:.1}"),
            format!("{low:.1} to {high:.1}"),
            match case.reason {
                Some(reason) => format!("{} steps: {reason}", case.refused),
                None => "–".to_string(),
            },
        ]);
        figures.push(json!({
            "scene": name, "bodies": case.bodies, "step_s": step,
            "ratio": [low, middle, high], "refused": case.refused,
        }));
    }
    println!("{table}");
    Ok(json!({ "scenes": figures }))
}

#[derive(Default)]
struct Case {
    bodies: usize,
    seconds: Vec<f64>,
    ratios: Vec<f64>,
    refused: usize,
    reason: Option<String>,
}

fn measure(simulation: &mut Simulation, steps: usize) -> Result<Case, String> {
    let bodies = simulation.model().bodies().iter().filter(|body| body.is_dynamic()).count();
    let mut case = Case { bodies, ..Case::default() };
    for _ in 0..steps {
        let told = |at: &usize| simulation.state().controls[*at].parts().is_some();
        let controls = (0..simulation.controls().len()).filter(told).map(Input::Control);
        let inputs: Vec<Input> = controls.chain([Input::Gravity(1)]).collect();
        let before = simulation.state().clone();
        let begin = Instant::now();
        let found = simulation.step_derivatives(&inputs);
        let with = begin.elapsed().as_secs_f64();
        simulation.restore(before).map_err(|error| error.to_string())?;
        let begin = Instant::now();
        simulation.step().map_err(|error| error.to_string())?;
        let without = begin.elapsed().as_secs_f64();
        match found {
            Ok(_) => {
                case.seconds.push(without);
                case.ratios.push(with / without);
            }
            Err(error) => {
                case.refused += 1;
                case.reason.get_or_insert(error.to_string());
            }
        }
    }
    Ok(case)
}
