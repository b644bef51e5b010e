//! Fig. 37: a structure field on a slope steers logs round a building, or to it.

use stickslip_report::{Cell, Column, Table};
use stickslip_scene::{Overrides, SceneSource};

use super::DOCUMENT;
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-37",
    document: DOCUMENT,
    artefact: "Fig. 37",
    title: "Logs that follow the grain of a slope",
    agreement: "With one grain no log touches the building, with the other some do.",
    deviations: "scene of ours",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

/// Long enough for all logs to be past the building (s).
const SECONDS: f64 = 2.5;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let mut table = Table::new(
        "logs",
        "Six logs and a building",
        [
            Column::words("grain"),
            Column::numbers("touches with the building"),
            Column::numbers("nearest log to the middle").of("m"),
        ],
    );
    let mut touches = Vec::new();
    for (name, steer) in [("round it", 1.0), ("straight", 0.0), ("towards it", -1.0)] {
        let mut overrides = Overrides { seed: context.seed, ..Overrides::default() };
        overrides.parameters.insert("steer".into(), steer);
        let scene = SceneSource::find("log-slide")?.read(&overrides)?;
        let mut simulation = scene.simulation()?;
        let building = simulation.model().find_body("hill/building");
        let building = building.ok_or_else(|| ExperimentError::Missing("building".into()))?.0;
        let mut hits = 0;
        for _ in 0..(SECONDS / scene.settings.time_step).round() as usize {
            simulation.step()?;
            let pushed = simulation.contacts().iter().filter(|it| it.impulse.length() > 0.0);
            hits += pushed.filter(|it| it.first == building || it.second == building).count();
        }
        let logs = simulation.state().bodies.iter().skip(building + 1);
        let nearest = logs.map(|log| log.pose.position.z.abs()).fold(f64::INFINITY, f64::min);
        table.row([name.into(), Cell::count(hits), Cell::fixed(nearest, 2)]);
        touches.push(hits);
    }
    let mut findings = Findings::default();
    findings.tables.push(table);
    judge(&mut findings, [touches[0], touches[2]]);
    findings.setting("scene", "log-slide");
    findings.note("Our slope is a plane, and its grain a formula; the document's is a ravine.");
    Ok(findings)
}

/// Touches with the building where the grain leads round it, and towards it.
fn judge(findings: &mut Findings, touches: [usize; 2]) {
    findings
        .claim(
            Weight::Shape,
            "the grain alone decides whether logs meet the building",
            format!("{} touches round it, {} towards it", touches[0], touches[1]),
            touches[0] == 0 && touches[1] > 0,
        )
        .quoting(
            "Fig. 37",
            "A structure field on a ravine slope can be used to steer a log slide towards (top) or \
             around (bottom) a cube-shaped building.",
        );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |touches| judged(|findings| judge(findings, touches));
        turns(&found([0, 9]), &[found([1, 9])]);
        turns(&found([0, 9]), &[found([0, 0])]);
    }
}
