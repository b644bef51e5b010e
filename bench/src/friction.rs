//! `cargo xtask bench friction [--only SCENE,…]`: every friction model on built-in
//! scenes, two seconds each.
//!
//! Models are compared by the time that the processor spent on the run with
//! one thread, so that other work on the machine does not count; the table has
//! its ratio to the pyramid's and the steps that were not solved. Scenes as
//! arguments make it possible to run several processes side by side.

use std::time::Instant;

use rayon::ThreadPoolBuilder;
use serde_json::{Value, json};
use stickslip_dynamics::FrictionModel;
use stickslip_scene::{Overrides, SceneSource};

use crate::accuracy::names;
use crate::timing::table;

/// Seconds that every scene runs.
const DURATION: f64 = 2.0;
/// A run is cut after this many times the pyramid's time, and as many seconds
/// more.
const PATIENCE: f64 = 6.0;

/// One model on one scene.
struct Run {
    steps: usize,
    /// Processor time of all steps (s).
    seconds: f64,
    /// Time of all solves (s).
    solve_s: f64,
    failed: usize,
    /// Why it ended early.
    cut: Option<String>,
}

/// Processor time of this thread (s), or time where the system does not say.
fn processor_s(begun: Instant) -> f64 {
    // The system brings its figure up to date when a thread gives way.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    spent.map_or_else(|| begun.elapsed().as_secs_f64(), |nanoseconds| 1e-9 * nanoseconds)
}

fn play(scene: &str, model: FrictionModel, duration: f64, patience: f64) -> Result<Run, String> {
    let source = SceneSource::find(scene).map_err(|error| error.to_string())?;
    let mut scene = source.read(&Overrides::default()).map_err(|error| error.to_string())?;
    scene.settings.friction = model;
    let mut simulation = scene.simulation().map_err(|error| error.to_string())?;
    let steps = (duration / scene.settings.time_step).round() as usize;
    let clock = Instant::now();
    let begun = processor_s(clock);
    let mut run = Run { steps: 0, seconds: 0.0, solve_s: 0.0, failed: 0, cut: None };
    for _ in 0..steps {
        match simulation.step() {
            Ok(report) => {
                run.solve_s += report.times.solve_s;
                run.failed += usize::from(report.failed_solves > 0);
            }
            Err(error) => {
                run.cut = Some(error.to_string());
                break;
            }
        }
        run.steps += 1;
        run.seconds = processor_s(clock) - begun;
        if run.seconds > patience {
            run.cut = Some(format!("after {} of {steps} steps", run.steps));
            break;
        }
    }
    Ok(run)
}

/// Runs the scenes, all where none is named.
pub fn run(quick: bool, only: Option<&str>) -> Result<Value, String> {
    let pool =
        ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    let duration = if quick { 0.2 * DURATION } else { DURATION };
    let models: Vec<(&str, FrictionModel)> =
        FrictionModel::ALL.into_iter().filter(|model| model.1 != FrictionModel::Pyramid).collect();
    let mut rows = Vec::new();
    let mut figures = Vec::new();
    for scene in names(only)? {
        let base = pool.install(|| play(scene, FrictionModel::Pyramid, duration, f64::INFINITY));
        let base = match base {
            Ok(base) => base,
            Err(reason) => {
                eprintln!("{scene} refuses pyramids: {reason}");
                figures.push(json!({ "scene": scene, "model": "pyramid", "refused": reason }));
                continue;
            }
        };
        let per_step = |run: &Run| 1e3 * run.seconds / run.steps.max(1) as f64;
        let mut row = vec![
            scene.to_owned(),
            base.steps.to_string(),
            format!("{:.3} ms{}", per_step(&base), failed(&base)),
        ];
        eprintln!("{}", row.join(", "));
        figures.push(figure(scene, "pyramid", &base));
        for &(name, model) in &models {
            let patience = PATIENCE * base.seconds + PATIENCE;
            match pool.install(|| play(scene, model, duration, patience)) {
                Ok(run) => {
                    let cell = format!("{:.2}{}", per_step(&run) / per_step(&base), failed(&run));
                    eprintln!("{scene}, {name}: {cell}");
                    row.push(cell);
                    figures.push(figure(scene, name, &run));
                }
                Err(reason) => {
                    row.push("refused".to_owned());
                    figures.push(json!({ "scene": scene, "model": name, "refused": reason }));
                }
            }
        }
        rows.push(row);
    }
    let mut heads = vec!["scene", "steps", "pyramid"];
    heads.extend(models.iter().map(|model| model.0));
    let mut shown = table(&heads);
    shown.add_rows(rows);
    println!("{shown}");
    Ok(json!({ "benchmark": "friction", "duration_s": duration, "runs": figures }))
}

/// What went wrong in a run, for the table.
fn failed(run: &Run) -> String {
    let failed = if run.failed > 0 { format!(", {} failed", run.failed) } else { String::new() };
    run.cut.as_ref().map_or(failed.clone(), |reason| format!("{failed}, {reason}"))
}

fn figure(scene: &str, model: &str, run: &Run) -> Value {
    json!({
        "scene": scene, "model": model, "steps": run.steps, "processor_s": run.seconds,
        "solve_s": run.solve_s, "failed_steps": run.failed, "cut": run.cut,
    })
}
