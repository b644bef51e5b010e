//! Fig. 23: scaling one argument of a complementarity function by r.
//!
//! c(λ) = λ/4 − 1/8 with root ½: min(c, rλ) has a kink unless r = ¼, where both
//! branches are parallel and min is the line c itself. φ(c, rλ) of Fischer and
//! Burmeister stays curved, less so at r = ¼.

use stickslip_report::plot::{Axis, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::DOCUMENT;
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-23",
    document: DOCUMENT,
    artefact: "Fig. 23",
    title: "The r-factor of complementarity functions",
    agreement: "At r = ¼ the minimum map is a straight line that Newton solves in one step from \
        anywhere, and Fischer–Burmeister is less curved.",
    deviations: "",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

const SLOPE: f64 = 0.25;
const OFFSET: f64 = -0.125;
const FACTORS: [f64; 3] = [1.0, 0.25, 0.0625];
/// Starts −2, −1.95, …, 2.
const STARTS: i32 = 40;

fn constraint(lambda: f64) -> f64 {
    SLOPE * lambda + OFFSET
}

/// Value and slope of min(c, rλ).
fn minimum(lambda: f64, r: f64) -> [f64; 2] {
    let (c, other) = (constraint(lambda), r * lambda);
    if c < other { [c, SLOPE] } else { [other, r] }
}

/// Value and slope of c + rλ − √(c² + r²λ²), with the sign of the minimum.
fn fischer(lambda: f64, r: f64) -> [f64; 2] {
    let (c, other) = (constraint(lambda), r * lambda);
    let length = libm::hypot(c, other);
    [c + other - length, SLOPE * (1.0 - c / length) + r * (1.0 - other / length)]
}

/// Newton steps to the root ½, at most 100.
fn newton(function: fn(f64, f64) -> [f64; 2], start: f64, r: f64) -> usize {
    let mut lambda = start;
    for step in 0..100 {
        if (lambda - 0.5).abs() < 1e-12 {
            return step;
        }
        let [value, slope] = function(lambda, r);
        lambda -= value / slope;
    }
    100
}

fn run(_: &Context) -> Result<Findings, ExperimentError> {
    let starts = || (-STARTS..=STARTS).map(|at| f64::from(at) / 20.0);
    let mut table = Table::new(
        "steps",
        "Newton steps to 1e-12 over 81 starts in [−2, 2]",
        ["r", "minimum map, most", "Fischer, most", "Fischer, mean", "Fischer, bend"]
            .map(Column::numbers),
    );
    let mut series = Vec::new();
    let (mut most_minimum, mut means, mut bends) = (Vec::new(), Vec::new(), Vec::new());
    for (look, r) in FACTORS.into_iter().enumerate() {
        let of = |function| starts().map(|start| newton(function, start, r)).collect::<Vec<_>>();
        let (by_minimum, by_fischer) = (of(minimum), of(fischer));
        let mean = by_fischer.iter().sum::<usize>() as f64 / by_fischer.len() as f64;
        // How much the slope changes over the interval, as a ratio.
        let slopes: Vec<f64> = starts().map(|lambda| fischer(lambda, r)[1]).collect();
        let bend = slopes.iter().copied().fold(0.0, f64::max)
            / slopes.iter().copied().fold(f64::INFINITY, f64::min);
        let most = by_minimum.iter().max().copied().unwrap_or(0);
        table.row([
            Cell::fixed(r, 4),
            Cell::count(most),
            Cell::count(by_fischer.iter().max().copied().unwrap_or(0)),
            Cell::fixed(mean, 2),
            Cell::fixed(bend, 1),
        ]);
        most_minimum.push(most);
        means.push(mean);
        bends.push(bend);
        for (at, (name, function)) in
            [("min", minimum as fn(f64, f64) -> [f64; 2]), ("Fischer", fischer)]
                .into_iter()
                .enumerate()
        {
            let points = starts().map(|lambda| [lambda, function(lambda, r)[0]]).collect();
            series.push(Series::new(format!("{name}, r = {r}"), look + 7 * at, points));
        }
    }
    let mut findings = Findings::default();
    judge(&mut findings, &most_minimum, &bends, &means);
    findings.plots.push(Plot {
        name: "functions".into(),
        title: "Complementarity functions of c = λ/4 − 1/8".into(),
        subtitle: "min(c, rλ) and Fischer–Burmeister; the root is ½".into(),
        panels: vec![Panel::new(Axis::even("λ"), Axis::even("ψ(c, rλ)"))],
        series,
    });
    findings.tables.push(table);
    findings.setting("c", "λ/4 − 1/8");
    Ok(findings)
}

/// By r of [`FACTORS`]: most steps of the minimum map, and how curved Fischer–Burmeister
/// is and how many steps it takes.
fn judge(findings: &mut Findings, most_minimum: &[usize], bends: &[f64], means: &[f64]) {
    findings
        .claim(
            Weight::Shape,
            "with r = ¼ the minimum map takes one step from anywhere, with other r more",
            format!("{most_minimum:?} steps for r = {FACTORS:?}"),
            most_minimum[1] == 1 && most_minimum[0] > 1 && most_minimum[2] > 1,
        )
        .quoting(
            "Fig. 23",
            "For a single constraint this results in a straight-line error function that \
                 can be solved in one step regardless of starting point.",
        );
    findings
        .claim(
            Weight::Shape,
            "with r = ¼ Fischer–Burmeister is less curved than with r = 1",
            format!("its slope changes by a factor of {:.1} instead of {:.1}", bends[1], bends[0]),
            bends[1] < bends[0],
        )
        .quoting(
            "Fig. 23",
            "In the case of Fischer-Burmeister (green) the error function's curvature is reduced.",
        );
    findings.claim(
        Weight::Aside,
        "… and takes fewer Newton steps",
        format!("{:.2} instead of {:.2} on average", means[1], means[0]),
        means[1] < means[0],
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn slopes_are_those_of_differences() {
        for function in [minimum as fn(f64, f64) -> [f64; 2], fischer] {
            for lambda in [-1.3, 0.2, 0.9] {
                let step = 1e-6;
                let change = function(lambda + step, 0.3)[0] - function(lambda - step, 0.3)[0];
                assert!((change / (2.0 * step) - function(lambda, 0.3)[1]).abs() < 1e-8);
            }
        }
    }

    #[test]
    fn every_claim_can_fail() {
        let found = |steps: [usize; 3], bends: [f64; 3], means: [f64; 3]| {
            judged(|findings| judge(findings, &steps, &bends, &means))
        };
        let turned = found([1, 2, 1], [2.0, 5.0, 3.0], [4.0, 6.0, 4.0]);
        turns(&found([2, 1, 2], [5.0, 2.0, 3.0], [6.0, 4.0, 5.0]), &[turned]);
    }
}
