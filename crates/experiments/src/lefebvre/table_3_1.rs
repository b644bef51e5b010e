//! Table 3.1 and Fig. 3.1–3.2: a cache of all downdated factors.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::{DOCUMENT, FORKLIFT, STEPS, cached, downdating, stage};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Effort, Experiment};
use crate::findings::Findings;
use crate::stage::{Begin, Pick, Stage};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "lefebvre-table-3-1",
    document: DOCUMENT,
    artefact: "Table 3.1, Fig. 3.1–3.2",
    title: "Entries, memory and speed of the cache of factors",
    agreement: "The cache is slower than downdating; heaps fill it with more entries than the \
                forklift, whatever their number of rows.",
    deviations: "machines modelled from their description",
    seeded: false,
    timed: true,
    counted: true,
    run,
};

const CHAIN: Stage =
    Stage { preset: Some("lefebvre"), small: &[("n", 30.0)], ..stage("chain", 3.0) };
const LOGS: Stage = Stage { small: &[("layers", 6.0)], ..stage("log-tower", 2.0) };
/// About as many rows as in the thesis.
const BOXES: Stage = Stage {
    preset: Some("lefebvre"),
    small: &[("n", 12.0), ("width", 2.0)],
    large: &[("n", 27.0), ("width", 3.0)],
    ..stage("granular-boxes", 2.0)
};

/// Scene, printed mean number of rows and printed mean number of entries.
const SCENES: [(Stage, f64, f64); 4] = [
    (CHAIN, 528.9, 272.5),
    (FORKLIFT, 162.0, 115.6),
    (LOGS, 829.9, 3100.5),
    (BOXES, 333.9, 1351.9),
];

/// What was found of one scene; curves are by simulated time.
struct Scene {
    name: &'static str,
    rows: f64,
    /// Of a cache without limit.
    entries: f64,
    /// Within the memory that it had here.
    kept: f64,
    hits: f64,
    speed_ups: Vec<[f64; 2]>,
    mebibytes: Vec<[f64; 2]>,
}

impl Scene {
    /// The speed of downdating with the cache over that without.
    fn speed_up(&self) -> f64 {
        let logs: f64 = self.speed_ups.iter().map(|point| point[1].ln()).sum();
        (logs / self.speed_ups.len().max(1) as f64).exp()
    }
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let frames = context.choose(5, 20);
    let mut scenes = Vec::new();
    for (at, (stage, ..)) in SCENES.iter().enumerate() {
        context.at(at, SCENES.len(), stage.scene);
        scenes.push(measure(context, stage, frames)?);
    }
    let mut findings = Findings::default();
    findings.tables.push(table(&scenes));
    judge(context, &mut findings, &scenes);
    findings.plots.push(figure(scenes));
    findings.setting("frames of each scene, at most", frames);
    findings.setting("most pivoting steps", STEPS);
    findings.setting("most memory of an island (MiB)", memory(context));
    findings.note(
        "Entries are those of a cache without limit, counted without keeping their factors; speed \
         and memory are those of the entries that fit.",
    );
    findings.note("Both variants work on dense columns without a skyline, as in the thesis.");
    Ok(findings)
}

fn memory(context: &Context) -> usize {
    context.choose(256, 1024)
}

fn measure(context: &Context, stage: &Stage, frames: usize) -> Result<Scene, ExperimentError> {
    let play = stage.play(context, Pick::Tight(frames))?;
    let (plain, cached) = (downdating()?, cached(memory(context))?);
    let count = play.frames.len().max(1) as f64;
    let mut scene = Scene {
        name: stage.scene,
        rows: 0.0,
        entries: 0.0,
        kept: 0.0,
        hits: 0.0,
        speed_ups: Vec::new(),
        mebibytes: Vec::new(),
    };
    for frame in &play.frames {
        let (base, own) =
            (frame.solve(&plain, STEPS, Begin::Free)?, frame.solve(&cached, STEPS, Begin::Free)?);
        scene.rows += frame.rows() as f64 / count;
        scene.entries += own.figure("cache_entries_unlimited") / count;
        scene.kept += own.figure("cache_entries") / count;
        scene.hits += own.figure("cache_hit_share") / (count * frame.islands.len().max(1) as f64);
        scene.speed_ups.push([frame.time, base.seconds / own.seconds]);
        scene.mebibytes.push([frame.time, own.figure("cache_mib")]);
    }
    Ok(scene)
}

fn table(scenes: &[Scene]) -> Table {
    let mut table = Table::new(
        "cache",
        "The cache after a solve, means over frames with tight rows",
        [
            Column::words("scene"),
            Column::numbers("rows"),
            Column::numbers("printed"),
            Column::numbers("entries"),
            Column::numbers("printed"),
            Column::numbers("kept"),
            Column::numbers("most memory").of("MiB"),
            Column::numbers("found in it").of("%"),
            Column::numbers("speed over no cache"),
        ],
    );
    for (scene, (_, rows, entries)) in scenes.iter().zip(&SCENES) {
        table.row([
            scene.name.into(),
            Cell::fixed(scene.rows, 1),
            Cell::fixed(*rows, 1),
            Cell::fixed(scene.entries, 1),
            Cell::fixed(*entries, 1),
            Cell::fixed(scene.kept, 1),
            Cell::fixed(scene.mebibytes.iter().map(|point| point[1]).fold(0.0, f64::max), 1),
            Cell::fixed(100.0 * scene.hits, 0),
            Cell::fixed(scene.speed_up(), 2),
        ]);
    }
    table
}

fn judge(context: &Context, findings: &mut Findings, scenes: &[Scene]) {
    let list: Vec<String> =
        scenes.iter().map(|scene| format!("{} {:.2}", scene.name, scene.speed_up())).collect();
    let mean = scenes.iter().map(|scene| scene.speed_up().ln()).sum::<f64>() / scenes.len() as f64;
    findings
        .claim(Weight::Shape, "the cache makes downdating slower", list.join(", "), mean < 0.0)
        .quoting("§3.3", "We notice that the cached algorithm is several times slower.");
    let per_row = |name: &str| {
        let scene = scenes.iter().find(|scene| scene.name == name);
        scene.map_or(f64::NAN, |scene| scene.entries / scene.rows)
    };
    let forklift = per_row("forklift");
    for name in ["log-tower", "granular-boxes"] {
        findings
            .claim(
                Weight::Shape,
                format!("{name} fills the cache more than the forklift, for each row"),
                format!("{:.2} against {forklift:.2}", per_row(name)),
                per_row(name) > forklift,
            )
            .quoting(
                "§3.3",
                "Simulations involving unstructured piles of bodies therefore require a \
                 significantly greater number of cache entries.",
            );
    }
    if context.effort == Effort::Full {
        for (scene, (_, _, printed)) in scenes.iter().zip(&SCENES) {
            findings
                .claim(
                    Weight::Value,
                    format!("{}: entries within a factor of three", scene.name),
                    format!("{:.0} against {printed:.0}", scene.entries),
                    scene.entries <= 3.0 * printed && *printed <= 3.0 * scene.entries,
                )
                .quoting("Table 3.1", "Caching algorithm statistics");
        }
    }
}

fn figure(scenes: Vec<Scene>) -> Plot {
    let series = |(look, scene): (usize, Scene)| Series {
        curves: vec![scene.speed_ups, scene.mebibytes],
        ..Series::new(scene.name, look, Vec::new()).marked(Marks::All)
    };
    Plot {
        name: "cache".into(),
        title: "Speed and memory of the cache".into(),
        subtitle: "frames with tight rows".into(),
        panels: vec![
            Panel::new(Axis::even("time (s)"), Axis::decades("speed over no cache")),
            Panel::new(Axis::even("time (s)"), Axis::decades("memory (MiB)")),
        ],
        series: scenes.into_iter().enumerate().map(series).collect(),
    }
}
