//! Fig. 6.2–6.3: time against condition number and against size.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::contest::{Measured, describe, hold};
use super::{BPP, BPP_PCG, DOCUMENT, PGCG, solvers};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::exponent;
use crate::stage::WHICH_CONDITION;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ho-fig-6-2",
    document: DOCUMENT,
    artefact: "Fig. 6.2–6.3",
    title: "Solve time against condition number and against size",
    agreement: "The time of the conjugate gradient solvers grows with the condition number over \
                all frames of all scenes, and BPP stays faster on large ones.",
    deviations: "scenes modelled from their description; frames of one play",
    seeded: true,
    timed: true,
    counted: true,
    run,
};

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let scenes = hold(context)?;
    let all = scenes.iter().flat_map(|scene| &scene.frames);
    let frames: Vec<&Measured> = all.filter(|frame| frame.condition.is_some()).collect();
    let left_out = scenes.iter().map(|scene| scene.frames.len()).sum::<usize>() - frames.len();
    let ways = solvers()?;
    let mut findings = Findings::default();
    let mut table = Table::new(
        "exponents",
        "p in work ~ xᵖ by least squares over all frames",
        [
            Column::words("solver"),
            Column::numbers("time by condition"),
            Column::numbers("by condition of A as it is"),
            Column::numbers("time by rows"),
            Column::numbers("inner for each outer iteration, by condition"),
            Column::numbers("frames not finished"),
        ],
    );
    for (at, way) in ways.iter().enumerate() {
        let fit = |of: &dyn Fn(&Measured) -> f64, work: &dyn Fn(&Measured) -> f64| {
            let points = frames.iter().map(|frame| [of(frame), work(frame)]);
            exponent(&points.collect::<Vec<_>>())
        };
        let seconds = |frame: &Measured| frame.solved[at].seconds.max(1e-9);
        let inner = |frame: &Measured| {
            let counts = frame.solved[at].counts;
            (counts.inner_iterations.max(1) as f64) / counts.iterations.max(1) as f64
        };
        let (by_raw, by_scaled) = (fit(&raw, &seconds), fit(&scaled, &seconds));
        table.row([
            way.name.clone().into(),
            Cell::fixed(by_scaled, 2),
            Cell::fixed(by_raw, 2),
            Cell::fixed(fit(&|frame| frame.rows as f64, &seconds), 2),
            Cell::fixed(fit(&scaled, &inner), 2),
            Cell::count(frames.iter().filter(|frame| !frame.finished(at)).count()),
        ]);
        if at != BPP {
            findings
                .claim(
                    Weight::Shape,
                    format!("{}: time grows with the condition number", way.name),
                    format!("exponent {by_scaled:.2}, by that of A as it is {by_raw:.2}"),
                    by_scaled > 0.0,
                )
                .quoting(
                    "Fig. 6.2",
                    "A log-log plot demonstrating how the total solver time of both PCG variant \
                     solvers worsens as the problems become more ill-conditioned.",
                )
                .changed("2026-11-18", "rows of other units were judged: see the note");
        }
    }
    judge_sizes(&mut findings, frames.clone());
    findings.plots.push(figure(&frames, &ways.map(|way| way.name)));
    findings.tables.push(table);
    describe(context, &mut findings, &scenes);
    findings.note(format!(
        "Condition numbers are those of the largest island of a frame. {left_out} frames are left \
         out whose matrix has no Cholesky factor in double precision. {WHICH_CONDITION}"
    ));
    Ok(findings)
}

fn raw(frame: &Measured) -> f64 {
    frame.condition.map_or(1.0, |it| it.raw)
}

fn scaled(frame: &Measured) -> f64 {
    frame.condition.map_or(1.0, |it| it.scaled)
}

/// Among all frames, and among the larger half of them.
fn judge_sizes(findings: &mut Findings, mut frames: Vec<&Measured>) {
    frames.sort_by_key(|frame| frame.rows);
    let larger = &frames[frames.len() / 2..];
    let slower = |among: &[&Measured], solver: usize| {
        let loses = |it: &&&Measured| it.solved[solver].seconds > it.solved[BPP].seconds;
        among.iter().filter(loses).count()
    };
    let counts = [BPP_PCG, PGCG].map(|solver| slower(larger, solver));
    findings
        .claim(
            Weight::Shape,
            "both are slower than BPP on most of the larger half of the frames",
            format!("BPP+PCG on {}, PGCG on {} of {}", counts[0], counts[1], larger.len()),
            counts.iter().all(|&count| 2 * count > larger.len()),
        )
        .quoting(
            "Fig. 6.3",
            "A log-log plot illustrating that the PCG solvers still performs poorly compared to \
             BPP even when the initial system matrix A gets larger.",
        )
        .changed("2026-11-16", "this sentence was an aside");
    let counts = [BPP_PCG, PGCG].map(|solver| slower(&frames, solver));
    findings.claim(
        Weight::Aside,
        "… and on most frames altogether",
        format!("BPP+PCG on {}, PGCG on {} of {}", counts[0], counts[1], frames.len()),
        counts.iter().all(|&count| 2 * count > frames.len()),
    );
}

fn figure(frames: &[&Measured], names: &[String]) -> Plot {
    let series = |(look, name): (usize, &String)| {
        let by = |horizontal: &dyn Fn(&Measured) -> f64| {
            let point = |frame: &&Measured| [horizontal(frame), frame.solved[look].seconds];
            frames.iter().map(point).collect::<Vec<_>>()
        };
        let curves = vec![by(&scaled), by(&|frame: &Measured| frame.rows as f64)];
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
