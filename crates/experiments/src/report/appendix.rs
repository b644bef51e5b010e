//! The long text: a file for each document, and a section for each experiment.

use std::collections::BTreeSet;
use std::fmt::Write;

use stickslip_report::layout::Align;
use stickslip_report::{Cell, Table};

use super::Finished;
use super::row::Row;
use crate::claim::{Cause, Change, Quotation};

/// How a line with a quotation begins.
const QUOTE: &str = "  > “";

/// All sections of one document. A sentence that stands above is not repeated.
pub fn chapter(document: &str, rows: &[&Row]) -> String {
    let mut text = format!("# {document}\n\n[All results](../results.md)\n");
    let mut quoted = BTreeSet::new();
    for row in rows {
        for line in row.section.lines() {
            let place = line.strip_prefix(QUOTE).and_then(|rest| rest.rsplit_once("” "));
            match place {
                Some((_, place)) if !quoted.insert(line.to_owned()) => {
                    let _ = writeln!(text, "  > as quoted above {place}");
                }
                _ => {
                    let _ = writeln!(text, "{line}");
                }
            }
        }
    }
    text
}

/// What was found by one experiment; plots are files in the same folder.
pub fn section(finished: &Finished) -> String {
    let Finished { experiment, findings, .. } = finished;
    let name = experiment.name;
    let mut text = format!("\n## {name}\n\n**{}.** {}. ", finished.place(), experiment.title);
    let _ = write!(text, "Agreement: {}\n\n", experiment.agreement);
    let _ = write!(text, "Verdict: **{}**\n\n", finished.verdict());
    for claim in &findings.claims {
        let (sign, weight) = (claim.ruling.sign(), claim.weight.name());
        let _ = writeln!(text, "- {sign} ({weight}) {}: {}", claim.text, claim.measured);
        if let Some(Cause { origin, evidence }) = &claim.cause {
            let _ = writeln!(text, "  <br>Cause, {}: {evidence}", origin.name());
        }
        if let Some(Change { day, reason }) = &claim.change {
            let _ = writeln!(text, "  <br>Judged otherwise since {day}: {reason}");
        }
        if let Some(Quotation { place, sentence }) = &claim.quotation {
            let _ = writeln!(text, "{QUOTE}{sentence}” ({place})");
        }
    }
    for table in &findings.tables {
        let _ = write!(text, "\n{}\n\n{}", table.title, rows(table));
    }
    for plot in &findings.plots {
        let _ = write!(text, "\n![{}]({name}-{}.svg)\n", plot.title, plot.name);
    }
    for note in &findings.notes {
        let _ = write!(text, "\n{note}\n");
    }
    let settings = findings.settings.iter().map(|each| format!("{} {}", each.name, each.value));
    let _ = write!(text, "\nSettings: {}.\n", settings.collect::<Vec<_>>().join(", "));
    text
}

fn rows(table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let head = line(table.columns.iter().map(|column| escape(&column.head())).collect());
    let rule = table.columns.iter().map(|column| match column.align {
        Align::Left => "---|",
        Align::Right => "---:|",
    });
    let body = table
        .rows
        .iter()
        .map(|row| line(row.iter().map(Cell::shown).map(|cell| escape(&cell)).collect()));
    format!("{head}|{}\n{}", rule.collect::<String>(), body.collect::<String>())
}

/// Text for a cell.
pub fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
