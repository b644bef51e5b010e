//! Fig. 34: smoothed friction approaches Coulomb's jump as its speed of slip shrinks.

use stickslip_barrier::smooth_friction;
use stickslip_report::plot::{Axis, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_scene::{Overrides, SceneSource};

use super::DOCUMENT;
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-34",
    document: DOCUMENT,
    artefact: "Fig. 34",
    title: "Friction of shrinking slip speed",
    agreement: "Below the angle of friction a block creeps, more slowly than ε_v and in \
                proportion to it, and never stands still; above it slides as Coulomb has it.",
    deviations: "scene of ours",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

const G: f64 = 9.81;
const FRICTION: f64 = 0.5;
/// ε_v (m/s).
const SPEEDS: [f64; 4] = [1e-2, 1e-3, 1e-4, 1e-5];
/// Tangents of slopes: below the angle of friction, and above.
const SLOPES: [f64; 2] = [0.4, 0.7];
/// Steps of 10 ms.
const STEPS: usize = 50;

const BLOCK: &str = r#"
name = "block"
description = "a block on a slope"
[parameters]
slip = 0.001
tangent = 0.4
friction = 0.5
[settings]
stepper = "barrier"
dt = 0.01
gravity = ["= 9.81 * sin(atan(tangent))", "= -9.81 * cos(atan(tangent))", 0]
slip_speed = "= slip"
barrier_tolerance = 1e-8
friction_rounds = 30
[[material]]
name = "default"
friction = "= friction"
[[body]]
name = "ground"
motion = "static"
shape = { type = "half-space" }
[[body]]
name = "block"
mass = 1
position = [0, 0.1005, 0]
shape = { type = "box", size = [0.4, 0.2, 0.4] }
"#;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let mut table = Table::new(
        "slopes",
        "Speed after half a second",
        [
            Column::numbers("ε_v").of("m/s"),
            Column::numbers("tangent of the slope"),
            Column::numbers("speed").of("m/s"),
            Column::numbers("closed form").of("m/s"),
        ],
    );
    let (mut creeps, mut off, mut slides, mut series) = (Vec::new(), 0.0_f64, 0.0_f64, Vec::new());
    for (at, &slip) in SPEEDS.iter().enumerate() {
        context.at(at, SPEEDS.len(), "slip speeds");
        for tangent in SLOPES {
            let mut overrides = Overrides::default();
            overrides.parameters.insert("slip".into(), slip);
            overrides.parameters.insert("tangent".into(), tangent);
            overrides.parameters.insert("friction".into(), FRICTION);
            let mut simulation = SceneSource::new(BLOCK, "block").read(&overrides)?.simulation()?;
            for _ in 0..STEPS {
                simulation.step()?;
            }
            let speed = simulation.state().bodies[1].velocity.x;
            // m(s) = 2 s − s² of s = v/ε_v carries the block, or all of friction does not.
            let share = tangent / FRICTION;
            let (sine, cosine) = libm::sincos(libm::atan(tangent));
            let seconds = 0.01 * STEPS as f64;
            let expected = match share < 1.0 {
                true => slip * (1.0 - (1.0 - share).sqrt()),
                false => seconds * G * (sine - FRICTION * cosine),
            };
            table.row([
                Cell::scientific(slip),
                Cell::fixed(tangent, 1),
                Cell::scientific(speed),
                Cell::scientific(expected),
            ]);
            let relative = (speed - expected).abs() / expected;
            if share < 1.0 {
                creeps.push(speed / slip);
                off = off.max(relative);
            } else {
                slides = slides.max(relative);
            }
        }
        let curve = (0..=100).map(|k| 1.2e-2 * f64::from(k) / 100.0);
        let points = curve.map(|v| [1e3 * v, v * smooth_friction(v, slip)[1]]).collect();
        series.push(Series::new(format!("{} mm/s", 1e3 * slip), at, points));
    }
    let mut findings = Findings::default();
    judge(&mut findings, &creeps, off, slides);
    findings.plots.push(Plot {
        name: "friction".into(),
        title: "m(v, ε_v)".into(),
        subtitle: "four slip speeds".into(),
        panels: vec![Panel::new(Axis::even("v in mm/s"), Axis::even("share of μN"))],
        series,
    });
    findings.tables.push(table);
    findings.setting("friction", FRICTION);
    Ok(findings)
}

/// Speeds of creeping over ε_v, and how far they and those of sliding are from
/// their formulas.
fn judge(findings: &mut Findings, creeps: &[f64], off: f64, slides: f64) {
    findings
        .claim(
            Weight::Shape,
            "what should stick creeps, in proportion to ε_v and more slowly",
            format!("{creeps:.4?} of ε_v"),
            creeps.iter().all(|creep| *creep > 0.0 && *creep < 1.0),
        )
        .quoting(
            "Fig. 34",
            "The smooth transition from static to dynamic friction converges to the exact \
             relation as the frictional accuracy threshold, ε_v gets smaller.",
        );
    findings
        .claim(
            Weight::Shape,
            "it never stands still",
            format!(
                "creeps of {creeps:.4?} of ε_v, 1 − √(1 − tan α/μ) by the formula, to {off:.1e}"
            ),
            off < 0.02,
        )
        .quoting(
            "§5.3.4",
            "Additionally, the mollified friction models may suffer from a viscous drag. It can \
             be controlled by the ε_v parameter but it can never be made to disappear.",
        );
    findings.claim(
        Weight::Aside,
        "above the angle of friction it slides at g (sin α − μ cos α)",
        format!("to {slides:.1e}, relatively"),
        slides < 0.02,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found =
            |creep: f64, off, slides| judged(|findings| judge(findings, &[creep], off, slides));
        turns(&found(0.55, 1e-3, 1e-3), &[found(1.5, 0.1, 0.1), found(0.0, 1.0, 1.0)]);
    }
}
