//! Fig. 4: the relaxation of PSOR.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::{DOCUMENT, fluid, psor};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::by_iteration;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-fig-4",
    document: DOCUMENT,
    artefact: "Fig. 4",
    title: "Parameter study of PSOR",
    agreement: "A relaxation of about 1.4 has the smallest merit after 50 sweeps.",
    deviations: "",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// λ of the author's script, in tenths.
const TENTHS: [u32; 9] = [2, 4, 6, 8, 10, 12, 14, 16, 18];
const SWEEPS: usize = 50;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let seeds = context.choose(3, 10);
    let grid = 10;
    let mut findings = Findings::default();
    // The mean over seeds of log₁₀ of the last merit, for each λ.
    let mut ends = vec![0.0; TENTHS.len()];
    let mut series = Vec::new();
    for seed in 0..seeds {
        let problem = fluid(context.seed + seed, grid)?;
        for (at, tenths) in TENTHS.iter().enumerate() {
            context.at(seed as usize * TENTHS.len() + at, seeds as usize * TENTHS.len(), "PSOR");
            let relaxation = f64::from(*tenths) / 10.0;
            let judged = psor(relaxation)?;
            let history = judged.way.trace(&problem, SWEEPS)?.history;
            let merits = judged.merit.of(&problem, &history);
            let last = merits.last().copied().unwrap_or(f64::NAN).max(1e-300);
            ends[at] += libm::log10(last) / seeds as f64;
            if seed == 0 {
                // Eq 106 vanishes at the start, which no logarithm shows.
                let curve = by_iteration(&history[1..], &merits[1..]);
                series.push(
                    Series::new(format!("λ = {relaxation:.1}"), at, curve).marked(Marks::End),
                );
            }
        }
    }
    let mut table = Table::new(
        "relaxation",
        format!("Merit xᵀ|Ax + b| after {SWEEPS} sweeps, geometric mean over {seeds} seeds"),
        [Column::numbers("λ"), Column::numbers("merit")],
    );
    for (tenths, end) in TENTHS.iter().zip(&ends) {
        table.row([
            Cell::fixed(f64::from(*tenths) / 10.0, 1),
            Cell::scientific(libm::pow(10.0, *end)),
        ]);
    }
    judge(&mut findings, &ends);
    findings.plots.push(Plot {
        name: "relaxation".into(),
        title: "PSOR with several relaxations".into(),
        subtitle: format!("synthetic fluid problem with {} rows", grid * grid * grid),
        panels: vec![Panel::new(Axis::counts("sweeps"), Axis::decades("xᵀ|Ax + b|"))],
        series,
    });
    findings.tables.push(table);
    findings.setting("rows", grid * grid * grid);
    findings.setting("seeds", seeds);
    findings.setting("sweeps", SWEEPS);
    Ok(findings)
}

/// log₁₀ of the last merit by λ.
fn judge(findings: &mut Findings, ends: &[f64]) {
    let best = (0..ends.len()).min_by(|&a, &b| ends[a].total_cmp(&ends[b])).unwrap_or(0);
    findings
        .claim(
            Weight::Shape,
            "about 1.4 works best",
            format!("best is {:.1}", f64::from(TENTHS[best]) / 10.0),
            TENTHS[best].abs_diff(14) <= 2,
        )
        .quoting("Fig. 4", "Notice that a value of approximately 1.4 seems to be best.");
    findings
        .claim(
            Weight::Value,
            "1.4 works best",
            format!(
                "merit {:.1e} at 1.4, {:.1e} at 1.0",
                libm::pow(10.0, ends[6]),
                libm::pow(10.0, ends[4])
            ),
            TENTHS[best] == 14,
        )
        .quoting("§7", "Our results show that a value of λ = 1.4 seems to work best.");
    findings.claim(
        Weight::Aside,
        "it gets worse on either side",
        "merits fall up to the best and rise from it on",
        ends[..=best].windows(2).all(|two| two[0] > two[1])
            && ends[best..].windows(2).all(|two| two[0] < two[1]),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        // A valley whose ground is at λ.
        let found = |ground: f64| {
            let ends = TENTHS.map(|tenths| (f64::from(tenths) / 10.0 - ground).powi(2));
            judged(|findings| judge(findings, &ends))
        };
        let mut ragged = TENTHS.map(|tenths| f64::from(tenths.abs_diff(6)));
        ragged[5] = 9.0;
        let ragged = judged(|findings| judge(findings, &ragged));
        turns(&found(1.4), &[found(0.8), ragged]);
    }
}
