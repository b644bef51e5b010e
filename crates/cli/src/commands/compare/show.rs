//! A comparison as a table and as a JSON document.

use std::fmt::Write;

use serde::Serialize;
use stickslip_solve::{Outcome, Refusal, Status};

use super::measure::{Comparison, Run};
use crate::commands::{describe, is_ray, shown_status};
use crate::hint::explained;
use crate::json;
use crate::posed::Posed;
use crate::table::{self, Align, scientific};

/// The table of one problem.
pub fn text(comparison: &Comparison) -> String {
    let Comparison { posed, runs, refusals } = comparison;
    let problem = posed.original();
    let heading = format!("{}: {}", problem.name(), describe(problem));
    let mut text = table::hanging(" ", &heading);
    if let Some(run) = runs.first() {
        let _ = writeln!(text, " tolerance {}", scientific(run.outcome.tolerance));
    }
    if let Some(first) = &posed.preliminary {
        let (solver, status) = (first.solver, first.status);
        let said =
            format!("friction bounds frozen after a frictionless solve by {solver}: {status}");
        text += &table::hanging(" ", &said);
    }
    let second = if problem.kind().is_cone() { "relative" } else { "fischer" };
    let columns = [
        ("solver", Align::Left),
        ("status", Align::Left),
        ("iterations", Align::Right),
        ("pivots", Align::Right),
        ("time", Align::Right),
        ("natural", Align::Right),
        (second, Align::Right),
        ("energy max", Align::Right),
        ("note", Align::Left),
    ];
    if !runs.is_empty() {
        text.push('\n');
        text += &table::layout(columns, runs.iter().map(|run| row(posed, &run.outcome, runs)));
    }
    if !refusals.is_empty() {
        text += "\n not run:\n";
    }
    for (_, why) in refusals {
        text += &table::hanging("   ", &explained(why));
    }
    text
}

fn row(posed: &Posed, outcome: &Outcome, runs: &[Run]) -> [String; 9] {
    let residuals = &outcome.residuals;
    let second = residuals.relative.or(residuals.fischer.map(|worst| worst.value));
    [
        outcome.solver.into(),
        shown_status(outcome).into(),
        outcome.counts.iterations.to_string(),
        outcome.counts.pivots.to_string(),
        table::time(outcome.time_s),
        scientific(residuals.natural.value),
        second.map_or_else(String::new, scientific),
        scientific(residuals.energy_max.value),
        [ray(outcome, runs), note(posed, outcome)]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", "),
    ]
}

/// What a ray says, beside what others found.
fn ray(outcome: &Outcome, runs: &[Run]) -> String {
    if !is_ray(outcome) {
        return String::new();
    }
    let solved = runs.iter().find(|run| run.outcome.status == Status::Converged);
    match solved {
        Some(run) => format!("a ray, not a proof: {} solves it", run.outcome.solver),
        None => "a ray, not a proof".into(),
    }
}

/// Where the error sits when there is one, then what only this method reports
/// and is not zero.
fn note(posed: &Posed, outcome: &Outcome) -> String {
    let mut notes = Vec::new();
    if outcome.status != Status::Converged {
        notes.push(format!("worst row {}", outcome.residuals.natural.row));
    }
    if let Some(coupled) = posed.coupled_natural(outcome) {
        notes.push(format!("coupled natural {}", scientific(coupled)));
    }
    if outcome.counts.inner_iterations > 0 {
        notes.push(format!("{} inner", outcome.counts.inner_iterations));
    }
    let figure = |(name, value): (&&str, &f64)| {
        let round = value.fract() == 0.0 && value.abs() < 1e9;
        let value = if round { value.to_string() } else { scientific(*value) };
        format!("{} {value}", name.replace('_', " "))
    };
    notes.extend(outcome.figures.iter().filter(|entry| *entry.1 != 0.0).map(figure));
    notes.join(", ")
}

/// The document of `--json`.
#[derive(Serialize)]
pub struct Documents<'a> {
    problems: Vec<Document<'a>>,
}

impl<'a> Documents<'a> {
    /// What every solver did with every problem.
    pub fn new(comparisons: &'a [Comparison]) -> Self {
        Self { problems: comparisons.iter().map(Document::new).collect() }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    problem: &'a str,
    kind: &'static str,
    size: usize,
    nonzeros: usize,
    contacts: usize,
    results: Vec<RunDocument<'a>>,
    refused: Vec<Refused>,
}

#[derive(Serialize)]
struct RunDocument<'a> {
    #[serde(flatten)]
    solve: json::Solve<'a>,
    times_s: &'a [f64],
}

#[derive(Serialize)]
struct Refused {
    solver: &'static str,
    reason: String,
}

impl<'a> Document<'a> {
    fn new(comparison: &'a Comparison) -> Self {
        let Comparison { posed, runs, refusals } = comparison;
        let problem = posed.original();
        let run = |run: &'a Run| RunDocument {
            solve: json::Solve::new(posed, &run.outcome),
            times_s: &run.times_s,
        };
        let refused =
            |(solver, why): &(&'static str, Refusal)| Refused { solver, reason: explained(why) };
        Self {
            problem: problem.name(),
            kind: problem.kind().name(),
            size: problem.size(),
            nonzeros: problem.stored(),
            contacts: problem.contacts().len(),
            results: runs.iter().map(run).collect(),
            refused: refusals.iter().map(refused).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Choice;
    use crate::testing::{solved, three_rows};
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        ask: crate::ask::Ask,
    }

    /// Counts as they are, and all else with an exponent.
    #[test]
    fn figures_of_a_method_are_told_shortly() {
        let mut outcome = solved(&three_rows(), "murty");
        outcome.counts.inner_iterations = 0;
        outcome.figures =
            [("cache_entries", 3.0), ("nothing", 0.0), ("share", 0.5), ("size", 1e12)].into();
        let ask = Line::parse_from(["line"]).ask;
        let posed = Posed::new(three_rows(), &ask, &Choice::default()).expect("posed");
        assert_eq!(note(&posed, &outcome), "cache entries 3, share 5.00e-01, size 1.00e+12");
    }
}
