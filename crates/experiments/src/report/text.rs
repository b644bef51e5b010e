//! For a terminal.

use std::fmt::Write;

use stickslip_report::layout::{Align, layout};

use super::{Finished, Report};
use crate::findings::Weight;

/// Everything that was found, without the plots.
pub fn text(report: &Report) -> String {
    let mut text = report.finished.iter().map(one).collect::<Vec<_>>().join("\n");
    if report.finished.len() > 1 || !report.failed.is_empty() {
        text += "\n";
        text += &summary(report);
    }
    text
}

/// One line for each experiment.
pub fn summary(report: &Report) -> String {
    let done = report.finished.iter().map(|finished| {
        let Finished { experiment, findings, seconds } = finished;
        let (name, place) = (experiment.name.to_owned(), finished.place());
        let verdict = findings.verdict().name().to_owned();
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
    layout(columns, done.chain(failed))
}

fn one(finished: &Finished) -> String {
    let Finished { experiment, findings, seconds } = finished;
    let mut text = format!(" {}: {}\n", finished.place(), experiment.title);
    let settings = findings.settings.iter().map(|each| format!("{} {}", each.name, each.value));
    let _ = writeln!(text, " {}", settings.collect::<Vec<_>>().join(", "));
    for table in &findings.tables {
        let _ = write!(text, "\n {}\n\n{}", table.title, table.text());
    }
    text += "\n";
    for claim in &findings.claims {
        let sign = match (claim.holds, claim.weight) {
            (true, _) => "holds",
            (false, Weight::Shape) => "fails",
            (false, Weight::Value | Weight::Aside) => "off  ",
        };
        let _ = writeln!(text, " {sign}  {}: {}", claim.text, claim.measured);
    }
    for note in &findings.notes {
        let _ = writeln!(text, " note   {note}");
    }
    let _ = writeln!(text, "\n {} in {seconds:.1} s", findings.verdict().name());
    text
}
