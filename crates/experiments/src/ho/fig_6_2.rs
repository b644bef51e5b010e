//! Fig. 6.2–6.3: time against condition number and against size.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::contest::{Measured, describe, hold};
use super::{BPP, BPP_PCG, DOCUMENT, PGCG, solvers};
use crate::bounded::{Range, all, most};
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{exponent, exponent_range};
use crate::stage::WHICH_CONDITION;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ho-fig-6-2",
    document: DOCUMENT,
    artefact: "Fig. 6.2–6.3",
    title: "Solve time against condition number and against size",
    agreement: "The time of the conjugate gradient solvers grows with the condition number over \
                all frames of all scenes, and BPP stays faster on large ones.",
    deviations: "scenes modelled from their description; frames of one play, eight of the trucks' 20 \
                 s; at most 1000 outer iterations and in full 30 000 inner ones a solve",
    seeded: true,
    timed: true,
    counted: true,
    run,
};

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let scenes = hold(context)?;
    let every = scenes.iter().flat_map(|scene| &scene.frames);
    let frames: Vec<&Measured> = every.filter(|frame| frame.condition.is_some()).collect();
    let left_out = scenes.iter().map(|scene| scene.frames.len()).sum::<usize>() - frames.len();
    let ways = solvers("")?;
    let mut findings = Findings::default();
    let mut table = Table::new(
        "exponents",
        "p in work ~ xᵖ by least squares over all frames",
        [
            Column::words("solver"),
            Column::words("time by condition, ± 2 errors"),
            Column::numbers("by condition of A as it is"),
            Column::numbers("time by rows"),
            Column::numbers("inner for each outer iteration, by condition"),
            Column::numbers("frames not finished"),
        ],
    );
    for (at, way) in ways.iter().enumerate() {
        let points = |of: &dyn Fn(&Measured) -> f64, work: &dyn Fn(&Measured) -> f64| {
            frames.iter().map(|frame| [of(frame), work(frame)]).collect::<Vec<_>>()
        };
        let seconds = |frame: &Measured| frame.time(at).middle().max(1e-9);
        let inner = |frame: &Measured| {
            let counts = frame.solved[at].counts;
            (counts.inner_iterations.max(1) as f64) / counts.iterations.max(1) as f64
        };
        let by_raw = exponent(&points(&raw, &seconds));
        let by_scaled = exponent_range(&points(&scaled, &seconds));
        table.row([
            way.name.clone().into(),
            by_scaled.told().into(),
            Cell::fixed(by_raw, 2),
            Cell::fixed(exponent(&points(&|frame| frame.rows as f64, &seconds)), 2),
            Cell::fixed(exponent(&points(&scaled, &inner)), 2),
            Cell::count(frames.iter().filter(|frame| !frame.finished(at)).count()),
        ]);
        if at != BPP {
            judge_condition(&mut findings, &way.name, by_scaled, by_raw);
        }
    }
    let rivals = |frame: &&Measured| Rivals {
        rows: frame.rows,
        seconds: [BPP_PCG, PGCG, BPP].map(|solver| frame.time(solver)),
    };
    judge_sizes(&mut findings, frames.iter().map(rivals).collect());
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

/// Exponents of time by the condition number, give or take their error.
fn judge_condition(findings: &mut Findings, name: &str, by_scaled: Range, by_raw: f64) {
    findings
        .ruled(
            Weight::Shape,
            format!("{name}: time grows with the condition number"),
            format!("exponent {}, by that of A as it is {by_raw:.2}", by_scaled.told()),
            by_scaled.between(0.0, f64::INFINITY),
        )
        .quoting(
            "Fig. 6.2",
            "A log-log plot demonstrating how the total solver time of both PCG variant solvers \
             worsens as the problems become more ill-conditioned.",
        )
        .changed("2026-11-18", "rows of other units were judged: see the note");
}

/// A frame's rows, and the times of BPP+PCG, PGCG and BPP.
#[derive(Clone, Copy)]
struct Rivals {
    rows: usize,
    seconds: [Range; 3],
}

/// Among all frames, and among the larger half of them.
fn judge_sizes(findings: &mut Findings, mut frames: Vec<Rivals>) {
    frames.sort_by_key(|frame| frame.rows);
    let larger = &frames[frames.len() / 2..];
    let slower = |among: &[Rivals], solver: usize| -> Vec<Ruling> {
        among.iter().map(|it| it.seconds[solver].above(it.seconds[BPP])).collect()
    };
    let told = |among: &[Rivals]| {
        let count = |solver: usize, ruling: Ruling| {
            slower(among, solver).into_iter().filter(|&it| it == ruling).count()
        };
        let [with_pcg, own] = [BPP_PCG, PGCG].map(|solver| {
            format!("on {}, open on {}", count(solver, Ruling::Holds), count(solver, Ruling::Open))
        });
        format!("BPP+PCG {with_pcg}, PGCG {own} of {}", among.len())
    };
    let both = |among: &[Rivals]| all([BPP_PCG, PGCG].map(|it| most(&slower(among, it))));
    findings
        .ruled(
            Weight::Shape,
            "both are slower than BPP on most of the larger half of the frames",
            told(larger),
            both(larger),
        )
        .quoting(
            "Fig. 6.3",
            "A log-log plot illustrating that the PCG solvers still performs poorly compared to \
             BPP even when the initial system matrix A gets larger.",
        )
        .changed("2026-11-18", "what lies within the spread of the clock is open");
    findings.ruled(Weight::Aside, "… and on most frames altogether", told(&frames), both(&frames));
}

fn figure(frames: &[&Measured], names: &[String]) -> Plot {
    let series = |(look, name): (usize, &String)| {
        let by = |horizontal: &dyn Fn(&Measured) -> f64| {
            let point = |frame: &&Measured| [horizontal(frame), frame.time(look).middle()];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    /// The exponent of time by condition, and times over that of BPP.
    fn found(exponent: f64, times: f64) -> Findings {
        let about = |value: f64| Range { least: value - 0.1, most: value + 0.1 };
        let frame = |rows| Rivals { rows, seconds: [about(times), about(times), about(1.0)] };
        judged(|findings| {
            judge_condition(findings, "PGCG", about(exponent), exponent);
            judge_sizes(findings, (1..9).map(frame).collect());
        })
    }

    #[test]
    fn every_claim_can_fail() {
        turns(&found(0.5, 3.0), &[found(-0.5, 0.4)]);
        turns(&found(0.5, 3.0), &[found(0.05, 1.1)]);
    }
}
