//! All files of a report, each written whole or not at all.

use std::io;
use std::path::{Path, PathBuf};

use stickslip_files::replace_file;
use stickslip_report::plot;
use thiserror::Error;

use super::{Document, PICTURES, Repeats, Report, Row, appendix, csv, html, page, row};
use crate::registry::EXPERIMENTS;

/// A file could not be written.
#[derive(Debug, Error)]
#[error("cannot write {}: {reason}", .path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// What the system said.
    pub reason: io::Error,
}

/// Writes `results.html` and `results.json` of this run into `folder`, and
/// beside them a folder `results` with every table (.csv) and plot (.svg, .csv)
/// and a row for each experiment (`rows/*.json`). `results.md` and the files of
/// the appendix, `results/DOCUMENT.md`, are made of all rows that the folder
/// holds, those of earlier runs included. Folders that are not there are made.
pub fn write(report: &Report, folder: &Path) -> Result<(), WriteError> {
    let pictures = folder.join(PICTURES);
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |reason| WriteError { path, reason }
    };
    let rows = row::folder(&pictures);
    std::fs::create_dir_all(&rows).map_err(failed(&rows))?;
    let save = |path: PathBuf, content: &str| {
        replace_file(&path, content.as_bytes()).map_err(failed(&path))
    };
    for finished in &report.finished {
        let file = |stem: &str, ending: &str| {
            pictures.join(format!("{}-{stem}.{ending}", finished.experiment.name))
        };
        for table in &finished.findings.tables {
            save(file(&table.name, "csv"), &csv::table(table))?;
        }
        for each in &finished.findings.plots {
            save(file(&each.name, "svg"), &plot::draw(&[each]))?;
            save(file(&each.name, "csv"), &csv::plot(each))?;
        }
    }
    // Numbers that are none become null: nothing here can fail.
    let pretty = |text: Result<String, serde_json::Error>| text.unwrap_or_default() + "\n";
    for finished in &report.finished {
        let text = pretty(serde_json::to_string_pretty(&Row::of(report, finished)));
        save(rows.join(format!("{}.json", finished.experiment.name)), &text)?;
    }
    for (name, repeats) in &report.repeats {
        let repeats = Repeats { run: row::run(report), ..repeats.clone() };
        let text = pretty(serde_json::to_string_pretty(&repeats));
        save(rows.join(format!("{name}.repeats.json")), &text)?;
    }
    let (all, repeats) = row::read(&rows).map_err(failed(&rows))?;
    let mut documents: Vec<(&str, String)> = Vec::new();
    for experiment in EXPERIMENTS {
        if !documents.iter().any(|(document, _)| *document == experiment.document) {
            documents.push((experiment.document, experiment.chapter()));
        }
    }
    for (document, chapter) in documents {
        let own: Vec<&Row> =
            all.iter().filter(|row| row.place.starts_with(&format!("{document}, "))).collect();
        if !own.is_empty() {
            let path = pictures.join(format!("{chapter}.md"));
            save(path, &appendix::chapter(document, &own))?;
        }
    }
    // Only maps with keys that are no strings can fail, and there is none.
    let json = serde_json::to_string_pretty(&Document::new(report)).unwrap_or_default();
    save(folder.join("results.json"), &(json + "\n"))?;
    save(folder.join("results.md"), &page(report, &all, &repeats))?;
    save(folder.join("results.html"), &html(report))
}
