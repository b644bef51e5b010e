//! Derivatives of steps: what they cost, and how right they are.
//!
//! *Speed*: a step alone and a step with its derivatives from the same states, in turns on one
//! thread, in CPU time; a gradient over a run beside the run. Robots from their files also in
//! MuJoCo: a step, and centred finite differences of it (`mjd_transitionFD`).
//!
//! *States*: the derivatives of steps of random scenes and of built-in ones against central
//! differences of whole steps, wherever no set changes within the stencil, and between the slopes
//! of both sides where there is a kink.

mod cases;
mod differences;
mod states;

use std::path::Path;

use cpu_time::ProcessTime;
use serde_json::{Value, json};
use stickslip_dynamics::{DerivativeError, Input, Rollout, Simulation};

use self::cases::Case;
use crate::peers::process::{ask, folder, python_with};
use crate::timing::{quartiles, table};

/// Runs both parts, or the one that is named in `only`: `speed`, `states`, or `A..B` of the
/// states.
pub fn run(quick: bool, only: Option<&str>) -> Result<Value, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.map_err(|error| error.to_string())?;
    pool.install(|| {
        let mut told = json!({ "schema": "stickslip-bench/1", "benchmark": "derivatives" });
        if only.is_none_or(|only| only == "speed") {
            told["speed"] = speed(quick)?;
        }
        if only != Some("speed") {
            told["states"] = states::run(quick, only.filter(|only| *only != "states"))?;
        }
        Ok(told)
    })
}

/// Turns of a case, and steps of each.
const TURNS: usize = 5;
const STEPS: usize = 8;

fn speed(quick: bool) -> Result<Value, String> {
    let python = python_with("mujoco").map_err(|reason| println!("without MuJoCo: {reason}")).ok();
    let turns = if quick { 2 } else { TURNS };
    let header = ["case", "bodies", "inputs", "ms/step", "× with derivatives", "MuJoCo's ×"];
    let mut shown = table(&header);
    let mut lines = Vec::new();
    for case in cases::all(quick) {
        let found = case.simulation().and_then(|begun| time(begun, &case, turns));
        let peer = match (&python, case.model) {
            (Some(python), Some(file)) => theirs(file, python).map_err(|error| println!("{error}")),
            _ => Err(()),
        };
        let mut cells = vec![case.name.to_owned()];
        match &found {
            Ok(found) => {
                let [low, middle, high] = found.ratio;
                cells.extend([
                    found.bodies.to_string(),
                    found.inputs.to_string(),
                    format!("{:.3}", 1e3 * found.seconds),
                    format!("{middle:.1} ({low:.1}–{high:.1})"),
                ]);
            }
            Err(reason) => {
                cells.extend([String::new(), String::new(), String::new(), reason.clone()])
            }
        }
        cells.push(peer.as_ref().map_or(String::new(), |ratio| format!("{ratio:.1}")));
        shown.add_row(cells);
        lines.push(json!({
            "case": case.name,
            "ratio": found.as_ref().ok().map(|found| found.ratio),
            "seconds": found.as_ref().ok().map(|found| found.seconds),
            "reason": found.as_ref().err(),
            "mujoco": peer.as_ref().ok(),
        }));
    }
    println!("{shown}");
    let (ratio, impacts) = gradient(if quick { 200 } else { 1000 })?;
    println!("a gradient over a run with {impacts} impacts: {ratio:.1} × the run");
    Ok(json!({ "cases": lines, "gradient": ratio, "impacts": impacts }))
}

/// What a case came to.
struct Found {
    bodies: usize,
    inputs: usize,
    /// CPU time of a step alone, and the quartiles of what derivatives make of it.
    seconds: f64,
    ratio: [f64; 3],
}

fn time(mut simulation: Simulation, case: &Case, turns: usize) -> Result<Found, String> {
    let inputs = case.inputs(&simulation);
    let (mut ratios, mut alone) = (Vec::new(), Vec::new());
    for _ in 0..turns {
        let state = simulation.state().clone();
        let begin = ProcessTime::now();
        for _ in 0..STEPS {
            simulation.step().map_err(|error| error.to_string())?;
        }
        let steps = begin.elapsed().as_secs_f64();
        simulation.restore(state).map_err(|error| error.to_string())?;
        let begin = ProcessTime::now();
        for _ in 0..STEPS {
            simulation.step_derivatives(&inputs).map_err(|error| error.to_string())?;
        }
        ratios.push(begin.elapsed().as_secs_f64() / steps);
        alone.push(steps / STEPS as f64);
    }
    let bodies = simulation.model().bodies().iter().filter(|body| body.is_dynamic()).count();
    let inputs = inputs.len();
    Ok(Found { bodies, inputs, seconds: quartiles(alone)[1], ratio: quartiles(ratios) })
}

/// A gradient back over a ball's bounces, and the run alone.
fn gradient(steps: usize) -> Result<(f64, usize), String> {
    let fail = |error: DerivativeError| error.to_string();
    let mut simulation = cases::bouncing()?;
    let friction =
        simulation.input("material.default.friction").map_err(|error| error.to_string())?;
    let begin = simulation.state().clone();
    let (mut ratios, mut impacts) = (Vec::new(), 0);
    for _ in 0..3 {
        simulation.restore(begin.clone()).map_err(|error| error.to_string())?;
        let now = ProcessTime::now();
        impacts = 0;
        for _ in 0..steps {
            impacts += simulation.step().map_err(|error| error.to_string())?.impacts;
        }
        let alone = now.elapsed().as_secs_f64();
        simulation.restore(begin.clone()).map_err(|error| error.to_string())?;
        let rollout = Rollout { steps, inputs: vec![friction] };
        let end = |step: usize, _: &Simulation| {
            (step == steps).then(|| (0.0, (0..12).map(|at| f64::from(u8::from(at == 0))).collect()))
        };
        let now = ProcessTime::now();
        rollout.gradient(&mut simulation, |_, _| Ok(()), end).map_err(fail)?;
        ratios.push(now.elapsed().as_secs_f64() / alone);
    }
    Ok((quartiles(ratios)[1], impacts))
}

/// How many steps MuJoCo's centred differences of a step take.
fn theirs(model: &str, python: &Path) -> Result<f64, String> {
    let file = folder().join("robots").join(model);
    let text = stickslip_scene::find_model(model).ok_or("there is no such model")?;
    let parent = file.parent().ok_or("no folder")?;
    std::fs::create_dir_all(parent).map_err(|error| error.to_string())?;
    stickslip_files::replace_file(&file, text.as_bytes()).map_err(|error| error.to_string())?;
    let told = ask(python, "mujoco_derivatives.py", [&file])?;
    told["ratio"].as_f64().ok_or_else(|| format!("no ratio: {told}"))
}

/// The inputs of these names.
fn named(simulation: &Simulation, names: &[&str]) -> Vec<Input> {
    names.iter().filter_map(|name| simulation.input(name).ok()).collect()
}
