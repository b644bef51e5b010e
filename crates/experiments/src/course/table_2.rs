//! Table 2: what the methods are good at, where that can be measured on one
//! structure: a stack whose top is as heavy as the rest, or a thousand times.
//!
//! Other rows of the table have experiments of their own: `course-fig-20` (linear
//! rates), `course-fig-21` (subspaces), `erleben-fig-2` (Newton's rate) and
//! `course-fig-24` (proximal schemes).

use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Problem, ProblemData, Request, Status};

use super::DOCUMENT;
use super::structures::HEAVY;
use crate::claim::{Quotation, Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::Way;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-table-2",
    document: DOCUMENT,
    artefact: "Table 2",
    title: "Accuracy of pivoting, sweeps and NNCG under a large mass ratio",
    agreement: "Pivoting is accurate at every mass ratio; sweeps lose accuracy with it; NNCG is \
                more accurate than sweeps in the same work, and loses less.",
    deviations: "a stack of ours; rows on rates and costs are tested elsewhere",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

/// Sweeps of PGS; an iteration of NNCG is said to cost two of them.
const SWEEPS: usize = 200;
/// What pivoting reaches is accurate, over the speed of a step's fall.
const ACCURATE: f64 = 1e-9;
/// Sweeps are worse by this much where mass ratios are poorly handled.
const WORSE: f64 = 10.0;

/// Residuals at equal masses and at the large ratio, over the first.
struct Found {
    pivoting: [f64; 2],
    solved: bool,
    sweeps: [f64; 2],
    conjugate: [f64; 2],
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let heavy = HEAVY.problem(context.seed)?;
    let problems = [with_equal_masses(&heavy)?, heavy];
    let pivoting = Way::new("bpp", "bpp", "")?;
    let sweeping = Way::new("PGS", "pgs", "")?;
    let conjugate = Way::new("NNCG", "nncg", "")?;
    let mut found =
        Found { pivoting: [0.0; 2], solved: true, sweeps: [0.0; 2], conjugate: [0.0; 2] };
    for (at, problem) in problems.iter().enumerate() {
        context.at(at, problems.len(), "mass ratios");
        let first = problem.b().iter().fold(0.0_f64, |most, b| b.abs().max(most));
        // Asked for more than what counts, or it ends at what is enough for steps.
        let tolerance = Some(0.1 * ACCURATE * first);
        let exact = pivoting.solve(problem, &Request { tolerance, ..Request::default() })?;
        found.solved &= exact.status == Status::Converged;
        found.pivoting[at] = exact.residuals.decisive() / first;
        let last = |way: &Way, limit| -> Result<f64, ExperimentError> {
            let history = way.residuals(problem, limit, f64::MIN_POSITIVE)?.history;
            Ok(history.last().map_or(f64::NAN, |point| point.residual) / first)
        };
        found.sweeps[at] = last(&sweeping, SWEEPS)?;
        found.conjugate[at] = last(&conjugate, SWEEPS / 2)?;
    }
    let mut table = Table::new(
        "residuals",
        format!("Residual over that of nothing, after {SWEEPS} sweeps or the work of them"),
        [
            Column::words("method"),
            Column::numbers("equal masses"),
            Column::numbers("the top 1000 times as heavy"),
        ],
    );
    for (name, of) in [
        ("block pivoting", found.pivoting),
        ("PGS", found.sweeps),
        ("NNCG, half as many iterations", found.conjugate),
    ] {
        table.row([name.into(), Cell::scientific(of[0]), Cell::scientific(of[1])]);
    }
    let mut findings = Findings::default();
    judge(&mut findings, &found);
    findings.tables.push(table);
    findings.setting("structure", HEAVY.name);
    findings.setting("sweeps", SWEEPS);
    Ok(findings)
}

/// The same contacts where every body weighs what the lightest does: the load of
/// a row of H⁻¹ is that of the first body's.
fn with_equal_masses(problem: &Problem) -> Result<Problem, ExperimentError> {
    let mut data = ProblemData { matrix: None, ..problem.data().clone() };
    let Some(factored) = &mut data.factored else {
        return Err(ExperimentError::Missing("a stack has no bodies".into()));
    };
    let mut inverse = stickslip_linalg::Triplets::new();
    for row in 0..factored.jacobian.cols() {
        for (column, value) in factored.inertia.inverse().row(row % 6) {
            inverse.push(row, column + row - row % 6, value);
        }
    }
    let size = factored.jacobian.cols();
    let inverse = stickslip_linalg::SparseMatrix::from_triplets(size, size, &inverse);
    factored.inertia = stickslip_solve::Inertia::from_inverse(inverse);
    Ok(Problem::new(data)?)
}

fn judge(findings: &mut Findings, found: &Found) {
    let told =
        |of: [f64; 2]| format!("{:.1e} with equal masses, {:.1e} with 1000 : 1", of[0], of[1]);
    findings
        .claim(
            Weight::Shape,
            "pivoting is accurate, and as much so at a large mass ratio",
            told(found.pivoting),
            found.solved && found.pivoting.iter().all(|&it| it <= ACCURATE),
        )
        .quotes(PIVOTING);
    findings
        .claim(
            Weight::Shape,
            "PGS handles large mass ratios poorly: ten times less accurate after as many sweeps",
            told(found.sweeps),
            found.sweeps[1] > WORSE * found.sweeps[0],
        )
        .quotes(SPLITTING);
    findings
        .claim(
            Weight::Shape,
            "NNCG is more accurate than PGS in twice as many sweeps",
            format!("{}; PGS {}", told(found.conjugate), told(found.sweeps)),
            found.conjugate.iter().zip(&found.sweeps).all(|(own, other)| own < other),
        )
        .quotes(CONJUGATE);
    let loss = |of: [f64; 2]| of[1] / of[0].max(1e-16);
    // Two readings: more accurate at the large ratio, and less of it lost.
    let lower = found.conjugate[1] < found.sweeps[1];
    let steadier = loss(found.conjugate) < loss(found.sweeps);
    findings
        .ruled(
            Weight::Shape,
            "NNCG handles large mass ratios better than PGS: it is more accurate, and loses less",
            format!(
                "{:.1e} against {:.1e}, {:.1e} times as large as with equal masses, those of PGS \
                 {:.1e} times",
                found.conjugate[1],
                found.sweeps[1],
                loss(found.conjugate),
                loss(found.sweeps)
            ),
            match (lower, steadier) {
                (true, true) => Ruling::Holds,
                (false, false) => Ruling::Fails,
                _ => Ruling::Open,
            },
        )
        .quotes(CONJUGATE);
}

const PIVOTING: Quotation = Quotation {
    place: "Table 2",
    sentence: "Incremental Pivoting, Block Principal Pivoting. High accuracy and supports large \
               mass ratios.",
};
const SPLITTING: Quotation = Quotation {
    place: "Table 2",
    sentence: "Splitting Methods … Inaccurate and poor large mass ratio handling, linear \
               convergence rate.",
};
const CONJUGATE: Quotation = Quotation {
    place: "Table 2",
    sentence: "Non-Smooth Nonlinear Conjugate Gradient. Improved accuracy at two times cost of \
               PGS and better handling of large mass ratios.",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |pivoting: f64, sweeps, conjugate| {
            let found = Found { pivoting: [pivoting; 2], solved: true, sweeps, conjugate };
            judged(|findings| judge(findings, &found))
        };
        let turned = found(1e-3, [0.1, 0.2], [0.3, 0.4]);
        turns(&found(1e-12, [1e-6, 0.1], [1e-9, 1e-6]), &[turned]);
    }

    #[test]
    fn equal_masses_are_equal() {
        let problem = with_equal_masses(&HEAVY.problem(0).expect("a stack")).expect("a problem");
        let inverse = problem.factored().expect("bodies").inertia.inverse();
        let masses: Vec<f64> = (0..5).map(|body| inverse.diagonal()[6 * body]).collect();
        assert!(masses.iter().all(|mass| (mass - 1.0).abs() < 1e-12), "{masses:?}");
    }
}
