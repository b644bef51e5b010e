//! Fig. 3: residual beside the error of the contact velocities, box model.

use stickslip_linalg::infinity_norm;
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Outcome, Problem, Request};

use super::DOCUMENT;
use super::packing::Packing;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::{Findings, Weight};
use crate::measure::{Way, by_iteration, measure_all, residual_curve};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "preclik-fig-3",
    document: DOCUMENT,
    artefact: "Fig. 3",
    title: "Residual and velocity error of PGS, CPG and Newton with boxed friction",
    agreement: "The errors of PGS and CPG track their residuals and PGS falls faster at first; \
                Newton's hardly falls before a sharp drop at the end.",
    run,
};

/// The methods of the figure.
pub fn ways() -> Result<[Way; 3], ExperimentError> {
    Ok([
        Way::new("PGS", "pgs", "")?,
        Way::new("CPG", "cpg", "safeguard=false")?,
        Way::new("Newton", "semismooth-newton", "linear=direct")?,
    ])
}

struct Curve {
    name: String,
    residuals: Vec<[f64; 2]>,
    errors: Vec<[f64; 2]>,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let packing = Packing::new(context)?;
    let problem = &packing.boxed;
    let limit = context.choose(400, 1000);
    let exact = solution(problem, "bpp")?;
    let again = solution(problem, "pgcg")?;
    let mut findings = Findings::default();
    let mut curves = Vec::new();
    for (at, way) in ways()?.iter().enumerate() {
        context.at(at + 1, 4, &way.name);
        let outcome = way.trace(problem, limit)?;
        let errors = measure_all(problem, &outcome.history, |_, w| distance(w, &exact.w));
        let errors = by_iteration(&outcome.history, &errors);
        curves.push(Curve { name: way.name.clone(), residuals: residual_curve(&outcome), errors });
    }
    let mut table = Table::new(
        "errors",
        "Residual and velocity error (m/s)",
        [
            Column::words("method"),
            Column::numbers("iterations"),
            Column::numbers("error at 0"),
            Column::numbers("error at 10"),
            Column::numbers("last error"),
            Column::numbers("last residual"),
            Column::numbers("correlation of their logarithms"),
        ],
    );
    for curve in &curves {
        let error =
            |k: usize| Cell::optional(curve.errors.get(k), |point| Cell::scientific(point[1]));
        let last = curve.errors.len() - 1;
        table.row([
            curve.name.clone().into(),
            Cell::count(last),
            error(0),
            error(10),
            error(last),
            Cell::optional(curve.residuals.last(), |point| Cell::scientific(point[1])),
            Cell::fixed(correlation(curve), 3),
        ]);
    }
    judge(&mut findings, &curves);
    let (velocities, impulses) = (distance(&exact.w, &again.w), distance(&exact.x, &again.x));
    findings.claim(
        Weight::Aside,
        "two solvers agree on the velocities",
        format!("to {velocities:.1e} m/s, and on the impulses to {impulses:.1e} N·s"),
        velocities < 1e-7,
    );
    findings.plots.push(figure(&packing, &curves));
    findings.tables.push(table);
    packing.describe(&mut findings);
    findings.setting("reference solution", "bpp to 1e-12");
    Ok(findings)
}

fn solution(problem: &Problem, solver: &'static str) -> Result<Outcome, ExperimentError> {
    let request = Request { tolerance: Some(1e-12), ..Request::default() };
    Way::new(solver, solver, "")?.solve(problem, &request)
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    infinity_norm(&a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>())
}

/// Of log error and log residual over the iterations, down to rounding.
fn correlation(curve: &Curve) -> f64 {
    let pairs = curve.residuals.iter().zip(&curve.errors);
    let logs: Vec<[f64; 2]> = pairs
        .filter(|(residual, error)| residual[1] > 1e-11 && error[1] > 1e-11)
        .map(|(residual, error)| [residual[1].ln(), error[1].ln()])
        .collect();
    let count = logs.len() as f64;
    let mean = |axis: usize| logs.iter().map(|pair| pair[axis]).sum::<f64>() / count;
    let (x, y) = (mean(0), mean(1));
    let sum =
        |of: fn(f64, f64) -> f64| logs.iter().map(|pair| of(pair[0] - x, pair[1] - y)).sum::<f64>();
    sum(|a, b| a * b) / (sum(|a, _| a * a) * sum(|_, b| b * b)).sqrt()
}

fn judge(findings: &mut Findings, curves: &[Curve]) {
    let [pgs, cpg, newton] = curves else { return };
    for curve in [pgs, cpg] {
        let found = correlation(curve);
        findings.claim(
            Weight::Shape,
            format!("the error of {} tracks its residual", curve.name),
            format!("correlation {found:.3}"),
            found > 0.9,
        );
    }
    let early = |curve: &Curve| {
        let error = |k: usize| curve.errors.get(k).map_or(f64::NAN, |point| point[1]);
        error(5) / error(0)
    };
    findings.claim(
        Weight::Shape,
        "PGS falls faster at first",
        format!("error after 5 iterations {:.2} of the first, CPG {:.2}", early(pgs), early(cpg)),
        early(pgs) < early(cpg),
    );
    // The sharpest fall of one step, and all that the steps before it gained.
    let errors: Vec<f64> = newton.errors.iter().map(|point| point[1]).collect();
    let falls: Vec<f64> = errors.windows(2).map(|two| two[0] / two[1].max(1e-15)).collect();
    let sharpest = (0..falls.len()).max_by(|&a, &b| falls[a].total_cmp(&falls[b])).unwrap_or(0);
    let (drop, before) = (
        falls.get(sharpest).copied().unwrap_or(f64::NAN),
        errors.first().zip(errors.get(sharpest)).map_or(f64::NAN, |(first, last)| first / last),
    );
    findings.claim(
        Weight::Shape,
        "Newton's error hardly falls before a sharp drop at the end",
        format!(
            "a factor of {before:.0} over the first {sharpest} of {} steps, then {drop:.0e} in one",
            falls.len()
        ),
        drop > 100.0 * before && 2 * sharpest >= falls.len(),
    );
}

fn figure(packing: &Packing, curves: &[Curve]) -> Plot {
    let series = |(look, curve): (usize, &Curve)| Series {
        curves: vec![curve.residuals.clone(), curve.errors.clone()],
        ..Series::new(curve.name.clone(), look, Vec::new()).marked(Marks::End)
    };
    Plot {
        name: "errors".into(),
        title: "Residual and velocity error, boxed friction".into(),
        subtitle: format!("{} contacts of settling spheres", packing.pyramid.contacts().len()),
        panels: ["residual (m/s)", "velocity error (m/s)"]
            .map(|label| Panel::new(Axis::counts("iterations"), Axis::decades(label)))
            .into(),
        series: curves.iter().enumerate().map(series).collect(),
    }
}
