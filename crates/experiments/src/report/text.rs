//! For a terminal.

use std::fmt::Write;

use stickslip_report::hanging;
use stickslip_report::layout::{Align, layout};

use super::{Finished, Report};
use crate::claim::{Change, Quotation, Ruling, Weight};

/// Everything that was found, without the plots, in so many columns.
pub fn text(report: &Report, width: usize) -> String {
    let each = report.finished.iter().map(|finished| one(finished, width));
    let mut text = each.collect::<Vec<_>>().join("\n");
    if report.finished.len() > 1 || !report.failed.is_empty() {
        text += "\n";
        text += &summary(report, width);
        if let Some(tally) = report.tally() {
            text += "\n";
            text += &hanging(" ", &tally, width);
        }
    }
    text
}

/// One line for each experiment, or some where it does not fit.
pub fn summary(report: &Report, width: usize) -> String {
    let done = report.finished.iter().map(|finished| {
        let Finished { experiment, seconds, .. } = finished;
        let (name, place) = (experiment.name.to_owned(), finished.place());
        let verdict = finished.verdict().to_owned();
        [name, place, verdict, format!("{seconds:.1}"), experiment.title.into()]
    });
    let failed = report.failed.iter().map(|(name, why)| {
        [(*name).to_owned(), String::new(), "not done".into(), String::new(), why.clone()]
    });
    let columns = [
        ("experiment", Align::Left),
        ("where", Align::Left),
        ("verdict", Align::Left),
        ("s", Align::Right),
        ("what", Align::Left),
    ];
    layout(columns, done.chain(failed), width)
}

fn one(finished: &Finished, width: usize) -> String {
    let Finished { experiment, findings, seconds } = finished;
    let title = format!("{}: {}", finished.place(), experiment.title);
    let mut text = hanging(" ", &title, width);
    let settings = findings.settings.iter().map(|each| format!("{} {}", each.name, each.value));
    text += &hanging(" ", &settings.collect::<Vec<_>>().join(", "), width);
    for table in &findings.tables {
        let title = hanging(" ", &table.title, width);
        let _ = write!(text, "\n{title}\n{}", table.text(width));
    }
    text += "\n";
    for claim in &findings.claims {
        let sign = match (claim.ruling, claim.weight) {
            (Ruling::Holds, _) => "holds",
            (Ruling::Fails, Weight::Shape) => "fails",
            (Ruling::Fails, _) => "off  ",
            (Ruling::Open | Ruling::NotTestable, _) => "open ",
        };
        let said = format!("({}) {}: {}", claim.weight.name(), claim.text, claim.measured);
        text += &hanging(&format!(" {sign}  "), &said, width);
        if let Some(Quotation { place, sentence }) = &claim.quotation {
            text += &hanging("        ", &format!("“{sentence}” ({place})"), width);
        }
        if let Some(Change { day, reason }) = &claim.change {
            let said = format!("judged otherwise since {day}: {reason}");
            text += &hanging("        ", &said, width);
        }
    }
    for note in &findings.notes {
        text += &hanging(" note   ", note, width);
    }
    let _ = writeln!(text, "\n {} in {seconds:.1} s", findings.verdict().name());
    text
}
