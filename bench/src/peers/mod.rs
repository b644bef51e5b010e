//! The same scenes in other engines, in turns in one run, on one thread: CPU time of
//! stepping alone, and what the poses tell by one analysis that knows no engine.
//!
//! Engines are installed into `target/peers` from their package registries; which of
//! them could not be had is said. Every engine begins with the bodies, masses, places and
//! velocities of our scene and takes the length of our sub-steps; all its other settings
//! are its own, except that nothing sleeps. Stiff contacts of MuJoCo have the smallest
//! time constant that it allows, two steps, and an impedance of 0.9999.

pub mod analysis;
pub mod export;
pub mod process;

use std::path::Path;
use std::time::Instant;

use cpu_time::ProcessTime;
use serde_json::{Value, json};
use stickslip_dynamics::{FrictionModel, Simulation};
use stickslip_scene::{Overrides, SceneSource};

use crate::timing::{quartiles, table};
use analysis::{Figures, Sample};
use process::{PEERS, Peer};

/// A scene, what is set in it, how long it runs (steps of 1/60 s), and how many seeds of it there
/// are: every turn takes another one.
struct Case {
    name: &'static str,
    scene: &'static str,
    set: &'static [(&'static str, f64)],
    steps: usize,
    seeds: usize,
}

const CASES: [Case; 8] = [
    Case { name: "tower10", scene: "tower10", set: &[], steps: 300, seeds: 1 },
    Case { name: "heavy5", scene: "heavy5", set: &[], steps: 300, seeds: 1 },
    Case { name: "grid125", scene: "grid125", set: &[], steps: 300, seeds: 1 },
    Case { name: "240 boxes", scene: "granular-boxes", set: &[], steps: 300, seeds: 3 },
    Case { name: "600 spheres", scene: "granular-spheres", set: &[], steps: 180, seeds: 3 },
    Case {
        name: "wall of 170",
        scene: "wall",
        set: &[("columns", 17.0), ("rows", 10.0)],
        steps: 180,
        seeds: 1,
    },
    Case {
        name: "chain of 100",
        scene: "pendulum-chain",
        set: &[("n", 100.0), ("weight", 200.0)],
        steps: 180,
        seeds: 1,
    },
    Case {
        name: "1000 boxes",
        scene: "granular-boxes",
        set: &[("n", 1000.0), ("width", 12.0)],
        steps: 90,
        seeds: 3,
    },
];

/// No run takes longer (s); what it did until then counts.
const PATIENCE: f64 = 150.0;

/// What an engine did.
pub struct Run {
    /// CPU time of stepping (s), and steps that it took.
    pub seconds: f64,
    pub steps: usize,
    /// Steps whose solve did not converge, where the engine says so.
    failed: usize,
    pub samples: Vec<Sample>,
}

/// Runs the benchmark on all cases or on those named in `only`, with all engines or those named.
pub fn run(quick: bool, only: Option<&str>, engines: Option<&str>) -> Result<Value, String> {
    let is_named = |peer: &Peer| {
        engines.is_none_or(|list| list.split(';').any(|name| name.trim() == peer.name))
    };
    let peers = available(PEERS.iter().filter(|peer| is_named(peer)));
    let turns = if quick { 1 } else { 3 };
    let cases = CASES.iter().filter(|case| {
        only.is_none_or(|list| list.split(',').any(|name| name.trim() == case.name))
    });
    let lines: Result<Vec<Value>, String> =
        cases.map(|case| contest(case, &peers, turns)).collect();
    Ok(json!({ "schema": "stickslip-bench/1", "benchmark": "peers", "scenes": lines? }))
}

/// Those that can be installed; the others are named with the reason.
pub fn available(peers: impl IntoIterator<Item = &'static Peer>) -> Vec<&'static Peer> {
    let there = peers.into_iter().filter(|peer| match peer.install() {
        Ok(()) => true,
        Err(reason) => {
            println!("without {}: {reason}", peer.name);
            false
        }
    });
    there.collect()
}

fn contest(case: &Case, peers: &[&'static Peer], turns: usize) -> Result<Value, String> {
    let ours = [FrictionModel::Pyramid, FrictionModel::Cone];
    let mut rows: Vec<Row> = ["Stickslip pyramid", "Stickslip cone"]
        .into_iter()
        .chain(peers.iter().map(|peer| peer.name))
        .map(|name| Row { name, times: Vec::new(), outcome: Err("did not run".to_owned()) })
        .collect();
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../target/peers/{}.json", case.name.replace(' ', "-")));
    for turn in 0..turns {
        let seed = (turn % case.seeds) as u64;
        let begin = simulation(case, seed, FrictionModel::Pyramid)?;
        let substeps = begin.settings().substeps;
        // Frame by frame: every sixth hid up to 33 mm.
        let description = export::text(&begin, case.steps * substeps, substeps)?;
        stickslip_files::replace_file(&file, description.to_string().as_bytes())
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        let (own, others) = rows.split_at_mut(ours.len());
        for (row, friction) in own.iter_mut().zip(ours) {
            row.note(step_ours(case, seed, friction), &description);
        }
        for (row, peer) in others.iter_mut().zip(peers) {
            row.note(peer.step(&file, PATIENCE), &description);
        }
    }
    show(case, &rows);
    let figures: Vec<Value> = rows.iter().map(Row::json).collect();
    Ok(json!({ "scene": case.name, "engines": figures }))
}

fn simulation(case: &Case, seed: u64, friction: FrictionModel) -> Result<Simulation, String> {
    let set = case.set.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect();
    let overrides = Overrides { parameters: set, seed };
    let source = SceneSource::find(case.scene).map_err(|error| error.to_string())?;
    let mut scene = source.read(&overrides).map_err(|error| error.to_string())?;
    scene.settings.friction = friction;
    scene.settings.sleeping = None;
    scene.simulation().map_err(|error| error.to_string())
}

/// Our own run, on one thread.
fn step_ours(case: &Case, seed: u64, friction: FrictionModel) -> Result<Run, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|error| error.to_string())?.install(|| {
        let mut simulation = simulation(case, seed, friction)?;
        let substeps = simulation.settings().substeps;
        let begun = Instant::now();
        let mut run = Run { seconds: 0.0, steps: 0, failed: 0, samples: vec![poses(&simulation)] };
        for done in 1..=case.steps {
            let begin = ProcessTime::now();
            let report = simulation.step().map_err(|error| error.to_string())?;
            run.seconds += begin.elapsed().as_secs_f64();
            run.steps = done * substeps;
            run.failed += usize::from(report.failed_solves > 0);
            run.samples.push(poses(&simulation));
            if begun.elapsed().as_secs_f64() > PATIENCE {
                break;
            }
        }
        Ok(run)
    })
}

/// Centres of mass, which these bodies have in their middles.
pub fn poses(simulation: &Simulation) -> Sample {
    let told = simulation.state().bodies.iter().map(|body| {
        let (place, turn) = (body.pose.position, body.pose.orientation);
        [place.x, place.y, place.z, turn.w, turn.x, turn.y, turn.z]
    });
    told.collect()
}

/// What a row of the table says.
struct Row {
    name: &'static str,
    /// CPU milliseconds of a step, turn by turn.
    times: Vec<f64>,
    outcome: Result<(Figures, usize, usize), String>,
}

impl Row {
    /// Adds a turn, with the worst of all turns in what may be wrong.
    fn note(&mut self, run: Result<Run, String>, scene: &Value) {
        let before = self.outcome.as_ref().ok().map(|(told, ..)| *told);
        self.outcome = run.and_then(|run| {
            self.times.push(1e3 * run.seconds / run.steps.max(1) as f64);
            let figures = analysis::figures(scene, &run.samples).map(|told| Figures {
                deepest: before.map_or(told.deepest, |all| all.deepest.max(told.deepest)),
                gap: before.map_or(told.gap, |all| all.gap.max(told.gap)),
                ..told
            });
            figures.map(|told| (told, run.steps, run.failed)).ok_or_else(|| "went to NaN".into())
        });
    }

    fn median(&self) -> f64 {
        quartiles(self.times.clone())[1]
    }

    fn json(&self) -> Value {
        match &self.outcome {
            Ok((told, steps, failed)) => json!({
                "engine": self.name, "ms": self.times, "steps": steps, "failed": failed,
                "deepest": told.deepest, "last": told.last, "gap": told.gap,
                "way": told.way, "speed": told.speed,
            }),
            Err(reason) => json!({ "engine": self.name, "reason": reason }),
        }
    }
}

fn show(case: &Case, rows: &[Row]) {
    let base = rows.first().map_or(f64::NAN, Row::median);
    let mut shown = table(&[
        "engine",
        "ms/step",
        "× ours",
        "deepest mm",
        "last mm",
        "gap mm",
        "way m",
        "speed m/s",
        "steps",
    ]);
    for row in rows {
        let [low, median, high] = quartiles(row.times.clone());
        let time = format!("{median:.3} ({low:.3}–{high:.3})");
        match &row.outcome {
            Ok((told, steps, failed)) => shown.add_row(vec![
                row.name.to_owned(),
                time,
                format!("{:.2}", median / base),
                format!("{:.3}", 1e3 * told.deepest),
                format!("{:.4}", 1e3 * told.last),
                format!("{:.4}", 1e3 * told.gap),
                format!("{:.3}", told.way),
                format!("{:.4}", told.speed),
                if *failed > 0 { format!("{steps} ✗{failed}") } else { steps.to_string() },
            ]),
            Err(reason) => shown.add_row(vec![row.name.to_owned(), reason.clone()]),
        };
    }
    println!("{}: {} steps of 1/60 s\n{shown}\n", case.name, case.steps);
}
