//! Heaps, walls, towers and chains in small steps: CPU time of a frame of 1/60 s on one
//! thread, and the deepest overlap over every frame, beside exact steps, Rapier and MuJoCo.

mod contest;
mod picture;

use std::path::Path;
use std::time::Instant;

use cpu_time::ThreadTime;
use serde_json::{Value, json};
use stickslip_dynamics::{Accuracy, Settings, Simulation, StepperKind};
use stickslip_report::plot::draw;
use stickslip_scene::{Overrides, SceneSource};

use self::contest::contest;
use crate::peers::analysis::Sample;
use crate::peers::poses;
use crate::timing::table;

/// A scene, what is set in it, and how many frames are looked at.
struct Case {
    name: &'static str,
    scene: &'static str,
    set: &'static [(&'static str, f64)],
    frames: usize,
    seeds: u64,
}

const CASES: [Case; 7] = [
    Case { name: "240 boxes", scene: "granular-boxes", set: &[], frames: 300, seeds: 3 },
    Case { name: "600 spheres", scene: "granular-spheres", set: &[], frames: 180, seeds: 3 },
    Case {
        name: "wall of 170",
        scene: "wall",
        set: &[("columns", 17.0), ("rows", 10.0)],
        frames: 180,
        seeds: 1,
    },
    Case {
        name: "1000 boxes",
        scene: "granular-boxes",
        set: &[("n", 1000.0), ("width", 12.0)],
        frames: 90,
        seeds: 3,
    },
    Case { name: "heavy5", scene: "heavy5", set: &[], frames: 300, seeds: 1 },
    Case {
        name: "chain of 100",
        scene: "pendulum-chain",
        set: &[("n", 100.0), ("weight", 200.0)],
        frames: 180,
        seeds: 1,
    },
    Case { name: "pyramid of 5050", scene: "pyramid-5050", set: &[], frames: 60, seeds: 1 },
];

/// What is asked of our steps.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    /// Small steps within an accuracy (m).
    Accuracy(f64),
    /// So many sub-steps.
    Substeps(usize),
    /// The exact step within a millimetre.
    Exact,
}

/// The first three ask for an accuracy, with every seed; a quick run takes those and [`QUICK`].
const WAYS: [(&str, Asked); 11] = [
    ("default", Asked::Accuracy(1e-3)),
    ("fine", Asked::Accuracy(2.5e-4)),
    ("finer", Asked::Accuracy(1e-4)),
    ("n = 4", Asked::Substeps(4)),
    ("n = 8", Asked::Substeps(8)),
    ("n = 16", Asked::Substeps(16)),
    ("n = 32", Asked::Substeps(32)),
    ("n = 64", Asked::Substeps(64)),
    ("n = 128", Asked::Substeps(128)),
    ("n = 256", Asked::Substeps(256)),
    ("exact", Asked::Exact),
];
const ASKED: usize = 3;
const QUICK: [&str; 3] = ["n = 16", "n = 32", "n = 64"];

/// No run takes longer (s); what was not through until then is not told.
const PATIENCE: f64 = 60.0;

/// What a run came to.
struct Run {
    ms: f64,
    substeps: f64,
    samples: Vec<Sample>,
}

/// Runs the benchmark on all cases or on those named in `only`, one after the other or side by
/// side.
pub fn run(quick: bool, only: Option<&str>, side_by_side: bool) -> Result<Value, String> {
    let others = contest::others();
    let chosen =
        |case: &&Case| only.is_none_or(|list| list.split(',').any(|name| name.trim() == case.name));
    let cases: Vec<&Case> = CASES.iter().filter(chosen).collect();
    let others = &others[..];
    let done: Vec<_> = match side_by_side {
        true => std::thread::scope(|scope| {
            let each = cases.iter().map(|case| scope.spawn(move || contest(case, others, quick)));
            let each: Vec<_> = each.collect();
            let joined = each.into_iter().map(|it| it.join());
            joined.map(|it| it.unwrap_or_else(|_| Err("a scene panicked".into()))).collect()
        }),
        false => cases.iter().map(|case| contest(case, others, quick)).collect(),
    };
    let (mut figures, mut plots) = (Vec::new(), Vec::new());
    for done in done {
        let (figure, plot) = done?;
        figures.push(figure);
        plots.push(plot);
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/small-steps.svg");
    let drawn = draw(&plots.iter().collect::<Vec<_>>());
    stickslip_files::replace_file(&file, drawn.as_bytes())
        .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    println!("picture: {}", file.display());
    let mut scaling = Value::Null;
    if let Some(case) = cases.iter().find(|case| case.scene == "pyramid-5050") {
        scaling = threads(case, if quick { 10 } else { case.frames })?;
    }
    Ok(json!({
        "schema": "stickslip-bench/1", "benchmark": "small-steps", "scenes": figures,
        "threads": scaling,
    }))
}

fn unfinished(done: usize, frames: usize) -> String {
    format!("{done} of {frames} frames in {PATIENCE} s")
}

fn simulation(case: &Case, seed: u64, asked: Asked) -> Result<Simulation, String> {
    let set = case.set.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect();
    let source = SceneSource::find(case.scene).map_err(|error| error.to_string())?;
    let overrides = Overrides { parameters: set, seed };
    let mut scene = source.read(&overrides).map_err(|error| error.to_string())?;
    let (stepper, accuracy, substeps) = match asked {
        Asked::Accuracy(accuracy) => (StepperKind::SmallSteps, Accuracy::Within(accuracy), 1),
        Asked::Substeps(substeps) => (StepperKind::SmallSteps, Accuracy::Off, substeps),
        Asked::Exact => (StepperKind::Complementarity, Accuracy::Within(1e-3), 1),
    };
    scene.settings =
        Settings { stepper, accuracy, substeps, sleeping: None, ..scene.settings.clone() };
    scene.simulation().map_err(|error| error.to_string())
}

/// Wall time of a frame on more and more threads, which must change no bit.
fn threads(case: &Case, frames: usize) -> Result<Value, String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut shown = table(&["threads", "ms/frame", "gain"]);
    let (mut lines, mut first) = (Vec::new(), None);
    for threads in [1, 2, 4, 8, 16].into_iter().filter(|&threads| threads <= cores) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let (ms, hash) = pool.map_err(|error| error.to_string())?.install(|| {
            let mut simulation = simulation(case, 0, Asked::Substeps(32))?;
            let begin = Instant::now();
            for _ in 0..frames {
                simulation.step().map_err(|error| error.to_string())?;
            }
            let ms = 1e3 * begin.elapsed().as_secs_f64() / frames as f64;
            Ok::<_, String>((ms, simulation.state().hash()))
        })?;
        let (one, bits) = *first.get_or_insert((ms, hash));
        if hash != bits {
            return Err(format!("{threads} threads change bits"));
        }
        shown.add_row([threads.to_string(), format!("{ms:.2}"), format!("{:.2}", one / ms)]);
        lines.push(json!({ "threads": threads, "ms": ms }));
    }
    println!("{}, 32 sub-steps, wall time\n{shown}\n", case.name);
    Ok(json!(lines))
}

/// Our own run, on one thread.
fn ours(case: &Case, seed: u64, asked: Asked, frames: usize) -> Result<Run, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|error| error.to_string())?.install(|| {
        let mut simulation = simulation(case, seed, asked)?;
        let mut run = Run { ms: 0.0, substeps: 0.0, samples: vec![poses(&simulation)] };
        let begun = Instant::now();
        for done in 0..frames {
            if begun.elapsed().as_secs_f64() > PATIENCE {
                return Err(unfinished(done, frames));
            }
            let begin = ThreadTime::now();
            let report = simulation.step().map_err(|error| error.to_string())?;
            run.ms += 1e3 * begin.elapsed().as_secs_f64() / frames as f64;
            run.substeps += report.substeps as f64 / frames as f64;
            run.samples.push(poses(&simulation));
        }
        Ok(run)
    })
}
