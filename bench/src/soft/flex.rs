//! A cube of 0.3 m that falls by 0.1 m, beside MuJoCo's flex, in turns in one run.

use std::path::Path;

use cpu_time::ProcessTime;
use serde_json::{Value, json};
use stickslip_dynamics::{FrictionModel, Settings, Simulation};

use super::{DAMPING, EDGE, JELLY, cube};
use crate::peers::process::{ask, python_with};
use crate::timing::{quartiles, table};

/// Height of the fall (m), step (s) and length of the run (s).
const DROP: f64 = 0.1;
const STEP: f64 = 0.002;
const SECONDS: f64 = 2.0;

/// How it integrates, and Rayleigh's b (s): its explicit steps take no more.
const VARIANTS: [(&str, &str, f64); 2] =
    [("MuJoCo flex, discrete", "discrete", DAMPING), ("MuJoCo flex, Euler", "Euler", 0.0005)];

/// What an engine did.
#[derive(Clone)]
struct Fall {
    /// CPU milliseconds of a step.
    ms: f64,
    /// Deepest contact of all steps, and of the last (m).
    deepest: f64,
    depth: f64,
    /// Mean height of the top at the end (m).
    height: f64,
}

/// Runs both sizes; without MuJoCo only ours.
pub fn run(quick: bool) -> Result<Value, String> {
    let python = python_with("mujoco");
    if let Err(reason) = &python {
        println!("without MuJoCo: {reason}");
    }
    let turns = if quick { 1 } else { 3 };
    // L − ρ g L²/(2E): every layer carries what is above it.
    let theory = EDGE - JELLY.density * 9.81 * EDGE * EDGE / (2.0 * JELLY.young);
    let mut figures = Vec::new();
    for nodes in [4, 6] {
        let models = [FrictionModel::Pyramid, FrictionModel::Cone, FrictionModel::Frictionless];
        let mut lines: Vec<(String, Vec<Fall>)> = models
            .iter()
            .map(|model| format!("Stickslip {}", model.name()))
            .chain(VARIANTS.iter().map(|variant| variant.0.to_owned()))
            .map(|name| (name, Vec::new()))
            .collect();
        for _ in 0..turns {
            let (ours, others) = lines.split_at_mut(models.len());
            for ((_, falls), &model) in ours.iter_mut().zip(&models) {
                falls.push(fall(nodes, model)?);
            }
            if let Ok(python) = &python {
                for ((_, falls), (_, integrator, damping)) in others.iter_mut().zip(VARIANTS) {
                    falls.push(fall_there(python, nodes, integrator, damping)?);
                }
            }
        }
        show(nodes, theory, &lines);
        let told = lines.iter().filter_map(|(name, falls)| {
            let last = falls.last()?;
            let times: Vec<f64> = falls.iter().map(|fall| fall.ms).collect();
            Some(json!({
                "engine": name, "ms": times, "deepest": last.deepest, "depth": last.depth,
                "height": last.height,
            }))
        });
        let engines: Vec<Value> = told.collect();
        figures.push(json!({ "nodes": nodes * nodes * nodes, "engines": engines }));
    }
    Ok(json!({ "theory": theory, "cubes": figures }))
}

fn show(nodes: usize, theory: f64, lines: &[(String, Vec<Fall>)]) {
    let mut shown = table(&["engine", "ms/step", "deepest mm", "at the end mm", "height m", "off"]);
    for (name, falls) in lines {
        let Some(last) = falls.last() else { continue };
        let [low, median, high] = quartiles(falls.iter().map(|fall| fall.ms).collect());
        shown.add_row([
            name.clone(),
            format!("{median:.3} ({low:.3}–{high:.3})"),
            format!("{:.4}", 1e3 * last.deepest),
            format!("{:.4}", 1e3 * last.depth),
            format!("{:.5}", last.height),
            format!("{:+.2} %", 100.0 * (last.height / theory - 1.0)),
        ]);
    }
    let count = nodes * nodes * nodes;
    println!(
        "{count} nodes, {SECONDS} s in steps of {STEP} s, μ = 0.5; the mean of the top is \
         {theory:.5} m high where nothing holds the foot\n{shown}\n"
    );
}

fn fall(nodes: usize, friction: FrictionModel) -> Result<Fall, String> {
    let settings = Settings { time_step: STEP, friction, ..Settings::default() };
    let mut simulation = cube(nodes - 1, DROP, settings)?;
    let steps = (SECONDS / STEP).round() as usize;
    let (mut seconds, mut deepest, mut depth) = (0.0, 0.0_f64, 0.0);
    for _ in 0..steps {
        let begin = ProcessTime::now();
        let report = simulation.step().map_err(|error| error.to_string())?;
        seconds += begin.elapsed().as_secs_f64();
        if report.failed_solves > 0 {
            return Err(format!("a step was not solved at {} s", simulation.state().time));
        }
        depth = report.penetration_max;
        deepest = deepest.max(depth);
    }
    let height = mean_height(&simulation);
    Ok(Fall { ms: 1e3 * seconds / steps as f64, deepest, depth, height })
}

/// The mean height of the top over the ground, by area. That is what L − ρ g L²/(2E) is,
/// whatever the top bulges, where nothing holds the foot: with the bar under an even
/// load as the other state, Betti's theorem says so of the solid and of its elements.
fn mean_height(simulation: &Simulation) -> f64 {
    let body = &simulation.model().soft_bodies()[0];
    let (rest, places) = (body.mesh.rest(), &simulation.state().vertices.positions);
    let top = rest.iter().map(|point| point.y).fold(f64::NEG_INFINITY, f64::max);
    let (mut sum, mut all) = (0.0, 0.0);
    for face in &body.faces {
        let corners = face.map(|vertex| vertex as usize);
        if corners.iter().all(|&at| rest[at].y > top - 1e-9) {
            let [a, b, c] = corners.map(|at| rest[at]);
            let area = (b - a).cross(c - a).length();
            all += area;
            sum += area * corners.iter().map(|&at| places[at].y).sum::<f64>() / 3.0;
        }
    }
    sum / all
}

fn fall_there(python: &Path, nodes: usize, integrator: &str, damping: f64) -> Result<Fall, String> {
    let numbers = [EDGE, JELLY.young, JELLY.poisson, JELLY.density, DROP, damping, STEP, SECONDS];
    let numbers = numbers.map(|number| number.to_string());
    let arguments = [integrator.to_owned(), nodes.to_string()].into_iter().chain(numbers);
    let told = ask(python, "mujoco_flex.py", arguments)?;
    let number = |key: &str| told[key].as_f64().ok_or_else(|| format!("no {key} in {told}"));
    Ok(Fall {
        ms: number("ms")?,
        deepest: number("deepest")?,
        depth: number("depth")?,
        height: number("height")?,
    })
}
