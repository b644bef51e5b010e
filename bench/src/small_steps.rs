//! Heaps, walls, towers and chains in small steps: CPU time of a frame of 1/60 s on one
//! thread, and the deepest overlap over every frame, beside Rapier as it comes, in turns.

use std::path::Path;
use std::time::Instant;

use cpu_time::ProcessTime;
use serde_json::{Value, json};
use stickslip_dynamics::{Accuracy, Settings, Simulation, StepperKind};
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series, draw};
use stickslip_scene::{Overrides, SceneSource};

use crate::peers::analysis::{self, Sample};
use crate::peers::process::{PEERS, Peer};
use crate::peers::{export, poses};
use crate::timing::{quartiles, table};

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

/// What is asked of our steps: an accuracy (m), or a number of sub-steps.
#[derive(Clone, Copy)]
enum Asked {
    Accuracy(f64),
    Substeps(usize),
}

/// The first two ask for an accuracy; a quick run takes those and [`QUICK`].
const WAYS: [(&str, Asked); 9] = [
    ("default", Asked::Accuracy(1e-3)),
    ("fine", Asked::Accuracy(2.5e-4)),
    ("n = 4", Asked::Substeps(4)),
    ("n = 8", Asked::Substeps(8)),
    ("n = 16", Asked::Substeps(16)),
    ("n = 32", Asked::Substeps(32)),
    ("n = 64", Asked::Substeps(64)),
    ("n = 128", Asked::Substeps(128)),
    ("n = 256", Asked::Substeps(256)),
];
const ASKED: usize = 2;
const QUICK: [&str; 3] = ["n = 16", "n = 32", "n = 64"];

/// What a run came to.
struct Run {
    ms: f64,
    substeps: f64,
    samples: Vec<Sample>,
}

/// Runs the benchmark on all cases or on those named in `only`.
pub fn run(quick: bool, only: Option<&str>) -> Result<Value, String> {
    let rapier = PEERS.iter().find(|peer| peer.name == "Rapier").filter(|peer| {
        let there = peer.install();
        there.as_ref().err().into_iter().for_each(|reason| println!("without Rapier: {reason}"));
        there.is_ok()
    });
    let chosen =
        |case: &&Case| only.is_none_or(|list| list.split(',').any(|name| name.trim() == case.name));
    let (mut figures, mut plots) = (Vec::new(), Vec::new());
    for case in CASES.iter().filter(chosen) {
        let (figure, plot) = contest(case, rapier, quick)?;
        figures.push(figure);
        plots.push(plot);
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/small-steps.svg");
    let drawn = draw(&plots.iter().collect::<Vec<_>>());
    stickslip_files::replace_file(&file, drawn.as_bytes())
        .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    println!("picture: {}", file.display());
    let mut scaling = Value::Null;
    if let Some(case) = CASES.iter().filter(chosen).find(|case| case.scene == "pyramid-5050") {
        scaling = threads(case, if quick { 10 } else { case.frames })?;
    }
    Ok(json!({
        "schema": "stickslip-bench/1", "benchmark": "small-steps", "scenes": figures,
        "threads": scaling,
    }))
}

fn contest(case: &Case, rapier: Option<&Peer>, quick: bool) -> Result<(Value, Plot), String> {
    let seeds = if quick { 1 } else { case.seeds };
    let frames = if quick { case.frames.min(60) } else { case.frames };
    let mut shown = table(&["", "CPU ms/frame", "deepest mm", "gap mm", "sub-steps"]);
    let mut lines = Vec::new();
    let is_taken =
        |(at, way): &(usize, &(&str, Asked))| !quick || *at < ASKED || QUICK.contains(&way.0);
    let ways: Vec<_> = WAYS.iter().enumerate().filter(is_taken).map(|(_, way)| *way).collect();
    let mut rows: Vec<(String, Vec<f64>, f64, f64, f64)> = ways
        .iter()
        .map(|way| way.0)
        .chain(rapier.map(|peer| peer.name))
        .map(|name| (name.to_owned(), Vec::new(), 0.0, 0.0, 0.0))
        .collect();
    for seed in 0..seeds {
        let begin = simulation(case, seed, Asked::Substeps(1))?;
        let described = export::text(&begin, frames, 1)?;
        for (row, &(_, asked)) in rows.iter_mut().zip(&ways) {
            let run = ours(case, seed, asked, frames)?;
            note(row, &described, &run)?;
        }
        if let Some(peer) = rapier {
            let file = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join(format!("../target/peers/small-{}.json", case.name.replace(' ', "-")));
            stickslip_files::replace_file(&file, described.to_string().as_bytes())
                .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
            let found = peer.step(&file, 600.0)?;
            let ms = 1e3 * found.seconds / found.steps.max(1) as f64;
            let run = Run { ms, substeps: 1.0, samples: found.samples };
            note(&mut rows[ways.len()], &described, &run)?;
        }
    }
    for (name, ms, deepest, gap, substeps) in &rows {
        let [low, median, high] = quartiles(ms.clone());
        shown.add_row([
            name.clone(),
            format!("{median:.2} ({low:.2}–{high:.2})"),
            format!("{:.3}", 1e3 * deepest),
            format!("{:.4}", 1e3 * gap),
            format!("{substeps:.1}"),
        ]);
        lines.push(json!({
            "way": name, "ms": ms, "deepest_m": deepest, "gap_m": gap, "substeps": substeps,
        }));
    }
    println!("{}: {frames} frames of 1/60 s, {seeds} seeds\n{shown}\n", case.name);
    let points = rows
        .iter()
        .map(|(_, ms, deepest, gap, _)| [quartiles(ms.clone())[1], 1e3 * deepest.max(*gap)]);
    let points: Vec<_> = points.collect();
    let (asked, others) = points.split_at(ASKED);
    let (fixed, peers) = others.split_at(ways.len() - ASKED);
    let plot = picture(case.name, [fixed, asked, peers]);
    Ok((json!({ "scene": case.name, "ways": lines }), plot))
}

/// Error against cost: numbers of sub-steps, what follows an accuracy, and Rapier.
fn picture(scene: &str, points: [&[[f64; 2]]; 3]) -> Plot {
    let names = ["sub-steps", "accuracy of 1 and 0.25 mm", "Rapier as it comes"];
    let series = names.iter().zip(points).enumerate().filter(|(_, (_, points))| !points.is_empty());
    let series = series.map(|(look, (name, points))| {
        let marks = if look == 0 { Marks::All } else { Marks::Scatter };
        Series::new(*name, look, points.to_vec()).marked(marks)
    });
    Plot {
        name: scene.replace(' ', "-"),
        title: scene.into(),
        subtitle: "deepest overlap or gap of a joint of any frame, CPU time of a frame".into(),
        panels: vec![Panel::new(Axis::decades("ms"), Axis::decades("mm"))],
        series: series.collect(),
    }
}

/// Adds a run to a row: its time, and the worst of what its poses tell.
fn note(
    row: &mut (String, Vec<f64>, f64, f64, f64),
    described: &Value,
    run: &Run,
) -> Result<(), String> {
    let told = analysis::figures(described, &run.samples).ok_or("went to NaN")?;
    row.1.push(run.ms);
    row.2 = row.2.max(told.deepest);
    row.3 = row.3.max(told.gap);
    row.4 = run.substeps;
    Ok(())
}

fn simulation(case: &Case, seed: u64, asked: Asked) -> Result<Simulation, String> {
    let set = case.set.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect();
    let source = SceneSource::find(case.scene).map_err(|error| error.to_string())?;
    let overrides = Overrides { parameters: set, seed };
    let mut scene = source.read(&overrides).map_err(|error| error.to_string())?;
    let (accuracy, substeps) = match asked {
        Asked::Accuracy(accuracy) => (Accuracy::Within(accuracy), 1),
        Asked::Substeps(substeps) => (Accuracy::Off, substeps),
    };
    let stepper = StepperKind::SmallSteps;
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
        for _ in 0..frames {
            let begin = ProcessTime::now();
            let report = simulation.step().map_err(|error| error.to_string())?;
            run.ms += 1e3 * begin.elapsed().as_secs_f64() / frames as f64;
            run.substeps += report.substeps as f64 / frames as f64;
            run.samples.push(poses(&simulation));
        }
        Ok(run)
    })
}
