//! Fig. 29: λ ← prox(λ − r v) on a disc of radius D, v = (0, 1), from (D, 0).
//!
//! The first component shrinks by D/(D + r) a step in the end.

use stickslip_report::plot::{Axis, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::sets::disc;

use super::DOCUMENT;
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-29",
    document: DOCUMENT,
    artefact: "Fig. 29",
    title: "The proximal iteration with a constant velocity",
    agreement: "Convergence is linear with a smaller constant for larger r.",
    deviations: "",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

const RADIUS: f64 = 1.0;
const FACTORS: [f64; 5] = [0.1, 0.25, 0.5, 1.0, 2.0];
const STEPS: usize = 60;

fn run(_: &Context) -> Result<Findings, ExperimentError> {
    let mut table = Table::new(
        "rates",
        "Rate of convergence to (0, −D)",
        ["r", "measured", "D/(D + r)"].map(Column::numbers),
    );
    let (mut rates, mut series, mut off) = (Vec::new(), Vec::new(), 0.0_f64);
    for (look, r) in FACTORS.into_iter().enumerate() {
        let mut impulse = [RADIUS, 0.0];
        let mut points = vec![[0.0, error(impulse)]];
        let mut path = vec![impulse];
        for step in 1..=STEPS {
            impulse = disc::project(RADIUS, [impulse[0], impulse[1] - r]);
            points.push([step as f64, error(impulse)]);
            path.push(impulse);
        }
        // The last clean ratio.
        let clean = points.windows(2).rfind(|two| two[1][1] > 1e-7);
        let rate = clean.map_or(f64::NAN, |two| two[1][1] / two[0][1]);
        let exact = RADIUS / (RADIUS + r);
        table.row([Cell::fixed(r, 2), Cell::fixed(rate, 4), Cell::fixed(exact, 4)]);
        off = off.max((rate - exact).abs());
        rates.push(rate);
        series.push(Series {
            curves: vec![path, points],
            ..Series::new(format!("r = {r}"), look, Vec::new())
        });
    }
    let mut findings = Findings::default();
    judge(&mut findings, &rates, off);
    findings.plots.push(Plot {
        name: "iterates".into(),
        title: "λ ← prox(λ − r v)".into(),
        subtitle: "unit disc, v = (0, 1), from (1, 0)".into(),
        panels: vec![
            Panel::new(Axis::even("λ₁"), Axis::even("λ₂")),
            Panel::new(Axis::counts("iterations"), Axis::decades("distance")),
        ],
        series,
    });
    findings.tables.push(table);
    findings.setting("D", RADIUS);
    Ok(findings)
}

/// The distance to (0, −D).
fn error(impulse: [f64; 2]) -> f64 {
    libm::hypot(impulse[0], impulse[1] + RADIUS)
}

/// Rates by rising r, and how far they are from D/(D + r).
fn judge(findings: &mut Findings, rates: &[f64], off: f64) {
    let list = rates.iter().map(|rate| format!("{rate:.3}")).collect::<Vec<_>>().join(", ");
    findings
        .claim(
            Weight::Shape,
            "a larger r has a smaller constant",
            list,
            rates.windows(2).all(|two| two[0] > two[1]),
        )
        .quoting("Fig. 29", "Notice that larger r-values results in a smaller constant.");
    findings.claim(Weight::Aside, "the constant is D/(D + r)", format!("to {off:.1e}"), off < 1e-3);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |rates: [f64; 2], off| judged(|findings| judge(findings, &rates, off));
        turns(&found([0.9, 0.5], 1e-6), &[found([0.5, 0.9], 0.1)]);
    }
}
