//! §4.2: how many cells leave their walls, step by step, and what stays at the
//! lid with each condition.

use stickslip_dynamics::Walls;
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::super::DOCUMENT;
use super::{STEP, dam};
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-liquid-walls",
    document: DOCUMENT,
    artefact: "§4.2",
    title: "Cells that leave their walls, and what stays at the lid",
    agreement: "With u·n = 0 a splash stays at the lid as a layer as thick as a cell, and drains from it \
        slowly; with 0 ≤ p ⊥ u·n ≥ 0 it falls.",
    deviations: "a liquid of ours, not the document's",
    seeded: false,
    timed: false,
    counted: false,
    run,
};

/// What is counted as being at the lid (m).
const LID: f64 = 0.5;

/// A play with one condition.
struct Played {
    walls: Walls,
    separating: Vec<[f64; 2]>,
    at_lid: Vec<[f64; 2]>,
    drift: f64,
    failed: usize,
    divergence: f64,
}

fn play(resolution: usize, seconds: f64, walls: Walls) -> Result<Played, ExperimentError> {
    let mut simulation = dam(resolution, true, walls)?;
    let thickness = 1.0 / resolution as f64;
    let begun = simulation.state().liquids[0].particles.len() as f64 / 4.0;
    let volume = begun * thickness.powi(3);
    let mut played = Played {
        walls,
        separating: Vec::new(),
        at_lid: Vec::new(),
        drift: 0.0,
        failed: 0,
        divergence: 0.0,
    };
    for step in 1..=(seconds / STEP).round() as usize {
        let report = simulation.step()?;
        let time = step as f64 * STEP;
        let positions = &simulation.state().liquids[0].particles.positions;
        let high = positions.iter().filter(|point| point.y > LID - thickness).count();
        played.separating.push([time, report.liquid.separating as f64]);
        played.at_lid.push([time, high as f64]);
        played.drift = report.liquid.volume / volume - 1.0;
        played.failed += report.failed_solves;
        played.divergence = played.divergence.max(report.liquid.divergence_max);
    }
    Ok(played)
}

/// When the lid is dry again for the first time after it was met (s).
fn gone(curve: &[[f64; 2]]) -> Option<f64> {
    let met = curve.iter().position(|point| point[1] > 0.0)?;
    curve[met..].iter().find(|point| point[1] == 0.0).map(|point| point[0])
}

fn told(curve: &[[f64; 2]]) -> String {
    let never = if curve.iter().any(|point| point[1] > 0.0) { "not at all" } else { "untouched" };
    gone(curve).map_or_else(|| never.into(), |time| format!("after {time:.2} s"))
}

/// Whether the liquid hangs from the lid longer than with separation; not
/// decided where it never comes there.
fn hangs(equality: &[[f64; 2]], separating: &[[f64; 2]]) -> Ruling {
    let met = |curve: &[[f64; 2]]| curve.iter().any(|point| point[1] > 0.0);
    match (gone(equality), gone(separating)) {
        _ if !met(equality) || !met(separating) => Ruling::Open,
        (_, None) => Ruling::Fails,
        (None, Some(_)) => Ruling::Holds,
        (Some(stuck), Some(free)) if stuck > free + 0.1 => Ruling::Holds,
        _ => Ruling::Fails,
    }
}

/// The most of a curve.
fn most(curve: &[[f64; 2]]) -> f64 {
    curve.iter().map(|point| point[1]).fold(0.0, f64::max)
}

/// Particles times seconds.
fn dwelling(curve: &[[f64; 2]]) -> f64 {
    STEP * curve.iter().map(|point| point[1]).sum::<f64>()
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let (resolution, seconds) = context.choose((32, 2.0), (96, 3.0));
    let mut findings = Findings::default();
    let mut all = Vec::new();
    for (at, (name, walls)) in Walls::ALL.into_iter().enumerate() {
        context.at(at, Walls::ALL.len(), name);
        all.push(play(resolution, seconds, walls)?);
    }
    let mut table = Table::new(
        "walls",
        format!("A breaking dam under a lid, {resolution} cells long, {seconds} s"),
        [
            Column::words("walls"),
            Column::numbers("most cells leaving a wall"),
            Column::numbers("mean of steps"),
            Column::numbers("most particles at the lid"),
            Column::numbers("particles × seconds there"),
            Column::numbers("first splash gone after, s"),
            Column::numbers("drift of volume, %"),
            Column::numbers("largest outflow of other cells, m/s"),
            Column::numbers("unsolved"),
        ],
    );
    for each in &all {
        let count = each.separating.len() as f64;
        let mean = each.separating.iter().map(|point| point[1]).sum::<f64>() / count;
        table.row([
            each.walls.name().into(),
            Cell::fixed(most(&each.separating), 0),
            Cell::fixed(mean, 2),
            Cell::fixed(most(&each.at_lid), 0),
            Cell::fixed(dwelling(&each.at_lid), 2),
            Cell::optional(gone(&each.at_lid), |time| Cell::fixed(time, 2)),
            Cell::fixed(100.0 * each.drift, 2),
            Cell::scientific(each.divergence),
            Cell::count(each.failed),
        ]);
    }
    judge(&mut findings, &all)?;
    let series = |curve: fn(&Played) -> &Vec<[f64; 2]>| {
        let line = move |(look, each): (usize, &Played)| {
            Series::new(each.walls.name(), look, curve(each).clone()).marked(Marks::End)
        };
        all.iter().enumerate().map(line).collect()
    };
    for (name, title, curve) in [
        ("separating", "Cells that leave a wall", (|each| &each.separating) as fn(&Played) -> &_),
        ("lid", "Particles in the cells at the lid", |each| &each.at_lid),
    ] {
        findings.plots.push(Plot {
            name: name.into(),
            title: title.into(),
            subtitle: format!("a breaking dam under a lid, {resolution} cells long"),
            panels: vec![Panel::new(Axis::counts("time (s)"), Axis::counts("number"))],
            series: series(curve),
        });
    }
    findings.tables.push(table);
    findings.setting("cells along the tank", resolution);
    findings.setting("time step (s)", STEP);
    findings.setting("seconds", seconds);
    Ok(findings)
}

/// Plays with separating walls, with complementarity everywhere, and with u·n = 0.
fn judge(findings: &mut Findings, all: &[Played]) -> Result<(), ExperimentError> {
    let [separating, everywhere, equality] = all else {
        return Err(ExperimentError::Missing("a kind of wall".into()));
    };
    findings
        .ruled(
            Weight::Shape,
            "with u·n = 0 layers as thick as a cell get stuck on walls",
            format!(
                "the first splash leaves the lid {}, with separation {}",
                told(&equality.at_lid),
                told(&separating.at_lid)
            ),
            hangs(&equality.at_lid, &separating.at_lid),
        )
        .quoting("§4.2", "Namely that cell-size thick layers of fluid are getting stuck on walls.");
    findings.claim(
        Weight::Shape,
        "the changed condition lets the liquid leave the wall",
        format!(
            "{} particles at the lid at most, for {:.2} particle seconds against {:.2}; up to {} \
             cells leave a wall",
            most(&separating.at_lid),
            dwelling(&separating.at_lid),
            dwelling(&equality.at_lid),
            most(&separating.separating)
        ),
        most(&separating.separating) > 0.0
            && dwelling(&separating.at_lid) < dwelling(&equality.at_lid),
    ).quoting("§4.2", "This allows the fluid to separate from the wall.");
    findings.claim(
        Weight::Aside,
        "complementarity in every cell (Eq 35 as printed) lets inner cells part too, and makes volume",
        format!(
            "drift {:.1} % against {:.1} %; up to {} cells part against {}",
            100.0 * everywhere.drift,
            100.0 * separating.drift,
            most(&everywhere.separating),
            most(&separating.separating)
        ),
        everywhere.drift > separating.drift
            || most(&everywhere.separating) > most(&separating.separating),
    );
    findings.claim(
        Weight::Aside,
        "every other cell keeps its volume to the tolerance",
        format!(
            "largest outflow {:.0e} m/s",
            all.iter().map(|each| each.divergence).fold(0.0, f64::max)
        ),
        all.iter().all(|each| each.failed == 0 && each.divergence <= 1e-8),
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        // Particles at the lid for so many steps, cells that leave, drift, outflow.
        let play = |walls, steps: usize, leaving: f64, drift: f64, divergence: f64| Played {
            walls,
            separating: vec![[0.0, leaving]],
            at_lid: (0..90).map(|at| [STEP * at as f64, f64::from(at < steps)]).collect(),
            drift,
            failed: 0,
            divergence,
        };
        let found = |[separating, equality]: [usize; 2], leaving, drift, divergence| {
            let [one, two, three] = Walls::ALL.map(|(_, walls)| walls);
            let all = [
                play(one, separating, leaving, 0.0, divergence),
                play(two, separating, leaving, drift, divergence),
                play(three, equality, leaving, 0.0, divergence),
            ];
            judged(|findings| judge(findings, &all).expect("three plays"))
        };
        turns(&found([20, 60], 5.0, 0.1, 1e-9), &[found([60, 20], 0.0, -0.1, 1e-3)]);
        assert_eq!(hangs(&[[0.0, 0.0]], &[[0.0, 1.0]]), Ruling::Open);
    }
}
