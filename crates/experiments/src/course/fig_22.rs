//! Fig. 22: nonsmooth nonlinear conjugate gradients against PGS.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::DOCUMENT;
use super::structures::{ARCH, CHAIN, HEAP, HEAVY, HIT_WALL, STACK, TOWER, WALL};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Way, first_below, residual_curve};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-22",
    document: DOCUMENT,
    artefact: "Fig. 22",
    title: "NNCG against PGS",
    agreement: "NNCG converges faster on most structures, often to a higher accuracy.",
    deviations: "scenes are not told",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// The share of the first residual down to which iterations are counted.
const SHARE: f64 = 1e-4;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let limit = context.choose(600, 5000);
    let seed = context.seed;
    let mut structures = Vec::new();
    for structure in [STACK, TOWER, HEAVY, WALL, ARCH, CHAIN] {
        structures.push((structure.name, structure.problem(seed)?));
    }
    for structure in [HIT_WALL, HEAP] {
        structures.push((structure.name, structure.problem(seed)?));
    }
    let ways = [Way::new("PGS", "pgs", "")?, Way::new("NNCG", "nncg", "")?];
    let mut findings = Findings::default();
    let mut table = Table::new(
        "residuals",
        format!("Best residual in {limit} iterations, and iterations to {SHARE:e} of the first"),
        [
            Column::words("structure"),
            Column::numbers("rows"),
            Column::numbers("PGS residual"),
            Column::numbers("NNCG residual"),
            Column::numbers("PGS iterations"),
            Column::numbers("NNCG iterations"),
        ],
    );
    let (mut faster, mut finer, mut much) = (0, 0, 0);
    for (at, (name, problem)) in structures.iter().enumerate() {
        context.at(at, structures.len(), name);
        let mut bests = Vec::new();
        let mut counts = Vec::new();
        let mut series = Vec::new();
        for (look, way) in ways.iter().enumerate() {
            let outcome = way.residuals(problem, limit, 1e-13)?;
            let first = outcome.history.first().map_or(f64::NAN, |point| point.residual);
            let best =
                outcome.history.iter().map(|point| point.residual).fold(f64::INFINITY, f64::min);
            bests.push(best);
            counts.push(first_below(&outcome.history, SHARE * first));
            series.push(
                Series::new(way.name.clone(), look, residual_curve(&outcome)).marked(Marks::End),
            );
        }
        table.row([
            (*name).into(),
            Cell::count(problem.size()),
            Cell::scientific(bests[0]),
            Cell::scientific(bests[1]),
            Cell::optional(counts[0], Cell::count),
            Cell::optional(counts[1], Cell::count),
        ]);
        // No count is more than any count.
        let count = |at: usize| counts[at].unwrap_or(usize::MAX);
        let level = bests[0].max(bests[1]) <= 1e-12;
        faster += usize::from(count(1) < count(0) || (count(1) == count(0) && bests[1] < bests[0]));
        finer += usize::from(bests[1] < bests[0] || level);
        much +=
            usize::from(bests[1] < 1e-2 * bests[0] || count(0) > 3 * count(1).min(usize::MAX / 3));
        findings.plots.push(Plot {
            name: name.replace(' ', "-"),
            title: format!("NNCG and PGS: {name}"),
            subtitle: format!("{} rows, pyramids", problem.size()),
            panels: vec![Panel::new(Axis::counts("iterations"), Axis::decades("residual"))],
            series,
        });
    }
    judge(&mut findings, [faster, finer, much], structures.len());
    findings.tables.push(table);
    findings.setting("iterations", limit);
    findings.note("The figure's nine scenes are not described; built-in scenes stand in for them.");
    Ok(findings)
}

/// On how many of all structures NNCG is faster, ends finer, and clearly so.
fn judge(findings: &mut Findings, [faster, finer, much]: [usize; 3], all: usize) {
    findings
        .claim(
            Weight::Shape,
            "NNCG converges faster on most structures",
            format!("{faster} of {all}"),
            2 * faster > all,
        )
        .quoting(
            "Fig. 22",
            "The NNCG method clearly converges faster, and often to a higher accuracy than \
                 that of the PGS method.",
        );
    findings
        .claim(
            Weight::Shape,
            "often to a higher accuracy",
            format!("{finer} of {all}"),
            2 * finer > all,
        )
        .quoting(
            "Fig. 22",
            "The NNCG method clearly converges faster, and often to a higher accuracy than \
                 that of the PGS method.",
        );
    findings
        .claim(
            Weight::Shape,
            "clearly so on several",
            format!("{much} of {all} by a factor of 3 in iterations or 100 in the residual"),
            much >= 2,
        )
        .quoting("Fig. 22", "Notice the superior rate of convergence in (f)-(i).");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |counts| judged(|findings| judge(findings, counts, 8));
        turns(&found([5, 5, 2]), &[found([4, 4, 1])]);
    }
}
