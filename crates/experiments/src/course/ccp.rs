//! §1.8: the convex relaxation in granular flow.
//!
//! Marbles run through a slot under Coulomb's law and under its relaxation. What is
//! measured in reality (Mazhar and others 2015) is not in the document.

use stickslip_dynamics::{Accuracy, FrictionModel, Simulation};
use stickslip_report::plot::{Axis, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_scene::{Overrides, SceneSource};

use super::DOCUMENT;
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::Statistics;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-ccp",
    document: DOCUMENT,
    artefact: "§1.8, granular flow",
    title: "Marbles through a slot under Coulomb's law and its convex relaxation",
    agreement: "What compares with reality cannot be tested without its measurements. Beside it: \
                whether as many marbles run out under both.",
    deviations: "measurements of real flows are not in the document; a hopper of ours",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// The height of the slot (m).
const LIP: f64 = 0.6;

const LAWS: [(&str, FrictionModel); 2] =
    [("Coulomb", FrictionModel::Cone), ("relaxation", FrictionModel::ConvexCone)];

/// Runs under one law.
#[derive(Default)]
struct Flow {
    /// Share of the marbles that are out in the end, run by run.
    out: Vec<f64>,
    unsolved: usize,
    /// Of the first run, by time.
    curve: Vec<[f64; 2]>,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let (runs, seconds) = context.choose((2, 0.5), (6, 2.0));
    let source = SceneSource::new(include_str!("hopper.toml"), "hopper");
    let mut flows = Vec::new();
    for (at, (name, law)) in LAWS.into_iter().enumerate() {
        let mut flow = Flow::default();
        for run in 0..runs {
            context.at(at * runs as usize + run as usize, 2 * runs as usize, name);
            let mut overrides = Overrides { seed: context.seed + run, ..Overrides::default() };
            overrides.parameters.insert("friction".into(), 0.3);
            let mut scene = source.read(&overrides)?;
            scene.settings.friction = law;
            // The document's step is linear.
            scene.settings.accuracy = Accuracy::Off;
            let steps = (seconds / scene.settings.time_step).round() as usize;
            let mut simulation = Simulation::new(scene.model.clone(), scene.settings.clone())?;
            for _ in 0..steps {
                flow.unsolved += simulation.step()?.failed_solves;
                if run == 0 {
                    flow.curve.push([simulation.state().time, out(&scene, &simulation)]);
                }
            }
            flow.out.push(out(&scene, &simulation));
        }
        flows.push(flow);
    }
    let mut table = Table::new(
        "flow",
        format!("Share of the marbles that are out after {seconds} s, over {runs} runs"),
        [
            Column::words("law"),
            Column::numbers("mean"),
            Column::numbers("least"),
            Column::numbers("most"),
            Column::numbers("solves that failed"),
        ],
    );
    for ((name, _), flow) in LAWS.iter().zip(&flows) {
        let found = Statistics::of(&flow.out).unwrap_or_default();
        table.row([
            (*name).into(),
            Cell::fixed(found.mean, 3),
            Cell::fixed(found.min, 3),
            Cell::fixed(found.max, 3),
            Cell::count(flow.unsolved),
        ]);
    }
    let mut findings = Findings::default();
    judge(&mut findings, &flows[0].out, &flows[1].out);
    findings.plots.push(Plot {
        name: "flow".into(),
        title: "Marbles through a slot".into(),
        subtitle: "under Coulomb's law and its convex relaxation, first run".into(),
        panels: vec![Panel::new(Axis::even("time (s)"), Axis::even("share that is out"))],
        series: LAWS
            .iter()
            .zip(flows)
            .enumerate()
            .map(|(look, ((name, _), flow))| Series::new(*name, look, flow.curve))
            .collect(),
    });
    findings.tables.push(table);
    findings.setting("runs", runs);
    findings.setting("friction", 0.3);
    Ok(findings)
}

/// The share of marbles below the slot.
fn out(scene: &stickslip_scene::Scene, simulation: &Simulation) -> f64 {
    let bodies = scene.model.bodies().iter().zip(&simulation.state().bodies);
    let heights: Vec<f64> = bodies
        .filter(|(body, _)| body.is_dynamic())
        .map(|(_, state)| state.pose.position.y)
        .collect();
    heights.iter().filter(|height| **height < LIP).count() as f64 / heights.len().max(1) as f64
}

/// Shares that are out, run by run, under Coulomb's law and under the relaxation.
fn judge(findings: &mut Findings, exact: &[f64], relaxed: &[f64]) {
    findings
        .ruled(
            Weight::Shape,
            "the relaxation shows good agreement with real granular flows",
            "measurements of real flows are not in the document",
            Ruling::NotTestable,
        )
        .quoting(
            "§1.8",
            "Work has been done on validating the CCP model in context of granular flows and here \
             it shows good agreement with reality [Mazhar et al. 2015].",
        );
    let [one, two] = [exact, relaxed].map(|all| Statistics::of(all).unwrap_or_default());
    // Two deviations of the difference of means, and a marble or two.
    let chance =
        2.0 * libm::hypot(one.deviation, two.deviation) / (exact.len().max(1) as f64).sqrt();
    findings.claim(
        Weight::Aside,
        "as many marbles run out under the relaxation as under Coulomb's law, within chance",
        format!("{:.3} against {:.3}, chance {chance:.3}", two.mean, one.mean),
        (one.mean - two.mean).abs() <= chance + 0.02,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |relaxed: [f64; 2]| judged(|it| judge(it, &[0.40, 0.42], &relaxed));
        turns(&found([0.41, 0.43]), &[found([0.60, 0.61])]);
    }
}
