//! Fig. 6.2–6.3: time against condition number and against size.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::contest::{Measured, hold, stages};
use super::{DOCUMENT, SCENES, solvers};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::{Findings, Weight};
use crate::measure::exponent;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ho-fig-6-2",
    document: DOCUMENT,
    artefact: "Fig. 6.2–6.3",
    title: "Solve time against condition number and against size",
    agreement: "The work of the conjugate gradient solvers grows with the condition number: inner \
                iterations for each linear solve, over all frames of all scenes.",
    run,
};

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let kept = context.choose(3, 10);
    let scenes = hold(context, stages(&SCENES), kept, true)?;
    let frames: Vec<&Measured> = scenes
        .iter()
        .flat_map(|scene| &scene.frames)
        .filter(|frame| frame.condition.is_some())
        .collect();
    let ways = solvers()?;
    let mut findings = Findings::default();
    let mut table = Table::new(
        "exponents",
        "p in work ~ xᵖ by least squares over all frames",
        [
            Column::words("solver"),
            Column::numbers("time by condition"),
            Column::numbers("time by rows"),
            Column::numbers("inner for each outer iteration, by condition"),
        ],
    );
    let mut growths = Vec::new();
    for (at, way) in ways.iter().enumerate() {
        let points = |horizontal: &dyn Fn(&Measured) -> f64,
                      vertical: &dyn Fn(&Measured) -> f64| {
            frames.iter().map(|frame| [horizontal(frame), vertical(frame)]).collect::<Vec<_>>()
        };
        let condition = |frame: &Measured| frame.condition.unwrap_or(1.0);
        let seconds = |frame: &Measured| frame.solved[at].seconds.max(1e-9);
        let inner = |frame: &Measured| {
            let counts = frame.solved[at].counts;
            (counts.inner_iterations.max(1) as f64) / counts.iterations.max(1) as f64
        };
        let growth = exponent(&points(&condition, &inner));
        table.row([
            way.name.clone().into(),
            Cell::fixed(exponent(&points(&condition, &seconds)), 2),
            Cell::fixed(exponent(&points(&|frame| frame.rows as f64, &seconds)), 2),
            Cell::fixed(growth, 2),
        ]);
        growths.push(growth);
    }
    for (way, growth) in ways.iter().zip(&growths).take(2) {
        findings.claim(
            Weight::Shape,
            format!("{}: inner iterations grow with the condition number", way.name),
            format!("exponent {growth:.2}"),
            *growth > 0.02,
        );
    }
    let faster = |solver: usize| {
        let wins = |frame: &&&Measured| frame.solved[2].seconds < frame.solved[solver].seconds;
        frames.iter().filter(wins).count()
    };
    findings.claim(
        Weight::Aside,
        "BPP is faster on most frames, whatever the size",
        format!("than BPP+PCG on {}, than PGCG on {} of {}", faster(0), faster(1), frames.len()),
        faster(0).min(faster(1)) * 2 > frames.len(),
    );
    findings.plots.push(figure(&frames, &ways.map(|way| way.name)));
    findings.tables.push(table);
    findings.setting("frames", frames.len());
    findings.note(
        "Condition numbers are those of the largest island of a frame. Frames whose matrix has no \
         Cholesky factor in double precision are left out.",
    );
    Ok(findings)
}

fn figure(frames: &[&Measured], names: &[String]) -> Plot {
    let series = |(look, name): (usize, &String)| {
        let by = |horizontal: &dyn Fn(&Measured) -> f64| {
            let point = |frame: &&Measured| [horizontal(frame), frame.solved[look].seconds];
            frames.iter().map(point).collect::<Vec<_>>()
        };
        let condition = |frame: &Measured| frame.condition.unwrap_or(1.0);
        let curves = vec![by(&condition), by(&|frame: &Measured| frame.rows as f64)];
        Series { curves, ..Series::new(name.clone(), look, Vec::new()).marked(Marks::Scatter) }
    };
    let seconds = || Axis::decades("seconds");
    Plot {
        name: "time".into(),
        title: "Solve time against condition number and against size".into(),
        subtitle: "one point for each frame of each scene".into(),
        panels: vec![
            Panel::new(Axis::decades("condition number"), seconds()),
            Panel::new(Axis::decades("rows"), seconds()),
        ],
        series: names.iter().enumerate().map(series).collect(),
    }
}
