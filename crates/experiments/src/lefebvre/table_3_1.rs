//! Table 3.1 and Fig. 3.1–3.2: a cache of all downdated factors.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::{DOCUMENT, FORKLIFT, STEPS, cached, downdating, stage};
use crate::bounded::{Range, all};
use crate::claim::{Quotation, Weight};
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

/// So many runs of every frame.
const REPEATS: usize = 3;

/// What was found of one scene; curves are by simulated time.
struct Scene {
    name: &'static str,
    rows: f64,
    /// Of a cache without limit.
    entries: f64,
    /// Within the memory that it had here.
    kept: f64,
    hits: f64,
    /// By frame and repeat.
    speed_ups: Vec<(f64, [f64; REPEATS])>,
    mebibytes: Vec<[f64; 2]>,
}

impl Scene {
    /// The speed of downdating with the cache over that without: the geometric mean
    /// over frames, from repeat to repeat.
    fn speed_up(&self) -> Range {
        let mean = |repeat: usize| {
            let logs: f64 = self.speed_ups.iter().map(|it| libm::log(it.1[repeat])).sum();
            libm::exp(logs / self.speed_ups.len() as f64)
        };
        Range::of(&[0, 1, 2].map(mean))
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
    findings.setting("runs of each frame", REPEATS);
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
        let mut faster = [f64::NAN; REPEATS];
        for faster in &mut faster[1..] {
            let base = frame.solve(&plain, STEPS, Begin::Free)?;
            *faster = base.seconds / frame.solve(&cached, STEPS, Begin::Free)?.seconds;
        }
        let base = frame.solve(&plain, STEPS, Begin::Free)?;
        let own = frame.solve(&cached, STEPS, Begin::Free)?;
        faster[0] = base.seconds / own.seconds;
        scene.rows += frame.rows() as f64 / count;
        scene.entries += own.figure("cache_entries_unlimited") / count;
        scene.kept += own.figure("cache_entries") / count;
        scene.hits += own.figure("cache_hit_share") / (count * frame.islands.len().max(1) as f64);
        scene.speed_ups.push((frame.time, faster));
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
            Column::words("speed over no cache"),
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
            scene.speed_up().told().into(),
        ]);
    }
    table
}

fn judge(context: &Context, findings: &mut Findings, scenes: &[Scene]) {
    let list: Vec<String> =
        scenes.iter().map(|scene| format!("{} {}", scene.name, scene.speed_up().told())).collect();
    let slower = |scene: &Scene| scene.speed_up().between(f64::NEG_INFINITY, 1.0);
    findings
        .ruled(
            Weight::Shape,
            "the cache makes downdating slower on every scene",
            list.join(", "),
            all(scenes.iter().map(slower)),
        )
        .quotes(SLOWER)
        .changed("2026-11-18", "a mean over scenes was judged");
    let several = |scene: &Scene| scene.speed_up().between(f64::NEG_INFINITY, 0.5);
    findings
        .ruled(
            Weight::Value,
            "… several times: at least twice",
            list.join(", "),
            all(scenes.iter().map(several)),
        )
        .quotes(SLOWER)
        .changed("2026-11-18", "several times had no claim");
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

const SLOWER: Quotation = Quotation {
    place: "§3.3",
    sentence: "We notice that the cached algorithm is several times slower.",
};

fn figure(scenes: Vec<Scene>) -> Plot {
    let series = |(look, scene): (usize, Scene)| Series {
        curves: vec![
            scene.speed_ups.iter().map(|(time, faster)| [*time, faster[0]]).collect(),
            scene.mebibytes,
        ],
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    /// Entries, and the speed of the cache over none, on all scenes.
    fn found(entries: [f64; 4], speed: f64) -> Findings {
        let scene = |((stage, rows, _), entries): (&(Stage, f64, f64), f64)| Scene {
            name: stage.scene,
            rows: *rows,
            entries,
            kept: entries,
            hits: 0.0,
            speed_ups: vec![(1.0, [speed, 1.01 * speed, speed])],
            mebibytes: Vec::new(),
        };
        let scenes: Vec<Scene> = SCENES.iter().zip(entries).map(scene).collect();
        let context = Context { effort: Effort::Full, ..Context::quick() };
        judged(|findings| judge(&context, findings, &scenes))
    }

    #[test]
    fn every_claim_can_fail() {
        let printed = SCENES.map(|(_, _, entries)| entries);
        turns(&found(printed, 0.3), &[found([9e3, 9e3, 10.0, 10.0], 1.2)]);
    }
}
