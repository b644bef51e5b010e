//! Table 2.3 and Fig. 2.7: solve times with and without downdating.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::{DOCUMENT, SCENES, STEPS, downdating, full, skyline};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::{Findings, Weight};
use crate::measure::Way;
use crate::stage::Frame;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "lefebvre-table-2-3",
    document: DOCUMENT,
    artefact: "Table 2.3, Fig. 2.7",
    title: "Solve time with a full factor, downdating, and downdating inside the skyline",
    agreement: "All three take the same pivoting steps; the skyline makes downdating faster; \
                downdating inside the skyline is faster than full factorisation (printed: 1.3 to \
                3.6 times).",
    run,
};

/// Printed milliseconds, in the order of Table 2.2.
const PRINTED: [[f64; 3]; 6] = [
    [12.4, 4.7, 3.4],
    [2.0, 2.4, 1.6],
    [3.0, 2.2, 2.1],
    [6.7, 4.0, 2.9],
    [1.2, 1.0, 0.8],
    [3.1, 2.5, 2.0],
];

/// The least of so many runs is the time.
const REPEATS: usize = 3;

/// A scene under the three variants.
struct Scene {
    name: &'static str,
    /// For each variant, time (s) and seconds of every frame.
    curves: [Vec<[f64; 2]>; 3],
    /// Pivoting steps of each variant.
    outer: [usize; 3],
}

impl Scene {
    fn mean(&self, variant: usize) -> f64 {
        let curve = &self.curves[variant];
        curve.iter().map(|point| point[1]).sum::<f64>() / curve.len().max(1) as f64
    }

    fn speed_up(&self, variant: usize) -> f64 {
        self.mean(0) / self.mean(variant)
    }
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let frames = context.choose(6, 200);
    let ways = [full()?, downdating()?, skyline()?];
    let mut scenes = Vec::new();
    for (at, line) in SCENES.iter().enumerate() {
        context.at(at, SCENES.len(), line.stage.scene);
        let play = line.stage.play(context, frames)?;
        scenes.push(measure(line.stage.scene, &play.frames, &ways)?);
    }
    let mut findings = Findings::default();
    findings.tables.push(table(&scenes));
    judge(&mut findings, &scenes);
    findings.plots.extend(scenes.into_iter().map(|scene| figure(scene, &ways)));
    findings.setting("frames of each scene, at most", frames);
    findings.setting("most pivoting steps", STEPS);
    findings.setting("best of", REPEATS);
    findings.note(
        "Frames with tight rows only. The thesis factors dense matrices by Eigen; the full factor \
         here is a sparse supernodal one whose symbolic analysis is done once for each solve.",
    );
    Ok(findings)
}

fn measure(
    name: &'static str,
    frames: &[Frame],
    ways: &[Way; 3],
) -> Result<Scene, ExperimentError> {
    let mut scene = Scene { name, curves: Default::default(), outer: [0; 3] };
    for frame in frames {
        let mut best = [f64::INFINITY; 3];
        // In turns, so that a busy machine is busy for all of them.
        for repeat in 0..REPEATS {
            for (variant, way) in ways.iter().enumerate() {
                let solved = frame.solve(way, STEPS)?;
                best[variant] = best[variant].min(solved.seconds);
                if repeat == 0 {
                    scene.outer[variant] += solved.counts.iterations;
                }
            }
        }
        for (curve, seconds) in scene.curves.iter_mut().zip(best) {
            curve.push([frame.time, seconds]);
        }
    }
    Ok(scene)
}

fn table(scenes: &[Scene]) -> Table {
    let mut table = Table::new(
        "times",
        "Mean solve time of frames with tight rows, and how many times faster than full",
        [
            Column::words("scene"),
            Column::numbers("full"),
            Column::numbers("downdating"),
            Column::numbers("faster"),
            Column::numbers("printed"),
            Column::numbers("skyline"),
            Column::numbers("faster"),
            Column::numbers("printed"),
            Column::numbers("frames"),
        ],
    );
    for (scene, printed) in scenes.iter().zip(&PRINTED) {
        table.row([
            scene.name.into(),
            Cell::time(scene.mean(0)),
            Cell::time(scene.mean(1)),
            Cell::fixed(scene.speed_up(1), 2),
            Cell::fixed(printed[0] / printed[1], 1),
            Cell::time(scene.mean(2)),
            Cell::fixed(scene.speed_up(2), 2),
            Cell::fixed(printed[0] / printed[2], 1),
            Cell::count(scene.curves[0].len()),
        ]);
    }
    table
}

fn judge(findings: &mut Findings, scenes: &[Scene]) {
    let outer = |variant: usize| scenes.iter().map(|scene| scene.outer[variant]).sum::<usize>();
    let steps = [outer(0), outer(1), outer(2)];
    let spread = steps.iter().max().unwrap_or(&0) - steps.iter().min().unwrap_or(&0);
    findings.claim(
        Weight::Shape,
        "all three take the same pivoting steps",
        format!("{}, {} and {} altogether", steps[0], steps[1], steps[2]),
        20 * spread <= steps[0],
    );
    let mean = |of: &dyn Fn(&Scene) -> f64| {
        let logs: f64 = scenes.iter().map(|scene| of(scene).ln()).sum();
        (logs / scenes.len() as f64).exp()
    };
    let inside = mean(&|scene| scene.mean(1) / scene.mean(2));
    findings.claim(
        Weight::Shape,
        "the skyline makes downdating faster",
        format!("{inside:.2} times, mean over the scenes"),
        inside > 1.0,
    );
    let against_full = mean(&|scene| scene.speed_up(2));
    findings.claim(
        Weight::Value,
        "downdating inside the skyline is faster than full factorisation",
        format!("{against_full:.2} times, mean over the scenes"),
        against_full > 1.0,
    );
}

fn figure(scene: Scene, ways: &[Way]) -> Plot {
    let series = |(look, (way, curve)): (usize, (&Way, Vec<[f64; 2]>))| {
        Series::new(way.name.clone(), look, curve).marked(Marks::All)
    };
    Plot {
        name: scene.name.into(),
        title: format!("Solve time by frame: {}", scene.name),
        subtitle: "frames with tight rows".into(),
        panels: vec![Panel::new(Axis::even("time (s)"), Axis::decades("seconds"))],
        series: ways.iter().zip(scene.curves).enumerate().map(series).collect(),
    }
}
