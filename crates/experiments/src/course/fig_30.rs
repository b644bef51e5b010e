//! Fig. 30 and 31: λ ← prox(λ − r (A λ + b)) on the unit disc, A = [2 1; 1 2],
//! b = (−1, 1), from (0, 1).
//!
//! The solution is (1, −1)/√2 and the rate |1 − 3r|/(1 + (√2 − 1) r): least at
//! r = 1/3, and above one from r = 0.77346 on.

use std::f64::consts::FRAC_1_SQRT_2;

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
    name: "course-fig-30",
    document: DOCUMENT,
    artefact: "Fig. 30–31",
    title: "The proximal iteration with large r-factors",
    agreement: "A larger r helps up to a point; beyond it the iterates oscillate and do not \
        converge.",
    deviations: "",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

const FACTORS: [f64; 7] = [0.1, 0.25, 1.0 / 3.0, 0.5, 0.7, 0.8, 1.0];
const STEPS: usize = 100;
/// Where the rate is one.
const LIMIT: f64 = 0.77346;

fn run(_: &Context) -> Result<Findings, ExperimentError> {
    let mut table = Table::new(
        "rates",
        "Rate of convergence",
        [
            Column::numbers("r"),
            Column::numbers("measured"),
            Column::numbers("closed form"),
            Column::numbers("last distance"),
        ],
    );
    let (mut ends, mut rates, mut series, mut off) = (Vec::new(), Vec::new(), Vec::new(), 0.0_f64);
    for (look, r) in FACTORS.into_iter().enumerate() {
        let mut impulse = [0.0, 1.0];
        let mut path = vec![impulse];
        let mut points = vec![[0.0, error(impulse)]];
        for step in 1..=STEPS {
            let [a, b] = impulse;
            impulse =
                disc::project(1.0, [a - r * (2.0 * a + b - 1.0), b - r * (a + 2.0 * b + 1.0)]);
            path.push(impulse);
            points.push([step as f64, error(impulse)]);
        }
        let exact = (1.0 - 3.0 * r).abs() / (1.0 + (2.0_f64.sqrt() - 1.0) * r);
        let clean = points.windows(2).rfind(|two| two[1][1] > 1e-9 && two[0][1] < 1e-2);
        let rate = clean.map(|two| two[1][1] / two[0][1]);
        let end = points.last().map_or(f64::NAN, |point| point[1]);
        table.row([
            Cell::fixed(r, 3),
            Cell::optional(rate, |rate| Cell::fixed(rate, 4)),
            Cell::fixed(exact, 4),
            Cell::scientific(end),
        ]);
        if let Some(rate) = rate.filter(|_| exact > 0.01) {
            off = off.max((rate - exact).abs());
        }
        rates.push(exact);
        ends.push((r, end));
        series.push(Series {
            curves: vec![path, points],
            ..Series::new(format!("r = {r:.2}"), look, Vec::new())
        });
    }
    let mut findings = Findings::default();
    judge(&mut findings, &ends, off);
    findings.plots.push(Plot {
        name: "iterates".into(),
        title: "λ ← prox(λ − r (Aλ + b))".into(),
        subtitle: "unit disc, A = [2 1; 1 2], b = (−1, 1), from (0, 1)".into(),
        panels: vec![
            Panel::new(Axis::even("λ₁"), Axis::even("λ₂")),
            Panel::new(Axis::counts("iterations"), Axis::decades("distance")),
        ],
        series,
    });
    findings.tables.push(table);
    findings.setting("steps", STEPS);
    Ok(findings)
}

/// The distance to the solution.
fn error(impulse: [f64; 2]) -> f64 {
    libm::hypot(impulse[0] - FRAC_1_SQRT_2, impulse[1] + FRAC_1_SQRT_2)
}

/// r and the last distance, and how far rates are from the closed form.
fn judge(findings: &mut Findings, ends: &[(f64, f64)], off: f64) {
    let converged = |end: f64| end < 1e-6;
    let small: Vec<bool> =
        ends.iter().filter(|end| end.0 < LIMIT).map(|end| converged(end.1)).collect();
    let large: Vec<f64> = ends.iter().filter(|end| end.0 > LIMIT).map(|end| end.1).collect();
    findings
        .claim(
            Weight::Shape,
            "small r converge",
            format!(
                "{} of {} below {LIMIT}",
                small.iter().filter(|each| **each).count(),
                small.len()
            ),
            small.iter().all(|each| *each),
        )
        .quoting("§3.4.4", "Here we see the benefit of increasing the r-value.");
    findings
        .claim(
            Weight::Shape,
            "large r oscillate and do not converge",
            format!("distances {large:.2?} after {STEPS} steps"),
            large.iter().all(|end| *end > 0.05),
        )
        .quoting(
            "Fig. 30",
            "As one may observe the convergence behavior gets worse for larger r-values in \
                 that the iterates starts to oscillate wildly.",
        );
    findings.claim(
        Weight::Aside,
        "rates are |1 − 3r|/(1 + (√2 − 1) r)",
        format!("to {off:.1e}"),
        off < 1e-2,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |small, large, off| {
            judged(|findings| judge(findings, &[(0.1, small), (1.0, large)], off))
        };
        turns(&found(1e-9, 0.5, 1e-6), &[found(1e-3, 1e-3, 0.1)]);
    }
}
