//! `cargo xtask bench scenes`: the documents' scenes, stage by stage and
//! solver by solver.
//!
//! `bpp` plays every scene to its end. At steps spread over the play the other
//! solvers do the same step from the same state, in turns, so that ratios are
//! those of solve times on equal problems with equal warm starts.

mod contest;

use std::ops::ControlFlow;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use stickslip_dynamics::{Accuracy, StepReport};
use stickslip_scene::{Overrides, PlayPlan, SCENES, Scene, play};

use crate::timing::table;
use contest::{Contest, RIVALS};

/// Seconds that the play of one scene may take, and those of each rival in it.
fn patience(quick: bool) -> [f64; 2] {
    if quick { [12.0, 12.0] } else { [900.0, 25.0] }
}

/// Sums over the play of one scene.
#[derive(Default)]
struct Play {
    steps: usize,
    seconds: f64,
    /// Broad, narrow, assemble, solve, integrate (s).
    stages: [f64; 5],
    solves_ms: Vec<f64>,
    iterations: usize,
    constraints_max: usize,
    tight_share: f64,
    failed_steps: usize,
    energy_error: f64,
    penetration_max: f64,
    /// Why the play ended before its time.
    cut: Option<String>,
}

impl Play {
    fn note(&mut self, report: &StepReport) {
        let times = &report.times;
        let stages =
            [times.broad_s, times.narrow_s, times.assemble_s, times.solve_s, times.integrate_s];
        self.stages.iter_mut().zip(stages).for_each(|(sum, seconds)| *sum += seconds);
        self.steps += 1;
        self.solves_ms.push(1e3 * times.solve_s);
        self.iterations += report.iterations;
        self.constraints_max = self.constraints_max.max(report.constraints);
        self.tight_share += report.tight_share();
        self.failed_steps += usize::from(report.failed_solves > 0);
        self.energy_error += report.energy_error_mean();
        self.penetration_max = self.penetration_max.max(report.penetration_max);
    }

    fn per_step(&self, sum: f64) -> f64 {
        sum / self.steps.max(1) as f64
    }

    /// The solve time that 99 % of the steps stay below (ms).
    fn slow_ms(&self) -> f64 {
        let mut sorted = self.solves_ms.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() * 99 / 100).copied().unwrap_or(f64::NAN)
    }
}

/// With the documents' steps, which are linear.
fn linear(mut scene: Scene) -> Scene {
    scene.settings.accuracy = Accuracy::Off;
    scene
}

/// Runs the benchmark; prints two tables and returns all figures.
pub fn run(quick: bool) -> Value {
    let scenes: Vec<Scene> = SCENES
        .iter()
        .filter_map(|scene| scene.source().read(&Overrides::default()).ok())
        .filter(|scene| scene.document.is_some())
        .map(linear)
        .collect();
    let bar = ProgressBar::new(scenes.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {elapsed}") {
        bar.set_style(style);
    }
    let mut plays = table(&[
        "scene",
        "bodies",
        "rows",
        "steps",
        "real time",
        "ms/step",
        "broad",
        "narrow",
        "assemble",
        "solve",
        "p99",
        "integrate",
        "iterations",
        "tight",
        "failed",
        "energy error",
        "depth",
    ]);
    let mut contests = table(&[&["scene", "steps"], &RIVALS[..]].concat());
    let mut figures = Vec::new();
    for scene in &scenes {
        bar.set_message(scene.name.clone());
        let (play, contest) = match measure(scene, quick) {
            Ok(measured) => measured,
            Err(reason) => {
                plays.add_row([scene.name.clone(), reason]);
                continue;
            }
        };
        plays.add_row(row(scene, &play));
        contests.add_row(contest.row(&scene.name));
        figures.push(record(scene, &play, &contest));
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("one thread, bpp; milliseconds are means over the steps\n\n{plays}\n");
    println!(
        "solve time over that of bpp on the same step from the same state: median (quartiles); ✗ steps not solved\n\n{contests}"
    );
    json!({ "benchmark": "scenes", "scenes": figures })
}

/// Plays a scene with `bpp`, and holds the contest on the way.
fn measure(scene: &Scene, quick: bool) -> Result<(Play, Contest), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|error| error.to_string())?.install(|| {
        let mut simulation = scene.simulation().map_err(|error| error.to_string())?;
        let [patience, of_rivals] = patience(quick);
        let mut contest = Contest::new(scene, of_rivals)?;
        let mut program = PlayPlan::of(scene, if quick { 4 } else { 24 });
        if quick {
            program.steps = (2.0 / scene.settings.time_step).round() as usize;
        }
        let mut sums = Play::default();
        sums.cut = play(&mut simulation, program, |beat| {
            sums.seconds += beat.seconds;
            sums.note(beat.report);
            if let Some(state) = beat.before {
                contest.hold(state, beat.report)?;
            }
            Ok::<_, String>(match sums.seconds > patience {
                true => ControlFlow::Break(format!("{patience} s were over")),
                false => ControlFlow::Continue(()),
            })
        })?;
        Ok((sums, contest))
    })
}

fn row(scene: &Scene, play: &Play) -> Vec<String> {
    let ms = |seconds: f64| format!("{:.2}", 1e3 * play.per_step(seconds));
    let [broad, narrow, assemble, solve, integrate] = play.stages.map(ms);
    let simulated = play.steps as f64 * scene.settings.time_step;
    vec![
        scene.name.clone(),
        scene.model.bodies().len().to_string(),
        play.constraints_max.to_string(),
        format!("{}{}", play.steps, if play.cut.is_some() { " (cut)" } else { "" }),
        format!("{:.1}×", simulated / play.seconds),
        ms(play.seconds),
        broad,
        narrow,
        assemble,
        solve,
        format!("{:.1}", play.slow_ms()),
        integrate,
        format!("{:.1}", play.per_step(play.iterations as f64)),
        format!("{:.1} %", 100.0 * play.per_step(play.tight_share)),
        play.failed_steps.to_string(),
        format!("{:.0e}", play.per_step(play.energy_error)),
        format!("{:.0e}", play.penetration_max),
    ]
}

fn record(scene: &Scene, play: &Play, contest: &Contest) -> Value {
    json!({
        "scene": scene.name,
        "document": scene.document,
        "bodies": scene.model.bodies().len(),
        "constraints_max": play.constraints_max,
        "steps": play.steps,
        "cut": play.cut,
        "realtime_factor": play.steps as f64 * scene.settings.time_step / play.seconds,
        "ms": 1e3 * play.per_step(play.seconds),
        "ms_stages": play.stages.map(|seconds| 1e3 * play.per_step(seconds)),
        "solve_ms_p99": play.slow_ms(),
        "iterations_mean": play.per_step(play.iterations as f64),
        "tight_share_mean": play.per_step(play.tight_share),
        "failed_steps": play.failed_steps,
        "energy_error_mean": play.per_step(play.energy_error),
        "penetration_max": play.penetration_max,
        "rivals": contest.record(),
    })
}
