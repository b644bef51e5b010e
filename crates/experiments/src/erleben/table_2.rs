//! Table 2: how many iterations absolute convergence takes.

use stickslip_problems::generate::RightHandSide;
use stickslip_report::{Cell, Column, Table};

use super::DOCUMENT;
use super::states::State;
use super::table_1::{RULES, batches};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::Statistics;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-table-2",
    document: DOCUMENT,
    artefact: "Table 2",
    title: "Statistics on the number of iterations",
    agreement: "PSOR is about twice as fast as PGS, whose iterations vary wildly; the Newton \
        methods need few iterations with little variation; means within three standard errors.",
    deviations: "other random numbers",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// Mean, min, max and standard deviation as printed.
const PRINTED: [(&str, &str, [f64; 4]); 5] = [
    ("contact", "Fischer", [14.54, 9.0, 26.0, 2.79]),
    ("fluid", "Fischer", [5.0, 5.0, 5.0, 0.0]),
    ("fluid", "Min. map", [4.07, 3.0, 5.0, 0.29]),
    ("fluid", "PGS", [49.38, 9.0, 83.0, 17.48]),
    ("fluid", "PSOR", [25.29, 16.0, 35.0, 3.77]),
];
/// Problems behind the printed numbers.
const PROBLEMS: f64 = 100.0;
/// Means of random problems may differ by so many standard errors.
const ERRORS: f64 = 3.0;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let problems = context.choose(15, 100);
    let all = batches(context, problems, RightHandSide::Legacy)?;
    let mut findings = Findings::default();
    let mut columns = vec![Column::words("problem"), Column::words("method")];
    for name in ["mean", "min", "max", "std"] {
        columns.push(Column::numbers(name));
        columns.push(Column::numbers(format!("{name}, printed")));
    }
    let mut table = Table::new(
        "iterations",
        format!("Iterations to absolute convergence, {problems} problems"),
        columns,
    );
    let mut found = Vec::new();
    for (kind, method, printed) in PRINTED {
        let batch = all.iter().find(|batch| batch.kind == kind && batch.method == method);
        let counts: Vec<f64> = batch
            .iter()
            .flat_map(|batch| &batch.ends)
            .filter(|end| end.state == State::Absolute)
            .map(|end| end.iterations as f64)
            .collect();
        let Some(ours) = Statistics::of(&counts) else {
            return Err(ExperimentError::Missing(format!("{method} never converges on {kind}")));
        };
        let pairs = [ours.mean, ours.min, ours.max, ours.deviation].into_iter().zip(printed);
        let pairs =
            pairs.flat_map(|(ours, printed)| [Cell::fixed(ours, 2), Cell::fixed(printed, 2)]);
        table.row([kind.into(), method.into()].into_iter().chain(pairs));
        found.push((ours, counts.len()));
    }
    judge(&mut findings, &found)?;
    findings.tables.push(table);
    findings.setting("problems of each kind", problems);
    findings.setting("absolute tolerance", RULES.absolute);
    findings.setting("right-hand side", "legacy");
    Ok(findings)
}

/// Statistics over so many problems, in the order of [`PRINTED`].
fn judge(findings: &mut Findings, found: &[(Statistics, usize)]) -> Result<(), ExperimentError> {
    for ((kind, method, printed), (ours, count)) in PRINTED.iter().zip(found) {
        let error = (ours.deviation.powi(2) / *count as f64 + printed[3].powi(2) / PROBLEMS).sqrt();
        findings
            .claim(
                Weight::Value,
                format!("{method} on {kind} problems: the mean within three standard errors"),
                format!("{:.2}, printed {:.2}, one error {error:.2}", ours.mean, printed[0]),
                (ours.mean - printed[0]).abs() <= ERRORS * error,
            )
            .quoting("Table 2", "Statistics on number of iterations.")
            .changed("2026-11-18", "35 % was a bar of our own; the table prints deviations");
    }
    let [_, (fischer, _), (minimum, _), (pgs, _), (psor, _)] = found else {
        return Err(ExperimentError::Missing("a row of the table is missing".into()));
    };
    let ratio = pgs.mean / psor.mean;
    findings
        .claim(
            Weight::Shape,
            "PSOR is on average about twice as fast as PGS",
            format!("{ratio:.2} times"),
            (1.5..2.7).contains(&ratio),
        )
        .quoting("§7", "PSOR is on average twice as fast as PGS.");
    findings
        .claim(
            Weight::Shape,
            "the iterations of PGS vary wildly, those of the Newton methods hardly",
            format!(
                "standard deviations {:.2}, {:.2} and {:.2}",
                pgs.deviation, fischer.deviation, minimum.deviation
            ),
            pgs.deviation > 5.0 * fischer.deviation.max(minimum.deviation)
                && fischer.deviation < 1.0,
        )
        .quoting(
            "§7",
            "We observe a low standard deviation for the Newton type methods. … The \
                 iterations of PGS vary wildly.",
        );
    findings
        .claim(
            Weight::Shape,
            "the minimum map needs fewer iterations than Fischer on fluid problems",
            format!("{:.2} against {:.2}", minimum.mean, fischer.mean),
            minimum.mean < fischer.mean,
        )
        .quoting(
            "§7",
            "For fluid problems the minimum map Newton method finished in lower iterations.",
        );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |change: fn(&mut [f64; 4])| {
            let all = PRINTED.map(|(_, _, mut printed)| {
                change(&mut printed);
                let [mean, min, max, deviation] = printed;
                (Statistics { mean, min, max, deviation }, 100)
            });
            judged(|findings| judge(findings, &all).expect("five rows"))
        };
        // Means of other problems; all alike, and with the same wide deviations.
        let turned = [found(|it| it[0] += 30.0), found(|it| *it = [9.0, 9.0, 9.0, 9.0])];
        turns(&found(|_| ()), &turned);
    }
}
