//! §4: friction strong enough makes every solver of the nonlinear models fail.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Kind, Residuals};

use super::DOCUMENT;
use super::fig_2::circular_residual;
use super::packing::Packing;
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Way, by_iteration, measure_all};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "preclik-friction",
    document: DOCUMENT,
    artefact: "§4, strong friction",
    title: "Solvers of the nonlinear models under rising friction",
    agreement: "Every solver of pyramids and cones fails to bring its residual down once friction \
                is strong enough.",
    deviations: "as preclik-fig-2",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// Coefficients of friction.
const FRICTION: [f64; 6] = [0.2, 0.8, 1.5, 3.0, 10.0, 30.0];

/// A residual that comes down to this share of the first is a solution.
const SHARE: f64 = 1e-4;

/// One that does not even come down to this is none, however long it takes.
const FAILED: f64 = 1e-2;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let packing = Packing::new(context)?;
    let limit = context.choose(300, 3000);
    let ways = [
        Way::new("PGS pyramid", "pgs", "")?,
        Way::new("CPG pyramid", "cpg", "safeguard=false")?,
        Way::new("NGS cone", "nonlinear-gs", "adaptation=continuous")?,
    ];
    let mut table = Table::new(
        "iterations",
        format!("Iterations to {SHARE:e} of the first residual, by friction"),
        [Column::numbers("μ")]
            .into_iter()
            .chain(ways.iter().map(|way| Column::numbers(way.name.clone())))
            .chain(ways.iter().map(|way| Column::numbers(format!("{}, last share", way.name)))),
    );
    let mut fails_at: [Option<f64>; 3] = [None; 3];
    let mut curves = vec![Vec::new(); ways.len()];
    for (at, mu) in FRICTION.into_iter().enumerate() {
        context.at(at, FRICTION.len(), &format!("μ = {mu}"));
        let [pyramid, cone] = packing.with_friction(mu)?;
        let mut cells = vec![Cell::fixed(mu, 1)];
        let mut ends = Vec::new();
        for (index, way) in ways.iter().enumerate() {
            let problem = if index == 2 { &cone } else { &pyramid };
            let history = way.trace(problem, limit)?.history;
            let residuals = measure_all(problem, &history, |x, w| match problem.kind() {
                Kind::Ncp => circular_residual(problem, x, w),
                _ => Residuals::measure(problem, x, w).natural.value,
            });
            let points = by_iteration(&history, &residuals);
            let first = points.first().map_or(f64::NAN, |point| point[1]);
            let reached = points.iter().find(|point| point[1] <= SHARE * first);
            cells.push(Cell::optional(reached, |point| Cell::fixed(point[0], 0)));
            let best = residuals.iter().copied().fold(f64::INFINITY, f64::min) / first;
            if best > FAILED {
                fails_at[index].get_or_insert(mu);
            }
            curves[index].push([mu, best]);
            ends.push(Cell::scientific(best));
        }
        cells.extend(ends);
        table.row(cells);
    }
    let mut findings = Findings::default();
    for (way, fails) in ways.iter().zip(fails_at) {
        judge(&mut findings, &way.name, fails, limit);
    }
    let series = ways.iter().zip(curves).enumerate();
    findings.plots.push(Plot {
        name: "friction".into(),
        title: "Best residual under rising friction".into(),
        subtitle: format!("within {limit} iterations"),
        panels: vec![Panel::new(Axis::decades("μ"), Axis::decades("best over first residual"))],
        series: series
            .map(|(look, (way, curve))| {
                Series::new(way.name.clone(), look, curve).marked(Marks::All)
            })
            .collect(),
    });
    findings.tables.push(table);
    packing.describe(&mut findings);
    findings.setting("most iterations", limit);
    findings.note("The same contacts under every friction: they were frozen at μ = 0.8.");
    Ok(findings)
}

/// From which friction on a solver fails, if from any.
fn judge(findings: &mut Findings, name: &str, fails: Option<f64>, limit: usize) {
    let measured = fails.map_or_else(
        || format!("comes down up to μ = {}", FRICTION[FRICTION.len() - 1]),
        |mu| format!("from μ = {mu} on above {FAILED} of the first after {limit} iterations"),
    );
    findings
        .claim(
            Weight::Shape,
            format!("{name} fails if friction is strong enough"),
            measured,
            fails.is_some(),
        )
        .quoting(
            "§4",
            "Finally it is not surprising, that all the solvers can fail on the nonlinear \
             (pyramidal or circular cone frictional) models, if the friction is strong enough.",
        );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |fails| judged(|findings| judge(findings, "PGS", fails, 300));
        turns(&found(Some(3.0)), &[found(None)]);
    }
}
