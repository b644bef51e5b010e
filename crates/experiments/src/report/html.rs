//! One page with everything in it: no other file, no script, no network.

use std::fmt::Write;

use stickslip_report::Table;
use stickslip_report::layout::Align;
use stickslip_report::plot;

use super::{Finished, Report};
use crate::claim::{Change, Quotation, Ruling, Weight};
use crate::verdict::Verdict;

const STYLE: &str = include_str!("page.css");

/// The whole page.
pub fn html(report: &Report) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Stickslip: results</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>Results</h1>\n<p>The tables and figures of the documents, measured anew, beside the \
         printed numbers.</p>\n<dl>\n"
    );
    for (name, value) in report.where_and_how() {
        let _ = writeln!(page, "<dt>{name}</dt><dd>{}</dd>", escape(&value));
    }
    page += "</dl>\n<nav>\n<table>\n<tr><th>experiment</th><th>where</th><th>verdict</th>\
             <th class=\"right\">s</th></tr>\n";
    for finished in &report.finished {
        let Finished { experiment, findings, seconds } = finished;
        let _ = writeln!(
            page,
            "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td><td>{}</td><td class=\"right\">{seconds:.1}</td></tr>",
            experiment.name,
            escape(experiment.title),
            escape(&finished.place()),
            badge(findings.verdict())
        );
    }
    for (name, why) in &report.failed {
        let why = escape(why);
        let _ =
            writeln!(page, "<tr><td>{name}</td><td></td><td>not done: {why}</td><td></td></tr>");
    }
    page += "</table>\n</nav>\n";
    page.extend(report.finished.iter().map(section));
    page + "</main>\n</body>\n</html>\n"
}

fn badge(verdict: Verdict) -> String {
    let class = match verdict {
        Verdict::Agrees => "agrees",
        Verdict::AgreesInShape => "shape",
        Verdict::Inconclusive | Verdict::NotTestable | Verdict::Conjecture => "open",
        Verdict::Disagrees => "disagrees",
    };
    format!("<span class=\"badge {class}\">{}</span>", verdict.name())
}

fn section(finished: &Finished) -> String {
    let Finished { experiment, findings, .. } = finished;
    let mut text = format!(
        "<section id=\"{}\">\n<h2>{} {}</h2>\n<p class=\"place\">{}</p>\n<p>{}</p>\n<ul class=\"claims\">\n",
        experiment.name,
        escape(experiment.title),
        badge(findings.verdict()),
        escape(&finished.place()),
        escape(experiment.agreement)
    );
    for claim in &findings.claims {
        let class = match (claim.ruling, claim.weight) {
            (Ruling::Holds, _) => "holds",
            (Ruling::Fails, Weight::Shape) => "fails",
            (Ruling::Fails, _) => "off",
            (Ruling::Open | Ruling::NotTestable, _) => "open",
        };
        let (what, measured) = (escape(&claim.text), escape(&claim.measured));
        let weight = claim.weight.name();
        let _ = write!(text, "<li class=\"{class}\">({weight}) {what}: <em>{measured}</em>");
        if let Some(Quotation { place, sentence }) = &claim.quotation {
            let (sentence, place) = (escape(sentence), escape(place));
            let _ = write!(text, "<br><q>{sentence}</q> ({place})");
        }
        if let Some(Change { day, reason }) = &claim.change {
            let _ = write!(text, "<br>Judged otherwise since {day}: {}", escape(reason));
        }
        text += "</li>\n";
    }
    text += "</ul>\n";
    text.extend(findings.tables.iter().map(table));
    for each in &findings.plots {
        let _ = writeln!(text, "<figure>\n{}</figure>", plot::draw(&[each]));
    }
    for note in &findings.notes {
        let _ = writeln!(text, "<p>{}</p>", escape(note));
    }
    let settings = findings.settings.iter().map(|each| format!("{} {}", each.name, each.value));
    let settings = escape(&settings.collect::<Vec<_>>().join(", "));
    let _ = writeln!(text, "<p class=\"settings\">{settings}</p>\n</section>");
    text
}

fn table(table: &Table) -> String {
    let class = |index: usize| match table.columns.get(index).map(|column| column.align) {
        Some(Align::Right) => " class=\"right\"",
        _ => "",
    };
    let mut text = format!("<table>\n<caption>{}</caption>\n<tr>", escape(&table.title));
    for (index, column) in table.columns.iter().enumerate() {
        let _ = write!(text, "<th{}>{}</th>", class(index), escape(&column.head()));
    }
    text += "</tr>\n";
    for row in &table.rows {
        text += "<tr>";
        for (index, cell) in row.iter().enumerate() {
            let _ = write!(text, "<td{}>{}</td>", class(index), escape(&cell.shown()));
        }
        text += "</tr>\n";
    }
    text + "</table>\n"
}

fn escape(text: &str) -> String {
    let clean = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    clean.replace('"', "&quot;")
}
