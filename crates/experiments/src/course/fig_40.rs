//! Fig. 40: a cube slides along ridges and sticks across them.

use std::f64::consts::PI;

use stickslip_report::{Cell, Column, Table};
use stickslip_scene::{Overrides, SceneSource};

use super::DOCUMENT;
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-40",
    document: DOCUMENT,
    artefact: "Fig. 40",
    title: "A cube along ridges and across them",
    agreement: "Along the ridges the cube slides, across them it sticks, until the slope is \
                steeper than the friction of the facets.",
    deviations: "scene of ours",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

const G: f64 = 9.81;
const SECONDS: f64 = 0.5;
/// Slopes (degrees).
const SLOPES: [f64; 4] = [10.0, 20.0, 30.0, 35.0];

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let mut table = Table::new(
        "speeds",
        "Speed after half a second",
        [
            Column::numbers("slope").of("°"),
            Column::numbers("along").of("m/s"),
            Column::numbers("closed form").of("m/s"),
            Column::numbers("across").of("m/s"),
            Column::numbers("closed form").of("m/s"),
        ],
    );
    let (mut worst, mut slides, mut sticks) = (0.0_f64, true, true);
    for (at, &slope) in SLOPES.iter().enumerate() {
        context.at(at, SLOPES.len(), "slopes");
        let mut overrides = Overrides { seed: context.seed, ..Overrides::default() };
        overrides.parameters.insert("angle".into(), slope);
        let scene = SceneSource::find("ridges")?.read(&overrides)?;
        let mut simulation = scene.simulation()?;
        let steps = (SECONDS / scene.settings.time_step).round();
        for _ in 0..steps as usize {
            simulation.step()?;
        }
        let speed = |name: &str| -> Result<f64, ExperimentError> {
            let body = simulation.model().find_body(name);
            let body = body.ok_or_else(|| ExperimentError::Missing(name.into()))?;
            Ok(simulation.state().bodies[body.0].velocity.length())
        };
        // Half of the facets, (2/π) tan θ each.
        let (sine, cosine) = libm::sincos(slope.to_radians());
        let expected = |tangent: f64| (SECONDS * G * (sine - tangent / PI * cosine)).max(0.0);
        let (along, across) = (speed("slope/slider")?, speed("slope/sticker")?);
        let exact = [expected(0.15), expected(2.0)];
        table.row([
            Cell::fixed(slope, 0),
            Cell::fixed(along, 4),
            Cell::fixed(exact[0], 4),
            Cell::fixed(across, 4),
            Cell::fixed(exact[1], 4),
        ]);
        worst = worst.max((along - exact[0]).abs()).max((across - exact[1]).abs());
        slides &= along > 0.5;
        sticks &= (across < 1e-4) == (exact[1] == 0.0);
    }
    let mut findings = Findings::default();
    findings.tables.push(table);
    judge(&mut findings, slides, sticks, worst);
    findings.setting("scene", "ridges");
    findings.note(
        "The document pulls its cube and gives no numbers; ours is pulled by its weight on a slope.",
    );
    Ok(findings)
}

/// Whether the cube slides along and sticks across, and how far speeds are from the
/// closed form.
fn judge(findings: &mut Findings, slides: bool, sticks: bool, worst: f64) {
    let quote = "When the cube is pulled in a direction aligned with the ridges of a sawtooth \
                 texture, it slides easily (left). The same cube is pulled against the ridges and \
                 large friction forces are generated, causing it to stick.";
    findings
        .claim(
            Weight::Shape,
            "along the ridges it slides, across it sticks up to atan(2/π) = 32.5°",
            format!("along {slides}, across {sticks}"),
            slides && sticks,
        )
        .quoting("Fig. 40", quote);
    findings
        .claim(
            Weight::Value,
            "speeds are those of the averaged coefficients",
            format!("largest difference {worst:.1e} m/s"),
            worst < 1e-4,
        )
        .quoting("Fig. 40", quote);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |slides, sticks, worst| judged(|it| judge(it, slides, sticks, worst));
        turns(&found(true, true, 1e-6), &[found(false, true, 0.1)]);
        turns(&found(true, true, 1e-6), &[found(true, false, 0.1)]);
    }
}
