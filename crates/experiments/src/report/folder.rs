//! All files of a report, each written whole or not at all.

use std::io;
use std::path::{Path, PathBuf};

use stickslip_files::replace_file;
use stickslip_report::plot;
use thiserror::Error;

use super::{Document, PICTURES, Report, csv, html, markdown};

/// A file could not be written.
#[derive(Debug, Error)]
#[error("cannot write {}: {reason}", .path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// What the system said.
    pub reason: io::Error,
}

/// Writes `results.html`, `results.md` and `results.json` into `folder`, and
/// beside them a folder `results` with every table (.csv) and plot (.svg, .csv).
/// Folders that are not there are made.
pub fn write(report: &Report, folder: &Path) -> Result<(), WriteError> {
    let pictures = folder.join(PICTURES);
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |reason| WriteError { path, reason }
    };
    std::fs::create_dir_all(&pictures).map_err(failed(&pictures))?;
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
    // Only maps with keys that are no strings can fail, and there is none.
    let json = serde_json::to_string_pretty(&Document::new(report)).unwrap_or_default();
    save(folder.join("results.json"), &(json + "\n"))?;
    save(folder.join("results.md"), &markdown(report))?;
    save(folder.join("results.html"), &html(report))
}
