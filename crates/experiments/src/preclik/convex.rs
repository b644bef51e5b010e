//! §5: the convex relaxation of the cone, which is quadratic and still coupled.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::Problem;

use super::DOCUMENT;
use super::packing::Packing;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::{Findings, Weight};
use crate::measure::{Way, residual_curve};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "preclik-convex",
    document: DOCUMENT,
    artefact: "§5, convex cones",
    title: "Gauss–Seidel on convex cones beside boxes and exact cones",
    agreement: "Projected Gauss–Seidel on the convex relaxation converges about as fast as on \
                boxes, and faster than on exact cones.",
    run,
};

/// Residuals are counted down to this share of the first one.
const SHARE: f64 = 1e-4;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let packing = Packing::new(context)?;
    let limit = context.choose(500, 5000);
    let plan: [(&str, &Problem); 3] = [
        ("boxes", &packing.boxed),
        ("convex cones", &packing.relaxed),
        ("exact cones", &packing.cone),
    ];
    let mut findings = Findings::default();
    let mut table = Table::new(
        "iterations",
        format!("Sweeps of prox-gs to {SHARE:e} of the first residual"),
        [
            Column::words("model"),
            Column::numbers("sweeps"),
            Column::numbers("last residual over the first"),
        ],
    );
    let (mut counts, mut series) = (Vec::new(), Vec::new());
    for (at, (name, problem)) in plan.into_iter().enumerate() {
        context.at(at, plan.len(), name);
        let way = Way::new(name, "prox-gs", "")?;
        let curve = residual_curve(&way.residuals(problem, limit, f64::MIN_POSITIVE)?);
        let first = curve.first().map_or(f64::NAN, |point| point[1]);
        let last = curve.last().map_or(f64::NAN, |point| point[1]);
        let reached = curve.iter().find(|point| point[1] <= SHARE * first).map(|point| point[0]);
        table.row([
            name.into(),
            Cell::optional(reached, |count| Cell::fixed(count, 0)),
            Cell::scientific(last / first),
        ]);
        counts.push(reached.unwrap_or(f64::INFINITY));
        series.push(Series::new(name, at, curve).marked(Marks::End));
    }
    let told = |count: f64| {
        if count.is_finite() { format!("{count:.0}") } else { format!("more than {limit}") }
    };
    findings
        .claim(
            Weight::Shape,
            "on convex cones it takes about as many sweeps as on boxes: at most twice",
            format!("{} against {}", told(counts[1]), told(counts[0])),
            counts[1].is_finite() && counts[1] <= 2.0 * counts[0],
        )
        .quoting(
            "§5",
            "Solvers should reach convergence rates comparable to the solvers of the box friction \
             model and still have a coupling between the normal and friction components.",
        );
    findings
        .claim(
            Weight::Shape,
            "it takes fewer than on exact cones",
            format!("{} against {}", told(counts[1]), told(counts[2])),
            counts[1] < counts[2],
        )
        .quoting(
            "§5",
            "it is evident that all solvers can solve the quadratic problems more efficiently",
        );
    findings.plots.push(Plot {
        name: "residuals".into(),
        title: "Gauss–Seidel on boxes, convex and exact cones".into(),
        subtitle: format!("{} contacts of settling spheres", packing.cone.contacts().len()),
        panels: vec![Panel::new(Axis::counts("sweeps"), Axis::decades("residual"))],
        series,
    });
    findings.tables.push(table);
    packing.describe(&mut findings);
    findings.setting("most sweeps", limit);
    findings.note(
        "Residuals are natural for boxes and relative for cones: shares of the first are compared.",
    );
    Ok(findings)
}
