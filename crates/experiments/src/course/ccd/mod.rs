//! §2.2.6: which methods of continuous collision detection miss contacts, and which tell
//! contacts that are not there.
//!
//! The document cites a comparison by Wang and others (2021) and prints no numbers. Ours
//! asks queries of many kinds whose answers are known exactly (by integer arithmetic).

mod plain;

use std::collections::BTreeMap;

use stickslip_geometry::ccd::{
    Answer, Case, Kind, Method, Query, QueryError, Tolerance, first_contact, read_cases,
};
use stickslip_report::{Cell, Column, Table};

use super::DOCUMENT;
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-ccd",
    document: DOCUMENT,
    artefact: "§2.2.6",
    title: "Contacts missed and contacts imagined by continuous collision detection",
    agreement: "The cubic in plain floating point errs both ways; inclusion misses nothing and is \
        never late, and imagines contacts only where features come near each other.",
    deviations: "queries of ours",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

/// Made for this comparison, family by family.
const QUERIES: &[u8] = include_bytes!("queries.csv.gz");
/// False positives may be so many δ away.
const FARTHEST: f64 = 10.0;
/// Boxes are halved until they are so small; finer takes too long where features slide.
const BOXES: Tolerance = Tolerance { delta: 1e-3, separation: 0.0 };

/// What a method made of some queries.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    queries: usize,
    hits: usize,
    missed: usize,
    late: usize,
    imagined: usize,
    /// The farthest of these, as a share of the size of the query.
    farthest: f64,
}

impl Tally {
    fn add(&mut self, case: &Case, answer: Option<f64>) {
        self.queries += 1;
        let is_hit = case.hit == Some(true);
        self.hits += usize::from(is_hit);
        match answer {
            None => self.missed += usize::from(is_hit),
            Some(time) if is_hit => {
                self.late += usize::from(case.time.is_some_and(|[_, high]| time > high));
            }
            Some(_) => {
                self.imagined += 1;
                let distance = case.distance.unwrap_or(f64::INFINITY);
                self.farthest = self.farthest.max(distance / size(&case.query));
            }
        }
    }

    fn joined(self, other: &Self) -> Self {
        Self {
            queries: self.queries + other.queries,
            hits: self.hits + other.hits,
            missed: self.missed + other.missed,
            late: self.late + other.late,
            imagined: self.imagined + other.imagined,
            farthest: self.farthest.max(other.farthest),
        }
    }
}

/// How a query is answered.
type Ask = fn(&Query) -> Result<Option<f64>, QueryError>;

const METHODS: [(&str, Ask); 3] = [
    ("plain cubic", |query| Ok(plain::first_contact(query))),
    ("cubic", |query| ask(query, Method::Cubic)),
    ("inclusion", |query| ask(query, Method::Inclusion)),
];

fn ask(query: &Query, method: Method) -> Result<Option<f64>, QueryError> {
    first_contact(query, method, &Tolerance::default()).map(Answer::time)
}

fn run(_: &Context) -> Result<Findings, ExperimentError> {
    let missing = |error: &dyn std::fmt::Display| ExperimentError::Missing(error.to_string());
    let cases = read_cases(QUERIES).map_err(|error| missing(&error))?;
    let mut families: BTreeMap<&str, [Tally; 3]> = BTreeMap::new();
    for case in &cases {
        let tallies = families.entry(&case.family).or_default();
        for ((_, method), tally) in METHODS.iter().zip(tallies) {
            tally.add(case, method(&case.query).map_err(|error| missing(&error))?);
        }
    }
    let mut boxes = Tally::default();
    for case in &cases {
        let answer = first_contact(&case.query, Method::Boxes, &BOXES);
        boxes.add(case, answer.map_err(|error| missing(&error))?.time());
    }
    let total = |at: usize| families.values().fold(Tally::default(), |all, it| all.joined(&it[at]));
    let [plain, cubic, inclusion] = [0, 1, 2].map(total);
    let mut findings = Findings::default();
    claims(&mut findings, plain, cubic, inclusion, boxes);
    let changed = changed_by_units(&cases).map_err(|error| missing(&error))?;
    findings.claim(
        Weight::Aside,
        "multiplying all coordinates by 2^±100 changes no answer of inclusion",
        format!("{changed} answers changed"),
        changed == 0,
    );
    findings.tables.push(by_family(&families));
    findings.tables.push(totals([
        ("plain cubic", plain),
        ("cubic", cubic),
        ("inclusion", inclusion),
        ("boxes, δ = 1e-3", boxes),
    ]));
    findings.setting("δ", Tolerance::default().delta);
    findings.setting("queries", cases.len());
    Ok(findings)
}

fn claims(findings: &mut Findings, plain: Tally, cubic: Tally, inclusion: Tally, boxes: Tally) {
    findings
        .claim(
            Weight::Shape,
            "the cubic in plain floating point misses contacts and imagines some",
            format!("{} of {} missed, {} imagined", plain.missed, plain.hits, plain.imagined),
            plain.missed > 0 && plain.imagined > 0,
        )
        .quoting(
            "§2.2.6",
            "when computed using floating-point numbers, numerical error and round-off can \
                 result in missing true collisions (false negative) and detecting false \
                 collisions (false positive)",
        );
    for (name, tally) in [("inclusion", inclusion), ("Algorithm 1 (boxes)", boxes)] {
        findings
            .claim(
                Weight::Shape,
                format!("{name} misses no contact and is never late"),
                format!("{} of {} missed, {} late", tally.missed, tally.hits, tally.late),
                tally.missed + tally.late == 0,
            )
            .quoting(
                "§2.2.6",
                "propose a conservative method that avoids false negatives at the cost of \
                 potential false positives",
            );
    }
    let delta = Tolerance::default().delta;
    findings
        .claim(
            Weight::Shape,
            "what inclusion imagines are features within 10 δ of each other",
            format!(
                "{} imagined, the farthest by {:.1} δ",
                inclusion.imagined,
                inclusion.farthest / delta
            ),
            inclusion.farthest <= FARTHEST * delta,
        )
        .quoting(
            "§2.2.6",
            "propose a conservative method that avoids false negatives at the cost of \
                 potential false positives",
        );
    findings.claim(
        Weight::Aside,
        "the cubic with roots by intervals misses nothing either",
        format!("{} missed, {} late, {} imagined", cubic.missed, cubic.late, cubic.imagined),
        cubic.missed + cubic.late == 0,
    );
}

/// How many answers are others when everything is much larger or much smaller; what is
/// extreme already is left alone.
fn changed_by_units(cases: &[Case]) -> Result<usize, QueryError> {
    let mut changed = 0;
    for case in cases.iter().filter(|case| !["extreme", "tiny", "huge"].contains(&&*case.family)) {
        let answer = ask(&case.query, Method::Inclusion)?;
        for factor in [2.0_f64.powi(100), 2.0_f64.powi(-100)] {
            let [start, end] =
                [case.query.start, case.query.end].map(|all| all.map(|point| point * factor));
            let query = Query { kind: case.query.kind, start, end };
            changed += usize::from(ask(&query, Method::Inclusion)? != answer);
        }
    }
    Ok(changed)
}

fn by_family(families: &BTreeMap<&str, [Tally; 3]>) -> Table {
    let mut columns = vec![Column::words("family")];
    columns.extend(["queries", "hits"].map(Column::numbers));
    for (method, _) in METHODS {
        columns.extend(
            ["missed", "late", "imagined"].map(|what| Column::numbers(format!("{method}: {what}"))),
        );
    }
    let mut table = Table::new("families", "Contacts missed, told late and imagined", columns);
    for (family, tallies) in families {
        let counts = tallies.iter().flat_map(|it| [it.missed, it.late, it.imagined]);
        let both = [tallies[0].queries, tallies[0].hits].into_iter().chain(counts);
        table.row([Cell::from(*family)].into_iter().chain(both.map(Cell::count)));
    }
    table
}

fn totals<const N: usize>(rows: [(&str, Tally); N]) -> Table {
    let numbers = ["queries", "hits", "missed", "late", "imagined", "farthest of these (sizes)"];
    let columns = [Column::words("method")].into_iter().chain(numbers.map(Column::numbers));
    let mut table = Table::new("methods", "All families together", columns);
    for (name, tally) in rows {
        let counts = [tally.queries, tally.hits, tally.missed, tally.late, tally.imagined];
        let cells = [Cell::from(name)].into_iter().chain(counts.map(Cell::count));
        table.row(cells.chain([Cell::scientific(tally.farthest)]));
    }
    table
}

/// The power of two above the largest difference, as δ is measured by.
fn size(query: &Query) -> f64 {
    let pairs: &[[usize; 2]] = match query.kind {
        Kind::VertexFace => &[[0, 1], [0, 2], [0, 3]],
        Kind::EdgeEdge => &[[0, 2], [0, 3], [1, 2], [1, 3]],
    };
    let largest = pairs
        .iter()
        .flat_map(|&[i, j]| [query.start[i] - query.start[j], query.end[i] - query.end[j]])
        .fold(0.0_f64, |all, difference| all.max(difference.abs().max_element()));
    2.0_f64.powi(libm::log2(largest).floor() as i32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let tally = |missed, late, imagined, farthest| Tally {
            queries: 100,
            hits: 50,
            missed,
            late,
            imagined,
            farthest,
        };
        let found =
            |plain, others| judged(|findings| claims(findings, plain, others, others, others));
        let turned = found(tally(0, 0, 5, 0.0), tally(1, 1, 3, 1.0));
        turns(&found(tally(5, 0, 5, 0.0), tally(0, 0, 3, 1e-7)), &[turned]);
    }
}
