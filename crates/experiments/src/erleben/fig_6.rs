//! Fig. 6: warm starts by ten sweeps of Gauss–Seidel.

use stickslip_problems::generate::{LegacyDenseOptions, legacy_dense};
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::states::{Rules, State, end};
use super::{DOCUMENT, Judged, fischer, minimum_map};
use crate::claim::{Quotation, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::Statistics;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-fig-6",
    document: DOCUMENT,
    artefact: "Fig. 6",
    title: "Newton methods started from ten sweeps of PGS",
    agreement: "A warm start needs at most half the iterations, for both Newton methods.",
    deviations: "",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

const RULES: Rules = Rules { relative: 1e-6, absolute: 1e-2, limit: 30 };
const SWEEPS: usize = 10;
const ROWS: usize = 100;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let problems = context.choose(15, 100);
    let sweeps = format!("sweeps={SWEEPS}");
    let named = |judged: Judged, name: &str| {
        let way = crate::measure::Way { name: name.into(), ..judged.way };
        Judged { way, ..judged }
    };
    let methods = [
        named(fischer("perturbation", "")?, "Fischer, without"),
        named(fischer("perturbation", &sweeps)?, "Fischer, with"),
        named(minimum_map("")?, "Min. map, without"),
        named(minimum_map(&sweeps)?, "Min. map, with"),
    ];
    let mut counts: Vec<Vec<f64>> = vec![Vec::new(); methods.len()];
    let mut absolute = true;
    for at in 0..problems {
        context.at(at, problems, "dense problems");
        let options = LegacyDenseOptions { size: ROWS, ..Default::default() };
        let problem = legacy_dense(context.seed + at as u64, &options)?;
        for (method, counts) in methods.iter().zip(&mut counts) {
            let end = end(method, &problem, RULES)?;
            absolute &= end.state == State::Absolute;
            counts.push(end.iterations as f64);
        }
    }
    let mut table = Table::new(
        "iterations",
        format!("Iterations to absolute convergence over {problems} dense problems"),
        ["start", "mean", "min", "max", "std"].map(Column::numbers),
    );
    let mut means = Vec::new();
    let mut series = Vec::new();
    for (look, (method, counts)) in methods.iter().zip(&counts).enumerate() {
        let found = Statistics::of(counts).unwrap_or_default();
        table.row([
            method.way.name.clone().into(),
            Cell::fixed(found.mean, 2),
            Cell::fixed(found.min, 0),
            Cell::fixed(found.max, 0),
            Cell::fixed(found.deviation, 2),
        ]);
        means.push(found.mean);
        let points = counts.iter().enumerate().map(|(at, &count)| [at as f64, count]).collect();
        series.push(Series::new(method.way.name.clone(), look, points).marked(Marks::All));
    }
    let mut findings = Findings::default();
    judge(&mut findings, problems, absolute, &means);
    findings.plots.push(Plot {
        name: "warm".into(),
        title: "Iterations with and without a warm start".into(),
        subtitle: format!("dense positive definite problems with {ROWS} rows"),
        panels: vec![Panel::new(Axis::even("problem"), Axis::even("iterations"))],
        series,
    });
    findings.tables.push(table);
    findings.setting("relative tolerance", RULES.relative);
    findings.setting("absolute tolerance", RULES.absolute);
    findings.setting("problems", problems);
    findings.setting("sweeps", SWEEPS);
    findings.note(
        "Counted as the document does: its Newton loops test before they step, so that the \
            smallest count is 1.",
    );
    Ok(findings)
}

const HALF: Quotation = Quotation {
    place: "§7",
    sentence: "To reach absolute convergence we observe that warm starting reduces the number of \
               iterations to less than or equal to half of the number of iteration without warm \
               starting.",
};

/// Mean iterations without and with a warm start, of both methods.
fn judge(findings: &mut Findings, problems: usize, absolute: bool, means: &[f64]) {
    findings
        .claim(
            Weight::Shape,
            "every run converges absolutely",
            format!("{problems} problems"),
            absolute,
        )
        .quotes(HALF);
    for (name, pair) in ["Fischer", "the minimum map"].iter().zip(means.chunks(2)) {
        findings
            .claim(
                Weight::Shape,
                format!("a warm start at least halves the iterations of {name}"),
                format!("{:.2} against {:.2}", pair[1], pair[0]),
                pair[1] <= 0.5 * pair[0],
            )
            .quotes(HALF);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |absolute, means: [f64; 4]| judged(|it| judge(it, 15, absolute, &means));
        turns(&found(true, [8.0, 4.0, 6.0, 2.0]), &[found(false, [8.0, 5.0, 6.0, 4.0])]);
    }
}
