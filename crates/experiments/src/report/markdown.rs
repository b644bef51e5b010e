//! `results.md`: for readers of the repository.

use std::fmt::Write;

use stickslip_report::layout::Align;
use stickslip_report::{Cell, Table};

use super::{Finished, PICTURES, Report};
use crate::claim::{Change, Quotation};

/// The whole page; plots are files in the folder beside it.
pub fn markdown(report: &Report) -> String {
    let mut text = String::from(
        "# Results\n\nThe tables and figures of the documents, measured anew, beside the printed \
         numbers. This page is made by the command below; a verdict follows from the claims under \
         each experiment.\n\n",
    );
    for (name, value) in report.where_and_how() {
        let _ = writeln!(text, "- {name}: `{value}`");
    }
    if let Some(tally) = report.tally() {
        let _ = write!(text, "\n{tally}\n");
    }
    text += "\n| experiment | where | verdict | seconds |\n|---|---|---|---:|\n";
    for finished in &report.finished {
        let Finished { experiment, seconds, .. } = finished;
        let (name, place, verdict) = (experiment.name, finished.place(), finished.verdict());
        let title = escape(experiment.title);
        let _ = writeln!(text, "| [{title}](#{name}) | {place} | {verdict} | {seconds:.1} |");
    }
    for (name, why) in &report.failed {
        let _ = writeln!(text, "| {name} | | not done: {} | |", escape(why));
    }
    text + &report.finished.iter().map(one).collect::<String>()
}

fn one(finished: &Finished) -> String {
    let Finished { experiment, findings, .. } = finished;
    let name = experiment.name;
    let mut text = format!("\n## {name}\n\n**{}.** {}. ", finished.place(), experiment.title);
    let _ = write!(text, "Agreement: {}\n\n", experiment.agreement);
    let _ = write!(text, "Verdict: **{}**\n\n", findings.verdict().name());
    for claim in &findings.claims {
        let (sign, weight) = (claim.ruling.sign(), claim.weight.name());
        let _ = writeln!(text, "- {sign} ({weight}) {}: {}", claim.text, claim.measured);
        if let Some(Quotation { place, sentence }) = &claim.quotation {
            let _ = writeln!(text, "  <br>“{sentence}” ({place})");
        }
        if let Some(Change { day, reason }) = &claim.change {
            let _ = writeln!(text, "  <br>Judged otherwise since {day}: {reason}");
        }
    }
    for table in &findings.tables {
        let _ = write!(text, "\n{}\n\n{}", table.title, rows(table));
    }
    for plot in &findings.plots {
        let _ = write!(text, "\n![{}]({PICTURES}/{name}-{}.svg)\n", plot.title, plot.name);
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

fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
