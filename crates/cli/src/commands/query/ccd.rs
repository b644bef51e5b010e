//! `stickslip query ccd`: one pair of features after another.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use stickslip_geometry::ccd::{Answer, Case, Kind, Query, first_contact, read_cases};
use stickslip_report::layout::exact;

use super::{Detection, read, wrong};
use crate::error::{Exit, Failure};
use crate::output::{self, Report};
use crate::table::{self, Align, scientific};

/// Each query is asked so many times; the shortest time counts.
const TURNS: usize = 3;

#[derive(Args, Debug)]
pub struct Arguments {
    /// Queries: columns id, kind, family, hit, toi_lo, toi_hi, min_dist and 24 coordinates
    file: PathBuf,
    #[command(flatten)]
    detection: Detection,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Write id, hit, toi and ns of every query
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
}

#[derive(Serialize)]
struct Document<'a> {
    method: &'static str,
    delta: f64,
    answers: &'a [Answered],
}

#[derive(Serialize)]
struct Answered {
    id: String,
    /// None where the query was refused.
    hit: Option<bool>,
    toi: Option<f64>,
    ns: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    if let Some(path) = &arguments.csv {
        output::check_target(path, "csv")?;
    }
    let bytes = read(&arguments.file)?;
    let cases = read_cases(&bytes).map_err(|error| wrong(&arguments.file, error))?;
    let answers: Vec<Answered> = cases.iter().map(|case| ask(case, &arguments.detection)).collect();
    if let Some(path) = &arguments.csv {
        output::write_whole(path, &csv(&answers))?;
    }
    let families = tally(&cases, &answers);
    let failed = families.values().any(|family| family.missed + family.late > 0);
    let exit = if failed { Exit::Failed } else { Exit::Done };
    let method = stickslip_geometry::ccd::Method::from(arguments.detection.method).name();
    if arguments.json {
        let delta = arguments.detection.delta;
        return Ok(Report::given_json(&Document { method, delta, answers: &answers }, exit));
    }
    Ok(Report { text: text(method, &families), exit })
}

fn ask(case: &Case, detection: &Detection) -> Answered {
    let tolerance = detection.tolerance();
    let mut ns = f64::INFINITY;
    let mut answer = Ok(Answer::Apart);
    for _ in 0..TURNS {
        let begin = Instant::now();
        answer =
            black_box(first_contact(black_box(&case.query), detection.method.into(), &tolerance));
        ns = ns.min(begin.elapsed().as_nanos() as f64);
    }
    Answered {
        id: case.id.clone(),
        hit: answer.ok().map(|answer| answer.time().is_some()),
        toi: answer.ok().and_then(Answer::time),
        ns,
        refused: answer.err().map(|error| error.to_string()),
    }
}

fn csv(answers: &[Answered]) -> String {
    let mut csv = String::from("id,hit,toi,ns\n");
    for Answered { id, hit, toi, ns, .. } in answers {
        let hit = hit.map_or("", |hit| if hit { "1" } else { "0" });
        let toi = toi.map_or(String::new(), exact);
        let _ = writeln!(csv, "{id},{hit},{toi},{ns}");
    }
    csv
}

/// What a family comes to.
#[derive(Default)]
struct Family {
    hits: usize,
    refused: usize,
    missed: usize,
    late: usize,
    false_hits: usize,
    /// Of the false hits, the largest distance over the size of its query.
    farthest: f64,
    times: Vec<f64>,
}

fn tally(cases: &[Case], answers: &[Answered]) -> BTreeMap<String, Family> {
    let mut families: BTreeMap<String, Family> = BTreeMap::new();
    for (case, answer) in cases.iter().zip(answers) {
        let family = families.entry(case.family.clone()).or_default();
        family.times.push(answer.ns);
        family.refused += usize::from(answer.hit.is_none());
        let told = answer.hit == Some(true);
        family.hits += usize::from(told);
        family.missed += usize::from(case.hit == Some(true) && answer.hit == Some(false));
        if let (Some(toi), Some([_, latest])) = (answer.toi, case.time) {
            family.late += usize::from(toi > latest);
        }
        if case.hit == Some(false) && told {
            family.false_hits += 1;
            let distance = case.distance.unwrap_or(0.0) / size(&case.query);
            family.farthest = family.farthest.max(distance);
        }
    }
    families
}

/// The largest coordinate of a difference between the two features.
fn size(query: &Query) -> f64 {
    let pairs: &[[usize; 2]] = match query.kind {
        Kind::VertexFace => &[[0, 1], [0, 2], [0, 3]],
        Kind::EdgeEdge => &[[0, 2], [0, 3], [1, 2], [1, 3]],
    };
    let differences = pairs
        .iter()
        .flat_map(|&[i, j]| [query.start[i] - query.start[j], query.end[i] - query.end[j]]);
    differences.fold(f64::MIN_POSITIVE, |all, d| all.max(d.abs().max_element()))
}

fn text(method: &str, families: &BTreeMap<String, Family>) -> String {
    let columns = [
        ("family", Align::Left),
        ("queries", Align::Right),
        ("hits", Align::Right),
        ("missed", Align::Right),
        ("late", Align::Right),
        ("false", Align::Right),
        ("farthest", Align::Right),
        ("refused", Align::Right),
        ("median", Align::Right),
        ("mean", Align::Right),
        ("longest", Align::Right),
    ];
    let total: usize = families.values().map(|family| family.times.len()).sum();
    let rows = families.iter().map(|(name, family)| {
        let mut times = family.times.clone();
        times.sort_by(f64::total_cmp);
        let microseconds = |ns: f64| format!("{:.2} µs", ns / 1e3);
        [
            name.clone(),
            times.len().to_string(),
            family.hits.to_string(),
            family.missed.to_string(),
            family.late.to_string(),
            family.false_hits.to_string(),
            if family.false_hits > 0 { scientific(family.farthest) } else { String::new() },
            family.refused.to_string(),
            microseconds(times[times.len() / 2]),
            microseconds(times.iter().sum::<f64>() / times.len() as f64),
            microseconds(times[times.len() - 1]),
        ]
    });
    format!(
        " {total} queries by {method}; farthest: the distance of a false hit over the size of its query\n\n{}",
        table::layout(columns, rows)
    )
}
