//! What a page says of one experiment, as a file of its own: pages are made of
//! the rows of several runs.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::folder::WriteError;
use super::machine::UNKNOWN;
use super::{Finished, PICTURES, Report, appendix};
use crate::claim::Ruling;
use crate::registry::EXPERIMENTS;
use crate::verdict::Verdict;

/// One line of the page, and its section of the appendix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The experiment.
    pub name: String,
    /// Table or figure of which document.
    pub place: String,
    /// What the document says: the claim that the verdict hangs on.
    pub says: String,
    /// What was measured of it.
    pub finds: String,
    /// The verdict.
    pub verdict: String,
    /// Document, set-up or unknown, where something differs.
    pub cause: String,
    /// The measurement that shows the cause.
    pub evidence: String,
    /// Where the set-up differs.
    pub deviations: String,
    /// How long it took.
    pub seconds: f64,
    /// The commit, the effort and the seed of the run.
    pub run: String,
    /// The processor that it ran on, and its cores: the page may be made on another.
    pub machine: String,
    /// The section of the appendix.
    pub section: String,
}

/// Verdicts of quick runs with several seeds, or one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeats {
    /// What changed: the seed, or the clock alone.
    pub over: String,
    /// The verdicts.
    pub verdicts: Vec<String>,
    /// The commit, the effort and the seed of the run that they belong to.
    pub run: String,
}

impl Repeats {
    /// Whether the verdict is the same in all, and at another size.
    pub fn told(&self, verdict: &str) -> String {
        let Some(first) = self.verdicts.first() else { return "not repeated".into() };
        let over = match self.verdicts.iter().all(|each| each == first) {
            _ if self.verdicts.len() < 2 => String::new(),
            true => format!("{}: yes; ", self.over),
            false => format!("{}: no ({}); ", self.over, self.verdicts.join(", ")),
        };
        let size = if first == verdict { "yes".into() } else { format!("no (quick: {first})") };
        format!("{over}size: {size}")
    }
}

impl Row {
    /// Of an experiment that was done.
    pub fn of(report: &Report, finished: &Finished) -> Self {
        let (experiment, findings) = (finished.experiment, &finished.findings);
        let claim = Verdict::decisive(&findings.claims);
        let verdict = findings.verdict();
        let cause = match claim.map(|claim| &claim.cause) {
            Some(Some(cause)) => cause.origin.name(),
            _ if verdict == Verdict::Conjecture => match claim.map(|claim| claim.ruling) {
                Some(Ruling::Holds) => "holds here",
                Some(Ruling::Fails) => "does not hold here",
                _ => "not decided",
            },
            _ if matches!(verdict, Verdict::Inconclusive | Verdict::AgreesInShape) => "unknown",
            _ => "",
        };
        let evidence = claim.and_then(|claim| claim.cause.as_ref()).map(|it| it.evidence.clone());
        let deviations = match experiment.deviations {
            "" => "yes".to_owned(),
            some => format!("no: {some}"),
        };
        Self {
            name: experiment.name.into(),
            place: finished.place(),
            says: claim.map_or_else(String::new, |claim| claim.text.clone()),
            finds: claim.map_or_else(String::new, |claim| claim.measured.clone()),
            verdict: verdict.name().into(),
            cause: cause.into(),
            evidence: evidence.unwrap_or_default(),
            deviations,
            seconds: finished.seconds,
            run: run(report),
            machine: report.machine.told(),
            section: appendix::section(finished),
        }
    }
}

/// The folder of rows.
pub fn folder(pictures: &Path) -> PathBuf {
    pictures.join("rows")
}

/// All rows and repeats that a folder holds, in the order of the registry.
pub fn read(folder: &Path) -> io::Result<(Vec<Row>, BTreeMap<String, Repeats>)> {
    let (mut rows, mut repeats) = (Vec::new(), BTreeMap::new());
    let text = |name: String| match std::fs::read_to_string(folder.join(name)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    };
    for experiment in EXPERIMENTS {
        if let Some(text) = text(format!("{}.json", experiment.name))? {
            rows.push(serde_json::from_str(&text)?);
        }
        if let Some(text) = text(format!("{}.repeats.json", experiment.name))? {
            repeats.insert(experiment.name.to_owned(), serde_json::from_str(&text)?);
        }
    }
    Ok((rows, repeats))
}

/// What a folder holds already of the same commit, effort and seed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Experiments that were measured.
    pub measured: BTreeSet<String>,
    /// Experiments whose quick runs were repeated.
    pub repeated: BTreeSet<String>,
}

/// What the folder of a report holds already; an unknown commit is never the same.
pub fn known_runs(report: &Report, folder: &Path) -> Result<Known, WriteError> {
    let path = self::folder(&folder.join(PICTURES));
    let (rows, repeats) =
        read(&path).map_err(|reason| WriteError { path: path.clone(), reason })?;
    let run = run(report);
    let same = |row: &&Row| row.run == run && !run.contains(UNKNOWN);
    Ok(Known {
        measured: rows.iter().filter(same).map(|row| row.name.clone()).collect(),
        repeated: repeats.into_iter().filter(|it| it.1.run == run).map(|it| it.0).collect(),
    })
}

/// Commit, effort and seed of a run.
pub fn run(report: &Report) -> String {
    format!("{}, {}, seed {}", report.machine.commit, report.effort.name(), report.seed)
}
