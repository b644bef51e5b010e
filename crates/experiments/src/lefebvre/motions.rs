//! §2.3: the same scene under full factors and under downdating.

use stickslip_dynamics::{FrictionModel, Simulation, State};
use stickslip_report::plot::{Axis, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_scene::Scene;

use super::{DOCUMENT, SCENES, STEPS, downdating, full, skyline};
use crate::bounded::all;
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::Way;
use crate::scenes::mean_distance;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "lefebvre-motions",
    document: DOCUMENT,
    artefact: "§2.3.1, video",
    title: "The machines under full factors, downdating, and downdating inside the skyline",
    agreement: "Bodies end within a hundredth of the way that they have gone of where they end \
                with full factors.",
    deviations: "machines modelled from their description; numbers for what is seen in a video",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

/// What the eye takes for the same place, as a share of the way gone.
const SAME: f64 = 0.01;

/// A scene under one variant.
struct Run {
    /// Time, and the mean distance from where bodies were at the beginning (m).
    way: Vec<[f64; 2]>,
    end: State,
    failed: usize,
}

/// How far a variant ends from full factors.
struct Apart {
    scene: &'static str,
    /// Mean distance of bodies in the end, downdating and skyline, over the way.
    shares: [f64; 2],
    /// Steps that were not solved, of all three.
    failed: [usize; 3],
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let seconds = context.choose(0.5, 5.0);
    let ways = [full()?, downdating()?, skyline()?];
    let mut findings = Findings::default();
    let mut table = Table::new(
        "ends",
        format!("Mean distance of bodies after {seconds} s from where they end with full factors"),
        [
            Column::words("scene"),
            Column::numbers("way").of("m"),
            Column::numbers("downdating, of the way"),
            Column::numbers("with the skyline"),
            Column::words("steps not solved"),
        ],
    );
    let mut found = Vec::new();
    for (at, line) in SCENES.iter().enumerate() {
        let name = line.stage.scene;
        context.at(at, SCENES.len(), name);
        let mut scene = line.stage.read(context)?;
        scene.seconds = seconds;
        let runs = ways.iter().map(|way| follow(&scene, way)).collect::<Result<Vec<Run>, _>>()?;
        let way = runs[0].way.last().map_or(f64::NAN, |point| point[1]);
        let share = |run: &Run| mean_distance(&scene, &run.end, &runs[0].end) / way;
        let apart = Apart {
            scene: name,
            shares: [share(&runs[1]), share(&runs[2])],
            failed: [0, 1, 2].map(|at| runs[at].failed),
        };
        let [whole, plain, banded] = apart.failed;
        table.row([
            name.into(),
            Cell::fixed(way, 3),
            Cell::scientific(apart.shares[0]),
            Cell::scientific(apart.shares[1]),
            format!("{whole} / {plain} / {banded}").into(),
        ]);
        let series = ways.iter().zip(runs).enumerate();
        findings.plots.push(Plot {
            name: name.into(),
            title: format!("Mean way of a body: {name}"),
            subtitle: "with full factors, downdating, and inside the skyline".into(),
            panels: vec![Panel::new(Axis::even("time (s)"), Axis::even("way (m)"))],
            series: series
                .map(|(look, (way, run))| Series::new(way.name.clone(), look, run.way))
                .collect(),
        });
        found.push(apart);
    }
    judge(&mut findings, &found);
    findings.tables.push(table);
    findings.setting("seconds", seconds);
    findings.setting("most pivoting steps", STEPS);
    findings.setting("friction", "box, bounds from a frictionless solve");
    findings.note(
        "The thesis shows a video. Where steps are not solved within the pivoting steps that it \
         allows, the variants go on from other impulses, and nothing is decided.",
    );
    Ok(findings)
}

fn judge(findings: &mut Findings, found: &[Apart]) {
    let one = |it: &Apart| match it.shares.iter().all(|&share| share <= SAME) {
        true => Ruling::Holds,
        // Whoever has not solved a step goes another way for that alone.
        false if it.failed.iter().any(|&failed| failed > 0) => Ruling::Open,
        false => Ruling::Fails,
    };
    let told = |it: &Apart| format!("{} {:.0e}", it.scene, it.shares[0].max(it.shares[1]));
    findings
        .ruled(
            Weight::Shape,
            "motions are the same with and without downdating: to a hundredth of the way",
            found.iter().map(told).collect::<Vec<_>>().join(", "),
            all(found.iter().map(one)),
        )
        .quoting("§2.3.1", "The results are qualitatively identical.");
}

fn follow(scene: &Scene, way: &Way) -> Result<Run, ExperimentError> {
    let mut settings = scene.settings.clone();
    settings.friction = FrictionModel::BoxNormalFirst;
    settings.solver.name = Some(way.solver.into());
    settings.solver.options = way.settings.clone();
    settings.solver.max_iterations = Some(STEPS);
    let mut simulation = Simulation::new(scene.model.clone(), settings)?;
    let begin = simulation.state().clone();
    let steps = (scene.seconds / scene.settings.time_step).round() as usize;
    let mut run = Run { way: Vec::new(), end: begin.clone(), failed: 0 };
    for _ in 0..steps {
        run.failed += simulation.step()?.failed_solves;
        let state = simulation.state();
        run.way.push([state.time, mean_distance(scene, &begin, state)]);
    }
    run.end = simulation.state().clone();
    Ok(run)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, rulings, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |share, failed| {
            let apart = Apart { scene: "crane", shares: [1e-9, share], failed: [0, failed, 0] };
            judged(|findings| judge(findings, &[apart]))
        };
        turns(&found(1e-6, 0), &[found(0.02, 0)]);
        assert_eq!(rulings(&found(0.02, 3)), [Ruling::Open]);
    }
}
