//! Table 3: the splittings A = M − N of Jacobi, PGS and PSOR.
//!
//! A = L + D + U. M and −N are made as they are printed, by entries of a dense
//! matrix, and a step of each method is the solution of the row by row problem
//! x ≥ 0, M x + b − N xᵏ ≥ 0 (Eq 131–133): nothing is shared with the solvers that
//! it is held against.

use stickslip_problems::generate::{SpdOptions, spd};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Kind, Problem, ProblemData, Request, Start};

use super::DOCUMENT;
use crate::claim::{Origin, Quotation, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::Way;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-table-3",
    document: DOCUMENT,
    artefact: "Table 3",
    title: "The splittings of Jacobi, PGS and PSOR",
    agreement: "M − N of every row is A, or ωA for PSOR, and a step of it is a sweep of the method.",
    deviations: "",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// ω of PSOR.
const RELAXATION: f64 = 1.4;
/// What counts as equal, over the largest entry.
const EQUAL: f64 = 1e-12;
/// Rows of the matrix.
const ROWS: usize = 40;

type Matrix = Vec<Vec<f64>>;

/// A row of the table.
struct Splitting {
    name: &'static str,
    solver: &'static str,
    options: String,
    /// What M − N should be, over A.
    factor: f64,
    m: Matrix,
    /// The third column, as it is printed.
    minus_n: Matrix,
}

/// What was found of a row.
struct Found {
    name: &'static str,
    factor: f64,
    /// The largest entry of M + (−N) − ωA over that of A, and with the printed sign of
    /// the third column turned.
    off: [f64; 2],
    /// The same of a step by M and N = M − ωA against a sweep of the method.
    sweep: f64,
}

/// A matrix by its entries.
fn by_entries(of: impl Fn(usize, usize) -> f64) -> Matrix {
    (0..ROWS).map(|row| (0..ROWS).map(|column| of(row, column)).collect()).collect()
}

fn splittings(a: &Matrix) -> [Splitting; 3] {
    let lower = |row: usize, column: usize| if column < row { a[row][column] } else { 0.0 };
    let diagonal = |row: usize, column: usize| if column == row { a[row][column] } else { 0.0 };
    let upper = |row: usize, column: usize| if column > row { a[row][column] } else { 0.0 };
    let w = RELAXATION;
    [
        Splitting {
            name: "Jacobi",
            solver: "jacobi",
            options: "damping=1".into(),
            factor: 1.0,
            m: by_entries(diagonal),
            minus_n: by_entries(|i, j| lower(i, j) + upper(i, j)),
        },
        Splitting {
            name: "PGS",
            solver: "pgs",
            options: String::new(),
            factor: 1.0,
            m: by_entries(|i, j| lower(i, j) + diagonal(i, j)),
            minus_n: by_entries(upper),
        },
        Splitting {
            name: "PSOR",
            solver: "psor",
            options: format!("relaxation={w}"),
            factor: w,
            m: by_entries(|i, j| diagonal(i, j) + w * lower(i, j)),
            minus_n: by_entries(|i, j| (1.0 - w) * diagonal(i, j) - w * upper(i, j)),
        },
    ]
}

/// The largest entry.
fn largest(matrix: &Matrix) -> f64 {
    matrix.iter().flatten().fold(0.0, |most, entry| entry.abs().max(most))
}

/// How far M + sign (−N) is from ωA.
fn off(a: &Matrix, splitting: &Splitting, sign: f64) -> f64 {
    let Splitting { factor, m, minus_n, .. } = splitting;
    largest(&by_entries(|i, j| m[i][j] + sign * minus_n[i][j] - factor * a[i][j])) / largest(a)
}

/// The step from x: row by row, as M is a lower triangle, with N = M − ωA.
fn step(a: &Matrix, b: &[f64], splitting: &Splitting, x: &[f64]) -> Vec<f64> {
    let Splitting { factor, m, .. } = splitting;
    let mut next = vec![0.0; ROWS];
    for row in 0..ROWS {
        let old: f64 = (0..ROWS).map(|j| (m[row][j] - factor * a[row][j]) * x[j]).sum();
        let new: f64 = (0..row).map(|j| m[row][j] * next[j]).sum();
        next[row] = ((old - factor * b[row] - new) / m[row][row]).max(0.0);
    }
    next
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let made = spd(context.seed, &SpdOptions { size: ROWS, ..Default::default() })?;
    let problem = Problem::new(ProblemData {
        kind: Kind::Lcp,
        lo: vec![0.0; ROWS],
        hi: vec![f64::INFINITY; ROWS],
        ..made.data().clone()
    })?;
    let mut a = vec![vec![0.0; ROWS]; ROWS];
    for (row, entries) in a.iter_mut().enumerate() {
        problem.matrix().row(row).for_each(|(column, value)| entries[column] = value);
    }
    let start: Vec<f64> = (0..ROWS).map(|row| (row as f64 * 0.618).fract()).collect();
    let mut table = Table::new(
        "splittings",
        "M − N against A, or ωA, over the largest entry of A",
        [
            Column::words("method"),
            Column::numbers("as printed"),
            Column::numbers("with N in the place of −N"),
            Column::numbers("a step against a sweep"),
        ],
    );
    let mut all = Vec::new();
    for splitting in splittings(&a) {
        let way = Way::new(splitting.name, splitting.solver, &splitting.options)?;
        let request = Request {
            tolerance: Some(f64::MIN_POSITIVE),
            max_iterations: Some(1),
            start: Start { x: Some(start.clone()), labels: None },
            history: true,
            iterates: true,
        };
        let history = way.solve(&problem, &request)?.history;
        let swept = history.iter().find(|point| point.iteration == 1).ok_or_else(|| {
            ExperimentError::Missing(format!("{} makes no sweep", splitting.name))
        })?;
        let stepped = step(&a, problem.b(), &splitting, &start);
        let apart = swept.x.iter().zip(&stepped).map(|(one, other)| (one - other).abs());
        let found = Found {
            name: splitting.name,
            factor: splitting.factor,
            off: [off(&a, &splitting, 1.0), off(&a, &splitting, -1.0)],
            sweep: apart.fold(0.0, f64::max),
        };
        table.row([
            found.name.into(),
            Cell::scientific(found.off[0]),
            Cell::scientific(found.off[1]),
            Cell::scientific(found.sweep),
        ]);
        all.push(found);
    }
    let mut findings = Findings::default();
    judge(&mut findings, &all);
    findings.tables.push(table);
    findings.setting("rows", ROWS);
    findings.setting("relaxation of PSOR", RELAXATION);
    Ok(findings)
}

fn judge(findings: &mut Findings, all: &[Found]) {
    for found in all {
        let whole = if found.factor == 1.0 { "A" } else { "ωA" };
        findings
            .claim(
                Weight::Shape,
                format!("{}: M − N is {whole}", found.name),
                format!("off by {:.1e} of the largest entry", found.off[0]),
                found.off[0] <= EQUAL,
            )
            .because(
                Origin::Document,
                format!(
                    "with the third column as N, as Eq 134 has it, M − N is {whole} to {:.0e}",
                    found.off[1]
                ),
                found.off[1] <= EQUAL,
            )
            .quotes(LISTED);
        findings
            .claim(
                Weight::Shape,
                format!("{}: a step of the splitting is a sweep", found.name),
                format!("apart by {:.1e} N·s", found.sweep),
                found.sweep <= EQUAL,
            )
            .quotes(LISTED);
    }
}

const LISTED: Quotation = Quotation {
    place: "§3.2.1",
    sentence: "Table 3 lists some of the popular splittings used by specific variants of the \
               algorithm.",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Ruling;
    use crate::turned::{judged, rulings, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |off, sweep| {
            judged(|findings| judge(findings, &[Found { name: "PGS", factor: 1.0, off, sweep }]))
        };
        turns(&found([0.0, 1.0], 0.0), &[found([1.0, 1.0], 1.0)]);
        // Only a sign that mends it is a cause.
        assert!(found([1.0, 1.0], 0.0).claims[0].cause.is_none());
        assert!(found([1.0, 0.0], 0.0).claims[0].cause.is_some());
        assert_eq!(rulings(&found([1.0, 0.0], 0.0)), [Ruling::Fails, Ruling::Holds]);
    }
}
