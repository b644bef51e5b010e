//! Fig. 2a and Fig. 4 on the pressures of a real liquid: how fast the iterative
//! methods converge, and which relaxation is best.

use stickslip_dynamics::Walls;
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Outcome, Status};

use super::super::DOCUMENT;
use super::moment;
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Way, first_below, residual_curve};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-liquid-convergence",
    document: DOCUMENT,
    artefact: "Fig. 2 and 4, real matrices",
    title: "Convergence on the pressures of a real liquid, and the relaxation of PSOR",
    agreement: "Newton methods end within few iterations at high accuracy, PGS and PSOR converge \
        linearly, PSOR at 1.4 before PGS, and about 1.4 is the best relaxation.",
    deviations: "matrices of a liquid of ours, not the document's",
    seeded: false,
    timed: false,
    counted: false,
    run,
};

/// The accuracy that curves are followed to (m/s).
const TOLERANCE: f64 = 1e-8;
/// Most sweeps.
const SWEEPS: usize = 4000;
/// Relaxations, in twentieths.
const TWENTIETHS: [u32; 10] = [16, 20, 24, 28, 32, 34, 36, 37, 38, 39];

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let resolution = context.choose(20, 32);
    // As Eq 35 is printed: an lcp, which every method of the document takes.
    let problem = moment(resolution, false, Walls::Everywhere, 0.25)?;
    let ways = [
        Way::new("PGS", "pgs", "")?,
        Way::new("PSOR 1.4", "psor", "relaxation=1.4")?,
        Way::new("Min. map", "minmap-newton", "")?,
        Way::new("Fischer", "fischer-newton", "")?,
        Way::new("bpp-pcg, aggregation", "bpp-pcg", "preconditioner=aggregation proximal=false")?,
    ];
    let mut outcomes = Vec::new();
    for (at, way) in ways.iter().enumerate() {
        context.at(at, ways.len() + TWENTIETHS.len(), &way.name);
        outcomes.push(way.residuals(&problem, SWEEPS, TOLERANCE)?);
    }
    let mut best = Vec::new();
    for (at, twentieths) in TWENTIETHS.into_iter().enumerate() {
        let relaxation = f64::from(twentieths) / 20.0;
        context.at(ways.len() + at, ways.len() + TWENTIETHS.len(), "PSOR");
        let way = Way::new("PSOR", "psor", &format!("relaxation={relaxation}"))?;
        let outcome = way.residuals(&problem, SWEEPS, TOLERANCE)?;
        best.push((relaxation, first_below(&outcome.history, 1e-4), outcome));
    }
    let mut findings = Findings::default();
    findings.tables.push(methods(&problem.size(), &ways, &outcomes));
    findings.tables.push(relaxations(&best));
    let ends: Vec<End> = outcomes.iter().map(End::of).collect();
    let sweeps: Vec<(f64, f64)> = best.iter().map(|it| (it.0, End::of(&it.2).precise)).collect();
    judge(&mut findings, &ends, &sweeps);
    let curves = ways.iter().zip(&outcomes).enumerate();
    findings.plots.push(Plot {
        name: "convergence".into(),
        title: "Residual of iterative methods on a real pressure".into(),
        subtitle: format!("{} cells of a breaking dam", problem.size()),
        panels: vec![Panel::new(Axis::decades("iterations"), Axis::decades("residual (m/s)"))],
        series: curves
            .map(|(look, (way, outcome))| {
                let curve = residual_curve(outcome).into_iter().filter(|point| point[0] > 0.0);
                Series::new(way.name.clone(), look, curve.collect::<Vec<_>>()).marked(Marks::End)
            })
            .collect(),
    });
    findings.setting("rows", problem.size());
    findings.setting("tolerance (m/s)", TOLERANCE);
    Ok(findings)
}

fn methods(rows: &usize, ways: &[Way], outcomes: &[Outcome]) -> Table {
    let mut table = Table::new(
        "methods",
        format!("Iterations on {rows} liquid cells, complementary everywhere"),
        [
            Column::words("method"),
            Column::words("status"),
            Column::numbers("to 1e-4 m/s"),
            Column::numbers("to 1e-8 m/s"),
            Column::numbers("residual at the end"),
        ],
    );
    for (way, outcome) in ways.iter().zip(outcomes) {
        let to = |level| Cell::optional(first_below(&outcome.history, level), Cell::count);
        table.row([
            way.name.clone().into(),
            outcome.status.name().into(),
            to(1e-4),
            to(TOLERANCE),
            Cell::scientific(outcome.residuals.decisive()),
        ]);
    }
    table
}

fn relaxations(best: &[(f64, Option<usize>, Outcome)]) -> Table {
    let mut table = Table::new(
        "relaxations",
        "Sweeps of PSOR by its relaxation".to_owned(),
        [Column::numbers("λ"), Column::numbers("to 1e-4 m/s"), Column::numbers("to 1e-8 m/s")],
    );
    for (relaxation, rough, outcome) in best {
        table.row([
            Cell::fixed(*relaxation, 2),
            Cell::optional(*rough, Cell::count),
            Cell::optional(first_below(&outcome.history, TOLERANCE), Cell::count),
        ]);
    }
    table
}

/// How a method ended.
#[derive(Clone, Copy)]
struct End {
    status: Status,
    iterations: usize,
    inner: usize,
    /// Iterations to the tolerance of the document's tables.
    rough: Option<usize>,
    /// Iterations to the accuracy, ∞ where it is not reached.
    precise: f64,
}

impl End {
    fn of(outcome: &Outcome) -> Self {
        let precise = first_below(&outcome.history, TOLERANCE);
        Self {
            status: outcome.status,
            iterations: outcome.counts.iterations,
            inner: outcome.counts.inner_iterations,
            rough: first_below(&outcome.history, 1e-3),
            precise: precise.map_or(f64::INFINITY, |count| count as f64),
        }
    }
}

/// Ends of all methods, and sweeps of PSOR by its relaxation.
fn judge(findings: &mut Findings, ends: &[End], best: &[(f64, f64)]) {
    let [pgs, psor, minimum, fischer, pivoting] = ends else { return };
    findings
        .claim(
            Weight::Shape,
            "the minimum map ends within few iterations at high accuracy",
            format!("{} iterations, {}", minimum.iterations, minimum.status),
            minimum.status == Status::Converged && minimum.iterations <= 30,
        )
        .quoting(
            "Fig. 2",
            "For the fluid problem we observe high accuracy of the Newton methods within \
                 few iterations.",
        );
    findings
        .claim(
            Weight::Shape,
            "Fischer–Newton ends within few iterations at high accuracy",
            format!("{} iterations, {}", fischer.iterations, fischer.status),
            fischer.status == Status::Converged && fischer.iterations <= 50,
        )
        .quoting(
            "Fig. 2",
            "For the fluid problem we observe high accuracy of the Newton methods within \
                 few iterations.",
        );
    findings
        .claim(
            Weight::Shape,
            "the minimum map takes fewer iterations than Fischer",
            format!("{} and {}", minimum.iterations, fischer.iterations),
            minimum.iterations < fischer.iterations,
        )
        .quoting(
            "§7",
            "For fluid problems the minimum map Newton method finished in lower iterations.",
        );
    findings
        .claim(
            Weight::Shape,
            "PSOR at 1.4 converges before PGS",
            format!("{} sweeps against {}", psor.precise, pgs.precise),
            psor.precise < pgs.precise,
        )
        .quoting("§7", "Finally we observe that PSOR using λ = 1.4 converges faster than PGS.");
    findings
        .claim(
            Weight::Value,
            "PGS reaches the tolerance of the document's tables, 1e-3, within 100 sweeps",
            pgs.rough.map_or_else(|| "never".into(), |count| format!("{count} sweeps")),
            pgs.rough.is_some_and(|count| count <= 100),
        )
        .quoting(
            "§7",
            "In all cases we used a relative tolerance of 10⁻⁶, an absolute tolerance of \
                 10⁻³, and a maximum upper limit of 100 iterations.",
        );
    let fastest = best.iter().min_by(|one, two| one.1.total_cmp(&two.1));
    let (relaxation, count) = fastest.copied().unwrap_or((f64::NAN, f64::NAN));
    findings
        .claim(
            Weight::Shape,
            "a relaxation of about 1.4 works best",
            format!("best is {relaxation:.2} with {count} sweeps, 1.4 takes {}", psor.precise),
            (1.25..=1.55).contains(&relaxation),
        )
        .quoting("Fig. 4", "Notice that a value of approximately 1.4 seems to be best.");
    findings.claim(
        Weight::Aside,
        "an active set over multigrid needs no more outer iterations than the minimum map",
        format!("{} outer and {} inner iterations", pivoting.iterations, pivoting.inner),
        pivoting.status == Status::Converged
            && pivoting.iterations <= minimum.iterations.max(1) + 3,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let end = |status, iterations: usize| End {
            status,
            iterations,
            inner: 0,
            rough: Some(iterations),
            precise: iterations as f64,
        };
        let found = |status, counts: [usize; 5], best| {
            let ends = counts.map(|count| end(status, count));
            judged(|findings| judge(findings, &ends, &[(best, 50.0), (1.0, 90.0)]))
        };
        let turned = found(Status::Stagnated, [200, 300, 90, 80, 99], 1.9);
        turns(&found(Status::Converged, [90, 60, 5, 9, 6], 1.4), &[turned]);
    }
}
