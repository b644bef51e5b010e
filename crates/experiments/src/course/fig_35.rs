//! Fig. 35: the Matchstick model controls how things behave, here how a hopper
//! runs out.

use stickslip_report::{Cell, Column, Table};
use stickslip_scene::{Overrides, SceneSource};

use super::DOCUMENT;
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-35",
    document: DOCUMENT,
    artefact: "Fig. 35",
    title: "A hopper of grooved grains under the Matchstick model",
    agreement: "Coefficients along and across the grooves change how fast the hopper runs out, \
                and every step is solved.",
    deviations: "a hopper of ours; tyre and gripper are not done",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// Below this a grain has left the hopper (m).
const OUT: f64 = 1.0;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let seconds = context.choose(0.6, 2.0);
    let runs = context.choose(1, 4);
    let mut table = Table::new(
        "hopper",
        "Grains that have left the hopper",
        [
            Column::numbers("μ along"),
            Column::numbers("μ across"),
            Column::numbers("share out"),
            Column::numbers("steps not solved"),
        ],
    );
    let (mut shares, mut failed) = (Vec::new(), 0);
    let cases = [(0.0, 0.0), (0.05, 0.6), (0.4, 0.4), (1.0, 1.0)];
    for (at, (along, across)) in cases.into_iter().enumerate() {
        context.at(at, cases.len(), "coefficients");
        let (mut out, mut all, mut unsolved) = (0, 0, 0);
        for run in 0..runs {
            let mut overrides = Overrides { seed: context.seed + run, ..Overrides::default() };
            overrides.parameters.insert("along".into(), along);
            overrides.parameters.insert("across".into(), across);
            let scene = SceneSource::find("hopper")?.read(&overrides)?;
            let mut simulation = scene.simulation()?;
            for _ in 0..(seconds / scene.settings.time_step).round() as usize {
                unsolved += simulation.step()?.failed_solves;
            }
            let bodies = scene.model.bodies().iter().zip(&simulation.state().bodies);
            let grains = bodies.filter(|(body, _)| body.is_dynamic());
            for (_, state) in grains {
                all += 1;
                out += usize::from(state.pose.position.y < OUT);
            }
        }
        let share = out as f64 / f64::from(all.max(1));
        table.row([
            Cell::fixed(along, 2),
            Cell::fixed(across, 2),
            Cell::fixed(share, 3),
            Cell::count(unsolved),
        ]);
        shares.push(share);
        failed += unsolved;
    }
    let mut findings = Findings::default();
    findings.tables.push(table);
    let quote = "The Matchstick model allows for control of frictional behavior in situations such \
                 as tire ground contact, a hopper, and soft robotic gripping";
    let list = shares.iter().map(|share| format!("{share:.2}")).collect::<Vec<_>>().join(", ");
    findings
        .claim(
            Weight::Shape,
            "the coefficients of parallel grooves change how the hopper runs out",
            format!("{list} are out"),
            shares[0] > shares[3],
        )
        .quoting("Fig. 35", quote);
    findings
        .claim(Weight::Shape, "every step is solved", format!("{failed} are not"), failed == 0)
        .quoting("Fig. 35", quote);
    findings.setting("scene", "hopper");
    findings.setting("seconds", seconds);
    findings.setting("runs", runs);
    findings.note(
        "The document shows pictures of three simulators; the hopper is the one of the three that \
         can be counted. Tyre and soft gripper are not repeated here.",
    );
    Ok(findings)
}
